import { wilsonLimits } from "./binomialLimits.js";
import { type ContrastIntervals } from "./contrastIntervals.js";
import { checkLevel, interval, type Interval, type IntervalMethod, type Limits, type LimitsOr } from "./interval.js";
import { normalQuantile } from "./normal.js";

/** Pairs by what their two sides were: both, only the first, only the second, neither. */
export interface PairedCounts {
  readonly both: number;
  readonly first: number;
  readonly second: number;
  readonly neither: number;
}

/**
 * The difference of two proportions on independent pairs, (first - second) / pairs, with its interval. AUTO is Newcombe's method 10;
 * Tango's score interval stands beside it. Pairs that share clusters belong to `contrastIntervals`. `clusters` are the pairs. No pair: null.
 */
export function pairedIntervals(
  counts: PairedCounts,
  { method = "AUTO", level = 0.95 }: { readonly method?: IntervalMethod; readonly level?: number } = {},
): ContrastIntervals {
  checkLevel(level);
  for (const [name, count] of Object.entries(counts)) {
    if (!(Number.isInteger(count) && count >= 0))
      throw new Error(`pairs are counted in whole numbers, got ${count} for ${name}`);
  }
  const pairs = counts.both + counts.first + counts.second + counts.neither;
  const by = (wanted: IntervalMethod, why: string | null = null): Interval =>
    interval({ level, method: wanted, clusters: pairs, why }, limits(wanted, counts, pairs, level));
  return {
    value: pairs === 0 ? null : (counts.first - counts.second) / pairs,
    reason: pairs === 0 ? "empty_denominator" : null,
    interval:
      method === "AUTO"
        ? by("NEWCOMBE", "independent pairs: score limits of both margins, joined with their correlation")
        : by(method),
    beside: method === "TANGO" ? [] : [by("TANGO")],
  };
}

function limits(method: IntervalMethod, counts: PairedCounts, pairs: number, level: number): LimitsOr {
  if (pairs === 0) return { reason: "empty_denominator" };
  if (method === "NEWCOMBE") return { limits: newcombeLimits(counts, level) };
  if (method === "TANGO") return { limits: tangoLimits(counts, level) };
  return { reason: "method_not_for_this_report" };
}

/**
 * Newcombe 1998, method 10: Wilson limits of both margins joined by square-and-add, with the correlation phi corrected by half a pair count
 * (0 when a margin is empty).
 */
export function newcombeLimits({ both, first, second, neither }: PairedCounts, level: number): Limits {
  const n = both + first + second + neither;
  const p1 = (both + first) / n;
  const p2 = (both + second) / n;
  const [low1, high1] = wilsonLimits(both + first, n, level);
  const [low2, high2] = wilsonLimits(both + second, n, level);
  const margins = (both + first) * (second + neither) * (both + second) * (first + neither);
  const excess = both * neither - first * second;
  const corrected = excess > 0 ? Math.max(excess - n / 2, 0) : excess;
  const phi = margins === 0 ? 0 : corrected / Math.sqrt(margins);
  const reach = (x: number, y: number): number => Math.sqrt(Math.max(0, x * x - 2 * phi * x * y + y * y));
  const difference = (first - second) / n;
  return [
    Math.max(-1, difference - reach(p1 - low1, high2 - p2)),
    Math.min(1, difference + reach(high1 - p1, p2 - low2)),
  ];
}

/** Tango 1998: the differences that the score test does not reject. Sensible also without any discordant pair. */
export function tangoLimits({ both, first, second, neither }: PairedCounts, level: number): Limits {
  const n = both + first + second + neither;
  const z = -normalQuantile((1 - level) / 2);
  /** The score statistic falls from positive to negative as the supposed difference rises; its sign against a bound is all we need. */
  const above = (difference: number, bound: number): boolean => {
    const b = -first - second + (2 * n - first + second) * difference;
    const c = -second * difference * (1 - difference);
    const p21 = (Math.sqrt(Math.max(0, b * b - 8 * n * c)) - b) / (4 * n);
    const score = first - second - n * difference;
    const variance = n * (2 * p21 + difference * (1 - difference));
    return score > bound * Math.sqrt(Math.max(0, variance));
  };
  // Each limit lies on its side of the estimate, where the statistic is 0; without discordant pairs it is 0 by 0 there.
  const solve = (bound: number, low: number, high: number): number => {
    for (let i = 0; i < 60; i++) {
      const middle = (low + high) / 2;
      if (above(middle, bound)) low = middle;
      else high = middle;
    }
    return (low + high) / 2;
  };
  const estimate = (first - second) / n;
  return [solve(z, -1, estimate), solve(-z, estimate, 1)];
}
