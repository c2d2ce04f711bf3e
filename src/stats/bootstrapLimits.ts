import { type IntervalReason, type Limits, type LimitsOr } from "./interval.js";
import { normalCdf, normalQuantile } from "./normal.js";
import { quantile } from "./quantile.js";

/** Replicates of a statistic in ascending order; those without a value are left out and counted. */
export interface Replicates {
  readonly ascending: Float64Array;
  readonly undefinedReplicates: number;
}

/** Sorts replicates; null is a replicate without a value. */
export function replicatesOf(values: ArrayLike<number | null>): Replicates {
  const defined = Float64Array.from(Array.from(values).filter((value) => value !== null));
  return { ascending: defined.sort(), undefinedReplicates: values.length - defined.length };
}

const UNDEFINED_AT_MOST = 0.05;

/** More than one replicate in twenty without a value, or none with one: no bootstrap interval. */
export function enoughDefined({ ascending, undefinedReplicates }: Replicates): boolean {
  return ascending.length > 0 && undefinedReplicates <= UNDEFINED_AT_MOST * (ascending.length + undefinedReplicates);
}

/** [q(a), q(1 - a)] with a = (1 - level) / 2. */
export function percentileLimits(replicates: Replicates, level: number): LimitsOr {
  if (!enoughDefined(replicates)) return { reason: "too_many_undefined_replicates" };
  const tail = (1 - level) / 2;
  return { limits: [quantile(replicates.ascending, tail), quantile(replicates.ascending, 1 - tail)] };
}

/** [2 t - q(1 - a), 2 t - q(a)]: the percentile interval turned round the estimate. */
export function basicLimits(replicates: Replicates, estimate: number, level: number): LimitsOr {
  const percentile = percentileLimits(replicates, level);
  if ("reason" in percentile) return percentile;
  const [low, high] = percentile.limits;
  return { limits: [2 * estimate - high, 2 * estimate - low] };
}

/** Standard error (n - 1) and bias of the replicates. Null when there are too few defined ones. */
export function bootstrapMoments(replicates: Replicates, estimate: number): { error: number; bias: number } | null {
  const { ascending } = replicates;
  if (!enoughDefined(replicates) || ascending.length < 2) return null;
  const mean = ascending.reduce((sum, value) => sum + value, 0) / ascending.length;
  const squares = ascending.reduce((sum, value) => sum + (value - mean) * (value - mean), 0);
  return { error: Math.sqrt(squares / (ascending.length - 1)), bias: mean - estimate };
}

/** estimate - bias +- z SE. */
export function normalLimits(replicates: Replicates, estimate: number, level: number): LimitsOr {
  const moments = bootstrapMoments(replicates, estimate);
  if (moments === null) return { reason: "too_many_undefined_replicates" };
  const reach = -normalQuantile((1 - level) / 2) * moments.error;
  return { limits: [estimate - moments.bias - reach, estimate - moments.bias + reach] };
}

/**
 * z0, the median bias on the normal scale, with half of the replicates that equal the estimate counted as below it (mid-rank). The strict
 * count of some packages gives a discrete ratio a spurious shift.
 */
export function medianBias({ ascending }: Replicates, estimate: number): { z0: number } | { reason: IntervalReason } {
  const smallest = ascending[0];
  const largest = ascending[ascending.length - 1];
  if (smallest === largest) return { reason: "degenerate_replicates" };
  let below = 0;
  let notAbove = 0;
  for (const value of ascending) {
    if (value < estimate) below++;
    if (value <= estimate) notAbove++;
  }
  const share = (below + notAbove) / (2 * ascending.length);
  return share === 0 || share === 1 ? { reason: "estimate_outside_replicates" } : { z0: normalQuantile(share) };
}

/** The bias-corrected and accelerated interval (Efron 1987); the acceleration comes from the jackknife over clusters, null if undefined. */
export function bcaLimits(
  replicates: Replicates,
  estimate: number,
  acceleration: number | null,
  level: number,
): LimitsOr {
  if (!enoughDefined(replicates)) return { reason: "too_many_undefined_replicates" };
  const bias = medianBias(replicates, estimate);
  if ("reason" in bias) return bias;
  if (acceleration === null) return { reason: "jackknife_undefined" };
  const z = normalQuantile((1 - level) / 2);
  return {
    limits: [z, -z].map((each) =>
      quantile(replicates.ascending, bcaLevel(bias.z0, acceleration, each)),
    ) as unknown as Limits,
  };
}

/** Phi(z0 + (z0 + z) / (1 - a (z0 + z))): the quantile of the replicates that stands for the normal quantile z. */
export function bcaLevel(z0: number, acceleration: number, z: number): number {
  const denominator = 1 - acceleration * (z0 + z);
  return denominator <= 0 ? (z > 0 ? 1 : 0) : normalCdf(z0 + (z0 + z) / denominator);
}

/**
 * [t - SE q(1 - a; T), t - SE q(a; T)] with T = (t* - t) / SE*. Replicates whose own standard error is 0 or missing have no T; they
 * count as undefined.
 */
export function studentizedLimits(studentized: Replicates, estimate: number, error: number, level: number): LimitsOr {
  const quantiles = percentileLimits(studentized, level);
  if ("reason" in quantiles) return quantiles;
  const [low, high] = quantiles.limits;
  return { limits: [estimate - error * high, estimate - error * low] };
}
