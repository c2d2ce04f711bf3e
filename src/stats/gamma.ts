import { halfDeviance, stirlingError } from "./logGamma.js";

const { abs, exp, sqrt } = Math;

/** Both tails of the gamma distribution with shape a > 0 and scale 1 at x >= 0: P(a, x) and Q(a, x). About 1e-13 relative. */
export function gammaTails(x: number, a: number): { lower: number; upper: number } {
  if (!(a > 0)) throw new Error(`gamma: a positive shape was expected, got ${a}`);
  if (x <= 0) return { lower: 0, upper: 1 };
  // x^a e^-x / Gamma(a), in the form that keeps its digits for a large shape.
  const front = sqrt(a / (2 * Math.PI)) * exp(-halfDeviance(a, x) - stirlingError(a));
  if (x < a + 1) {
    let term = 1 / a;
    let sum = term;
    for (let n = 1; term > sum * 1e-17; n++) {
      term *= x / (a + n);
      sum += term;
    }
    const lower = front * sum;
    return { lower, upper: 1 - lower };
  }
  let b = x + 1 - a;
  let c = 1e300;
  let d = 1 / b;
  let value = d;
  for (let n = 1; n < 200_000; n++) {
    const numerator = -n * (n - a);
    b += 2;
    d = 1 / (numerator * d + b);
    c = b + numerator / c;
    const step = c * d;
    value *= step;
    if (abs(step - 1) < 3e-16) break;
  }
  const upper = front * value;
  return { lower: 1 - upper, upper };
}

/** P(chi-squared with df degrees of freedom <= x). */
export const chiSquareCdf = (x: number, df: number): number => gammaTails(x / 2, df / 2).lower;

/** P(chi-squared with df degrees of freedom > x), computed directly. */
export const chiSquareUpper = (x: number, df: number): number => gammaTails(x / 2, df / 2).upper;
