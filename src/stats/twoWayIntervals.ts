import { percentileLimits } from "./bootstrapLimits.js";
import { type IntervalOptions, resolvedOptions } from "./clusterBootstrap.js";
import { clusterClopperPearsonLimits, logitTLimits, tLimits } from "./clusterLimits.js";
import {
  interval,
  type Interval,
  type IntervalMethod,
  type IntervalOrigin,
  type IntervalWarning,
  type LimitsOr,
} from "./interval.js";
import { rareEvents } from "./intervalWarnings.js";
import { proportion } from "./proportion.js";
import { type RatioIntervals } from "./ratioIntervals.js";
import { type CrossedRows, pigeonholeReplicates, twoWayVariance } from "./twoWay.js";

/**
 * A rate on crossed data (every question met by several models) for a claim about new questions and new models alike. AUTO is logit-t
 * with the two-way variance and min(questions, models) - 1 degrees of freedom; beside it the pigeonhole percentile, which is conservative.
 * `clusters` is the smaller of the two counts, of what has a denominator; no interval below two. A rate of exactly 0 or 1 counts them
 * as trials. For a claim about these very models, cluster by question alone.
 */
export function twoWayIntervals(rows: CrossedRows, options: IntervalOptions): RatioIntervals {
  const { method, level, resamples, seed } = resolvedOptions(options);
  const total = (values: ArrayLike<number>): number => Array.from(values).reduce((sum, value) => sum + value, 0);
  const count = total(rows.numerator);
  const of = total(rows.denominator);
  for (let i = 0; i < rows.numerator.length; i++) {
    if (!(rows.question[i] < rows.questions && rows.model[i] < rows.models)) {
      throw new Error(`row ${i} is of question ${rows.question[i]} and model ${rows.model[i]}, which are not there`);
    }
    if (!(rows.numerator[i] >= 0 && rows.numerator[i] <= rows.denominator[i] && Number.isFinite(rows.denominator[i]))) {
      throw new Error(`row ${i} counts ${rows.numerator[i]} events of ${rows.denominator[i]}`);
    }
  }
  const { questions, models, variance, floored } = twoWayVariance(rows);
  const clusters = Math.min(questions, models);
  const extreme = of > 0 && (count === 0 || count === of);
  const warnings: IntervalWarning[] = [];
  if (of > 0 && clusters < 10) warnings.push("UNRELIABLE");
  if (of > 0 && clusters < 30) warnings.push("FEW_CLUSTERS");
  if (of > 0 && rareEvents(count, of)) warnings.push("RARE_EVENTS");
  const largest = Math.max(...[rows.question, rows.model].map((ids) => largestSum(ids, rows.denominator)));
  if (largest > 0.25 * of) warnings.push("ONE_CLUSTER_DOMINATES");

  const outcome = (wanted: IntervalMethod): LimitsOr & Pick<IntervalOrigin, "resampling" | "warnings"> => {
    if (of === 0) return { reason: "empty_denominator" };
    if (clusters < 2) return { reason: "single_cluster" };
    if (wanted === "PIGEONHOLE") {
      const replicates = pigeonholeReplicates(rows, { seed, to: resamples });
      const resampling = { seed, resamples, undefinedReplicates: replicates.undefinedReplicates };
      return extreme
        ? { reason: "degenerate_replicates", resampling }
        : { ...percentileLimits(replicates, level), resampling };
    }
    if (wanted === "CLOPPER_PEARSON_CLUSTERS" && extreme) {
      return { limits: clusterClopperPearsonLimits(count === 0 ? 0 : 1, clusters, level), warnings: ["ZERO_VARIANCE"] };
    }
    const raised: IntervalWarning[] = floored > variance ? ["VARIANCE_FLOORED"] : [];
    if (wanted === "TWO_WAY_LOGIT_T")
      return { ...logitTLimits(count / of, floored, clusters - 1, level), warnings: raised };
    if (wanted === "TWO_WAY_T") return { ...tLimits(count / of, floored, clusters - 1, level), warnings: raised };
    return { reason: "method_not_for_this_report" };
  };
  const by = (wanted: IntervalMethod, why: string | null = null): Interval => {
    const made = outcome(wanted);
    const all = [...warnings, ...(made.warnings ?? [])];
    return interval({ level, method: wanted, clusters, why, warnings: all, resampling: made.resampling }, made);
  };

  const why = extreme
    ? "the rate is exactly 0 or 1, so the data show no variance: the fewer of questions and models count as trials"
    : "new questions and new models: both variances, on the logit scale";
  const chosen = method === "AUTO" ? (extreme ? "CLOPPER_PEARSON_CLUSTERS" : "TWO_WAY_LOGIT_T") : method;
  return {
    proportion: proportion(count, of),
    interval: by(chosen, method === "AUTO" ? why : null),
    beside: resamples === 0 || chosen === "PIGEONHOLE" ? [] : [by("PIGEONHOLE")],
  };
}

/** The largest total of the values that share an id; 0 without rows. */
function largestSum(ids: ArrayLike<number>, values: ArrayLike<number>): number {
  const sums = new Map<number, number>();
  for (let i = 0; i < ids.length; i++) sums.set(ids[i], (sums.get(ids[i]) ?? 0) + values[i]);
  let largest = 0;
  for (const sum of sums.values()) largest = Math.max(largest, sum);
  return largest;
}
