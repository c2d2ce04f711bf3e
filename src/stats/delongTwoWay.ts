import { limitsOrNull } from "./delong.js";
import { delongClusteredPaired } from "./delongClustered.js";
import { tLimits } from "./clusterLimits.js";
import { type Limits } from "./interval.js";
import { studentTwoSided } from "./student.js";

export interface DelongTwoWayPaired {
  /** auc - auc2. */
  readonly difference: number | null;
  readonly standardError: number | null;
  /** By Student's t on the smaller number of clusters - 1. */
  readonly interval: Limits | null;
  readonly pTwoSided: number | null;
  /** The smaller of the two numbers of clusters. */
  readonly clusters: number;
  /** V_first + V_second - V_both fell below the larger one-way variance, which stands in its place. */
  readonly floored: boolean;
  readonly reason: "one_class" | "single_cluster" | "zero_variance" | null;
}

/**
 * The difference of two AUCs of crossed rows, for a claim about new questions and new models alike: V_question + V_model - V_cell of the
 * clustered DeLong variances (Cameron, Gelbach & Miller 2011), never below either one-way variance.
 */
export function delongTwoWayPaired(
  labels: ArrayLike<number>,
  scores: ArrayLike<number>,
  scores2: ArrayLike<number>,
  [first, second]: readonly [ArrayLike<number>, ArrayLike<number>],
  level = 0.95,
): DelongTwoWayPaired {
  const both = Array.from(first, (cluster, row) => `${cluster} ${second[row]}`);
  const [one, two, cell] = [first, second, both].map((clusters: ArrayLike<number | string>) =>
    delongClusteredPaired(labels, scores, scores2, clusters, level),
  );
  const { difference } = one;
  const clusters = Math.min(one.clusters, two.clusters);
  const nothing = { difference, clusters, standardError: null, interval: null, pTwoSided: null, floored: false };
  if (difference === null || clusters < 2)
    return { ...nothing, reason: difference === null ? "one_class" : "single_cluster" };
  const [v1, v2, v12] = [one, two, cell].map(({ standardError }) => (standardError ?? 0) * (standardError ?? 0));
  const variance = Math.max(v1 + v2 - v12, v1, v2);
  const floored = v1 + v2 - v12 < Math.max(v1, v2);
  const standardError = Math.sqrt(variance);
  if (variance === 0) return { ...nothing, standardError, reason: "zero_variance" };
  return {
    difference,
    clusters,
    standardError,
    interval: limitsOrNull(tLimits(difference, variance, clusters - 1, level)),
    pTwoSided: studentTwoSided(difference / standardError, clusters - 1),
    floored,
    reason: null,
  };
}
