import { sha256 } from "./digest.js";

export type Hash = Uint8Array;

/**
 * The log's tree (RFC 6962) keeps the hash of every full subtree: `(level, index)` covers the 2^level leaves from
 * index * 2^level on. Those never change once their leaves are there, so appending reads and writes a handful of nodes,
 * and any root or proof of any earlier size can be answered from them.
 */
export type ReadNode = (level: number, index: number) => Hash;

export interface Node {
  readonly level: number;
  readonly index: number;
  readonly hash: Hash;
}

/** The prefixes 0 and 1 keep a leaf from passing for an inner node. */
export const leafHash = (leaf: Uint8Array): Hash => sha256(Uint8Array.of(0), leaf);
export const nodeHash = (left: Hash, right: Hash): Hash => sha256(Uint8Array.of(1), left, right);

/** The nodes that become full when a leaf joins a tree of `size` leaves: the leaf, and each subtree it completes. */
export function appendedNodes(size: number, leaf: Hash, read: ReadNode): Node[] {
  const nodes: Node[] = [{ level: 0, index: size, hash: leaf }];
  let last = nodes[0];
  while (last !== undefined && last.index % 2 === 1) {
    const hash = nodeHash(read(last.level, last.index - 1), last.hash);
    last = { level: last.level + 1, index: (last.index - 1) / 2, hash };
    nodes.push(last);
  }
  return nodes;
}

/** The root of the first `size` leaves; of none, the hash of nothing. */
export const merkleRoot = (size: number, read: ReadNode): Hash => (size === 0 ? sha256() : subtree(0, size, read));

/** PATH of RFC 6962, section 2.1.1: the siblings, from the leaf up, that lead from leaf `index` to the root of `size`. */
export function inclusionProof(index: number, size: number, read: ReadNode): Hash[] {
  if (index < 0 || index >= size) throw new Error(`leaf ${index} is not in a tree of ${size} leaves`);
  const path = (start: number, end: number): Hash[] => {
    if (end - start === 1) return [];
    const middle = start + split(end - start);
    return index < middle
      ? [...path(start, middle), subtree(middle, end, read)]
      : [...path(middle, end), subtree(start, middle, read)];
  };
  return path(0, size);
}

/** PROOF of RFC 6962, section 2.1.2: the nodes that show the tree of `older` leaves to be the beginning of that of `size`. */
export function consistencyProof(older: number, size: number, read: ReadNode): Hash[] {
  if (older < 0 || older > size) throw new Error(`a tree of ${size} leaves has no beginning of ${older}`);
  const proof = (start: number, end: number, known: boolean): Hash[] => {
    if (older === end) return known ? [] : [subtree(start, end, read)];
    const middle = start + split(end - start);
    return older <= middle
      ? [...proof(start, middle, known), subtree(middle, end, read)]
      : [...proof(middle, end, false), subtree(start, middle, read)];
  };
  return older === 0 || older === size ? [] : proof(0, size, true);
}

/**
 * The nodes that a computation will read, found by running it on blank hashes: which nodes are read depends on sizes
 * alone. So a store fetches them all in one query and then computes.
 */
export function nodesRead(compute: (read: ReadNode) => unknown): { level: number; index: number }[] {
  const wanted = new Map<string, { level: number; index: number }>();
  compute((level, index) => {
    wanted.set(`${level}/${index}`, { level, index });
    return new Uint8Array(32);
  });
  return [...wanted.values()];
}

/** The root of leaves start..end-1, where start is a multiple of every full subtree that the range is made of. */
function subtree(start: number, end: number, read: ReadNode): Hash {
  const width = end - start;
  const left = split(width);
  if (width === 1) return read(0, start);
  if (left * 2 === width) return read(levelOf(width), start / width);
  return nodeHash(subtree(start, start + left, read), subtree(start + left, end, read));
}

/** The largest power of two below `width`. Sizes may pass 2^31, so no shifts. */
function split(width: number): number {
  let power = 1;
  while (power * 2 < width) power *= 2;
  return power;
}

function levelOf(width: number): number {
  let level = 0;
  for (let power = 1; power < width; power *= 2) level++;
  return level;
}
