import { jackknife, type RatioContrast } from "./ratioContrast.js";

/**
 * Cluster-robust variances of a contrast of ratios. The influence of a cluster is u = sum over terms of weight * (num - R den) / D; the
 * two terms of a paired difference are subtracted within the cluster before squaring. Null with fewer than two clusters.
 */
export interface ClusterRobust {
  /** sum u^2. */
  readonly cr0: number | null;
  /** CR0 * G / (G - 1), G the clusters that have a denominator: the default. It equals the ratio's delta-method variance. */
  readonly cr1: number | null;
  /** Bell & McCaffrey (2002): each term's residual divided by sqrt(1 - den / D); Satterthwaite's degrees of freedom beside it. */
  readonly cr2: number | null;
  readonly cr2Df: number | null;
  /** sum over clusters of (estimate without it - estimate)^2. */
  readonly cr3: number | null;
  /** The textbook jackknife: centred at its mean and times (G - 1) / G, G all clusters. */
  readonly jackknife: number | null;
}

const NONE: ClusterRobust = { cr0: null, cr1: null, cr2: null, cr2Df: null, cr3: null, jackknife: null };

/** Null, all of them, without an estimate or with fewer than two clusters; one pass over distinct sums for each. */
export function clusterRobust(contrast: RatioContrast): ClusterRobust {
  const { clusters, clustersAtRisk: atRisk, times, estimate } = contrast;
  if (estimate === null || clusters < 2) return NONE;
  let cr0 = 0;
  influence(contrast).forEach((u, k) => (cr0 += times[k] * u * u));
  if (atRisk < 2) return { ...NONE, cr0 };
  return { cr0, cr1: (cr0 * atRisk) / (atRisk - 1), ...biasReduced(contrast), ...leaveOneOut(contrast, estimate) };
}

/**
 * num - R den, multiplied out so that for counts it is exactly 0 where the cluster has the overall rate: no variance must not look like a
 * tiny one.
 */
const residual = (num: number, den: number, above: number, below: number): number =>
  (num * below - above * den) / below;

/** u for each distinct cluster. */
export function influence({ terms, times }: RatioContrast): Float64Array {
  return Float64Array.from(times, (_, k) =>
    terms.reduce(
      (sum, { weight, numerator, denominator, above, below }) =>
        sum + (weight * residual(numerator[k], denominator[k], above, below)) / below,
      0,
    ),
  );
}

/**
 * CR2 and its degrees of freedom under the working model of independent rows of equal variance (Pustejovsky & Tipton 2018), in closed
 * form: with leverage h = den / D and a = den / sqrt(D^3 (1 - h)), the quadratic form of CR2 has trace sum over terms of w^2 / D and
 * entries [same cluster] b - sum over terms of w^2 a a', b = sum of w^2 den / (D^2 (1 - h)).
 */
function biasReduced({ terms, times }: RatioContrast): { cr2: number | null; cr2Df: number | null } {
  if (terms.some(({ denominator, below }) => denominator.some((den) => den === below)))
    return { cr2: null, cr2Df: null };
  const products = terms.map(() => new Float64Array(terms.length));
  let cr2 = 0;
  let diagonal = 0;
  for (let k = 0; k < times.length; k++) {
    let u = 0;
    let own = 0;
    let outer = 0;
    const a = terms.map(({ weight, numerator, denominator, above, below }) => {
      const kept = 1 - denominator[k] / below;
      u += (weight * residual(numerator[k], denominator[k], above, below)) / (below * Math.sqrt(kept));
      own += (weight * weight * denominator[k]) / (below * below * kept);
      const entry = (weight * denominator[k]) / (below * Math.sqrt(below * kept));
      outer += entry * entry;
      return entry;
    });
    cr2 += times[k] * u * u;
    diagonal += times[k] * ((own - outer) * (own - outer) - outer * outer);
    a.forEach((x, i) => a.forEach((y, j) => (products[i][j] += times[k] * x * y)));
  }
  const trace = terms.reduce((sum, { weight, below }) => sum + (weight * weight) / below, 0);
  const squared = products.reduce((sum, row) => sum + row.reduce((part, x) => part + x * x, 0), diagonal);
  return { cr2, cr2Df: squared > 0 ? (trace * trace) / squared : null };
}

function leaveOneOut(contrast: RatioContrast, estimate: number): { cr3: number | null; jackknife: number | null } {
  const { times, clusters } = contrast;
  const without = jackknife(contrast);
  if (without.includes(null)) return { cr3: null, jackknife: null };
  let mean = 0;
  let cr3 = 0;
  without.forEach((value, k) => {
    const moved = (value ?? 0) - estimate;
    cr3 += times[k] * moved * moved;
    mean += (times[k] * moved) / clusters;
  });
  return { cr3, jackknife: ((cr3 - clusters * mean * mean) * (clusters - 1)) / clusters };
}
