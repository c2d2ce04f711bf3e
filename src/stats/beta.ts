import { halfDeviance, stirlingError } from "./logGamma.js";

const { abs, exp, log, max, min, sqrt } = Math;

/*
 * The beta distribution: the regularised incomplete beta function and its inverse. Points are handled as a pair (x, 1 - x), because
 * near 1 only the complement still has digits; Student's t and the binomial limits are built on that.
 */

/** P(X <= x) for X ~ Beta(a, b), a, b > 0; x outside [0, 1] is clipped. About 1e-13 relative. */
export const betaCdf = (x: number, a: number, b: number): number => betaTails(x, 1 - x, a, b).lower;

/** P(X > x), computed directly. */
export const betaUpper = (x: number, a: number, b: number): number => betaTails(x, 1 - x, a, b).upper;

/** Both tails at the point x = 1 - y. The smaller one is computed, the other is its complement. */
export function betaTails(x: number, y: number, a: number, b: number): { lower: number; upper: number } {
  if (!(a > 0 && b > 0)) throw new Error(`beta: positive parameters were expected, got ${a} and ${b}`);
  if (x <= 0) return { lower: 0, upper: 1 };
  if (y <= 0) return { lower: 1, upper: 0 };
  if (b * x <= a * y) {
    const lower = fraction(x, y, a, b);
    return { lower, upper: 1 - lower };
  }
  const upper = fraction(y, x, b, a);
  return { lower: 1 - upper, upper };
}

/** x^a (1 - x)^b / B(a, b), that is x (1 - x) times the density, in the form that keeps its digits for large a and b. */
function densityTimesVariance(x: number, y: number, a: number, b: number): number {
  const n = a + b;
  const difference = a * y - b * x; // a - n x = n y - b, without subtracting large numbers
  const deviance = halfDeviance(a, n * x, difference) + halfDeviance(b, n * y, -difference);
  const correction = stirlingError(n) - stirlingError(a) - stirlingError(b);
  return sqrt((a / n) * (b / (2 * Math.PI))) * exp(correction - deviance);
}

/**
 * I_x(a, b) left of the mean by the continued fraction of DiDonato & Morris (1992, eq. 9), whose terms are written with
 * a - (a + b) x, so that nothing cancels for large parameters.
 */
function fraction(x: number, y: number, a: number, b: number): number {
  const front = densityTimesVariance(x, y, a, b);
  const first = 1 + a * y - b * x;
  let value = (1 + 1 / a) / first;
  let above = 0;
  let below = 1;
  let nextAbove = 1;
  let nextBelow = 1 / value;
  for (let n = 1; n < 100_000; n++) {
    const w = n * (b - n) * x;
    const s = a + 2 * n - 1;
    const alpha = ((a + n - 1) / s) * ((a + b + n - 1) / s) * w * x;
    const beta = n + w / s + ((a + n) / (a + 2 * n + 1)) * (first + n * (1 + y));
    const newAbove = alpha * above + beta * nextAbove;
    const newBelow = alpha * below + beta * nextBelow;
    const previous = value;
    value = newAbove / newBelow;
    if (abs(value - previous) <= 2e-16 * value) break;
    above = nextAbove / newBelow;
    below = nextBelow / newBelow;
    nextAbove = value;
    nextBelow = 1;
  }
  return front * value;
}

/** The x with P(X <= x) = p; p = 0 and 1 give the ends 0 and 1. */
export const betaQuantile = (p: number, a: number, b: number): number => betaPoint(p, 1 - p, a, b).x;

/** The x with P(X > x) = q, exact for small q. */
export const betaUpperQuantile = (q: number, a: number, b: number): number => betaPoint(1 - q, q, a, b).x;

/** The point (x, 1 - x) with lower tail p and upper tail q = 1 - p, each coordinate to about 1e-13 relative. */
export function betaPoint(p: number, q: number, a: number, b: number): { x: number; y: number } {
  if (!(p >= 0 && q >= 0)) throw new Error(`beta: a probability was expected, got ${p}`);
  if (p === 0) return { x: 0, y: 1 };
  if (q === 0) return { x: 1, y: 0 };
  const half = betaTails(0.5, 0.5, a, b);
  const left = p <= q ? p <= half.lower : q >= half.upper;
  if (left) return leftPoint(p, q, a, b);
  const mirrored = leftPoint(q, p, b, a);
  return { x: mirrored.y, y: mirrored.x };
}

/** As betaPoint when x <= 1/2: Newton in log x on the log of the smaller tail, kept inside a shrinking bracket. */
function leftPoint(p: number, q: number, a: number, b: number): { x: number; y: number } {
  const useLower = p <= q;
  const target = log(useLower ? p : q);
  let low = -745;
  let high = log(0.5);
  let u = min(high, log(a / (a + b)));
  for (let i = 0; i < 200; i++) {
    const x = exp(u);
    const y = 1 - x;
    const tails = betaTails(x, y, a, b);
    const tail = useLower ? tails.lower : tails.upper;
    const tooFarRight = useLower ? tail > p : tail < q;
    if (tooFarRight) high = u;
    else low = u;
    const slope = densityTimesVariance(x, y, a, b) / (y * tail);
    const step = (useLower ? 1 : -1) * ((target - log(tail)) / slope);
    const next = u + step;
    const moved = Number.isFinite(next) && next > low && next < high ? next : (low + high) / 2;
    if (abs(moved - u) <= 1e-15 * max(1, abs(u)) || high - low <= 1e-16) return { x: exp(moved), y: 1 - exp(moved) };
    u = moved;
  }
  return { x: exp(u), y: 1 - exp(u) };
}
