import { basicLimits, bcaLimits, percentileLimits, type Replicates, studentizedLimits } from "./bootstrapLimits.js";
import { clusterRobust } from "./clusterRobust.js";
import { type DistinctSums } from "./distinctSums.js";
import { checkLevel, type IntervalMethod, type IntervalOrigin, type LimitsOr } from "./interval.js";
import { acceleration, contrastReplicates, type RatioContrast, type RatioTerm } from "./ratioContrast.js";
import { type ResampledTotals, resampledTotals } from "./resampledTotals.js";
import { studentizedReplicates } from "./studentizedReplicates.js";

/** How a clustered interval is wanted. */
export interface IntervalOptions {
  /** Default AUTO. */
  readonly method?: IntervalMethod;
  /** Default 0.95. */
  readonly level?: number;
  /** Default 10,000; 0 leaves out everything that resamples. */
  readonly resamples?: number;
  readonly seed: string;
  /** Default: the stream of cluster draws. */
  readonly stream?: number;
  /** Already drawn from the same sums with this seed and stream, to be shared by several statistics, which are then paired. */
  readonly totals?: ResampledTotals;
}

const RESAMPLING: readonly IntervalMethod[] = ["PERCENTILE", "BASIC", "BCA", "STUDENTIZED"];

/** Whether a method draws resamples; all others are formulas. */
export const resamples = (method: IntervalMethod): boolean => RESAMPLING.includes(method);

/** Options with their defaults; an error for a level or a number of resamples that cannot be. */
export function resolvedOptions(options: IntervalOptions) {
  const { method = "AUTO", level = 0.95, seed, stream, totals } = options;
  const count = totals?.replicates ?? options.resamples ?? 10_000;
  checkLevel(level);
  if (!(Number.isInteger(count) && count >= 0)) throw new Error(`resamples are a whole number, got ${count}`);
  if (count === 0 && resamples(method)) throw new Error(`${method} needs resamples, got none`);
  return { method, level, resamples: count, seed, stream, totals };
}

/** Bootstrap limits of one contrast by any method, over one set of replicates that is drawn when first needed. */
export function clusterBootstrap(
  distinct: DistinctSums,
  terms: readonly RatioTerm[],
  contrast: RatioContrast,
  options: ReturnType<typeof resolvedOptions>,
): (method: IntervalMethod) => LimitsOr & Pick<IntervalOrigin, "resampling"> {
  const { level, resamples: to, seed, stream, totals } = options;
  let drawn: Replicates | undefined;

  const limits = (method: IntervalMethod, estimate: number, replicates: Replicates): LimitsOr => {
    const { ascending } = replicates;
    const constant = ascending.length > 0 && ascending[0] === ascending[ascending.length - 1];
    if (constant) return { reason: "degenerate_replicates" };
    if (method === "BASIC") return basicLimits(replicates, estimate, level);
    if (method === "BCA") return bcaLimits(replicates, estimate, acceleration(contrast), level);
    if (method === "PERCENTILE") return percentileLimits(replicates, level);
    return studentizedLimits(replicates, estimate, Math.sqrt(clusterRobust(contrast).cr1 ?? 0), level);
  };

  return (method) => {
    const { estimate } = contrast;
    if (estimate === null) return { reason: "empty_denominator" };
    const replicates =
      method === "STUDENTIZED"
        ? studentizedReplicates(distinct, terms, estimate, { seed, stream, to })
        : (drawn ??= contrastReplicates(totals ?? resampledTotals(distinct, { seed, stream, to }), terms));
    const { undefinedReplicates } = replicates;
    return { ...limits(method, estimate, replicates), resampling: { seed, resamples: to, undefinedReplicates } };
  };
}
