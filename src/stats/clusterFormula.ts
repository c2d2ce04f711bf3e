import { kornGraubardLimits, logitTLimits, tLimits } from "./clusterLimits.js";
import { clusterRobust } from "./clusterRobust.js";
import { type IntervalMethod, type LimitsOr } from "./interval.js";
import { type RatioContrast } from "./ratioContrast.js";

/**
 * Limits of a contrast of ratios from its cluster-robust variance, without resampling. LOGIT_T and KORN_GRAUBARD are for a single rate.
 * CR0, CR1 and CR3 use G - 1 degrees of freedom, G the clusters that have a denominator; CR2 uses Satterthwaite's.
 */
export function formulaLimits(method: IntervalMethod, contrast: RatioContrast, level: number): LimitsOr {
  const { estimate, clustersAtRisk: clusters, terms } = contrast;
  if (estimate === null) return { reason: "empty_denominator" };
  const { cr0, cr1, cr2, cr2Df, cr3 } = clusterRobust(contrast);
  if (cr0 === null || cr1 === null) return { reason: "single_cluster" };
  const df = clusters - 1;
  if (method === "CR0_T") return tLimits(estimate, cr0, df, level);
  if (method === "CR1_T") return tLimits(estimate, cr1, df, level);
  if (method === "CR2_T" && cr2 !== null && cr2Df !== null) return tLimits(estimate, cr2, cr2Df, level);
  if (method === "CR3_T" && cr3 !== null) return tLimits(estimate, cr3, df, level);
  if (method === "CR2_T" || method === "CR3_T") return { reason: "jackknife_undefined" };
  if (terms.length > 1) return { reason: "method_not_for_this_report" };
  if (method === "LOGIT_T") return logitTLimits(estimate, cr1, df, level);
  if (method === "KORN_GRAUBARD") return kornGraubardLimits(estimate, cr1, terms[0].below, clusters, level);
  return { reason: "method_not_for_this_report" };
}
