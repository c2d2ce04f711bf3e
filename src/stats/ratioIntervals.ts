import { clopperPearsonLimits, jeffreysLimits, wilsonLimits } from "./binomialLimits.js";
import { clusterBootstrap, type IntervalOptions, resamples, resolvedOptions } from "./clusterBootstrap.js";
import { formulaLimits } from "./clusterFormula.js";
import { clusterClopperPearsonLimits } from "./clusterLimits.js";
import { type ClusterSums } from "./clusterSums.js";
import { type DistinctSums, distinctSums } from "./distinctSums.js";
import { interval, type Interval, type IntervalMethod, type IntervalWarning, type LimitsOr } from "./interval.js";
import { clusterWarnings, rareEvents } from "./intervalWarnings.js";
import { proportion, type Proportion } from "./proportion.js";
import { ratioContrast, type RatioContrast } from "./ratioContrast.js";

export interface RatioIntervals {
  readonly proportion: Proportion;
  readonly interval: Interval;
  /** The clustered bootstrap beside it: percentile always, BCa from 50 clusters. */
  readonly beside: readonly Interval[];
}

/**
 * A clustered rate with its interval: (numerator . totals) / (denominator . totals), for events among what is at risk, so that
 * 0 <= numerator <= denominator in every cluster (anything else is an error; signed ratios are for `contrastIntervals`).
 *
 * AUTO, from the coverage simulation: exactly 0 or 1, Clopper-Pearson on clusters; fewer than 10 events or non-events, Korn-Graubard;
 * otherwise logit-t with G - 1 degrees of freedom. No interval with fewer than two clusters that have a denominator. A method asked for
 * by name that these data do not allow falls back, and says so. Limits are clipped to [0, 1].
 */
export function ratioIntervals(
  sums: ClusterSums | DistinctSums,
  numerator: readonly number[],
  denominator: readonly number[],
  options: IntervalOptions,
): RatioIntervals {
  const resolved = resolvedOptions(options);
  const distinct = "multiplicity" in sums ? sums : distinctSums(sums);
  const terms = [{ weight: 1, numerator, denominator }];
  const contrast = ratioContrast(distinct, terms);
  checkEvents(contrast);
  const bootstrap = clusterBootstrap(distinct, terms, contrast, resolved);
  const { above: count, below: of } = contrast.terms[0];
  const clusters = contrast.clustersAtRisk;
  const warnings = of === 0 ? [] : clusterWarnings(contrast);
  if (of > 0 && rareEvents(count, of)) warnings.push("RARE_EVENTS");

  const by = (method: IntervalMethod, why: string | null = null): Interval => {
    const extra: IntervalWarning[] = ROW_LIMITS[method]
      ? ["IGNORES_CLUSTERS"]
      : method === ON_CLUSTERS
        ? ["ZERO_VARIANCE"]
        : [];
    const outcome = limits(method);
    const { resampling } = outcome;
    return interval(
      { level: resolved.level, method, clusters, why, warnings: [...warnings, ...extra], resampling },
      outcome,
    );
  };
  const limits = (method: IntervalMethod): ReturnType<typeof bootstrap> => {
    const { level } = resolved;
    if (of === 0) return { reason: "empty_denominator" };
    const rows = ROW_LIMITS[method];
    if (rows) return { limits: rows(count, of, level) };
    if (clusters < 2) return { reason: "single_cluster" };
    if (method === ON_CLUSTERS) {
      if (count !== 0 && count !== of) return { reason: "method_not_for_this_report" };
      return { limits: clusterClopperPearsonLimits(count === 0 ? 0 : 1, clusters, level) };
    }
    return clipped(resamples(method) ? bootstrap(method) : formulaLimits(method, contrast, level));
  };

  const [method, why] = resolved.method === "AUTO" ? automatic(count, of) : [resolved.method, null];
  const beside: IntervalMethod[] =
    resolved.resamples === 0 ? [] : clusters < 50 ? ["PERCENTILE"] : ["PERCENTILE", "BCA"];
  return {
    proportion: proportion(count, of),
    interval: withFallback(by(method, why), count === 0 || count === of ? ON_CLUSTERS : "PERCENTILE", by),
    beside: beside.filter((each) => each !== method).map((each) => by(each)),
  };
}

const ON_CLUSTERS = "CLOPPER_PEARSON_CLUSTERS";

const ROW_LIMITS: Partial<Record<IntervalMethod, typeof wilsonLimits>> = {
  WILSON: wilsonLimits,
  JEFFREYS: jeffreysLimits,
  CLOPPER_PEARSON: clopperPearsonLimits,
};

function automatic(count: number, of: number): [IntervalMethod, string] {
  if (of > 0 && (count === 0 || count === of)) {
    return [ON_CLUSTERS, "the rate is exactly 0 or 1, so the data show no variance: each cluster counts as one trial"];
  }
  if (of > 0 && rareEvents(count, of)) {
    return ["KORN_GRAUBARD", "fewer than 10 events or non-events: exact limits on the effective number of rows"];
  }
  return ["LOGIT_T", "a clustered rate: t on the logit scale keeps its coverage from few clusters on and at low rates"];
}

/**
 * A bootstrap method that these data do not allow gives way to the percentile interval, and any method to the cluster count when the
 * rate is 0 or 1. Nothing stands in where there is no interval at all, or where the method is for another report.
 */
function withFallback(wanted: Interval, second: IntervalMethod, by: (method: IntervalMethod) => Interval): Interval {
  const reason = wanted.reason;
  if (reason === null || reason === "single_cluster" || reason === "empty_denominator") return wanted;
  if (reason === "method_not_for_this_report" || (second === "PERCENTILE" && wanted.method !== "BCA")) return wanted;
  const other = by(second);
  return other.low === null ? wanted : { ...other, status: "FALLBACK", reason };
}

function clipped<Outcome extends LimitsOr>(outcome: Outcome): Outcome {
  if (!("limits" in outcome)) return outcome;
  return { ...outcome, limits: [Math.max(0, outcome.limits[0]), Math.min(1, outcome.limits[1])] };
}

function checkEvents({ terms: [{ numerator, denominator }] }: RatioContrast): void {
  numerator.forEach((num, k) => {
    if (!(num >= 0 && num <= denominator[k])) {
      throw new Error(`a rate counts 0 to ${denominator[k]} events in a cluster, got ${num}`);
    }
  });
}
