/*
 * Philox4x32-10 (Salmon, Moraes, Dror & Shaw 2011), a counter-based generator: a block of four words is a pure function of key and
 * counter, so replicate r needs no state from replicate r - 1 and the answer does not depend on how replicates are split over
 * workers. Key = seed; counter = (block, replicate, stream, 0).
 */

/** Bound once, here and in other hot files: where modules run in a context of their own (Jest), looking up the global costs forty times the sum. */
const { imul } = Math;

/** The name that goes out with every answer made from this generator. */
export const GENERATOR = "philox4x32-10";

/** The streams in use. A purpose keeps its number for ever, so that a new report does not shift another's numbers. */
export const STREAM = { clusters: 0, secondWay: 1, permutation: 2, signs: 3, folds: 4, simulation: 5 } as const;

/**
 * A seed is text, because 64 bits do not fit a number: decimal digits, or hexadecimal after 0x, below 2^64. Leading zeros do not
 * matter. Anything else is an error.
 */
export function seedKey(seed: string): readonly [low: number, high: number] {
  const [, hexadecimal, decimal] = /^(?:0x([0-9a-f]+)|([0-9]+))$/i.exec(seed) ?? [];
  const digits = hexadecimal ?? decimal;
  let low = 0;
  let high = 0;
  for (const digit of digits ?? "") {
    const carried = low * (hexadecimal ? 16 : 10) + parseInt(digit, 16);
    low = carried % 4294967296;
    high = high * (hexadecimal ? 16 : 10) + Math.floor(carried / 4294967296);
    if (high > 4294967295) break;
  }
  if (digits === undefined || high > 4294967295) {
    throw new Error(`a seed is decimal digits or 0x and hexadecimal digits, below 2^64; got "${seed}"`);
  }
  return [low, high];
}

/** Writes the block at counter (c0, c1, c2, c3) under key (k0, k1) into words[at..at+3]. */
export function philoxBlock(
  c0: number,
  c1: number,
  c2: number,
  c3: number,
  k0: number,
  k1: number,
  words: Uint32Array,
  at = 0,
): void {
  for (let round = 0; round < 10; round++) {
    // multiplyHigh(0xd2511f53, c0) and multiplyHigh(0xcd9e8d57, c2), written out: half of the time is spent here.
    let low = c0 & 0xffff;
    let high = c0 >>> 16;
    let upper = (imul(0xd251, low) + (imul(0x1f53, low) >>> 16)) | 0;
    let lower = (imul(0x1f53, high) + (upper & 0xffff)) | 0;
    const high0 = (imul(0xd251, high) + (upper >>> 16) + (lower >>> 16)) | 0;
    const low0 = imul(0xd2511f53, c0);
    low = c2 & 0xffff;
    high = c2 >>> 16;
    upper = (imul(0xcd9e, low) + (imul(0x8d57, low) >>> 16)) | 0;
    lower = (imul(0x8d57, high) + (upper & 0xffff)) | 0;
    const high1 = (imul(0xcd9e, high) + (upper >>> 16) + (lower >>> 16)) | 0;
    const low1 = imul(0xcd9e8d57, c2);
    c0 = high1 ^ c1 ^ k0;
    c1 = low1;
    c2 = high0 ^ c3 ^ k1;
    c3 = low0;
    k0 = (k0 + 0x9e3779b9) | 0;
    k1 = (k1 + 0xbb67ae85) | 0;
  }
  words[at] = c0;
  words[at + 1] = c1;
  words[at + 2] = c2;
  words[at + 3] = c3;
}

/** The upper 32 bits of the 64-bit product of two unsigned words, through 16-bit halves. */
export function multiplyHigh(a: number, b: number): number {
  const low = b & 0xffff;
  const high = b >>> 16;
  const upper = (imul(a >>> 16, low) + (imul(a & 0xffff, low) >>> 16)) | 0;
  const lower = (imul(a & 0xffff, high) + (upper & 0xffff)) | 0;
  return (imul(a >>> 16, high) + (upper >>> 16) + (lower >>> 16)) >>> 0;
}

/**
 * The words of one (seed, stream, replicate) in order. A class, because its state changes with every draw; `restart` moves the same
 * object to another replicate, so that ten thousand replicates make no garbage.
 */
export class Philox {
  private readonly words = new Uint32Array(4);
  private readonly low: number;
  private readonly high: number;
  private next = 4;
  private block = 0;

  constructor(
    seed: string,
    private readonly stream: number,
    private replicate = 0,
  ) {
    [this.low, this.high] = seedKey(seed);
  }

  /** Go to the first word of a replicate. */
  restart(replicate: number): this {
    this.replicate = replicate;
    this.block = 0;
    this.next = 4;
    return this;
  }

  /** The next word, 0 to 2^32 - 1. */
  uint32(): number {
    if (this.next === 4) {
      philoxBlock(this.block++, this.replicate, this.stream, 0, this.low, this.high, this.words);
      this.next = 0;
    }
    return this.words[this.next++];
  }

  /** The next words.length words (a multiple of four, at the start of a block), several times faster than one by one. */
  fill(words: Uint32Array): void {
    for (let at = 0; at < words.length; at += 4) {
      philoxBlock(this.block++, this.replicate, this.stream, 0, this.low, this.high, words, at);
    }
  }

  /** The next number in [0, 1) on the grid of 2^-53, from two words. */
  uniform(): number {
    const above = this.uint32() >>> 5;
    const below = this.uint32() >>> 6;
    return (above * 67108864 + below) / 9007199254740992;
  }
}
