import { type Coding } from "./coding.js";
import { endpoints } from "./endpoint.js";
import { majority, tally } from "./majority.js";
import { courses } from "./onset.js";
import { NO_VOTE, NOT_ASKED_CODE, type Panels, TIED } from "./panels.js";
import { type Cell, cell, type ExclusionReason, exclusionOf, transitions } from "./transition.js";

/** What a coding makes of one debate. */
export interface DebateFacts {
  /** Null when the debate is excluded. */
  readonly cell: Cell | null;
  readonly exclusion: ExclusionReason | null;
  /** First round whose majority is wrong, of a debate that collapsed; null for all others. */
  readonly onset: number | null;
  /** Last change from right to wrong, of a debate that collapsed. */
  readonly finalSwitch: number | null;
  /** Rounds 0 to the final one. */
  readonly rounds: readonly RoundFacts[];
}

export interface RoundFacts {
  readonly round: number;
  /** Label code of the running majority; null when there is none. */
  readonly majority: number | null;
  /** Two or more labels shared the highest count, whatever the tie rule made of it. */
  readonly tieFired: boolean;
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

/** The facts of single debates, by their index. Transitions and onsets of all debates are computed once. */
export function debateFacts(panels: Panels, coding: Coding): (debate: number) => DebateFacts {
  const states = transitions(panels, coding);
  const course = courses(panels, coding);
  const last = endpoints(panels.runs, coding);
  const majorityOf = majority(panels, coding);
  const fired = tieFired(panels);
  return (debate) => {
    const found = cell(states[debate]);
    const collapsed = found === "collapse";
    return {
      cell: found,
      exclusion: exclusionOf(states[debate]),
      onset: collapsed ? course.onset[debate] : null,
      finalSwitch: collapsed ? course.finalSwitch[debate] : null,
      rounds: Array.from({ length: last[panels.run[debate]] + 1 }, (_, round) => {
        const label = majorityOf(debate, round);
        const none = label === TIED || label === NO_VOTE || label === NOT_ASKED_CODE;
        return { round, majority: none ? null : label, tieFired: fired(debate, round) };
      }),
    };
  };
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
  const last = endpoints(panels.runs, coding);
  const fired = tieFired(panels);
  const ties = (debate: number) => {
    for (let round = 0; round <= last[panels.run[debate]]; round++) if (fired(debate, round)) return true;
    return false;
  };
  const items = filter.items && new Set(filter.items);
  const itemMatches = panels.items.map((key) => !items || items.has(key.slice(key.indexOf("\u0000") + 1)));
  const matches: number[] = [];
  for (let debate = 0; debate < panels.size; debate++) {
    const found = cell(states[debate]);
    const excluded = exclusionOf(states[debate]);
    if (
      (!filter.cells || (found !== null && filter.cells.includes(found))) &&
      (!filter.excluded || (excluded !== null && filter.excluded.includes(excluded))) &&
      (filter.onset === null || (found === "collapse" && onset[debate] === filter.onset)) &&
      itemMatches[panels.item[debate]] &&
      (filter.contradicted === null || isContradicted(debate) === filter.contradicted) &&
      (filter.tieFired === null || ties(debate) === filter.tieFired)
    )
      matches.push(debate);
  }
  return Uint32Array.from(matches);
}

/** Whether a recorded round was a tie for the top; a round in which nobody was asked is none. */
function tieFired(panels: Panels): (debate: number, round: number) => boolean {
  const leads = tally(panels);
  return (debate, round) => leads(debate, round).leaders > 1;
}
