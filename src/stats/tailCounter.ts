/** Arrangements whose statistic is as far out as the observed one: either way, upwards, downwards, and all there are. */
export interface Tails {
  twoSided: number;
  greater: number;
  less: number;
  total: number;
}

/**
 * Counts arrangements into tails, each with its weight (a count or a chance). A tie with the observed value belongs to the
 * tail. `slack` widens each tail by that much, for sums of rounded numbers; whole numbers use 0 and are compared exactly.
 */
export function tailCounter(
  observed: number,
  slack: number,
): { tails: Tails; add: (value: number, weight: number) => void } {
  const tails: Tails = { twoSided: 0, greater: 0, less: 0, total: 0 };
  const distance = Math.abs(observed) - slack;
  const add = (value: number, weight: number): void => {
    tails.total += weight;
    if (Math.abs(value) >= distance) tails.twoSided += weight;
    if (value >= observed - slack) tails.greater += weight;
    if (value <= observed + slack) tails.less += weight;
  };
  return { tails, add };
}
