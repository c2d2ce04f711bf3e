import { betaPoint, betaTails } from "./beta.js";
import { normalQuantile, normalUpper } from "./normal.js";

/*
 * Student's t for any positive real number of degrees of freedom (Satterthwaite's are rarely whole). From 1e10 on it is the normal
 * to every digit a double has.
 */

const NORMAL_FROM = 1e10;

/** P(T > t), computed directly. */
export function studentUpper(t: number, df: number): number {
  check(df);
  if (df >= NORMAL_FROM) return normalUpper(t);
  const square = t * t;
  const { lower } = betaTails(df / (df + square), square / (df + square), df / 2, 0.5);
  return t > 0 ? lower / 2 : 1 - lower / 2;
}

/** P(T <= t). */
export const studentCdf = (t: number, df: number): number => studentUpper(-t, df);

/** P(|T| >= |t|). */
export const studentTwoSided = (t: number, df: number): number => 2 * studentUpper(Math.abs(t), df);

/** The t with P(T > t) = q, for 0 < q < 1. */
export function studentUpperQuantile(q: number, df: number): number {
  check(df);
  if (!(q > 0 && q < 1)) throw new Error(`student: a probability strictly between 0 and 1 was expected, got ${q}`);
  if (df >= NORMAL_FROM) return -normalQuantile(q);
  if (q === 0.5) return 0;
  const tail = Math.min(q, 1 - q);
  const { x, y } = betaPoint(2 * tail, 1 - 2 * tail, df / 2, 0.5);
  const size = Math.sqrt((df * y) / x);
  return q < 0.5 ? size : -size;
}

/** The t with P(T <= t) = p. */
export const studentQuantile = (p: number, df: number): number => -studentUpperQuantile(p, df);

function check(df: number): void {
  if (!(df > 0)) throw new Error(`student: positive degrees of freedom were expected, got ${df}`);
}
