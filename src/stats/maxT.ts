import { checkLevel } from "./interval.js";
import { type JointReplicates } from "./jointReplicates.js";
import { normalUpper } from "./normal.js";
import { quantile } from "./quantile.js";
import { studentUpper, studentUpperQuantile } from "./student.js";

export interface Comparison {
  readonly estimate: number;
  readonly standardError: number | null;
  /** Simultaneous limits: with the level, those of the whole family hold together. */
  readonly low: number | null;
  readonly high: number | null;
  /** The chance, if nothing differed, that the largest |t| of the family would reach this one's. */
  readonly pAdjusted: number | null;
  /** Why limits and p are null: one cluster, or replicates that do not vary. */
  readonly reason: "single_cluster" | "degenerate_replicates" | null;
}

export interface MaxT {
  readonly comparisons: readonly Comparison[];
  /** Standard errors that every simultaneous interval reaches to either side; null when there is nothing to compare. */
  readonly critical: number | null;
  readonly used: number;
  readonly dropped: number;
}

/**
 * Simultaneous intervals and adjusted p values for a family of comparisons from replicates that share their draws of G
 * clusters (single-step max-t; Westfall & Young 1993). The largest standardised distance from the estimates, over the
 * family, in each replicate gives the normal-scale critical value; because the comparisons' own correlation is in the
 * draws, it is smaller than Bonferroni's. The standard error is the replicates' (times sqrt(G / (G - 1)), which the
 * bootstrap lacks), and the critical value is carried to Student's t on G - 1 at equal tail probability, as CR1 intervals
 * are. A comparison whose replicates do not vary takes no part.
 */
export function maxT(
  estimates: readonly number[],
  { columns, dropped }: JointReplicates,
  clusters: number,
  level = 0.95,
): MaxT {
  checkLevel(level);
  for (const estimate of estimates) if (!Number.isFinite(estimate)) throw new Error(`an estimate is ${estimate}`);
  const used = columns[0]?.length ?? 0;
  const deviations = columns.map(standardDeviation);
  const varying = columns.map((_, j) => j).filter((j) => deviations[j] > 0);
  const df = clusters - 1;
  const largest = new Float64Array(used);
  for (const j of varying)
    for (let replicate = 0; replicate < used; replicate++)
      largest[replicate] = Math.max(largest[replicate], Math.abs(columns[j][replicate] - estimates[j]) / deviations[j]);
  largest.sort();
  const nothing = varying.length === 0 || df < 1;
  const critical = nothing ? null : studentUpperQuantile(normalUpper(quantile(largest, level)), df);
  const comparisons = estimates.map((estimate, j): Comparison => {
    if (critical === null || !(deviations[j] > 0)) {
      const reason = df < 1 ? "single_cluster" : "degenerate_replicates";
      return { estimate, standardError: null, low: null, high: null, pAdjusted: null, reason };
    }
    const standardError = deviations[j] * Math.sqrt(clusters / df);
    const reach = critical * standardError;
    const tail = studentUpper(Math.abs(estimate) / standardError, df);
    const pAdjusted = (used - firstBeyond(largest, tail) + 1) / (used + 1);
    return { estimate, standardError, low: estimate - reach, high: estimate + reach, pAdjusted, reason: null };
  });
  return { comparisons, critical, used, dropped };
}

/** Where, in ascending normal deviates, those begin whose upper tail is no larger than the given one. */
function firstBeyond(ascending: Float64Array, tail: number): number {
  let from = 0;
  let to = ascending.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (normalUpper(ascending[middle]) <= tail) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** With n - 1; 0 when fewer than two replicates, or when all are equal. */
function standardDeviation(values: Float64Array): number {
  if (values.length < 2 || values.every((value) => value === values[0])) return 0;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0) / (values.length - 1));
}
