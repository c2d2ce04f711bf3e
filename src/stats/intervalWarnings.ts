import { type IntervalWarning } from "./interval.js";
import { type RatioContrast } from "./ratioContrast.js";

/** What the data themselves warn of: few clusters, one that dominates any of the denominators. */
export function clusterWarnings({ clustersAtRisk, terms }: RatioContrast): IntervalWarning[] {
  const warnings: IntervalWarning[] = [];
  if (clustersAtRisk < 10) warnings.push("UNRELIABLE");
  if (clustersAtRisk < 30) warnings.push("FEW_CLUSTERS");
  const dominates = terms.some(({ denominator, below }) => denominator.some((den) => den > 0.25 * below));
  if (dominates) warnings.push("ONE_CLUSTER_DOMINATES");
  return warnings;
}

/** A rate with fewer than 10 events or non-events. */
export const rareEvents = (count: number, of: number): boolean => count < 10 || of - count < 10;
