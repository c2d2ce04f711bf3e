import { clusterRobust } from "./clusterRobust.js";
import { type RatioContrast } from "./ratioContrast.js";

/** What a cohort teaches about planning the next one. */
export interface ClusterDesign {
  /** Clusters (usually items) that have a denominator, and the debates in it. */
  readonly clusters: number;
  readonly debates: number;
  /** CR1, of the estimate; null, like all that follows, with a reason. */
  readonly standardError: number | null;
  /**
   * How many times larger the variance is than that of as many independent debates, p (1 - p) / (debates - 1). Null for a
   * difference, which has no such yardstick.
   */
  readonly designEffect: number | null;
  /** debates / designEffect. */
  readonly effectiveDebates: number | null;
  /** rho in designEffect = 1 + (m - 1) rho, m the debate's mean cluster size; null also when every cluster is a single debate. */
  readonly intraclusterCorrelation: number | null;
  readonly reason: "empty_denominator" | "single_cluster" | "zero_variance" | null;
}

/** The design behind a clustered rate, or behind a difference of two (debates are then those of the first). */
export function clusterDesign(contrast: RatioContrast): ClusterDesign {
  const { terms, times, estimate, clustersAtRisk: clusters } = contrast;
  const [{ denominator, below: debates }] = terms;
  const variance = clusterRobust(contrast).cr1;
  if (estimate === null || variance === null || variance === 0) {
    const reason = estimate === null ? "empty_denominator" : variance === null ? "single_cluster" : "zero_variance";
    const nothing = { standardError: null, designEffect: null, effectiveDebates: null, intraclusterCorrelation: null };
    return { clusters, debates, ...nothing, reason };
  }
  const standardError = Math.sqrt(variance);
  if (terms.length > 1) {
    const noYardstick = { designEffect: null, effectiveDebates: null, intraclusterCorrelation: null };
    return { clusters, debates, standardError, ...noYardstick, reason: null };
  }
  const designEffect = (variance * (debates - 1)) / (estimate * (1 - estimate));
  const meanSize = denominator.reduce((sum, size, k) => sum + times[k] * size * size, 0) / debates;
  const intraclusterCorrelation = meanSize > 1 ? (designEffect - 1) / (meanSize - 1) : null;
  return {
    clusters,
    debates,
    standardError,
    designEffect,
    effectiveDebates: debates / designEffect,
    intraclusterCorrelation,
    reason: null,
  };
}
