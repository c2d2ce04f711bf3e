import { proportion, type Proportion } from "../stats/proportion.js";
import { type Coding } from "./coding.js";
import { endpoints } from "./endpoint.js";
import { type Group, type Grouping, type Groups, groupsOf } from "./grouping.js";
import { standingTally, tally } from "./majority.js";
import { type DecidedCell } from "./effect.js";
import { type Panels } from "./panels.js";
import { cell, cells, hasUnparsed, transitions } from "./transition.js";

/**
 * What tie-breaks did. Ties are counted in recorded rounds up to the final one, gold or not: a carried round is not a vote. Under DROP
 * the debates that leave are not counted.
 */
export interface Ties {
  /** Rounds of a debate in which two or more labels shared the highest count, whatever the tie rule made of it. */
  readonly fired: number;
  /** By round: ties among the rounds in which somebody could be read. */
  readonly rounds: readonly (Proportion & { readonly round: number })[];
  /**
   * Cells that the rule decided, among the debates in the four cells: the initial or the final majority was a tie that gold shared in, so that another choice
   * among the leading labels would have put the debate in another cell. 0 under UNDECIDED, where nobody chooses.
   */
  readonly decided: Proportion;
  /** The same by the cell that the rule chose. */
  readonly decidedCells: Readonly<Record<DecidedCell, number>>;
}

export interface TieReport {
  readonly coding: Coding;
  readonly total: Ties;
  readonly groups: readonly (Group & { readonly ties: Ties })[];
}

export function tieReport(panels: Panels, coding: Coding, by: Grouping | null): TieReport {
  const groups = by && groupsOf(panels, by);
  const tables = countTies(panels, coding, groups);
  const rounds = Math.max(0, ...endpoints(panels.runs, coding).map((last) => last + 1));
  const all = new Float64Array(HEAD + 2 * panels.rounds);
  for (const table of tables) table.forEach((count, at) => (all[at] += count));
  return {
    coding,
    total: ties(all, rounds),
    groups: groups?.groups.map((group, index) => ({ ...group, ties: ties(tables[index], rounds) })) ?? [],
  };
}

const HEAD = 1 + cells.length;

/** Per group: in cells, decided by cell, then per round: fired, votes. */
function countTies(panels: Panels, coding: Coding, groups: Groups | null): Float64Array[] {
  const last = endpoints(panels.runs, coding);
  const states = transitions(panels, coding);
  const count = tally(panels);
  const decides = tieDecides(panels, coding);
  const tables = Array.from({ length: groups?.groups.length ?? 1 }, () => new Float64Array(HEAD + 2 * panels.rounds));
  for (let debate = 0; debate < panels.size; debate++) {
    const end = last[panels.run[debate]];
    if (coding.unparsed === "DROP" && hasUnparsed(panels, debate, end)) continue;
    const table = tables[groups ? groups.of[debate] : 0];
    const found = cell(states[debate]);
    if (found !== null && found !== "undecided") {
      table[0]++;
      if (decides(debate, 0) || decides(debate, end)) table[1 + cells.indexOf(found)]++;
    }
    for (let round = 0; round <= end; round++) {
      const { leaders } = count(debate, round);
      if (leaders > 1) table[HEAD + 2 * round]++;
      if (leaders > 0) table[HEAD + 2 * round + 1]++;
    }
  }
  return tables;
}

/** Whether a round's majority is right or not by the choice of the tie rule alone: gold is one of two or more leaders. */
export function tieDecides(panels: Panels, { tie }: Pick<Coding, "tie">): (debate: number, round: number) => boolean {
  const standing = standingTally(panels, panels.gold);
  return (debate, round) => {
    if (tie === "UNDECIDED") return false;
    const { leaders, includes } = standing(debate, round);
    return leaders > 1 && includes;
  };
}

function ties(table: Float64Array, rounds: number): Ties {
  const byRound = Array.from({ length: rounds }, (_, round) => ({
    round,
    ...proportion(table[HEAD + 2 * round], table[HEAD + 2 * round + 1]),
  }));
  const decidedCells = Object.fromEntries(cells.map((name, at) => [name, table[1 + at]])) as Ties["decidedCells"];
  return {
    fired: byRound.reduce((sum, { count }) => sum + count, 0),
    rounds: byRound,
    decided: proportion(
      cells.reduce((sum, name) => sum + decidedCells[name], 0),
      table[0],
    ),
    decidedCells,
  };
}
