import { type Tails, tailCounter } from "./tailCounter.js";

/** Work and memory double with each unit: 2^10 subsets of at most 1,541 sums take some 20 ms. */
export const SPEARMAN_EXACT_LIMIT = 10;

/**
 * Tails of Spearman's rho over all n! pairings of two rankings, given as doubled mid-ranks, for n <= 10. Ranks of y are dealt
 * to the units of x one after the other, so what has been dealt is a subset, and pairings are counted by (subset, sum of
 * products) instead of being walked: 2^n subsets stand for n! pairings. Tied ranks count as often as they occur. Everything
 * is a whole number, so no tolerance decides what ties with the observed value.
 */
export function spearmanTails(x: Float64Array, y: Float64Array): Tails {
  const n = x.length;
  if (n > SPEARMAN_EXACT_LIMIT) throw new Error(`${n} units are too many to count all pairings`);
  // No pairing has a larger sum of products than the one that pairs largest with largest.
  const sorted = y.slice().sort();
  const sums =
    1 +
    x
      .slice()
      .sort()
      .reduce((sum, rank, i) => sum + rank * sorted[i], 0);
  const ways: Float64Array[] = [new Float64Array(sums)];
  ways[0][0] = 1;
  for (let dealt = 1; dealt < 1 << n; dealt++) {
    const unit = bitCount(dealt) - 1;
    const counts = new Float64Array(sums);
    for (let last = 0; last < n; last++) {
      if ((dealt & (1 << last)) === 0) continue;
      const product = x[unit] * y[last];
      const before = ways[dealt & ~(1 << last)];
      for (let sum = product; sum < sums; sum++) counts[sum] += before[sum - product];
    }
    ways.push(counts);
  }

  // n sum(xy) - sum(x) sum(y) has the sign and the order of rho.
  const product = total(x) * total(y);
  const observed = x.reduce((sum, rank, i) => sum + rank * y[i], 0);
  const { tails, add } = tailCounter(n * observed - product, 0);
  ways[ways.length - 1].forEach((count, sum) => {
    if (count > 0) add(n * sum - product, count);
  });
  return tails;
}

const total = (ranks: Float64Array): number => ranks.reduce((sum, rank) => sum + rank, 0);

function bitCount(set: number): number {
  let count = 0;
  for (; set !== 0; set &= set - 1) count++;
  return count;
}
