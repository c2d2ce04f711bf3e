import { type Coding } from "./coding.js";
import { endpoints } from "./endpoint.js";
import { majority, type MajorityOf } from "./majority.js";
import { isDerived, refuseRecoding } from "./derivedColumns.js";
import { NO_GOLD, NO_VOTE, NOT_ASKED_CODE, type Panels, TIED, UNKNOWN, UNPARSED } from "./panels.js";

/**
 * What a majority is against gold. Under `WRONG` an undefined majority counts as wrong (UNDEFINED_AS_WRONG), under `EXCLUDE` it
 * leaves the debate undecided (UNDEFINED); the identity needs to tell the first from a majority for a wrong label.
 */
export const RIGHT = 0;
export const WRONG = 1;
export const UNDEFINED_AS_WRONG = 2;
export const UNDEFINED = 3;

export const cells = ["preservation", "collapse", "correction", "unrepaired"] as const;
export type Cell = (typeof cells)[number] | "undecided";

/**
 * Why a debate is in no cell, the first reason that applies: NO_GOLD; NOT_ASKED, nobody was asked in round 0 or in the final round
 * (and the run does not carry forward); UNPARSED, under DROP, some ballot up to the final round could not be read.
 */
export const exclusionReasons = ["NO_GOLD", "NOT_ASKED", "UNPARSED"] as const;
export type ExclusionReason = (typeof exclusionReasons)[number];

/** States below this are transitions, 4 * initial + final; from here on exclusions. */
const EXCLUDED = 16;
/** How many states there are. */
export const STATES = EXCLUDED + exclusionReasons.length;

/** One byte per debate: its initial and final verdict, or why it has none. */
export function transitions(panels: Panels, coding: Coding): Uint8Array {
  refuseRecoding(panels, coding);
  const last = endpoints(panels.runs, coding);
  const majorityOf = majority(panels, coding);
  const verdictOf = verdict(panels, coding);
  const states = new Uint8Array(panels.size);
  for (let debate = 0; debate < panels.size; debate++) {
    const end = last[panels.run[debate]];
    const initial = majorityOf(debate, 0);
    const final = majorityOf(debate, end);
    if (!hasGold(panels, debate)) states[debate] = excluded("NO_GOLD");
    else if (initial === NOT_ASKED_CODE || final === NOT_ASKED_CODE) states[debate] = excluded("NOT_ASKED");
    else if (coding.unparsed === "DROP" && hasUnparsed(panels, debate, end)) states[debate] = excluded("UNPARSED");
    else states[debate] = 4 * verdictOf(debate, initial) + verdictOf(debate, final);
  }
  return states;
}

/** Of a debate without ballots, gold is known where the source says whether its majorities were right; the label itself need not be. */
export const hasGold = (panels: Panels, debate: number): boolean =>
  isDerived(panels, debate)
    ? panels.derivedByGold!.right[debate * panels.rounds] !== UNKNOWN
    : panels.gold[debate] !== NO_GOLD;

const excluded = (reason: ExclusionReason): number => EXCLUDED + exclusionReasons.indexOf(reason);

/** Whether some ballot in rounds 0 to `end` was asked for and could not be read. */
export function hasUnparsed({ ballots, rounds, seats }: Panels, debate: number, end: number): boolean {
  const start = debate * rounds * seats;
  for (let at = start; at < start + (end + 1) * seats; at++) if (ballots[at] === UNPARSED) return true;
  return false;
}

/** What a majority is judged by. */
type Judged = Pick<Panels, "gold" | "derived" | "derivedByGold" | "rounds">;

/**
 * A majority against gold, of a debate that has gold, in a round that was asked. Derived columns do not tell an undefined majority from
 * one for a wrong label: both are wrong under every coding.
 */
export function verdict(panels: Judged, coding: Pick<Coding, "undefined" | "noVote">): MajorityOf {
  const { gold, derivedByGold, rounds } = panels;
  const tied = coding.undefined === "WRONG" ? UNDEFINED_AS_WRONG : UNDEFINED;
  const noVote = coding.noVote === "WRONG" ? UNDEFINED_AS_WRONG : UNDEFINED;
  const ofBallots: MajorityOf = (debate, label) =>
    label === gold[debate] ? RIGHT : label === TIED ? tied : label === NO_VOTE ? noVote : WRONG;
  if (derivedByGold === null) return ofBallots;
  return (debate, label) => {
    if (!isDerived(panels, debate)) return ofBallots(debate, label);
    const right = derivedByGold.right[debate * rounds + label - 1];
    return right === UNKNOWN ? UNDEFINED : right === 1 ? RIGHT : WRONG;
  };
}

const cellOfState: readonly (Cell | null)[] = Array.from({ length: STATES }, (_, state) => {
  if (state >= EXCLUDED) return null;
  const initial = state >> 2;
  const final = state & 3;
  if (initial === UNDEFINED || final === UNDEFINED) return "undecided";
  if (initial === RIGHT) return final === RIGHT ? "preservation" : "collapse";
  return final === RIGHT ? "correction" : "unrepaired";
});

/** The one place that names the four cells. Null for a debate that is excluded. */
export const cell = (state: number): Cell | null => cellOfState[state];

/** Null for a debate that is not. */
export const exclusionOf = (state: number): ExclusionReason | null =>
  state < EXCLUDED ? null : exclusionReasons[state - EXCLUDED];

/** The verdicts that a state is made of; null for a debate that is excluded. */
export const initialVerdict = (state: number): number | null => (state < EXCLUDED ? state >> 2 : null);
export const finalVerdict = (state: number): number | null => (state < EXCLUDED ? state & 3 : null);
