import { logitTLimits, tLimits } from "./clusterLimits.js";
import { checkLevel, type Limits, type LimitsOr } from "./interval.js";
import { normalUpper } from "./normal.js";
import { placements, rocAuc } from "./rocAuc.js";

/*
 * DeLong's variance of an AUC (DeLong, DeLong & Clarke-Pearson 1988), for independent rows; `delongClustered` has the rows that
 * share an item. The variance of a class's placement values (n - 1 below) over its size, summed over both classes.
 */

export interface Delong {
  readonly auc: number | null;
  readonly positives: number;
  readonly negatives: number;
  readonly variance: number | null;
  readonly standardError: number | null;
  /** On the logit scale: the default. Null also when the variance is 0. */
  readonly logit: Limits | null;
  /** AUC -+ z SE, clipped to 0..1: poor near the ends. With variance 0 both limits are the AUC. */
  readonly wald: Limits | null;
  readonly reason: "one_class" | "fewer_than_two_in_a_class" | "zero_variance" | null;
}

/**
 * The AUC of one score with its standard error and limits; labels are 1 (positive) and 0. Null with a reason when a class is empty, or has
 * fewer than two rows to vary. O(n log n).
 */
export function delong(labels: ArrayLike<number>, scores: ArrayLike<number>, level = 0.95): Delong {
  checkLevel(level);
  const { auc, positives, negatives, reason } = rocAuc(labels, scores);
  if (auc === null || positives < 2 || negatives < 2)
    return {
      auc,
      positives,
      negatives,
      variance: null,
      standardError: null,
      logit: null,
      wald: null,
      reason: reason ?? "fewer_than_two_in_a_class",
    };
  const placed = placements(labels, scores);
  const variance = withoutRounding(covariance(labels, auc, placed, auc, placed));
  const standardError = Math.sqrt(variance);
  const [low, high] = limitsOrNull(tLimits(auc, variance, Infinity, level)) ?? [auc, auc];
  return {
    auc,
    positives,
    negatives,
    variance,
    standardError,
    logit: limitsOrNull(logitTLimits(auc, variance, Infinity, level)),
    wald: [Math.max(0, low), Math.min(1, high)],
    reason: variance === 0 ? "zero_variance" : null,
  };
}

export interface DelongPaired {
  readonly auc: number | null;
  readonly auc2: number | null;
  /** auc - auc2. */
  readonly difference: number | null;
  readonly variance: number | null;
  readonly variance2: number | null;
  readonly covariance: number | null;
  readonly standardError: number | null;
  /** Null also when the standard error is 0, as for two scores of one order. */
  readonly z: number | null;
  readonly pTwoSided: number | null;
  /** Of the difference. */
  readonly interval: Limits | null;
  readonly reason: Delong["reason"];
}

/** Two scores of the same rows: the difference of their AUCs, with the covariance of their placement values. */
export function delongPaired(
  labels: ArrayLike<number>,
  scores: ArrayLike<number>,
  scores2: ArrayLike<number>,
  level = 0.95,
): DelongPaired {
  checkLevel(level);
  const { auc, positives, negatives, reason } = rocAuc(labels, scores);
  const { auc: auc2 } = rocAuc(labels, scores2);
  if (auc === null || auc2 === null || positives < 2 || negatives < 2)
    return {
      auc,
      auc2,
      difference: auc === null || auc2 === null ? null : auc - auc2,
      variance: null,
      variance2: null,
      covariance: null,
      standardError: null,
      z: null,
      pTwoSided: null,
      interval: null,
      reason: reason ?? "fewer_than_two_in_a_class",
    };
  const placed = placements(labels, scores);
  const placed2 = placements(labels, scores2);
  const difference = auc - auc2;
  const apart = placed.map((value, row) => value - placed2[row]);
  const variance = withoutRounding(covariance(labels, difference, apart, difference, apart));
  const standardError = Math.sqrt(variance);
  const z = standardError === 0 ? null : difference / standardError;
  return {
    auc,
    auc2,
    difference,
    standardError,
    z,
    variance: covariance(labels, auc, placed, auc, placed),
    variance2: covariance(labels, auc2, placed2, auc2, placed2),
    covariance: covariance(labels, auc, placed, auc2, placed2),
    pTwoSided: z === null ? null : 2 * normalUpper(Math.abs(z)),
    interval: limitsOrNull(tLimits(difference, variance, Infinity, level)),
    reason: z === null ? "zero_variance" : null,
  };
}

/** Covariance of two AUCs over the same rows from their placement values; each class's values average to the AUC. */
function covariance(
  labels: ArrayLike<number>,
  auc: number,
  placed: Float64Array,
  auc2: number,
  placed2: Float64Array,
): number {
  const sums = [0, 0];
  const sizes = [0, 0];
  for (let row = 0; row < placed.length; row++) {
    sums[labels[row]] += (placed[row] - auc) * (placed2[row] - auc2);
    sizes[labels[row]]++;
  }
  return sums[0] / ((sizes[0] - 1) * sizes[0]) + sums[1] / ((sizes[1] - 1) * sizes[1]);
}

/** A standard error below 1e-12 on a scale of 0 to 1 is rounding of a true 0. */
export const withoutRounding = (variance: number): number => (variance < 1e-24 ? 0 : variance);

/** Limits without their reason, which the result gives. */
export const limitsOrNull = (outcome: LimitsOr): Limits | null => ("limits" in outcome ? outcome.limits : null);
