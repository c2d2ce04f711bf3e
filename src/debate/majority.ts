import { type Coding, type TieRule } from "./coding.js";
import { isDerived, refuseRecoding } from "./derivedColumns.js";
import { type Columns, NO_ROUND, NO_VOTE, NOT_ASKED_CODE, type Panels, SAME, TIED, UNPARSED } from "./panels.js";

/** The majority of one debate in one round: a label code, TIED, NO_VOTE or NOT_ASKED_CODE. */
export type MajorityOf = (debate: number, round: number) => number;

/**
 * The label with most parsed ballots in a round; seats that were not asked stay out of the vote. The one place that applies the tie
 * rule. Where the run carries forward, a round in which nobody was asked repeats the last asked one.
 *
 * Of a debate without ballots the label itself is not known, only since when it leads: it is numbered 1 + the round it came up in, so that
 * two rounds next to each other have equal numbers when their majorities are equal.
 */
export function majority(panels: Columns, { tie }: Pick<Coding, "tie">): MajorityOf {
  const standing = standingTally(panels);
  if (panels.derived === null) return (debate, round) => chosen(standing(debate, round), tie);
  const { changed } = panels.derived;
  refuseRecoding(panels, { tie });
  return (debate, round) => {
    if (!isDerived(panels, debate)) return chosen(standing(debate, round), tie);
    const start = debate * panels.rounds;
    if (changed[start + round] === NO_ROUND) return NOT_ASKED_CODE;
    let since = round;
    while (since > 0 && changed[start + since] === SAME) since--;
    return 1 + since;
  };
}

/** Whether somebody was asked in a recorded round; in which ballots or not, that is known. */
export function asked(panels: Columns): (debate: number, round: number) => boolean {
  const count = tally(panels);
  return (debate, round) =>
    isDerived(panels, debate)
      ? panels.derived!.changed[debate * panels.rounds + round] !== NO_ROUND
      : count(debate, round).asked;
}

/** The majority that the tie rule makes of a tally. */
export function chosen({ asked, first, smallest, leaders }: Tally, tie: TieRule): number {
  if (leaders === 1) return first;
  if (leaders === 0) return asked ? NO_VOTE : NOT_ASKED_CODE;
  return tie === "ALPHABETICAL" ? smallest : tie === "FIRST_SEEN" ? first : TIED;
}

/** As `tally`, of the round that stands for this one: the last asked one where the run carries it forward. */
export function standingTally(
  panels: Ballots & Pick<Panels, "run" | "runs">,
  about?: Uint8Array,
): (debate: number, round: number) => Tally {
  const count = tally(panels, about);
  const carries = panels.runs.map(({ carryForward }) => carryForward);
  return (debate, round) => {
    let found = count(debate, round);
    for (let earlier = round - 1; !found.asked && earlier >= 0 && carries[panels.run[debate]]; earlier--)
      found = count(debate, earlier);
    return found;
  };
}

/** The recorded round that stands for this one: itself, or the last asked one before it where the run carries it forward. */
export function standingRound(
  panels: Ballots & Pick<Panels, "run" | "runs">,
): (debate: number, round: number) => number {
  const count = tally(panels);
  const carries = panels.runs.map(({ carryForward }) => carryForward);
  return (debate, round) => {
    let standing = round;
    if (carries[panels.run[debate]]) while (standing > 0 && !count(debate, standing).asked) standing--;
    return standing;
  };
}

/** Who leads a round among its parsed ballots. */
export interface Tally {
  /** Whether at least one seat was asked. */
  readonly asked: boolean;
  /** Ballots of the leading label; 0 when nobody could be read. */
  readonly count: number;
  /** Ballots of the runner-up, the same as `count` when there is a tie for the top; 0 where nobody voted for another label. */
  readonly runnerUp: number;
  /** Ballots that could be read. */
  readonly votes: number;
  /** How many labels share that count: 2 or more is a tie for the top. */
  readonly leaders: number;
  /** Of the leaders, the one that the earliest seat voted for, and the first in code point order. */
  readonly first: number;
  readonly smallest: number;
  /** Whether the label that was asked about is among them. */
  readonly includes: boolean;
}

/** What a vote can be counted from. */
export type Ballots = Pick<Panels, "ballots" | "rounds" | "seats">;

/**
 * Counts the ballots of a recorded round. `includes` answers for the label in `about`, one per debate (such as gold). The answer is the same
 * object each time, overwritten by the next call: a million debates would otherwise make millions of small objects.
 */
export function tally(
  { ballots, rounds, seats }: Ballots,
  about?: Uint8Array,
): (debate: number, round: number) => Tally {
  const counts = new Uint16Array(256);
  const found = { asked: false, count: 0, runnerUp: 0, votes: 0, leaders: 0, first: 0, smallest: 0, includes: false };
  return (debate, round) => {
    const start = (debate * rounds + round) * seats;
    const end = start + seats;
    let asked = false;
    let count = 0;
    let read = 0;
    for (let at = start; at < end; at++) {
      const label = ballots[at];
      if (label === NOT_ASKED_CODE) continue;
      asked = true;
      if (label === UNPARSED) continue;
      read++;
      if (++counts[label] > count) count = counts[label];
    }
    let leaders = 0;
    let runnerUp = 0;
    let first = 0;
    let smallest = 0;
    let includes = false;
    // Each label is met here as often as it has ballots; its count is put back to 0 the first time, ready for the next debate.
    for (let at = start; at < end; at++) {
      const label = ballots[at];
      const votes = counts[label];
      if (votes === 0) continue;
      counts[label] = 0;
      if (votes !== count) {
        if (votes > runnerUp) runnerUp = votes;
        continue;
      }
      if (leaders++ === 0) first = smallest = label;
      else if (label < smallest) smallest = label;
      if (about !== undefined && label === about[debate]) includes = true;
    }
    found.asked = asked;
    found.count = count;
    found.runnerUp = leaders > 1 ? count : runnerUp;
    found.votes = read;
    found.leaders = leaders;
    found.first = first;
    found.smallest = smallest;
    found.includes = includes;
    return found;
  };
}
