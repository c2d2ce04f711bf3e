import { multiplyHigh, type Philox } from "./philox.js";

const { floor, imul } = Math;

/**
 * An integer 0..n-1, each exactly equally likely, 1 <= n < 2^32. It is floor(word * n / 2^32), with the few words that would favour
 * some integers rejected (Lemire 2019). Bootstrap indices do without the rejection (see resampledWeights), whose recipe is public.
 */
export function integerBelow(n: number, random: Philox): number {
  if (!(n >= 1 && n === floor(n) && n < 4294967296))
    throw new Error(`integerBelow: 1 <= n < 2^32 was expected, got ${n}`);
  let word = random.uint32();
  let low = imul(word, n) >>> 0;
  if (low < n) {
    const uneven = (4294967296 - n) % n;
    while (low < uneven) {
      word = random.uint32();
      low = imul(word, n) >>> 0;
    }
  }
  return multiplyHigh(word, n);
}
