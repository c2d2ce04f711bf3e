import { must } from "../errors.js";
import { proportion, type Proportion } from "../stats/proportion.js";
import { type Coding } from "./coding.js";
import { type Panels } from "./panels.js";
import {
  cell,
  cells,
  type Cell,
  exclusionOf,
  type ExclusionReason,
  exclusionReasons,
  transitions,
} from "./transition.js";

/** Where a coding puts a debate: into a cell, undecided, or out for a reason. */
export type DebateState = Cell | ExclusionReason;
export const debateStates: readonly DebateState[] = [...cells, "undecided", ...exclusionReasons];

export const debateState = (state: number): DebateState => {
  const found = cell(state) ?? exclusionOf(state);
  must(found, "a debate is in a cell, undecided or excluded");
  return found;
};

/**
 * The same debates under two codings. `moved` are those that the two put into different states, of all debates; null without debates.
 * `table` has each pair of states that occurs.
 */
export interface Recode {
  readonly from: Coding;
  readonly to: Coding;
  readonly debates: number;
  readonly moved: Proportion;
  readonly table: readonly { readonly from: DebateState; readonly to: DebateState; readonly count: number }[];
  /** The debates that moved, by index and in order. */
  readonly which: Uint32Array;
  readonly stateFrom: (debate: number) => DebateState;
  readonly stateTo: (debate: number) => DebateState;
}

/** One side: debates as one parser reads them, and the coding of their ballots. */
export interface Coded {
  readonly panels: Panels;
  readonly coding: Coding;
}

/** Both sides must be the same debates in the same order. */
export function recode(one: Coded, other: Coded): Recode {
  must(one.panels.size === other.panels.size, "the same debates are coded twice");
  const size = one.panels.size;
  const from = transitions(one.panels, one.coding);
  const to = transitions(other.panels, other.coding);
  const states = debateStates.length;
  const counts = new Float64Array(states * states);
  const which: number[] = [];
  const place = (state: number) => debateStates.indexOf(debateState(state));
  for (let debate = 0; debate < size; debate++) {
    const [left, right] = [place(from[debate]), place(to[debate])];
    counts[left * states + right]++;
    if (left !== right) which.push(debate);
  }
  const table = [...counts.entries()].flatMap(([pair, count]) =>
    count === 0 ? [] : [{ from: debateStates[Math.floor(pair / states)], to: debateStates[pair % states], count }],
  );
  return {
    from: one.coding,
    to: other.coding,
    debates: size,
    moved: proportion(which.length, size),
    table,
    which: Uint32Array.from(which),
    stateFrom: (debate) => debateState(from[debate]),
    stateTo: (debate) => debateState(to[debate]),
  };
}
