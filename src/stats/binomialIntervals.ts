import { clopperPearsonLimits, jeffreysLimits, wilsonLimits } from "./binomialLimits.js";
import { checkLevel, interval, type Interval, type IntervalMethod, type LimitsOr } from "./interval.js";
import { proportion } from "./proportion.js";
import { type RatioIntervals } from "./ratioIntervals.js";

/**
 * A rate on independent rows (parser failures, an unclustered share) with its interval. AUTO is Wilson; Clopper-Pearson, which
 * guarantees its coverage, stands beside it. `clusters` are the rows. Nothing counted: null, `empty_denominator`.
 */
export function binomialIntervals(
  count: number,
  of: number,
  { method = "AUTO", level = 0.95 }: { readonly method?: IntervalMethod; readonly level?: number } = {},
): RatioIntervals {
  checkLevel(level);
  if (!(count >= 0 && count <= of && Number.isFinite(of)))
    throw new Error(`a rate counts 0 to ${of} events, got ${count}`);
  const by = (wanted: IntervalMethod, why: string | null = null): Interval =>
    interval({ level, method: wanted, clusters: of, why }, limits(wanted, count, of, level));
  return {
    proportion: proportion(count, of),
    interval:
      method === "AUTO"
        ? by("WILSON", "independent rows: the score interval is close to its level at every rate")
        : by(method),
    beside: method === "CLOPPER_PEARSON" ? [] : [by("CLOPPER_PEARSON")],
  };
}

function limits(method: IntervalMethod, count: number, of: number, level: number): LimitsOr {
  if (of === 0) return { reason: "empty_denominator" };
  if (method === "WILSON") return { limits: wilsonLimits(count, of, level) };
  if (method === "JEFFREYS") return { limits: jeffreysLimits(count, of, level) };
  if (method === "CLOPPER_PEARSON") return { limits: clopperPearsonLimits(count, of, level) };
  return { reason: "method_not_for_this_report" };
}
