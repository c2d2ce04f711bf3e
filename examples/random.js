/**
 * A small seeded generator (mulberry32), good enough to invent examples with. Whole numbers only inside, so the same
 * seed gives the same bytes everywhere. Measures use the streams of `src/stats`, never this.
 *
 * @param {string} seed
 */
export function random(seed) {
  let state = 2166136261;
  for (const character of seed) state = Math.imul(state ^ character.charCodeAt(0), 16777619);

  /** A number in [0, 1). */
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  /** @param {number} below */
  const index = (below) => Math.floor(next() * below);

  return {
    next,
    index,
    /** @param {number} chance */
    chance: (chance) => next() < chance,
    /** @template T @param {readonly T[]} values @returns {T} */
    pick: (values) => values[index(values.length)],
    /** @template T @param {readonly T[]} values @returns {T[]} */
    shuffled: (values) => {
      const copy = [...values];
      for (let at = copy.length - 1; at > 0; at--) {
        const other = index(at + 1);
        [copy[at], copy[other]] = [copy[other], copy[at]];
      }
      return copy;
    },
  };
}

/** @typedef {ReturnType<typeof random>} Random */
