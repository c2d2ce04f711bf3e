import { GENERATOR } from "./philox.js";

/**
 * How an interval was made. AUTO asks for the default of the report (see `ratioIntervals`, `contrastIntervals`, `twoWayIntervals`,
 * `binomialIntervals`, `pairedIntervals`); an interval never says AUTO, it names the method that AUTO picked.
 */
export type IntervalMethod =
  | "AUTO"
  | "WILSON"
  | "JEFFREYS"
  | "CLOPPER_PEARSON"
  /** Clopper-Pearson that counts clusters, not rows: for a clustered rate of exactly 0 or 1. */
  | "CLOPPER_PEARSON_CLUSTERS"
  | "KORN_GRAUBARD"
  | "LOGIT_T"
  | "CR0_T"
  | "CR1_T"
  /** CR2 with Satterthwaite's degrees of freedom (Bell & McCaffrey). */
  | "CR2_T"
  /** CR3, the jackknife over clusters. */
  | "CR3_T"
  | "PERCENTILE"
  | "BASIC"
  | "BCA"
  | "STUDENTIZED"
  /** Cameron, Gelbach & Miller's two-way variance on the logit scale. */
  | "TWO_WAY_LOGIT_T"
  /** The same variance, on the scale of the rate. */
  | "TWO_WAY_T"
  /** Percentile of replicates that resample both ways independently. */
  | "PIGEONHOLE"
  | "NEWCOMBE"
  | "TANGO";

/**
 * OK: the interval of the method named. FALLBACK: the method asked for does not exist on these data, `method` is another one and
 * `reason` says why. DEGENERATE: the data have no variation to build an interval from. UNAVAILABLE: no interval exists.
 * The last two have null limits.
 */
export type IntervalStatus = "OK" | "FALLBACK" | "DEGENERATE" | "UNAVAILABLE";

/** Why there is no estimate, or no interval, or not the one asked for. */
export type IntervalReason =
  | "empty_denominator"
  | "single_cluster"
  | "zero_variance"
  | "degenerate_replicates"
  | "estimate_outside_replicates"
  | "jackknife_undefined"
  | "too_many_undefined_replicates"
  | "method_not_for_this_report";

export type IntervalWarning =
  | "UNRELIABLE"
  | "FEW_CLUSTERS"
  | "RARE_EVENTS"
  | "ONE_CLUSTER_DOMINATES"
  | "UNDEFINED_REPLICATES"
  | "ZERO_VARIANCE"
  | "VARIANCE_FLOORED"
  | "IGNORES_CLUSTERS";

/** The sentence that belongs to a warning. */
export const WARNING_TEXT: Readonly<Record<IntervalWarning, string>> = {
  UNRELIABLE: "Fewer than 10 clusters: the interval is unreliable, read it as descriptive.",
  FEW_CLUSTERS:
    "Fewer than 30 clusters: percentile and BCa intervals cover less than they say; prefer the t-based one.",
  RARE_EVENTS: "Fewer than 10 events or non-events: a rare event.",
  ONE_CLUSTER_DOMINATES: "More than a quarter of the denominator lies in one cluster.",
  UNDEFINED_REPLICATES: "In some resamples the denominator was empty; they are left out and counted.",
  ZERO_VARIANCE:
    "The rate is exactly 0 or 1: the interval counts each cluster as one trial (its open end is about 3 / clusters).",
  VARIANCE_FLOORED: "The two-way variance fell below a one-way variance and was raised to it.",
  IGNORES_CLUSTERS: "Rows are taken as independent, although they share clusters: the interval is too narrow.",
};

export interface Interval {
  readonly low: number | null;
  readonly high: number | null;
  readonly level: number;
  /** The method that was used, never AUTO. */
  readonly method: IntervalMethod;
  /** Replicates drawn, the seed and the generator; null for a formula. */
  readonly resamples: number | null;
  readonly seed: string | null;
  readonly generator: string | null;
  /** Clusters with a denominator; for independent rows, the rows. */
  readonly clusters: number;
  readonly status: IntervalStatus;
  readonly reason: IntervalReason | null;
  /** Replicates without a value, of all drawn; null for a formula. */
  readonly undefinedReplicates: number | null;
  readonly warnings: readonly IntervalWarning[];
  /** Why AUTO picked this method; null when it was asked for by name. */
  readonly why: string | null;
}

export type Limits = readonly [low: number, high: number];

/** Limits, or why there are none. */
export type LimitsOr = { readonly limits: Limits } | { readonly reason: IntervalReason };

/** What an interval says about its origin, apart from limits. */
export interface IntervalOrigin {
  readonly level: number;
  readonly method: IntervalMethod;
  readonly clusters: number;
  readonly warnings?: readonly IntervalWarning[];
  readonly why?: string | null;
  /** For a method that resamples. */
  readonly resampling?: { readonly seed: string; readonly resamples: number; readonly undefinedReplicates: number };
}

/** The interval with these limits, or the one that says why it has none. */
export function interval(origin: IntervalOrigin, outcome: LimitsOr): Interval {
  const { level, method, clusters, warnings = [], why = null, resampling } = origin;
  const missing = "reason" in outcome ? outcome.reason : null;
  const degenerate = missing === "zero_variance" || missing === "degenerate_replicates";
  return {
    low: "limits" in outcome ? outcome.limits[0] : null,
    high: "limits" in outcome ? outcome.limits[1] : null,
    level,
    method,
    resamples: resampling?.resamples ?? null,
    seed: resampling?.seed ?? null,
    generator: resampling ? GENERATOR : null,
    clusters,
    status: missing === null ? "OK" : degenerate ? "DEGENERATE" : "UNAVAILABLE",
    reason: missing,
    undefinedReplicates: resampling?.undefinedReplicates ?? null,
    warnings: resampling?.undefinedReplicates ? [...warnings, "UNDEFINED_REPLICATES"] : warnings,
    why,
  };
}

/** A level is the wanted coverage, strictly between 0 and 1. */
export function checkLevel(level: number): void {
  if (!(level > 0 && level < 1)) throw new Error(`the level of an interval is strictly between 0 and 1, got ${level}`);
}
