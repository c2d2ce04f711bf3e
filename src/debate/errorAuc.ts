import { delongClustered } from "../stats/delongClustered.js";

/** How well disagreement tells wrong majorities from right ones: the chance that a wrong one has the smaller margin, ties half. */
export interface ErrorAuc {
  /** Null when no majority is wrong, or none is right. 0.5: disagreement says nothing; always so when every panel is unanimous. */
  readonly value: number | null;
  readonly wrong: number;
  readonly right: number;
  /** t on the logit scale, influences summed by cluster; null where there is no variation. */
  readonly low: number | null;
  readonly high: number | null;
  readonly level: number;
  readonly clusters: number;
  readonly reason: "one_class" | "single_cluster" | "zero_variance" | null;
}

export function errorAuc(
  wrong: readonly number[],
  doubt: readonly number[],
  clusters: readonly number[],
  level: number,
): ErrorAuc {
  const { auc, logit, reason, clusters: count } = delongClustered(wrong, doubt, clusters, level);
  const errors = wrong.reduce((sum, each) => sum + each, 0);
  return {
    value: auc,
    wrong: errors,
    right: wrong.length - errors,
    low: logit && logit[0],
    high: logit && logit[1],
    level,
    clusters: count,
    reason,
  };
}
