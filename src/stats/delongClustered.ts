import { logitTLimits, tLimits } from "./clusterLimits.js";
import { limitsOrNull, withoutRounding } from "./delong.js";
import { checkLevel, type Limits } from "./interval.js";
import { placements, rocAuc } from "./rocAuc.js";
import { studentTwoSided } from "./student.js";

/*
 * AUCs of rows that share an item (cf. Obuchowski 1997). A cluster's influence on the AUC is the sum over its positives of
 * (placement - AUC) / positives and over its negatives of (placement - AUC) / negatives; the variance is G/(G-1) times the
 * sum of squared influences, with Student's t on G - 1 degrees of freedom, G the clusters that hold a row.
 */

export interface DelongClustered {
  readonly auc: number | null;
  readonly clusters: number;
  readonly standardError: number | null;
  /** On the logit scale, by Student's t on clusters - 1. */
  readonly logit: Limits | null;
  readonly reason: "one_class" | "single_cluster" | "zero_variance" | null;
}

/** The AUC of one score; `clusters` names the cluster of each row. Null with a reason for one class or one cluster. */
export function delongClustered(
  labels: ArrayLike<number>,
  scores: ArrayLike<number>,
  clusters: ArrayLike<number | string>,
  level = 0.95,
): DelongClustered {
  checkLevel(level);
  const influence = influences(labels, scores, clusters);
  if (influence.auc === null || influence.sums.length < 2) return { ...undefinedFor(influence), logit: null };
  const { auc, sums } = influence;
  const variance = clusteredVariance(sums);
  const logit = limitsOrNull(logitTLimits(auc, variance, sums.length - 1, level));
  const reason = logit === null ? "zero_variance" : null;
  return { auc, clusters: sums.length, standardError: Math.sqrt(variance), logit, reason };
}

export interface DelongClusteredPaired extends Omit<DelongClustered, "logit"> {
  readonly auc2: number | null;
  /** auc - auc2; `standardError` is its standard error. */
  readonly difference: number | null;
  readonly t: number | null;
  readonly pTwoSided: number | null;
  /** Of the difference, by Student's t on clusters - 1. */
  readonly interval: Limits | null;
}

/** Two scores of the same rows: influences are subtracted cluster by cluster before they are squared. */
export function delongClusteredPaired(
  labels: ArrayLike<number>,
  scores: ArrayLike<number>,
  scores2: ArrayLike<number>,
  clusters: ArrayLike<number | string>,
  level = 0.95,
): DelongClusteredPaired {
  checkLevel(level);
  const first = influences(labels, scores, clusters);
  const second = influences(labels, scores2, clusters);
  const difference = first.auc === null || second.auc === null ? null : first.auc - second.auc;
  const paired = { auc2: second.auc, difference, t: null, pTwoSided: null, interval: null };
  if (difference === null || first.sums.length < 2) return { ...undefinedFor(first), ...paired };
  const sums = first.sums.map((sum, cluster) => sum - second.sums[cluster]);
  const variance = clusteredVariance(sums);
  const standardError = Math.sqrt(variance);
  const known = { ...paired, auc: first.auc, clusters: sums.length, standardError };
  if (standardError === 0) return { ...known, reason: "zero_variance" };
  const df = sums.length - 1;
  const t = difference / standardError;
  const interval = limitsOrNull(tLimits(difference, variance, df, level));
  return { ...known, t, pTwoSided: studentTwoSided(t, df), interval, reason: null };
}

/** The AUC and each cluster's influence on it, clusters in order of first appearance. */
function influences(
  labels: ArrayLike<number>,
  scores: ArrayLike<number>,
  clusters: ArrayLike<number | string>,
): { auc: number | null; sums: number[] } {
  if (clusters.length !== labels.length) throw new Error(`${labels.length} labels, but ${clusters.length} clusters`);
  const { auc, positives, negatives } = rocAuc(labels, scores);
  const sums = new Map<number | string, number>();
  const placed = auc === null ? null : placements(labels, scores);
  for (let row = 0; row < labels.length; row++) {
    const influence =
      placed === null || auc === null ? 0 : (placed[row] - auc) / (labels[row] === 1 ? positives : negatives);
    sums.set(clusters[row], (sums.get(clusters[row]) ?? 0) + influence);
  }
  return { auc, sums: [...sums.values()] };
}

const clusteredVariance = (sums: readonly number[]): number =>
  withoutRounding((sums.reduce((sum, influence) => sum + influence * influence, 0) * sums.length) / (sums.length - 1));

function undefinedFor({ auc, sums }: { auc: number | null; sums: readonly number[] }): Omit<DelongClustered, "logit"> {
  return { auc, clusters: sums.length, standardError: null, reason: auc === null ? "one_class" : "single_cluster" };
}
