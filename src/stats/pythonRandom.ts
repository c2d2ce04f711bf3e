/**
 * Whole numbers as Python's `random.Random(seed)` draws them (Mersenne Twister 19937, Matsumoto & Nishimura 1998), for a seed below 2^32.
 * Only to repeat published procedures draw by draw; everything of our own draws from Philox.
 */
export class PythonRandom {
  private readonly state = new Uint32Array(SIZE);
  private used = SIZE;

  constructor(seed: number) {
    if (!Number.isInteger(seed) || seed < 0 || seed > 0xffffffff) throw new Error(`a seed below 2^32, not ${seed}`);
    const { state } = this;
    state[0] = 19650218;
    for (let i = 1; i < SIZE; i++) state[i] = (Math.imul(1812433253, mixed(state[i - 1])) + i) >>> 0;
    // Initialisation by an array, here of the one word that the seed is.
    let at = 1;
    const advance = () => {
      if (++at < SIZE) return;
      state[0] = state[SIZE - 1];
      at = 1;
    };
    for (let k = 0; k < SIZE; k++, advance())
      state[at] = ((state[at] ^ Math.imul(mixed(state[at - 1]), 1664525)) + seed) >>> 0;
    for (let k = 1; k < SIZE; k++, advance())
      state[at] = ((state[at] ^ Math.imul(mixed(state[at - 1]), 1566083941)) - at) >>> 0;
    state[0] = 0x80000000;
  }

  /** `getrandbits(32)`. */
  uint32(): number {
    if (this.used === SIZE) this.twist();
    let word = this.state[this.used++];
    word ^= word >>> 11;
    word ^= (word << 7) & 0x9d2c5680;
    word ^= (word << 15) & 0xefc60000;
    word ^= word >>> 18;
    return word >>> 0;
  }

  /** `randrange(n)`: the top bits of a word, drawn again while they are too large. */
  below(n: number): number {
    const shift = Math.clz32(n);
    let drawn = this.uint32() >>> shift;
    while (drawn >= n) drawn = this.uint32() >>> shift;
    return drawn;
  }

  /** `shuffle` of 0 to count - 1. */
  shuffled(count: number): Uint32Array {
    const order = Uint32Array.from({ length: count }, (_, index) => index);
    for (let last = count - 1; last > 0; last--) {
      const other = this.below(last + 1);
      [order[last], order[other]] = [order[other], order[last]];
    }
    return order;
  }

  private twist(): void {
    const { state } = this;
    for (let k = 0; k < SIZE; k++) {
      const word = (state[k] & 0x80000000) | (state[(k + 1) % SIZE] & 0x7fffffff);
      state[k] = state[(k + 397) % SIZE] ^ (word >>> 1) ^ (word & 1 ? 0x9908b0df : 0);
    }
    this.used = 0;
  }
}

const SIZE = 624;
const mixed = (word: number): number => word ^ (word >>> 30);
