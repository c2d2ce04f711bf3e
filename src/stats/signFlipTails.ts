import { halfBinomialChances } from "./halfBinomial.js";
import { type Tails, tailCounter } from "./tailCounter.js";
import { wholeNumbers } from "./wholeNumbers.js";

/** One addition per step counted here: a fraction of a second at the limit. */
const CONVOLUTION_LIMIT = 2e8;

/** The convolution holds one number per attainable sum. */
const SUM_LIMIT = 2e7;

/** 2^20 sign vectors are walked one by one when the differences have no common unit. */
const ENUMERATION_LIMIT = 20;

/**
 * Tails of the sum of the differences over all 2^n ways to sign them, or null when no way of walking them is affordable.
 * Differences that are whole numbers (or decimals) are counted by convolution whatever n is, as long as the sums stay few;
 * others are enumerated for n <= 20 and compared with a relative slack of 1e-9. Zero differences stay: they only repeat
 * each arrangement.
 */
export function signFlipTails(differences: Float64Array): Tails | null {
  const whole = wholeNumbers(differences);
  const counted = whole === null ? null : convolution(whole);
  if (counted !== null) return counted;
  return differences.length <= ENUMERATION_LIMIT ? enumeration(differences) : null;
}

/** k differences of one size m contribute m (k - 2 Bin(k, 1/2)), so sizes are convolved rather than differences. */
function convolution(whole: Float64Array): Tails | null {
  const counts = new Map<number, number>();
  let observed = 0;
  let total = 0;
  for (const value of whole) {
    observed += value;
    total += Math.abs(value);
    if (value !== 0) counts.set(Math.abs(value), (counts.get(Math.abs(value)) ?? 0) + 1);
  }
  let cost = 0;
  let reached = 1;
  for (const [size, count] of counts) {
    cost += reached * (count + 1);
    reached += size * count;
  }
  if (total > SUM_LIMIT || cost > CONVOLUTION_LIMIT) return null;

  // chances[f]: those differences turned negative whose sizes add up to f, so the statistic is total - 2 f.
  let chances = Float64Array.of(1);
  for (const [size, count] of counts) {
    const flips = halfBinomialChances(count);
    const next = new Float64Array(chances.length + size * count);
    for (let sum = 0; sum < chances.length; sum++) {
      if (chances[sum] === 0) continue;
      for (let k = 0; k <= count; k++) next[sum + k * size] += chances[sum] * flips[k];
    }
    chances = next;
  }
  const { tails, add } = tailCounter(observed, 0);
  chances.forEach((chance, flipped) => add(total - 2 * flipped, chance));
  return tails;
}

/** All sign vectors in Gray-code order, in which each step turns one sign. */
function enumeration(differences: Float64Array): Tails {
  const vectors = 1 << differences.length;
  const signed = differences.slice();
  let sum = 0;
  let size = 0;
  for (const value of differences) {
    sum += value;
    size += Math.abs(value);
  }
  const { tails, add } = tailCounter(sum, 1e-9 * size);
  for (let step = 1; step <= vectors; step++) {
    add(sum, 1);
    const turned = step === vectors ? 0 : 31 - Math.clz32(step & -step);
    sum -= 2 * signed[turned];
    signed[turned] = -signed[turned];
  }
  return tails;
}
