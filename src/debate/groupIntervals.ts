import { resamples as drawsFor } from "../stats/clusterBootstrap.js";
import { type ClusterSums, combinedColumn } from "../stats/clusterSums.js";
import { contrastIntervals } from "../stats/contrastIntervals.js";
import { distinctSums } from "../stats/distinctSums.js";
import { type Interval } from "../stats/interval.js";
import { ratioIntervals } from "../stats/ratioIntervals.js";
import { resampledTotals } from "../stats/resampledTotals.js";
import { type IntervalOptions } from "./intervalOptions.js";
import { once } from "./once.js";

/** A ratio of weighted columns of cluster sums. Signed: the numerator may be negative, as in a difference or a net. */
export interface Ratio {
  readonly numerator: readonly number[];
  readonly denominator: readonly number[];
  readonly signed: boolean;
  /** Instead of the method that was asked for. */
  readonly method?: IntervalOptions["method"];
}

interface Intervals {
  readonly interval: Interval;
  readonly beside: readonly Interval[];
}

/**
 * The intervals of one group's ratios. With `shareDraws` the group's clusters are drawn once, as whole vectors of counts, so that its ratios vary
 * together as they would in new data. Vectors of many columns are nearly all different, which makes drawing slow; without
 * sharing each ratio is drawn from its own pairs of numerator and denominator, with the same seed.
 */
export function groupIntervals(
  sums: () => ClusterSums,
  { method: asked, level, resamples, seed }: IntervalOptions,
  shareDraws: boolean,
): (ratio: Ratio) => { readonly interval: () => Interval; readonly beside: () => readonly Interval[] } {
  const distinct = once(() => distinctSums(sums()));
  const totals = once(() => resampledTotals(distinct(), { seed, to: resamples }));

  const compute = (ratio: Ratio, draw: boolean): Intervals => {
    const options = { method: ratio.method ?? asked, level, seed, resamples: draw ? resamples : 0 };
    if (shareDraws) return by(ratio)(distinct(), ratio, draw ? { ...options, totals: totals() } : options);
    const pairs = {
      clusters: sums().clusters,
      columns: [ratio.numerator, ratio.denominator].map((w) => combinedColumn(sums(), w)),
    };
    return by(ratio)(pairs, { numerator: [1, 0], denominator: [0, 1] }, options);
  };

  return (ratio) => {
    const drawn = once(() => compute(ratio, true));
    // A formula needs no resamples; only what stands beside it does.
    const plain = once(() => (drawsFor(ratio.method ?? asked) ? drawn() : compute(ratio, false)));
    return { interval: () => plain().interval, beside: () => drawn().beside };
  };
}

type Arguments = Parameters<typeof ratioIntervals>;

const by =
  ({ signed }: Ratio) =>
  (sums: Arguments[0], { numerator, denominator }: Omit<Ratio, "signed">, options: Arguments[3]): Intervals =>
    signed
      ? contrastIntervals(sums, [{ weight: 1, numerator, denominator }], options)
      : ratioIntervals(sums, numerator, denominator, options);
