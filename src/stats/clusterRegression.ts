/**
 * The least-squares line y = intercept + slope * x over rows that share clusters, with cluster-robust covariances of (intercept, slope):
 * CR0; CR1 = CR0 * G / (G - 1); CR1S also times (n - 1) / (n - 2), as Stata and statsmodels do; CR2 (Bell & McCaffrey 2002) with
 * Satterthwaite's degrees of freedom for each coefficient (Pustejovsky & Tipton 2018, working model of independent rows).
 * Null with a reason for fewer than two clusters, or an x that does not vary; a value that is not finite is an error. CR2 is null where one cluster alone holds a direction of x.
 */
export interface ClusterRegression {
  readonly coefficients: Pair | null;
  readonly cr0: Matrix | null;
  readonly cr1: Matrix | null;
  readonly cr1s: Matrix | null;
  readonly cr2: Matrix | null;
  readonly cr2Df: Pair | null;
  readonly reason: "single_cluster" | "constant_input" | null;
}

type Pair = readonly [number, number];
type Matrix = readonly [Pair, Pair];
/** A symmetric 2 x 2 matrix. */
type Symmetric = readonly [first: number, both: number, second: number];

/** Row i is (x[i], y[i]) in the cluster named `cluster[i]`; O(rows). */
export function clusterRegression(
  y: ArrayLike<number>,
  x: ArrayLike<number>,
  cluster: ArrayLike<number>,
): ClusterRegression {
  const n = y.length;
  if (x.length !== n || cluster.length !== n)
    throw new Error(`${n} outcomes, but ${x.length} values of x and ${cluster.length} clusters`);
  for (let i = 0; i < n; i++)
    if (!Number.isFinite(x[i]) || !Number.isFinite(y[i])) throw new Error(`row ${i} is x = ${x[i]}, y = ${y[i]}`);
  const none = { coefficients: null, cr0: null, cr1: null, cr1s: null, cr2: null, cr2Df: null };
  const mean = (values: ArrayLike<number>): number => Array.from(values).reduce((sum, value) => sum + value, 0) / n;
  const [xMean, yMean] = [mean(x), mean(y)];
  let sxx = 0;
  let sxy = 0;
  for (let i = 0; i < n; i++) {
    sxx += (x[i] - xMean) * (x[i] - xMean);
    sxy += (x[i] - xMean) * (y[i] - yMean);
  }
  if (new Set(Array.from(cluster)).size < 2) return { ...none, reason: "single_cluster" };
  if (!(sxx > 0)) return { ...none, reason: "constant_input" };
  const slope = sxy / sxx;

  // In the basis (1 / sqrt n, (x - mean) / sqrt sxx) the normal matrix is the identity: a cluster is its share of it and its score.
  const groups = new Map<number, { share: [number, number, number]; score: [number, number] }>();
  for (let i = 0; i < n; i++) {
    const group = groups.get(cluster[i]) ?? { share: [0, 0, 0], score: [0, 0] };
    groups.set(cluster[i], group);
    const [one, two] = [1 / Math.sqrt(n), (x[i] - xMean) / Math.sqrt(sxx)];
    const residual = y[i] - yMean - slope * (x[i] - xMean);
    group.share[0] += one * one;
    group.share[1] += one * two;
    group.share[2] += two * two;
    group.score[0] += one * residual;
    group.score[1] += two * residual;
  }
  const clusters = [...groups.values()];
  const adjust = clusters.map(({ share: [a, b, c] }) => inverseRoot([1 - a, -b, 1 - c]));
  const all = adjust.every((each) => each !== null);

  // Rows of (intercept, slope) in that basis.
  const rows: Matrix = [
    [1 / Math.sqrt(n), -xMean / Math.sqrt(sxx)],
    [0, 1 / Math.sqrt(sxx)],
  ];
  const sandwich = (scores: readonly Pair[], scale: number): Matrix => {
    const entry = (i: 0 | 1, j: 0 | 1): number =>
      scale * scores.reduce((sum, s) => sum + dot(rows[i], s) * dot(rows[j], s), 0);
    return [
      [entry(0, 0), entry(0, 1)],
      [entry(1, 0), entry(1, 1)],
    ];
  };
  const scores = clusters.map(({ score }) => score);
  const g = clusters.length;
  return {
    coefficients: [yMean - slope * xMean, slope],
    cr0: sandwich(scores, 1),
    cr1: sandwich(scores, g / (g - 1)),
    cr1s: n > 2 ? sandwich(scores, (g / (g - 1)) * ((n - 1) / (n - 2))) : null,
    cr2: all
      ? sandwich(
          scores.map((score, k) => times(adjust[k] ?? [1, 0, 1], score)),
          1,
        )
      : null,
    cr2Df: all
      ? ([0, 1].map((i) =>
          satterthwaite(
            clusters.map(({ share }) => share),
            adjust,
            rows[i],
          ),
        ) as unknown as Pair)
      : null,
    reason: null,
  };
}

/** (trace of Q)^2 / trace of Q^2, Q[g][h] = [g = h] f'S f - (S_g f_g)'(S_h f_h), f_g = the adjusted direction of the coefficient. */
function satterthwaite(shares: readonly Symmetric[], adjust: readonly Symmetric[], direction: Pair): number {
  let trace = 0;
  let squares = 0;
  const products = [0, 0, 0];
  shares.forEach((share, g) => {
    const f = times(adjust[g], direction);
    const v = times(share, f);
    const own = dot(f, v);
    const outer = dot(v, v);
    trace += own - outer;
    squares += (own - outer) * (own - outer) - outer * outer;
    products[0] += v[0] * v[0];
    products[1] += v[0] * v[1];
    products[2] += v[1] * v[1];
  });
  squares += products[0] * products[0] + 2 * products[1] * products[1] + products[2] * products[2];
  return (trace * trace) / squares;
}

const dot = (a: Pair, b: Pair): number => a[0] * b[0] + a[1] * b[1];
const times = ([a, b, c]: Symmetric, [u, v]: Pair): Pair => [a * u + b * v, b * u + c * v];

/** A^(-1/2) of a positive definite A, in closed form; null when it is singular. */
function inverseRoot([a, b, c]: Symmetric): Symmetric | null {
  const determinant = a * c - b * b;
  if (!(a > 0 && determinant > 1e-12)) return null;
  // The root is (A + s I) / t with s = sqrt det A and t = sqrt(trace + 2 s); its inverse has determinant 1 / s.
  const s = Math.sqrt(determinant);
  const t = Math.sqrt(a + c + 2 * s);
  return [(c + s) / (s * t), -b / (s * t), (a + s) / (s * t)];
}
