import { type ClusterSums } from "../stats/clusterSums.js";
import { type IntervalMethod, type IntervalOptions } from "./intervalOptions.js";

export interface Interval {
  readonly low: number | null;
  readonly high: number | null;
  readonly level: number;
  readonly method: IntervalMethod;
  readonly resamples: number | null;
  readonly seed: string | null;
  readonly clusters: number;
  readonly status: string;
  readonly reason: string | null;
}

/** The intervals of ratios over the same cluster sums. Placeholder until the statistics land. */
export function clusterIntervals(
  _sums: ClusterSums,
  _options: IntervalOptions,
): (
  numerator: readonly number[],
  denominator: readonly number[],
) => { interval: Interval | null; beside: readonly Interval[] } {
  return () => ({ interval: null, beside: [] });
}
