import { clusterRobust } from "./clusterRobust.js";
import { type ClusterSums } from "./clusterSums.js";
import { distinctSums } from "./distinctSums.js";
import { type IntervalReason } from "./interval.js";
import { Philox, STREAM } from "./philox.js";
import { ratioContrast, type RatioContrast, type RatioTerm } from "./ratioContrast.js";

export interface WildClusterTest {
  /** (estimate - null) / CR1 standard error. */
  readonly t: number | null;
  readonly p: number | null;
  readonly reason: IntervalReason | null;
  /** Sign vectors with |t*| >= |t|, of how many; enumerated completely, or sampled (then p is (count + 1) / (total + 1)). */
  readonly count: number;
  readonly total: number;
  readonly exact: boolean;
  /** The smallest p that so few clusters can give: 2 / 2^G. With 5 clusters it is 0.0625, so nothing is significant at 5%. */
  readonly smallestP: number | null;
  readonly seed: string | null;
}

/** Up to so many clusters all 2^G sign vectors are walked. */
const ENUMERATED = 14;

/**
 * Tests whether a contrast of ratios equals `hypothesis` on few clusters: the restricted wild cluster bootstrap-t (Cameron, Gelbach &
 * Miller 2008). The hypothesis is imposed by least squares over rows, each cluster's residuals keep or change their sign, and the CR1 t is
 * computed anew. Two-sided. Null with fewer than two clusters at risk, an empty denominator or no variance. Costs clusters per sign vector.
 * A hypothesis that is not finite, or fewer than one draw, is an error.
 */
export function wildClusterTest(
  sums: ClusterSums,
  terms: readonly RatioTerm[],
  hypothesis: number,
  { seed, draws = 9999 }: { readonly seed: string; readonly draws?: number },
): WildClusterTest {
  if (!Number.isFinite(hypothesis)) throw new Error(`a hypothesis is a finite number, got ${hypothesis}`);
  if (!(Number.isSafeInteger(draws) && draws >= 1)) throw new Error(`draws are a whole number from 1 up, got ${draws}`);
  const none = { t: null, p: null, count: 0, total: 0, exact: true, smallestP: null, seed: null };
  const contrast = ratioContrast(distinctSums(sums), terms);
  if (contrast.estimate === null) return { ...none, reason: "empty_denominator" };
  const { cr1 } = clusterRobust(contrast);
  if (cr1 === null) return { ...none, reason: "single_cluster" };
  if (!(cr1 > 0)) return { ...none, reason: "zero_variance" };
  const t = (contrast.estimate - hypothesis) / Math.sqrt(cr1);

  const residuals = restrictedResiduals(contrast, contrast.estimate - hypothesis);
  const clusters = residuals.length;
  // A relative slack of 1e-10 on t, so that rounding does not decide whether the observed signs tie with themselves.
  const bound = t * t * (1 - 2e-10);
  const exact = clusters <= ENUMERATED;
  const total = exact ? 1 << clusters : draws;
  const random = new Philox(seed, STREAM.signs);
  const signs = new Float64Array(clusters);
  let count = 0;
  for (let draw = 0; draw < total; draw++) {
    random.restart(draw);
    for (let g = 0; g < clusters; g++) signs[g] = (exact ? draw >>> g : random.uint32()) & 1 ? -1 : 1;
    if (asExtreme(residuals, signs, bound)) count++;
  }
  return {
    t,
    p: exact ? count / total : (count + 1) / (total + 1),
    reason: null,
    count,
    total,
    exact,
    smallestP: exact ? 2 / total : 1 / (total + 1),
    seed: exact ? null : seed,
  };
}

/** Of each cluster at risk, per term: the residual sum under the hypothesis, and the rows, both times weight / D. */
function restrictedResiduals({ terms, times }: RatioContrast, excess: number): { u: number[]; rows: number[] }[] {
  const spread = terms.reduce((sum, { weight, below }) => sum + (weight * weight) / below, 0);
  const means = terms.map(({ weight, above, below }) => above / below - (weight / below) * (excess / spread));
  return Array.from(times).flatMap((multiplicity, k) => {
    if (terms.every(({ denominator }) => denominator[k] === 0)) return [];
    const u = terms.map(
      ({ weight, numerator, denominator, below }, c) => (weight * (numerator[k] - means[c] * denominator[k])) / below,
    );
    const rows = terms.map(({ denominator, below }) => denominator[k] / below);
    return Array.from({ length: multiplicity }, () => ({ u, rows }));
  });
}

function asExtreme(clusters: readonly { u: number[]; rows: number[] }[], signs: Float64Array, bound: number): boolean {
  const shift = clusters[0].u.map((_, c) => clusters.reduce((sum, { u }, g) => sum + signs[g] * u[c], 0));
  const numerator = shift.reduce((sum, value) => sum + value, 0);
  let squares = 0;
  clusters.forEach(({ u, rows }, g) => {
    let residual = 0;
    for (let c = 0; c < u.length; c++) residual += signs[g] * u[c] - rows[c] * shift[c];
    squares += residual * residual;
  });
  const variance = (squares * clusters.length) / (clusters.length - 1);
  return numerator * numerator >= bound * variance;
}
