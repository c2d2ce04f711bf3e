import { log1p } from "./log1p.js";

const { abs, log } = Math;

const HALF_LOG_TWO_PI = 0.9189385332046727;

/** Stirling's series in 1/z^2, times 1/z: 1/12, -1/360, 1/1260, ... (Abramowitz & Stegun 6.1.41). */
const SERIES = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156, -3617 / 122400];

/**
 * What Stirling's formula leaves out: ln Gamma(z) - [(z - 1/2) ln z - z + ln(2 pi)/2], for z > 0, to about 1e-15 absolute.
 * Densities built from it keep their digits where a difference of large log-gammas would cancel them (Loader 2000).
 */
export function stirlingError(z: number): number {
  let carried = 0;
  while (z < 12) {
    carried += (z + 0.5) * log1p(1 / z) - 1;
    z += 1;
  }
  const inverseSquare = 1 / (z * z);
  let series = 0;
  for (let i = SERIES.length - 1; i >= 0; i--) series = series * inverseSquare + SERIES[i];
  return carried + series / z;
}

/** ln Gamma(z) for z > 0. */
export const logGamma = (z: number): number => (z - 0.5) * log(z) - z + HALF_LOG_TWO_PI + stirlingError(z);

/**
 * x ln(x / mean) + mean - x, the half deviance of x from its mean, without cancellation when they are close.
 * Both non-negative, mean positive; x = 0 gives the mean. Pass x - mean where it is known better than by subtraction.
 * (Loader 2000, "bd0".)
 */
export function halfDeviance(x: number, mean: number, difference = x - mean): number {
  if (x === 0) return mean;
  if (abs(difference) >= 0.1 * (x + mean)) return x * log(x / mean) - difference;
  const v = difference / (x + mean);
  let sum = difference * v;
  let power = 2 * x * v;
  for (let j = 3; ; j += 2) {
    power *= v * v;
    const next = sum + power / j;
    if (next === sum) return sum;
    sum = next;
  }
}
