import { UserError } from "../errors.js";
import { type Coding } from "./coding.js";
import { type Counted, counted, type Kinds, OUTSIDE } from "./counted.js";
import { isDerived } from "./derivedColumns.js";
import { endpoints } from "./endpoint.js";
import { type Group, type Grouping, groupsOf } from "./grouping.js";
import { type IntervalOptions } from "./intervalOptions.js";
import { majority } from "./majority.js";
import { NOT_ASKED_CODE, type Panels, UNKNOWN } from "./panels.js";
import { type Rate } from "./rate.js";
import { cell, RIGHT, transitions, UNDEFINED, verdict } from "./transition.js";

/**
 * When collapses happen. The running majority of a round is wrong when it is defined and not gold, and, where the coding counts
 * undefined majorities as wrong, also when it is undefined; otherwise a round without a majority is skipped, as is one that nobody was
 * asked in.
 */
export interface Onset {
  readonly collapses: number;
  /** Rounds 1 to the last final round, zeros included. */
  readonly rounds: readonly OnsetRound[];
  /** Collapses with their onset after round 1. Denominator: collapses; null when there are none. */
  readonly late: Rate;
  /** Preserved debates whose running majority was wrong in between. Denominator: preservation. */
  readonly repairedExcursions: Rate;
}

export interface OnsetRound {
  readonly round: number;
  /** Collapsed debates whose onset is here: the first round that is wrong, after being right at the start. */
  readonly count: number;
  /** count / collapses. */
  readonly share: Rate;
  /** Collapsed debates whose last change from right to wrong is here. */
  readonly finalSwitch: number;
  /** finalSwitch / collapses. */
  readonly finalSwitchShare: Rate;
}

export interface OnsetReport {
  readonly coding: Coding;
  readonly total: Onset;
  readonly groups: readonly (Group & { readonly onset: Onset })[];
}

export function onsetReport(
  panels: Panels,
  coding: Coding,
  by: Grouping | null,
  interval: IntervalOptions,
): OnsetReport {
  const rounds = Math.max(0, ...endpoints(panels.runs, coding));
  const groups = by && groupsOf(panels, by);
  const rates = counted(panels, kinds(panels, coding, rounds), groups, interval);
  return {
    coding,
    total: onset(rates.total, rounds),
    groups: groups?.groups.map((group, index) => ({ ...group, onset: onset(rates.groups[index], rounds) })) ?? [],
  };
}

/** Onset and final switch of every debate, 0 where it has none. */
export interface Course {
  readonly onset: Uint16Array;
  readonly finalSwitch: Uint16Array;
}

/** First wrong round and last switch from right to wrong of all debates that start right, whether or not they end wrong. */
export function courses(panels: Panels, coding: Coding, states = transitions(panels, coding)): Course {
  const last = endpoints(panels.runs, coding);
  const majorityOf = majority(panels, coding);
  const verdictOf = verdict(panels, coding);
  const course = { onset: new Uint16Array(panels.size), finalSwitch: new Uint16Array(panels.size) };
  for (let debate = 0; debate < panels.size; debate++) {
    const found = cell(states[debate]);
    if (found !== "preservation" && found !== "collapse") continue;
    let wasRight = true;
    for (let round = 1; round <= last[panels.run[debate]]; round++) {
      const label = majorityOf(debate, round);
      const now = label === NOT_ASKED_CODE ? UNDEFINED : verdictOf(debate, label);
      if (now === UNDEFINED) continue;
      if (now !== RIGHT && course.onset[debate] === 0) course.onset[debate] = round;
      if (now !== RIGHT && wasRight) course.finalSwitch[debate] = round;
      wasRight = now === RIGHT;
    }
  }
  return course;
}

/** Kind 0: preserved throughout; 1: repaired excursion; then collapses by (onset, final switch). */
function kinds(panels: Panels, coding: Coding, rounds: number): Kinds {
  const states = transitions(panels, coding);
  const { onset, finalSwitch } = courses(panels, coding, states);
  refuseSilence(panels, states, onset);
  const of = new Uint16Array(panels.size);
  for (let debate = 0; debate < panels.size; debate++) {
    const found = cell(states[debate]);
    if (found === "preservation") of[debate] = onset[debate] === 0 ? 0 : 1;
    else if (found === "collapse") of[debate] = 2 + (onset[debate] - 1) * rounds + finalSwitch[debate] - 1;
    else of[debate] = found === null ? OUTSIDE : OUTSIDE - 1;
  }
  return { of, columns: 2 + rounds * rounds, shareDraws: false };
}

/** Derived columns may be silent about rounds; when a collapse began is then unknown, unless they tell of all rounds before. */
function refuseSilence(panels: Panels, states: Uint8Array, onset: Uint16Array): void {
  if (panels.derivedByGold === null) return;
  for (let debate = 0; debate < panels.size; debate++) {
    if (!isDerived(panels, debate) || cell(states[debate]) !== "collapse") continue;
    const start = debate * panels.rounds;
    if (panels.derivedByGold.right.subarray(start, start + onset[debate]).includes(UNKNOWN))
      throw new UserError(
        "NO_BALLOTS",
        `onset: of debate ${panels.ordinal[debate]} of run ${panels.runs[panels.run[debate]].slug} no column says when its collapse began`,
      );
  }
}

function onset({ rate }: Counted, rounds: number): Onset {
  const over = (holds: (onset: number, finalSwitch: number) => boolean): number[] => [
    0,
    0,
    ...Array.from({ length: rounds * rounds }, (_, pair) =>
      holds(1 + Math.floor(pair / rounds), 1 + (pair % rounds)) ? 1 : 0,
    ),
  ];
  const collapses = over(() => true);
  const preserved = (repaired: number) => collapses.map((_, kind) => (kind === 1 ? 1 : kind === 0 ? 1 - repaired : 0));
  const late = rate(
    over((first) => first > 1),
    collapses,
  );
  return {
    collapses: late.of,
    rounds: Array.from({ length: rounds }, (_, index) => {
      const round = index + 1;
      const share = rate(
        over((first) => first === round),
        collapses,
      );
      const finalSwitchShare = rate(
        over((_first, final) => final === round),
        collapses,
      );
      return { round, count: share.count, share, finalSwitch: finalSwitchShare.count, finalSwitchShare };
    }),
    late,
    repairedExcursions: rate(preserved(1), preserved(0)),
  };
}
