import { type ClusterSums } from "../stats/clusterSums.js";
import { proportion } from "../stats/proportion.js";
import { groupIntervals } from "./groupIntervals.js";
import { type IntervalOptions } from "./intervalOptions.js";
import { type Rate } from "./rate.js";

/** Ratios of the same totals, with their intervals. */
export interface Rates {
  /** A ratio of weighted totals: the weights say how much one of each column adds to numerator and denominator. */
  readonly rate: (numerator: readonly number[], denominator: readonly number[]) => Rate;
  /**
   * The same where the numerator may be negative (a difference, a net) or above the denominator. With a method, the interval is made by
   * that one, whatever was asked for.
   */
  readonly signedRate: (
    numerator: readonly number[],
    denominator: readonly number[],
    method?: IntervalOptions["method"],
  ) => Rate;
}

/** Totals, and the same by cluster when an interval is asked for. About `shareDraws` see `groupIntervals`. */
export function rates(
  totals: ArrayLike<number>,
  sums: () => ClusterSums,
  options: IntervalOptions,
  shareDraws: boolean,
): Rates {
  const intervals = groupIntervals(sums, options, shareDraws);
  const dot = (weights: readonly number[]) => weights.reduce((sum, weight, column) => sum + weight * totals[column], 0);
  const rate = (
    numerator: readonly number[],
    denominator: readonly number[],
    signed: boolean,
    method?: IntervalOptions["method"],
  ): Rate => {
    const point = proportion(dot(numerator), dot(denominator));
    const { interval, beside } = intervals({ numerator, denominator, signed, method });
    return {
      ...point,
      interval: () => (point.value === null ? null : interval()),
      beside: () => (point.value === null ? [] : beside()),
    };
  };
  return {
    rate: (numerator, denominator) => rate(numerator, denominator, false),
    signedRate: (numerator, denominator, method) => rate(numerator, denominator, true, method),
  };
}
