const { log } = Math;

/**
 * log(1 + x) without losing the digits of a small x, from Math.log alone: of the elementary functions only log, exp and sqrt are
 * known to give the same last digit on every Node version we support. (Kahan's correction of the rounded sum.)
 */
export function log1p(x: number): number {
  const sum = 1 + x;
  return sum === 1 ? x : (log(sum) * x) / (sum - 1);
}
