import { clusterBootstrap, type IntervalOptions, resamples, resolvedOptions } from "./clusterBootstrap.js";
import { formulaLimits } from "./clusterFormula.js";
import { type ClusterSums } from "./clusterSums.js";
import { type DistinctSums, distinctSums } from "./distinctSums.js";
import { interval, type Interval, type IntervalMethod, type IntervalReason, type LimitsOr } from "./interval.js";
import { clusterWarnings } from "./intervalWarnings.js";
import { ratioContrast, type RatioTerm } from "./ratioContrast.js";

export interface ContrastIntervals {
  /** Null with a reason when a term has nothing to divide by. */
  readonly value: number | null;
  readonly reason: IntervalReason | null;
  readonly interval: Interval;
  /** The clustered percentile bootstrap beside it. */
  readonly beside: readonly Interval[];
}

/**
 * A signed statistic of a clustered cohort with its interval: a difference of two rates on the same clusters (two terms, weights 1 and
 * -1), net utility per debate (one term, (prevented, -lost) over debates), or any weighted sum of ratios. Conditions are paired within
 * the cluster, in the formula and in the draws.
 *
 * AUTO, from the coverage simulation: t on G - 1 degrees of freedom with the CR1 standard error, and with CR3 (the jackknife over
 * clusters) under 50 clusters. BCa is worse than percentile here. No interval with fewer than two clusters that have a denominator.
 */
export function contrastIntervals(
  sums: ClusterSums | DistinctSums,
  terms: readonly RatioTerm[],
  options: IntervalOptions,
): ContrastIntervals {
  const resolved = resolvedOptions(options);
  const distinct = "multiplicity" in sums ? sums : distinctSums(sums);
  const contrast = ratioContrast(distinct, terms);
  const bootstrap = clusterBootstrap(distinct, terms, contrast, resolved);
  const { estimate, clustersAtRisk: clusters } = contrast;
  const warnings = estimate === null ? [] : clusterWarnings(contrast);

  const by = (method: IntervalMethod, why: string | null = null): Interval => {
    const outcome: LimitsOr & Partial<ReturnType<typeof bootstrap>> =
      estimate === null
        ? { reason: "empty_denominator" }
        : clusters < 2
          ? { reason: "single_cluster" }
          : resamples(method)
            ? bootstrap(method)
            : method === "LOGIT_T" || method === "KORN_GRAUBARD"
              ? { reason: "method_not_for_this_report" }
              : formulaLimits(method, contrast, resolved.level);
    return interval(
      { level: resolved.level, method, clusters, why, warnings, resampling: outcome.resampling },
      outcome,
    );
  };

  const [method, why] = resolved.method === "AUTO" ? automatic(clusters) : [resolved.method, null];
  const wanted = by(method, why);
  // One cluster that holds a whole denominator leaves no jackknife; BCa may be undefined in more ways.
  const second = method === "CR3_T" ? "CR1_T" : method === "BCA" ? "PERCENTILE" : null;
  const other = second === null || wanted.status !== "UNAVAILABLE" || clusters < 2 ? null : by(second, why);
  const beside: IntervalMethod[] = resolved.resamples === 0 || method === "PERCENTILE" ? [] : ["PERCENTILE"];
  return {
    value: estimate,
    reason: estimate === null ? "empty_denominator" : null,
    interval: other === null || other.low === null ? wanted : { ...other, status: "FALLBACK", reason: wanted.reason },
    beside: beside.map((each) => by(each)),
  };
}

function automatic(clusters: number): [IntervalMethod, string] {
  return clusters < 50
    ? ["CR3_T", "a signed clustered statistic on fewer than 50 clusters: t with the jackknife standard error"]
    : ["CR1_T", "a signed clustered statistic: t with the cluster-robust standard error"];
}
