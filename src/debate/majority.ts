import { type Coding, type TieRule } from "./coding.js";
import { MAX_LABELS, NO_VOTE, NOT_ASKED_CODE, type Panels, TIED, UNPARSED } from "./panels.js";

/** The majority of one debate in one round: a label code, TIED, NO_VOTE or NOT_ASKED_CODE. */
export type MajorityOf = (debate: number, round: number) => number;

/**
 * The label with most parsed ballots in a round; seats that were not asked stay out of the vote. The one place that applies the tie
 * rule. Where the run carries forward, a round in which nobody was asked repeats the last asked one.
 */
export function majority(panels: Panels, { tie }: Pick<Coding, "tie">): MajorityOf {
  const leads = tally(panels);
  return (debate, round) => {
    const asked = standingRound(panels, debate, round);
    return asked < 0 ? NOT_ASKED_CODE : chosen(leads(debate, asked), tie);
  };
}

/** The majority that the tie rule makes of a tally. */
export function chosen({ first, smallest, count, leaders }: Leads, tie: TieRule): number {
  if (count === 0) return NO_VOTE;
  if (leaders === 1) return first;
  return tie === "ALPHABETICAL" ? smallest : tie === "FIRST_SEEN" ? first : TIED;
}

/** The round whose ballots stand for this one: itself when somebody was asked in it, the last asked one when carried; else -1. */
export function standingRound(panels: Ballots & Pick<Panels, "run" | "runs">, debate: number, round: number): number {
  const carries = panels.runs[panels.run[debate]].carryForward;
  for (let asked = round; asked >= 0; asked--) {
    if (isAsked(panels, debate, asked)) return asked;
    if (!carries) return -1;
  }
  return -1;
}

/** What a vote can be counted from. */
export type Ballots = Pick<Panels, "ballots" | "rounds" | "seats">;

/** Whether at least one seat was asked in this round. */
export function isAsked({ ballots, rounds, seats }: Ballots, debate: number, round: number): boolean {
  const start = (debate * rounds + round) * seats;
  for (let at = start; at < start + seats; at++) if (ballots[at] !== NOT_ASKED_CODE) return true;
  return false;
}

/** Who leads a round among its parsed ballots. */
export interface Leads {
  /** Ballots of the leading label; 0 when nobody could be read. */
  readonly count: number;
  /** How many labels share that count: 2 or more is a tie for the top. */
  readonly leaders: number;
  /** Of the leaders, the one that the earliest seat voted for, and the first in code point order. */
  readonly first: number;
  readonly smallest: number;
  /** Ballots for the label in the argument. */
  readonly ballotsFor: (label: number) => number;
}

/**
 * Counts the ballots of a recorded round. The answer is the same object each time, overwritten by the next call: a million debates
 * would otherwise make millions of small objects.
 */
export function tally({ ballots, rounds, seats }: Ballots): (debate: number, round: number) => Leads {
  const counts = new Uint8Array(256);
  const seen: number[] = [];
  const leads = { count: 0, leaders: 0, first: 0, smallest: 0, ballotsFor: (label: number) => counts[label] };
  return (debate, round) => {
    for (const label of seen) counts[label] = 0;
    seen.length = 0;
    const start = (debate * rounds + round) * seats;
    leads.count = 0;
    for (let at = start; at < start + seats; at++) {
      const label = ballots[at];
      if (label === UNPARSED || label > MAX_LABELS) continue;
      if (counts[label] === 0) seen.push(label);
      if (++counts[label] > leads.count) leads.count = counts[label];
    }
    leads.leaders = leads.first = leads.smallest = 0;
    for (const label of seen) {
      if (counts[label] !== leads.count) continue;
      if (leads.leaders++ === 0) leads.first = leads.smallest = label;
      else if (label < leads.smallest) leads.smallest = label;
    }
    return leads;
  };
}
