import { type Columns, NO_VOTE, NOT_ASKED_CODE, NOT_STATED_CODE, TIED, UNPARSED } from "./panels.js";
import { shown } from "./shown.js";

/**
 * What one seat did from one recorded round to the next, against the majority of what it was shown in between. A flip is a ballot that differs from
 * the same seat's ballot one round earlier; both have to be read. A round that is carried forward is no vote.
 */
export const flipKinds = [
  /** The seat was not asked in one of the two rounds, or not read in either. */
  "NO_PAIR",
  /** Read in the first only, and in the second only. */
  "LOST",
  "FOUND",
  /** No flip, and the ballot differs from the shown majority. */
  "HELD_OUT",
  /** No flip, and nothing is known to have pulled at it: the shown majority agrees, is a tie, or nothing was shown. */
  "KEPT",
  /** A flip to the shown majority. */
  "TOWARD",
  /** A flip that leaves the shown majority. */
  "LEFT",
  /** A flip from one label to another with the shown majority a third. */
  "ELSEWHERE",
  /** A flip, and two or more labels led what was shown. */
  "SHOWN_TIE",
  /** A flip, and no label was shown. */
  "NOTHING_SHOWN",
  /** A flip, and neither the record nor the run's condition says what was shown. */
  "NOT_STATED",
] as const;
export type FlipKind = (typeof flipKinds)[number];

const code = Object.fromEntries(flipKinds.map((kind, index) => [kind, index])) as Record<FlipKind, number>;

/** `[(debate * (rounds - 1) + round - 1) * seats + seat]`: an index into `flipKinds`, for rounds 1 to the last. */
export function flipColumn(panels: Columns): Uint8Array {
  const { size, rounds, seats, ballots } = panels;
  const steps = Math.max(0, rounds - 1);
  const shownMajority = shown(panels);
  const column = new Uint8Array(size * steps * seats);
  for (let debate = 0, at = 0; debate < size; debate++)
    for (let round = 1; round <= steps; round++)
      for (let seat = 0; seat < seats; seat++, at++) {
        const now = ballots[(debate * rounds + round) * seats + seat];
        const before = ballots[(debate * rounds + round - 1) * seats + seat];
        if (now === NOT_ASKED_CODE || before === NOT_ASKED_CODE) column[at] = code.NO_PAIR;
        else if (now === UNPARSED || before === UNPARSED)
          column[at] = now !== UNPARSED ? code.FOUND : before !== UNPARSED ? code.LOST : code.NO_PAIR;
        else column[at] = kind(before, now, shownMajority(debate, round, seat));
      }
  return column;
}

function kind(before: number, now: number, majority: number): number {
  const decided = majority !== TIED && majority !== NO_VOTE && majority !== NOT_STATED_CODE;
  if (now === before) return decided && now !== majority ? code.HELD_OUT : code.KEPT;
  if (!decided) return majority === TIED ? code.SHOWN_TIE : majority === NO_VOTE ? code.NOTHING_SHOWN : code.NOT_STATED;
  return now === majority ? code.TOWARD : before === majority ? code.LEFT : code.ELSEWHERE;
}

/** Whether a kind is a flip, and whether it is a pair of ballots that were both read. */
export const isFlip = (kind: number): boolean => kind >= code.TOWARD;
export const isPair = (kind: number): boolean => kind >= code.HELD_OUT;
