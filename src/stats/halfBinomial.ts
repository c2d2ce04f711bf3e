/**
 * P(X = k) for X ~ Bin(n, 1/2) and k <= n/2. The binomial coefficient is multiplied up while the n halvings are taken out
 * along the way, so nothing overflows. Exact up to n = 48, then at most 2k rounding errors; below 1e-308 it fades to 0.
 */
export function halfBinomialChance(k: number, n: number): number {
  let chance = 1;
  let halvings = n;
  for (let i = 1; i <= k; i++) {
    chance = (chance * (n - k + i)) / i;
    for (; chance > 1 && halvings > 0; halvings--) chance /= 2;
  }
  for (; halvings > 0 && chance > 0; halvings--) chance /= 2;
  return chance;
}

/** P(X = 0), ..., P(X = n) for X ~ Bin(n, 1/2): the middle one first, the others from their neighbours. */
export function halfBinomialChances(n: number): Float64Array {
  const chances = new Float64Array(n + 1);
  const middle = Math.floor(n / 2);
  chances[middle] = halfBinomialChance(middle, n);
  for (let k = middle; k < n; k++) chances[k + 1] = (chances[k] * (n - k)) / (k + 1);
  for (let k = middle; k > 0; k--) chances[k - 1] = (chances[k] * k) / (n - k + 1);
  return chances;
}
