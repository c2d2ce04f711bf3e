import { UserError } from "../errors.js";
import { type Coding } from "./coding.js";
import { type Debate } from "./debate.js";
import {
  CHANGED,
  type DerivedColumns,
  type DerivedGoldColumns,
  NO_ROUND,
  type Panels,
  SAME,
  UNKNOWN,
} from "./panels.js";

/** Derived columns with their part by gold. */
export interface AllDerived {
  readonly columns: DerivedColumns;
  readonly byGold: DerivedGoldColumns;
}

/** Columns of debates that have ballots: nothing is known beside them. */
export const noDerived = (size: number, rounds: number): AllDerived => ({
  columns: {
    is: new Uint8Array(size),
    changed: new Uint8Array(size * rounds).fill(NO_ROUND),
    agreement: new Float64Array(size * rounds).fill(NaN),
    flipped: new Uint8Array(size * rounds).fill(UNKNOWN),
    initialUnanimous: new Uint8Array(size).fill(UNKNOWN),
  },
  byGold: {
    right: new Uint8Array(size * rounds).fill(UNKNOWN),
    disagreeing: new Uint8Array(size * rounds).fill(UNKNOWN),
  },
});

/** The columns of these debates; null when all of them have ballots. */
export function derivedColumns(
  debates: readonly Pick<Debate, "derived" | "rounds">[],
  rounds: number,
): AllDerived | null {
  if (debates.every(({ derived }) => !derived)) return null;
  const all = noDerived(debates.length, rounds);
  const { columns, byGold } = all;
  debates.forEach(({ derived, rounds: own }, debate) => {
    if (!derived) return;
    columns.is[debate] = 1;
    columns.initialUnanimous[debate] = flag(derived.initialUnanimous);
    for (let round = 0; round < own.length; round++) {
      const at = debate * rounds + round;
      const changed = derived.changed[round] ?? null;
      columns.changed[at] = changed === null ? UNKNOWN : changed ? CHANGED : SAME;
      columns.agreement[at] = derived.agreement[round] ?? NaN;
      columns.flipped[at] = derived.flipped[round] ?? UNKNOWN;
      byGold.right[at] = flag(derived.byGold.right[round] ?? null);
      byGold.disagreeing[at] = derived.byGold.disagreeing[round] ?? UNKNOWN;
    }
  });
  return all;
}

const flag = (value: boolean | null): number => (value === null ? UNKNOWN : Number(value));

/** Copies some debates of a block into the columns of a cohort, which may have more rounds. */
export function copyDerived(
  from: AllDerived & { readonly rounds: number },
  rows: Uint32Array,
  to: AllDerived,
  start: number,
  rounds: number,
): void {
  rows.forEach((row, i) => {
    to.columns.is[start + i] = from.columns.is[row];
    to.columns.initialUnanimous[start + i] = from.columns.initialUnanimous[row];
    for (let round = 0; round < from.rounds; round++) {
      const source = row * from.rounds + round;
      const at = (start + i) * rounds + round;
      to.columns.changed[at] = from.columns.changed[source];
      to.columns.agreement[at] = from.columns.agreement[source];
      to.columns.flipped[at] = from.columns.flipped[source];
      to.byGold.right[at] = from.byGold.right[source];
      to.byGold.disagreeing[at] = from.byGold.disagreeing[source];
    }
  });
}

/** Whether a debate has derived columns in place of ballots. */
export const isDerived = ({ derived }: Pick<Panels, "derived">, debate: number): boolean =>
  derived !== null && derived.is[debate] === 1;

/** A coding that would count ballots again cannot be applied to debates that have none: their source's own stands. */
export function refuseRecoding(
  { derived }: Pick<Panels, "derived">,
  { tie, unparsed }: Pick<Coding, "tie"> & Partial<Pick<Coding, "unparsed">>,
): void {
  if (derived === null) return;
  const refuse = (rule: string, own: string) => {
    throw new UserError(
      "NO_BALLOTS",
      `coding ${rule} needs ballots, and some of these debates have derived columns only, whose source applied ${own}`,
    );
  };
  if (tie !== "ALPHABETICAL") refuse(`tie: ${tie}`, "ALPHABETICAL");
  if (unparsed === "DROP") refuse("unparsed: DROP", "FILTER");
}
