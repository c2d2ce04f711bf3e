import { integerBelow } from "./integerBelow.js";
import { type Philox } from "./philox.js";

/** A permutation of 0..n-1, each of the n! equally likely (Fisher-Yates). */
export function permutation(n: number, random: Philox): Uint32Array {
  const order = new Uint32Array(n);
  for (let i = 1; i < n; i++) {
    const j = integerBelow(i + 1, random);
    order[i] = order[j];
    order[j] = i;
  }
  return order;
}
