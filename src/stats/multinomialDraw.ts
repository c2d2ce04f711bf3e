import { binomialDraw } from "./binomialDraw.js";
import { type Philox } from "./philox.js";

/**
 * How n independent draws fall on the categories, in proportion to their weights (whole numbers or reals >= 0, some positive): a
 * chain of binomials, each category against all that follow, which is the multinomial distribution exactly.
 */
export function multinomialDraw(n: number, weights: ArrayLike<number>, random: Philox): Float64Array {
  const counts = new Float64Array(weights.length);
  const following = new Float64Array(weights.length + 1);
  for (let k = weights.length - 1; k >= 0; k--) {
    if (!(weights[k] >= 0 && weights[k] < Infinity)) throw new Error(`multinomialDraw: weight ${k} is ${weights[k]}`);
    following[k] = following[k + 1] + weights[k];
  }
  if (n > 0 && !(following[0] > 0)) throw new Error("multinomialDraw: every weight is zero");
  let left = n;
  for (let k = 0; k < weights.length && left > 0; k++) {
    if (weights[k] === 0) continue;
    const count = following[k + 1] === 0 ? left : binomialDraw(left, Math.min(1, weights[k] / following[k]), random);
    counts[k] = count;
    left -= count;
  }
  return counts;
}
