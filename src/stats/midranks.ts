/**
 * Mid-ranks, doubled so that they stay whole numbers: the smallest of n distinct values has 2, the largest 2n, and tied
 * values share the mean of the places they occupy. Whole numbers let exact tests compare without a tolerance.
 * O(n log n).
 */
export function doubledMidranks(values: ArrayLike<number>): Float64Array {
  const order = Uint32Array.from(values, (_, unit) => unit).sort((a, b) => values[a] - values[b]);
  const ranks = new Float64Array(values.length);
  for (let start = 0; start < order.length;) {
    let end = start;
    while (end < order.length && values[order[end]] === values[order[start]]) end++;
    for (let place = start; place < end; place++) ranks[order[place]] = start + 1 + end;
    start = end;
  }
  return ranks;
}
