import { type ClusterDesign } from "./clusterDesign.js";
import { checkLevel } from "./interval.js";
import { studentUpperQuantile } from "./student.js";

/*
 * Planning with clusters like those of a cohort that has been seen: the standard error shrinks with the square root of the number
 * of clusters, and Student's t on clusters - 1 pays for few of them. A cluster is whatever the design counted, usually an item with
 * all its debates. Everything is null when the design has no standard error. Levels and powers that cannot
 * be, and plans that no number of clusters below 2^53 meets, are errors.
 */

type Seen = Pick<ClusterDesign, "clusters" | "standardError">;

/** Half the width of a t interval that so many clusters would give. Null below two clusters. */
export function halfWidth(design: Seen, clusters: number, level = 0.95): number | null {
  checkLevel(level);
  const error = errorWith(design, clusters);
  return error === null ? null : studentUpperQuantile((1 - level) / 2, clusters - 1) * error;
}

/** The smallest number of clusters whose interval reaches no further than `wanted` to either side. */
export const clustersForHalfWidth = (design: Seen, wanted: number, level = 0.95): number | null =>
  fewestClusters(wanted, (clusters) => halfWidth(design, clusters, level));

/** How sure a plan wants to be: the two-sided level of the test, and its chance to find an effect of that size. */
export interface Assurance {
  readonly level: number;
  readonly power: number;
}

const USUAL: Assurance = { level: 0.95, power: 0.8 };

/**
 * The smallest true effect (of a rate from a fixed value, or of a difference from 0) that a two-sided t test finds with the
 * wanted power: (t_level + t_power) SE, about 2.8 standard errors (Bloom 1995). Null below two clusters.
 */
export function minimumDetectableEffect(design: Seen, clusters: number, { level, power } = USUAL): number | null {
  checkLevel(level);
  if (!(power > (1 - level) / 2 && power < 1))
    throw new Error(`a power lies between the test's own ${(1 - level) / 2} and 1, got ${power}`);
  const error = errorWith(design, clusters);
  if (error === null) return null;
  const df = clusters - 1;
  return (studentUpperQuantile((1 - level) / 2, df) + studentUpperQuantile(1 - power, df)) * error;
}

/** The smallest number of clusters with which an effect of that size is found with the wanted power. */
export const clustersForEffect = (design: Seen, effect: number, assurance = USUAL): number | null =>
  fewestClusters(effect, (clusters) => minimumDetectableEffect(design, clusters, assurance));

/**
 * The same rate when every cluster has `debates` debates instead: variance p (1 - p) (1 + (debates - 1) rho) / (clusters x
 * debates). More debates of the same items help until rho is all that is left. Null without an intracluster correlation.
 */
export function withDebatesPerCluster(design: ClusterDesign, debates: number): Seen | null {
  const { clusters, standardError, designEffect, intraclusterCorrelation: rho } = design;
  if (!(debates >= 1)) throw new Error(`a cluster has at least one debate, not ${debates}`);
  if (standardError === null || designEffect === null || rho === null) return null;
  const independent = (standardError * standardError * design.debates) / designEffect;
  const inflated = Math.max(0, 1 + (debates - 1) * rho);
  return { clusters, standardError: Math.sqrt((independent * inflated) / (clusters * debates)) };
}

function errorWith({ clusters: seen, standardError }: Seen, clusters: number): number | null {
  if (!Number.isFinite(clusters)) throw new Error(`a number of clusters is ${clusters}`);
  if (clusters < 2 || standardError === null) return null;
  return standardError * Math.sqrt(seen / clusters);
}

/** Doubles until it is enough, then halves the gap: what is asked of must fall with the number of clusters. */
function fewestClusters(wanted: number, reached: (clusters: number) => number | null): number | null {
  if (!(wanted > 0 && wanted < Infinity))
    throw new Error(`a width or an effect to plan for is positive, not ${wanted}`);
  const enough = (clusters: number): boolean => (reached(clusters) ?? 0) <= wanted;
  if (reached(2) === null) return null;
  let high = 2;
  while (!enough(high))
    if ((high *= 2) > Number.MAX_SAFE_INTEGER) throw new Error(`no number of clusters reaches ${wanted}`);
  let low = high / 2;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (enough(middle)) high = middle;
    else low = middle;
  }
  return high;
}
