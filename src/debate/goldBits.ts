import { type Columns, NOT_ASKED_CODE, UNPARSED } from "./panels.js";

/**
 * How many bits a guess at the gold of these debates takes at least, by index into `runs`: for each debate the logarithm, to base 2, of the
 * number of different answers given, and no less than one bit. A lower bound, since gold may be an answer that nobody gave; it looks at
 * ballots alone.
 */
export function goldBits({ size, rounds, seats, run, runs, ballots }: Columns): number[] {
  const bits = runs.map(() => 0);
  const cells = rounds * seats;
  for (let debate = 0; debate < size; debate++) {
    const answers = new Set(ballots.subarray(debate * cells, (debate + 1) * cells));
    answers.delete(UNPARSED);
    answers.delete(NOT_ASKED_CODE);
    bits[run[debate]] += Math.log(Math.max(2, answers.size)) / Math.LN2;
  }
  return bits;
}
