import { type Coding } from "./coding.js";
import { endpoints } from "./endpoint.js";
import { isDerived } from "./derivedColumns.js";
import { majority, tally } from "./majority.js";
import { courses } from "./onset.js";
import { type Columns, NO_VOTE, NOT_ASKED_CODE, type Panels, TIED } from "./panels.js";
import { type Cell, cell, type ExclusionReason, exclusionOf, transitions } from "./transition.js";

/** What a coding makes of one debate, by gold. */
export interface DebateVerdicts {
  /** Null when the debate is excluded. */
  readonly cell: Cell | null;
  readonly exclusion: ExclusionReason | null;
  /** First round whose majority is wrong, of a debate that collapsed; null for all others. */
  readonly onset: number | null;
  /** Last change from right to wrong, of a debate that collapsed. */
  readonly finalSwitch: number | null;
}

export interface RoundFacts {
  readonly round: number;
  /** Label code of the running majority; null when there is none. */
  readonly majority: number | null;
  /** Two or more labels shared the highest count, whatever the tie rule made of it. Null: the derived columns do not tell. */
  readonly tieFired: boolean | null;
}

/** What the debates of a page are chosen by; null: any. All that are given must hold. */
export interface DebateFilter {
  readonly cells: readonly Cell[] | null;
  readonly onset: number | null;
  /** Whether a tie fired in any recorded round up to the final one. */
  readonly tieFired: boolean | null;
  readonly excluded: readonly ExclusionReason[] | null;
  /** Keys of items, in any benchmark. */
  readonly items: readonly string[] | null;
  /** Whether something that the source reports contradicts the ballots: known to the store, not to the columns. */
  readonly contradicted: boolean | null;
}

/** The rounds of single debates up to the final one, by their index: what a coding makes of the ballots alone. */
export function debateRounds(columns: Columns, coding: Coding): (debate: number) => readonly RoundFacts[] {
  const last = endpoints(columns.runs, coding);
  const majorityOf = majority(columns, coding);
  const fired = tieFired(columns);
  return (debate) =>
    Array.from({ length: last[columns.run[debate]] + 1 }, (_, round) => {
      const label = majorityOf(debate, round);
      // Of a debate without ballots it is known whether there is a majority, not for what.
      const none = isDerived(columns, debate) || label === TIED || label === NO_VOTE || label === NOT_ASKED_CODE;
      return { round, majority: none ? null : label, tieFired: fired(debate, round) };
    });
}

/** The verdicts on single debates, by their index. Transitions and onsets of all debates are computed once. */
export function debateVerdicts(panels: Panels, coding: Coding): (debate: number) => DebateVerdicts {
  const states = transitions(panels, coding);
  const course = courses(panels, coding);
  return (debate) => {
    const found = cell(states[debate]);
    const collapsed = found === "collapse";
    return {
      cell: found,
      exclusion: exclusionOf(states[debate]),
      onset: collapsed ? course.onset[debate] : null,
      finalSwitch: collapsed ? course.finalSwitch[debate] : null,
    };
  };
}

/** Whether a filter asks for something that only gold can tell. */
export const asksGold = ({ cells, onset, excluded, contradicted }: DebateFilter): boolean =>
  [cells, onset, excluded, contradicted].some((asked) => asked !== null);

/** The indexes of the debates that the parts of a filter that look at ballots and items let through, ascending. */
export function matchingBallots(
  columns: Columns,
  coding: Coding,
  filter: Pick<DebateFilter, "tieFired" | "items">,
): Uint32Array {
  const last = endpoints(columns.runs, coding);
  const fired = tieFired(columns);
  const ties = (debate: number) => {
    let all: boolean | null = false;
    for (let round = 0; round <= last[columns.run[debate]]; round++) {
      const one = fired(debate, round);
      if (one) return true;
      all = one === null ? null : all;
    }
    return all;
  };
  const items = filter.items && new Set(filter.items);
  const itemMatches = columns.items.map((key) => !items || items.has(key.slice(key.indexOf("\u0000") + 1)));
  const matches: number[] = [];
  for (let debate = 0; debate < columns.size; debate++)
    if (itemMatches[columns.item[debate]] && (filter.tieFired === null || ties(debate) === filter.tieFired))
      matches.push(debate);
  return Uint32Array.from(matches);
}

/** The indexes of the debates that a filter lets through, ascending. */
export function matchingDebates(
  panels: Panels,
  coding: Coding,
  filter: DebateFilter,
  isContradicted: (debate: number) => boolean,
): Uint32Array {
  const states = transitions(panels, coding);
  const { onset } = courses(panels, coding);
  return matchingBallots(panels, coding, filter).filter((debate) => {
    const found = cell(states[debate]);
    const excluded = exclusionOf(states[debate]);
    return (
      (!filter.cells || (found !== null && filter.cells.includes(found))) &&
      (!filter.excluded || (excluded !== null && filter.excluded.includes(excluded))) &&
      (filter.onset === null || (found === "collapse" && onset[debate] === filter.onset)) &&
      (filter.contradicted === null || isContradicted(debate) === filter.contradicted)
    );
  });
}

/**
 * Whether a recorded round was a tie for the top; a round in which nobody was asked is none. Without ballots: more than half of the
 * entries equal is no tie, three or more entries that all differ are one (at most one of them was unread), and the rest is unknown.
 */
function tieFired(panels: Columns): (debate: number, round: number) => boolean | null {
  const leads = tally(panels);
  return (debate, round) => {
    if (!isDerived(panels, debate)) return leads(debate, round).leaders > 1;
    const agreement = panels.derived!.agreement[debate * panels.rounds + round];
    const seats = panels.compositions[panels.composition[debate]].seats.length;
    if (agreement > 0.5) return false;
    return seats >= 3 && Math.round(agreement * seats) === 1 ? true : null;
  };
}
