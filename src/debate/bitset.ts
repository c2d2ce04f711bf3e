/**
 * A set of ordinals 0...size - 1: ordinal i is bit i & 7 of byte i >> 3. It is exactly ceil(size / 8) bytes long and its spare
 * bits are 0, so equal sets have equal bytes and digests can be taken of them.
 */
export type Bitset = Uint8Array;

export const bitset = (size: number): Bitset => new Uint8Array(Math.ceil(size / 8));

export const hasBit = (bits: Bitset, ordinal: number): boolean => ((bits[ordinal >> 3] >> (ordinal & 7)) & 1) === 1;

export function setBit(bits: Bitset, ordinal: number): void {
  bits[ordinal >> 3] |= 1 << (ordinal & 7);
}

/** How many ordinals are in the set. */
export function countBits(bits: Bitset): number {
  let count = 0;
  for (const byte of bits) for (let rest = byte; rest > 0; rest &= rest - 1) count++;
  return count;
}

/** Whether these bytes are the one way to write a set of ordinals below `size`. */
export const isBitsetOf = (size: number, bits: Bitset): boolean =>
  bits.length === Math.ceil(size / 8) && (size % 8 === 0 || bits[bits.length - 1] >> (size % 8) === 0);
