import { type Tails, tailCounter } from "./tailCounter.js";
import { wholeNumbers } from "./wholeNumbers.js";

/** One addition per step counted here: a fraction of a second at the limit. */
const COUNTING_LIMIT = 2e8;
const TABLE_LIMIT = 2e7;

/** Relabellings that are walked one by one when the values have no common unit. */
const ENUMERATION_LIMIT = 1 << 20;

/**
 * Tails of mean(x) - mean(y) over all C(n + m, n) ways to relabel the pooled values, or null when no way of walking them is
 * affordable. Whole numbers (or decimals) are counted by (how many chosen, their sum); others are enumerated, up to 2^20
 * relabellings, and compared with a relative slack of 1e-9.
 */
export function twoSampleTails(x: Float64Array, y: Float64Array): Tails | null {
  const pooled = new Float64Array(x.length + y.length);
  pooled.set(x);
  pooled.set(y, x.length);
  const whole = wholeNumbers(pooled);
  const counted = whole === null ? null : subsetCounting(whole, x.length);
  if (counted !== null) return counted;
  return binomial(pooled.length, x.length) <= ENUMERATION_LIMIT ? enumeration(pooled, x.length) : null;
}

/** Null when the table would be too large or the number of relabellings overflows. */
function subsetCounting(whole: Float64Array, chosen: number): Tails | null {
  const lowest = whole.reduce((low, value) => Math.min(low, value), Infinity);
  const values = wholeNumbers(whole.map((value) => value - lowest)) ?? whole;
  const sums = 1 + values.slice().sort().slice(-chosen).reduce(add, 0);
  const table = (chosen + 1) * sums;
  if (table > TABLE_LIMIT || table * values.length > COUNTING_LIMIT) return null;
  if (!Number.isFinite(binomial(values.length, chosen))) return null;

  // counts[k * sums + s]: ways to choose k of the values seen so far that add up to s.
  const counts = new Float64Array(table);
  counts[0] = 1;
  values.forEach((value, seen) => {
    for (let k = Math.min(chosen, seen + 1); k > 0; k--)
      for (let sum = value; sum < sums; sum++) counts[k * sums + sum] += counts[(k - 1) * sums + sum - value];
  });
  // N sum(chosen) - n sum(all) is proportional to the difference of the means.
  const all = chosen * values.reduce(add, 0);
  const counter = tailCounter(values.length * values.slice(0, chosen).reduce(add, 0) - all, 0);
  counts.subarray(chosen * sums).forEach((count, sum) => {
    if (count > 0) counter.add(values.length * sum - all, count);
  });
  return counter.tails;
}

function enumeration(values: Float64Array, chosen: number): Tails {
  const all = chosen * values.reduce(add, 0);
  const size = values.length * values.reduce((sum, value) => sum + Math.abs(value), 0);
  const counter = tailCounter(values.length * values.slice(0, chosen).reduce(add, 0) - all, 1e-9 * size);
  const choose = (from: number, left: number, sum: number): void => {
    if (left === 0) counter.add(values.length * sum - all, 1);
    else for (let next = from; next <= values.length - left; next++) choose(next + 1, left - 1, sum + values[next]);
  };
  choose(0, chosen, 0);
  return counter.tails;
}

const add = (sum: number, value: number): number => sum + value;

function binomial(n: number, k: number): number {
  let ways = 1;
  for (let i = 1; i <= Math.min(k, n - k); i++) ways = (ways * (n - i + 1)) / i;
  return ways;
}
