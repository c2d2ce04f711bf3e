import { bitset, setBit } from "../debate/bitset.js";
import { codeDebate } from "../debate/codeDebate.js";
import { type Derived, type DerivedByGold } from "../debate/debate.js";
import { type DebateSet } from "../debate/debateSet.js";
import { once } from "../debate/once.js";
import { type Columns, type Panels } from "../debate/panels.js";
import { must } from "../errors.js";
import { refuseBlind } from "../store/blind.js";
import { type StoredDebate } from "../store/debateRow.js";
import { logFirstAnswers } from "../store/firstAnswers.js";
import { type StoredRun } from "../store/runs.js";
import { type Context } from "./context.js";
import { type Subject } from "./measured.js";

/*
 * The one way to gold. Whatever loaders hand out has the answers taken away; only the functions below give them back, and only after
 * they have refused what a blind cohort forbids and written into the log that these runs are answered about. Cached answers come
 * the same way, since the cache is looked up afterwards.
 */

/** What a stored debate says by gold, or by what its source reports about gold. */
export type Answers = Pick<StoredDebate, "gold" | "reported" | "disagreements" | "meta"> & {
  readonly derivedByGold: DerivedByGold | null;
};
/** A stored debate as it may be shown to anybody. */
export interface Ballots extends Omit<StoredDebate, keyof Answers | "derived"> {
  readonly derived: Omit<Derived, "byGold"> | null;
  /** The label behind a code of its columns. */
  readonly labelOf: (code: number) => string;
}

const whole = new WeakMap<Columns, { readonly panels: Panels; readonly selection: readonly DebateSet[] }>();
const answersOf = new WeakMap<Ballots, Answers>();

/** Takes gold away. `selection` says which debates of which runs these columns are. */
export function withoutGold(panels: Panels, selection: readonly DebateSet[]): Columns {
  const { gold, derivedByGold, ...columns } = panels;
  must(gold.length === panels.size, "columns have gold for each debate");
  must((derivedByGold === null) === (columns.derived === null), "derived columns have a part by gold");
  whole.set(columns, { panels, selection });
  return columns;
}

/** Takes what a debate says by gold away. Codes count all its labels, gold among them, so they are read here. */
export function withoutAnswers(stored: StoredDebate): Ballots {
  const { gold, reported, disagreements, meta, derived, ...rest } = stored;
  const { byGold = null, ...columns } = derived ?? {};
  const coded = once(() => codeDebate(stored, { rounds: stored.rounds.length, seats: widest(stored) }));
  const ballots: Ballots = {
    ...rest,
    derived: derived ? (columns as Omit<Derived, "byGold">) : null,
    labelOf: (code) => coded().labels[code - 1],
  };
  answersOf.set(ballots, { gold, reported, disagreements, meta, derivedByGold: byGold });
  return ballots;
}

/** The columns with gold, for one measure over all of them. */
export async function goldOf(context: Context, columns: Columns, question: string): Promise<Panels> {
  return (await goldOfAll(context, [columns], question))[0];
}

/** The same for a measure that compares several: all of them, or none when one of them is blind. */
export async function goldOfAll(
  context: Context,
  columns: readonly Columns[],
  question: string,
): Promise<readonly Panels[]> {
  const found = columns.map(behind);
  await open(
    context,
    found.flatMap(({ selection }) => selection),
    question,
  );
  return found.map(({ panels }) => panels);
}

/** The columns with gold, to be looked at for one of their debates only. */
export async function goldOfDebate(
  context: Context,
  columns: Columns,
  debate: number,
  question: string,
): Promise<Panels> {
  const { panels, selection } = behind(columns);
  const { contentDigest } = selection[columns.run[debate]];
  await open(context, [{ contentDigest, bits: only(columns.ordinal[debate]) }], question);
  return panels;
}

/** What one debate of these columns says by gold. */
export async function answersOfDebate(
  context: Context,
  columns: Columns,
  debate: number,
  ballots: Ballots,
): Promise<Answers> {
  await goldOfDebate(context, columns, debate, "debate");
  const answers = answersOf.get(ballots);
  must(answers, "a debate's answers were taken from it here");
  return answers;
}

/** The same for answers that were computed before, such as a stored result: all debates of a run or cohort. */
export async function openSubject(context: Context, subject: Subject, question: string): Promise<void> {
  await open(context, await context.loaders.selection.load(subject), question);
}

/** Throws BLIND where the import's findings about this run must not be told; they compare its ballots with gold. */
export const openRun = (context: Context, { contentDigest }: StoredRun, question: string): Promise<void> =>
  open(context, [{ contentDigest, bits: null }], question);

async function open(context: Context, debates: readonly DebateSet[], question: string): Promise<void> {
  refuseBlind(await context.loaders.blind(), debates);
  await logFirstAnswers(context.store, debates, question);
}

const widest = ({ rounds }: StoredDebate): number => Math.max(0, ...rounds.map(({ length }) => length));

function behind(columns: Columns) {
  const found = whole.get(columns);
  must(found, "columns come from the loader");
  return found;
}

function only(ordinal: number) {
  const bits = bitset(ordinal + 1);
  setBit(bits, ordinal);
  return bits;
}
