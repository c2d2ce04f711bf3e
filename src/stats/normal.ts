/*
 * The standard normal distribution. Upper tails are computed directly, so that a p value of 1e-30 has its digits; the quantile of
 * an upper tail probability q is -normalQuantile(q).
 */

const { abs, exp, log, sqrt, trunc } = Math;

const SQRT_32 = 5.656854249492381;
const ONE_OVER_SQRT_TWO_PI = 0.3989422804014327;

/** P(Z <= z). W. J. Cody's rational approximations (1969; algorithm 715), full double precision in both tails. */
export function normalCdf(z: number): number {
  const size = abs(z);
  if (size <= 0.67448975) return 0.5 + central(z);
  return z < 0 ? tail(size) : 1 - tail(size);
}

/** P(Z > z), computed directly. */
export const normalUpper = (z: number): number => normalCdf(-z);

/** The density at z. */
export const normalDensity = (z: number): number => ONE_OVER_SQRT_TWO_PI * exp(-0.5 * z * z);

/** P(0 < Z <= z) for |z| below the quartile. */
function central(z: number): number {
  const s = z * z;
  const above =
    ((((0.06568233791820745 * s + 2.2352520354606837) * s + 161.02823106855587) * s + 1067.6894854603709) * s +
      18154.98125334356) *
    z;
  const below = (((s + 47.202581904688245) * s + 976.0985517377767) * s + 10260.932208618979) * s + 45507.78933502673;
  return above / below;
}

/** P(Z > z) for z above the quartile. */
function tail(z: number): number {
  if (z > 38.5) return 0;
  // exp(-z^2/2) in two factors: the first exponent is exact, so squaring a large z costs no digits.
  const coarse = trunc(z * 16) / 16;
  const gauss = exp(-0.5 * coarse * coarse) * exp(-0.5 * (z - coarse) * (z + coarse));
  if (z <= SQRT_32) return (gauss * polynomial(MIDDLE_ABOVE, z)) / polynomial(MIDDLE_BELOW, z);
  const s = 1 / (z * z);
  return (gauss * (ONE_OVER_SQRT_TWO_PI - (s * polynomial(FAR_ABOVE, s)) / polynomial(FAR_BELOW, s))) / z;
}

const MIDDLE_ABOVE = [
  1.0765576773720192e-8, 0.39894151208813466, 8.883149794388377, 93.50665613217785, 597.2702763948002,
  2494.5375852903726, 6848.190450536283, 11602.65143764735, 9842.714838383978,
];
const MIDDLE_BELOW = [
  1, 22.266688044328117, 235.387901782625, 1519.3775994075547, 6485.558298266761, 18615.571640885097, 34900.95272114598,
  38912.00328609327, 19685.429676859992,
];
const FAR_ABOVE = [
  0.023073441764940174, 0.215898534057957, 0.12740116116024736, 0.022235277870649807, 0.0014216191932278934,
  0.000029112874951168793,
];
const FAR_BELOW = [
  1, 1.284260096144911, 0.4682382124808651, 0.06598813786892856, 0.0037823963320275824, 0.00007297515550839662,
];

/** Highest power first. */
function polynomial(coefficients: readonly number[], x: number): number {
  let sum = 0;
  for (const coefficient of coefficients) sum = sum * x + coefficient;
  return sum;
}

/**
 * The z with P(Z <= z) = p, for 0 < p < 1, to about 1e-15 relative (Wichura 1988, AS 241).
 * An argument outside (0, 1) has no finite quantile and is an error.
 */
export function normalQuantile(p: number): number {
  if (!(p > 0 && p < 1))
    throw new Error(`normalQuantile: a probability strictly between 0 and 1 was expected, got ${p}`);
  const q = p - 0.5;
  if (abs(q) <= 0.425) {
    const s = 0.180625 - q * q;
    return (q * polynomial(CENTRE_ABOVE, s)) / polynomial(CENTRE_BELOW, s);
  }
  const depth = sqrt(-log(q < 0 ? p : 1 - p));
  const size =
    depth <= 5
      ? polynomial(NEAR_ABOVE, depth - 1.6) / polynomial(NEAR_BELOW, depth - 1.6)
      : polynomial(DEEP_ABOVE, depth - 5) / polynomial(DEEP_BELOW, depth - 5);
  return q < 0 ? -size : size;
}

const CENTRE_ABOVE = [
  2509.0809287301227, 33430.57558358813, 67265.7709270087, 45921.95393154987, 13731.69376550946, 1971.5909503065513,
  133.14166789178438, 3.3871328727963665,
];
const CENTRE_BELOW = [
  5226.495278852546, 28729.085735721943, 39307.89580009271, 21213.794301586597, 5394.196021424751, 687.1870074920579,
  42.31333070160091, 1,
];
const NEAR_ABOVE = [
  0.0007745450142783414, 0.022723844989269184, 0.2417807251774506, 1.2704582524523684, 3.6478483247632045,
  5.769497221460691, 4.630337846156546, 1.4234371107496835,
];
const NEAR_BELOW = [
  1.0507500716444169e-9, 0.0005475938084995345, 0.015198666563616457, 0.14810397642748008, 0.6897673349851,
  1.6763848301838038, 2.053191626637759, 1,
];
const DEEP_ABOVE = [
  2.0103343992922881e-7, 0.000027115555687434876, 0.0012426609473880784, 0.026532189526576124, 0.29656057182850487,
  1.7848265399172913, 5.463784911164114, 6.657904643501103,
];
const DEEP_BELOW = [
  2.0442631033899397e-15, 1.421511758316446e-7, 0.000018463183175100548, 0.0007868691311456133, 0.014875361290850615,
  0.1369298809227358, 0.599832206555888, 1,
];
