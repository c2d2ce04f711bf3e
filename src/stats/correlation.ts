import { normalQuantile } from "./normal.js";
import { studentTwoSided } from "./student.js";
import { type Limits } from "./interval.js";

/**
 * A product-moment correlation with its distances from 1 and -1. Near either end the distance has digits that r itself has
 * lost, and t and Fisher's z are made of it.
 */
export interface Correlation {
  readonly r: number;
  /** 1 - r; exactly 0 when the points lie on a rising line. */
  readonly belowOne: number;
  /** 1 + r; exactly 0 when they lie on a falling line. */
  readonly aboveMinusOne: number;
}

/**
 * Pearson's r of two columns: both are centred and scaled to length 1, and 1 -+ r is half the squared length of their
 * difference or sum. Centring first keeps all digits at any offset. Null when either column is constant.
 */
export function correlation(x: ArrayLike<number>, y: ArrayLike<number>): Correlation | null {
  const u = unit(x);
  const v = unit(y);
  if (u === null || v === null) return null;
  let apart = 0;
  let together = 0;
  for (let i = 0; i < u.length; i++) {
    apart += (u[i] - v[i]) * (u[i] - v[i]);
    together += (u[i] + v[i]) * (u[i] + v[i]);
  }
  const r = (together - apart) / (together + apart);
  // A distance that r cannot show is the rounding of the inputs, not a finding.
  if (r === 1) return { r, belowOne: 0, aboveMinusOne: 2 };
  if (r === -1) return { r, belowOne: 2, aboveMinusOne: 0 };
  return { r, belowOne: apart / 2, aboveMinusOne: together / 2 };
}

function unit(values: ArrayLike<number>): Float64Array | null {
  const column = inRange(Float64Array.from(values));
  if (column.every((value) => value === column[0])) return null;
  const mean = average(column);
  const centred = inRange(column.map((value) => value - mean));
  const left = average(centred);
  const length = Math.sqrt(centred.reduce((sum, value) => sum + (value - left) * (value - left), 0));
  return centred.map((value) => (value - left) / length);
}

/** Values whose squares would overflow or vanish, in units of the largest: a correlation knows no unit. */
function inRange(values: Float64Array): Float64Array {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return largest === 0 || (largest > 1e-100 && largest < 1e100) ? values : values.map((value) => value / largest);
}

const average = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** t = r sqrt(df / (1 - r^2)) and its two-sided Student p; at |r| = 1 t has no finite value and p is 0. */
export function correlationT(
  { r, belowOne, aboveMinusOne }: Correlation,
  df: number,
): { t: number | null; df: number; pTwoSided: number } {
  if (belowOne === 0 || aboveMinusOne === 0) return { t: null, df, pTwoSided: 0 };
  const t = r * Math.sqrt(df / (belowOne * aboveMinusOne));
  return { t, df, pTwoSided: studentTwoSided(t, df) };
}

/**
 * Fisher's interval: tanh(atanh r -+ z sqrt(variance)). At |r| = 1 both ends are r.
 * The variance is 1 / (n - 3) for Pearson's r, and (1 + r^2 / 2) / (n - 3) for Spearman's (Bonett & Wright 2000).
 */
export function fisherInterval({ r, belowOne, aboveMinusOne }: Correlation, variance: number, level: number): Limits {
  if (belowOne === 0 || aboveMinusOne === 0) return [r, r];
  const odds = aboveMinusOne / belowOne;
  const spread = Math.exp(2 * normalQuantile((1 + level) / 2) * Math.sqrt(variance));
  // tanh((log odds -+ log spread) / 2), written without the logarithm.
  return [(odds / spread - 1) / (odds / spread + 1), (odds * spread - 1) / (odds * spread + 1)];
}
