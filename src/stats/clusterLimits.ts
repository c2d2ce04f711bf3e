import { clopperPearsonLimits } from "./binomialLimits.js";
import { type Limits, type LimitsOr } from "./interval.js";
import { studentUpperQuantile } from "./student.js";

/** estimate +- t_df * SE. */
export function tLimits(estimate: number, variance: number, df: number, level: number): LimitsOr {
  if (!(variance > 0)) return { reason: "zero_variance" };
  const reach = studentUpperQuantile((1 - level) / 2, df) * Math.sqrt(variance);
  return { limits: [estimate - reach, estimate + reach] };
}

/**
 * expit(logit p +- t_df SE / (p (1 - p))): the t interval on the logit scale, which stays inside (0, 1) and keeps its coverage at low
 * rates, where the symmetric one sits too low.
 */
export function logitTLimits(p: number, variance: number, df: number, level: number): LimitsOr {
  if (!(variance > 0) || p <= 0 || p >= 1) return { reason: "zero_variance" };
  const reach = (studentUpperQuantile((1 - level) / 2, df) * Math.sqrt(variance)) / (p * (1 - p));
  const centre = Math.log(p / (1 - p));
  return { limits: [expit(centre - reach), expit(centre + reach)] };
}

const expit = (x: number): number => (x < 0 ? Math.exp(x) / (1 + Math.exp(x)) : 1 / (1 + Math.exp(-x)));

/** p (1 - p) / V * (t_{n-1} / t_{G-1})^2: independent rows worth as much as these clustered ones, G clusters with n rows. */
export function effectiveRows(p: number, variance: number, rows: number, clusters: number, level: number): number {
  const tail = (1 - level) / 2;
  const t = studentUpperQuantile(tail, Math.max(rows, clusters) - 1) / studentUpperQuantile(tail, clusters - 1);
  return ((p * (1 - p)) / variance) * t * t;
}

/** Clopper-Pearson on the effective rows (Korn & Graubard 1998). `variance` is CR1. */
export function kornGraubardLimits(
  p: number,
  variance: number,
  rows: number,
  clusters: number,
  level: number,
): LimitsOr {
  if (!(variance > 0) || p <= 0 || p >= 1) return { reason: "zero_variance" };
  const n = effectiveRows(p, variance, rows, clusters, level);
  return { limits: clopperPearsonLimits(p * n, n, level) };
}

/** For a rate of exactly 0 or 1: Clopper-Pearson with every cluster as one trial. */
export const clusterClopperPearsonLimits = (rate: 0 | 1, clusters: number, level: number): Limits =>
  clopperPearsonLimits(rate * clusters, clusters, level);
