import { type Derived, type Reported } from "../debate/debate.js";
import { type JsonObject } from "./jsonLine.js";
import { described } from "./fault.js";
import { type Notes } from "./notes.js";

/** DebateLedger's panels, and the debate rounds of its protocol. */
export const R1_SEATS = 3;
const PROTOCOL_ROUNDS = 3;
/** Debate rounds that a column name can speak of. */
const MOST_ROUNDS = 9;

/** One row of the R1 feature table, of the emitted or of the declared shape. */
export interface R1Row {
  readonly derived: Derived;
  readonly reported: Reported | null;
  /** The blind round included. */
  readonly rounds: number;
  /** Keys that were read. */
  readonly read: ReadonlySet<string>;
}

/** Other names of the same columns: those of the declared shape, and what readers of either accept. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  init_majority_correct: ["initial_majority_correct"],
  init_correct: ["initial_correct"],
  final_correct: ["final_majority_correct"],
  collapsed: ["collapse_y"],
  cascade_round: ["collapse_onset_round"],
  r1_majority_changed: ["R1_majority_shift"],
  r1_n_flipped_from_init: ["r1_n_flipped_from_initial", "r1_n_flips_from_initial", "r1_n_flipped"],
};

/**
 * Reads what a row says of its rounds, and fills in what follows from it: an unchanged majority is as right as before, a changed one was
 * not right on both sides, and before the onset of a collapse the majority was right. Null when something is wrong with the row.
 */
export function r1Row(row: JsonObject, notes: Notes): R1Row | null {
  const before = notes.faults.length;
  const read = new Set<string>();
  const value = (name: string): { key: string; value: unknown } => {
    const key = [name, ...(aliases[name] ?? [])].find((known) => row[known] !== undefined && row[known] !== null);
    [name, ...(aliases[name] ?? [])].forEach((known) => read.add(known));
    return { key: key ?? name, value: key === undefined ? null : row[key] };
  };
  const flag = (name: string): boolean | null => {
    const { key, value: given } = value(name);
    if (given === null || typeof given === "boolean") return given;
    if (given === 0 || given === 1) return given === 1;
    notes.fault(key, "0, 1, true, false or null", described(given));
    return null;
  };
  const number = (name: string, fits: (given: number) => boolean, expected: string): number | null => {
    const { key, value: given } = value(name);
    if (given === null || (typeof given === "number" && fits(given))) return given;
    notes.fault(key, `${expected}, or null`, described(given));
    return null;
  };
  const share = (name: string) => number(name, (given) => given >= 0 && given <= 1, "a number from 0 to 1");
  const seats = (name: string) => number(name, whole(0, R1_SEATS), `a whole number from 0 to ${R1_SEATS}`);

  const onset = number("cascade_round", whole(1, MOST_ROUNDS), `a round from 1 to ${MOST_ROUNDS}`);
  const reported = {
    initialCorrect: flag("init_correct"),
    finalCorrect: flag("final_correct"),
    collapsed: flag("collapsed"),
    corrected: flag("corrected"),
  };
  const initial = flag("init_majority_correct") ?? reported.initialCorrect;
  const changed: (boolean | null)[] = [null];
  const right: (boolean | null)[] = [initial];
  const agreement = [share("init_agree_frac")];
  let last = 0;
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    changed[round] = flag(`r${round}_majority_changed`);
    right[round] = flag(`r${round}_majority_correct`);
    agreement[round] = share(`r${round}_agree_frac`);
    if ([changed, right, agreement].some((column) => column[round] !== null)) last = round;
  }
  if (last === 0) notes.fault("r1_majority_changed", "0, 1, true or false", described(row.r1_majority_changed));
  if (initial === null)
    notes.fault("init_majority_correct", "whether the initial majority is right", described(row.init_majority_correct));
  // The declared shape need not say more than round 1, and yet tells the end: the protocol's last round.
  if (typeof row.schema_version === "string") last = Math.max(last, PROTOCOL_ROUNDS, onset ?? 0);
  right[last] ??= reported.finalCorrect;
  if (right[last] === null) notes.fault("final_correct", "whether the final majority is right", "nothing");

  const collapsed = initial === true && right[last] === false;
  if (collapsed && onset !== null && onset <= last) {
    for (let round = 1; round < onset; round++) right[round] ??= true;
    right[onset] ??= false;
  }
  for (let round = 1; round <= last; round++) right[round] ??= after(right[round - 1], changed[round]);
  for (let round = last; round > 0; round--) right[round - 1] ??= after(right[round], changed[round]);
  for (let round = 1; round <= last; round++) refuseImpossible(round, right, changed, notes);
  const flipped = seats("r1_n_flipped_from_init");
  const disagreeing = seats("r1_n_disagree_with_correct");
  const initialUnanimous = flag("init_unanimous");
  if (notes.faults.length !== before) return null;
  const upToLast = <T>(column: readonly T[]) => column.slice(0, last + 1);
  const inRound1 = (count: number | null) => Array.from({ length: last + 1 }, (_, at) => (at === 1 ? count : null));
  const known = Object.entries({ ...reported, onset }).filter(([, said]) => said !== null);
  // An empty cell says that there was no onset, where the table has that column at all.
  const saysOnset = ["cascade_round", "collapse_onset_round"].some((key) => row[key] !== undefined);
  return {
    derived: {
      changed: upToLast(changed),
      agreement: upToLast(agreement),
      flipped: inRound1(flipped),
      initialUnanimous,
      byGold: { right: upToLast(right), disagreeing: inRound1(disagreeing) },
    },
    reported: { ...Object.fromEntries(known), ...(saysOnset ? { onset } : {}) },
    rounds: last + 1,
    read,
  };
}

const whole = (least: number, most: number) => (given: number) =>
  Number.isInteger(given) && given >= least && given <= most;

/** A majority's neighbour: as right when nothing changed; after a right one a changed one is wrong. */
const after = (right: boolean | null, changed: boolean | null): boolean | null =>
  changed === false ? right : changed === true && right === true ? false : null;

function refuseImpossible(
  round: number,
  right: readonly (boolean | null)[],
  changed: readonly (boolean | null)[],
  notes: Notes,
): void {
  const [before, now] = [right[round - 1], right[round]];
  if (before === null || now === null || changed[round] === null) return;
  const words = (flag: boolean) => (flag ? "right" : "not right");
  if (changed[round] ? before && now : before !== now)
    notes.fault(
      `r${round}_majority_changed`,
      changed[round] ? "0, since the majority is right before and after" : "1, since right or not changed",
      `${Number(changed[round])}, with a majority ${words(before)} before and ${words(now)} after`,
    );
}
