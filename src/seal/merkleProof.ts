import { nodeHash, type Hash } from "./merkle.js";

/**
 * The checks of RFC 9162, sections 2.1.3.2 and 2.1.4.2. They walk up from the leaf with two counters, nothing like the
 * recursion that makes proofs, so that a fault in one is not repeated in the other.
 */
export function provesInclusion(leaf: Hash, index: number, size: number, proof: readonly Hash[], root: Hash): boolean {
  if (!isCount(index) || !isCount(size) || index >= size) return false;
  let position = index;
  let last = size - 1;
  let hash = leaf;
  for (const sibling of proof) {
    if (last === 0) return false;
    if (position % 2 === 1 || position === last) {
      hash = nodeHash(sibling, hash);
      while (position % 2 === 0 && position !== 0) [position, last] = [half(position), half(last)];
    } else hash = nodeHash(hash, sibling);
    [position, last] = [half(position), half(last)];
  }
  return last === 0 && same(hash, root);
}

/** Whether the tree of `size` leaves with `root` begins with the tree of `older` leaves with `olderRoot`. */
export function provesConsistency(
  older: number,
  olderRoot: Hash,
  size: number,
  root: Hash,
  proof: readonly Hash[],
): boolean {
  if (!isCount(older) || !isCount(size) || older > size) return false;
  if (older === size) return proof.length === 0 && same(olderRoot, root);
  // Everything begins with nothing. Whether the older root is that of nothing is asked where it was signed.
  if (older === 0) return proof.length === 0;
  let position = older - 1;
  let last = size - 1;
  while (position % 2 === 1) [position, last] = [half(position), half(last)];
  // A full older tree is itself the first node, and is not repeated in the proof.
  const [first, ...rest] = position === 0 ? [olderRoot, ...proof] : proof;
  if (first === undefined) return false;
  let olderHash = first;
  let hash = first;
  for (const sibling of rest) {
    if (last === 0) return false;
    if (position % 2 === 1 || position === last) {
      olderHash = nodeHash(sibling, olderHash);
      hash = nodeHash(sibling, hash);
      while (position % 2 === 0 && position !== 0) [position, last] = [half(position), half(last)];
    } else hash = nodeHash(hash, sibling);
    [position, last] = [half(position), half(last)];
  }
  return last === 0 && same(olderHash, olderRoot) && same(hash, root);
}

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;
const half = (value: number): number => Math.floor(value / 2);
const same = (a: Hash, b: Hash): boolean => Buffer.compare(a, b) === 0;
