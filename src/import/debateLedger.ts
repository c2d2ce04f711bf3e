import { type Ballot, type Debate, type Reported } from "../debate/debate.js";
import { type AgentState, agentStates, optionalText } from "./agentStates.js";
import { MAX_CELLS, MAX_ROUNDS } from "./ballots.js";
import { decimalSum } from "./decimalSum.js";
import { described } from "./fault.js";
import { type JsonObject } from "./jsonLine.js";
import { type Notes } from "./notes.js";
import { MAX_ITEM_LENGTH } from "./record.js";
import { name, requiredName } from "./runLine.js";

/** "ends only": the pilot's debates, which keep the initial and the final answers and nothing in between. */
export type Vintage = "primary" | "extension" | "core-runner" | "ends only" | "without rounds";

/** One row of a `debate_traces_*.jsonl`, before its panel and its place among the repeats of its question are known. */
export interface LedgerRow extends Pick<
  Debate,
  "item" | "category" | "gold" | "rounds" | "texts" | "reported" | "tokens" | "cost"
> {
  readonly vintage: Vintage;
  readonly benchmark: string | null;
  /** Models by seat where the states name them. */
  readonly models: readonly string[] | null;
  readonly temperatures: readonly (number | null)[] | null;
  /** What the source says of the majority after each round; null where it says nothing. */
  readonly roundMajorities: readonly (string | null)[] | null;
  /** What else the row holds, to be kept. */
  readonly rest: readonly (readonly [key: string, value: unknown])[];
}

/** Keys that were read, and those that are known and kept as they are. Everything else is kept with a warning. */
const readKeys: ReadonlySet<string> = new Set([
  ...[
    "question_id",
    "benchmark",
    "category",
    "correct_label",
    "initial_answers",
    "initial_majority",
    "initial_correct",
  ],
  ...["final_answer", "final_correct", "collapsed", "corrected", "round_traces", "round_states", "initial_states"],
  ...["majority_answer", "majority_correct", "temperatures", "total_cost", "final_answers"],
]);
const keptKeys: ReadonlySet<string> = new Set([
  ...["model", "model_name", "openrouter_model_id", "model_id", "backend", "outcome", "n_rounds", "debate_id"],
  ...["provider_distribution", "provider_resolved", "timestamp", "final_states", "alpha_estimates"],
]);

/** Where a row names its model, the first that is there. */
export const modelKeys = ["model_name", "model", "openrouter_model_id", "model_id"] as const;

/** Which of the shapes a row has: told by its first round, never by the file's name or the number of rounds. */
export function vintageOf(row: JsonObject): Vintage {
  const first: unknown = Array.isArray(row.round_traces) ? row.round_traces[0] : undefined;
  if (Array.isArray(first)) return "extension";
  if (typeof first === "object" && first !== null) return "primary";
  if (Array.isArray(row.round_states) && row.round_states.length > 0) return "core-runner";
  const ends = Array.isArray(row.final_answers) && row.n_rounds !== undefined;
  return ends && row.round_traces === undefined && row.round_states === undefined ? "ends only" : "without rounds";
}

/**
 * Reads a row of any vintage. Majorities and flags that the source saved go into `reported`: they are compared, never used. Null
 * when something is wrong with the row.
 */
export function ledgerRow(row: JsonObject, notes: Notes): LedgerRow | null {
  const before = notes.faults.length;
  const unknown: [string, unknown][] = [];
  for (const key in row) if (!readKeys.has(key) && !keptKeys.has(key)) unknown.push([key, row[key]]);
  const vintage = vintageOf(row);
  if (vintage === "ends only") notes.warn("ENDS_ONLY", "final_answers", "after all rounds, stored as round 1");
  if (vintage === "without rounds") notes.warn("NO_ROUNDS", "round_traces", described(row.round_traces));

  const item = requiredName(row.question_id, "question_id", notes, "string", MAX_ITEM_LENGTH);
  if (row.correct_label === undefined) notes.fault("correct_label", "string or null", "nothing");
  const gold = optionalText(row.correct_label, "correct_label", notes)?.trim() ?? "";
  const states = present(row.initial_states) ? agentStates(row.initial_states, "initial_states", notes, unknown) : null;
  const listed = present(row.initial_answers) ? answersOf(row.initial_answers, "initial_answers", notes) : null;
  const initial = listed ?? states?.map(({ answer }) => answer) ?? null;
  if (initial === null || initial.length === 0) {
    if (notes.faults.length === before)
      notes.fault("initial_answers", "an array of answers", described(row.initial_answers));
    return null;
  }
  if (states !== null && listed !== null) contradiction("initial_answers", listed, states, notes);

  for (const model of modelKeys) optionalText(row[model], model, notes);
  const key = vintage === "core-runner" ? "round_states" : "round_traces";
  const stored: readonly unknown[] =
    vintage === "without rounds"
      ? []
      : vintage === "ends only"
        ? [{ answers: row.final_answers }]
        : (row[key] as readonly unknown[]);
  if (stored.length >= MAX_ROUNDS || (stored.length + 1) * initial.length > MAX_CELLS) {
    const got = `${stored.length + 1} rounds of ${initial.length} answers`;
    notes.fault(key, `at most ${MAX_ROUNDS} rounds and ${MAX_CELLS} answers in a debate`, got);
    return null;
  }
  const rounds = stored.map((round, index) =>
    roundOf(round, `${key}[${index}]`, index + 1, initial.length, notes, unknown),
  );
  if (notes.faults.length !== before) return null;

  const all = [
    { answers: initial, states, majority: undefined, changed: undefined },
    ...rounds.filter((round) => round !== null),
  ];
  const everyState = all.flatMap((round) => round.states ?? []);
  const last = all[all.length - 1];
  const read: LedgerRow = {
    vintage,
    item,
    benchmark: name(row.benchmark, "benchmark", notes) ?? benchmarkOfItem(item),
    category: categoryOf(row.category, notes),
    gold: gold === "" ? null : gold,
    rounds: all.map(({ answers }) => answers.map((answer): Ballot => answer?.trim() || null)),
    texts: textsOf(all),
    reported: reportedOf(row, notes),
    tokens: tokensOf(everyState),
    cost: costOf(row.total_cost, everyState, notes),
    models: modelsOf(states),
    temperatures: temperaturesOf(row.temperatures, initial.length, notes),
    roundMajorities: rounds.some((round) => round?.majority !== undefined)
      ? rounds.map((round) => round?.majority ?? null)
      : null,
    rest: restOf(row, unknown, all, last.answers, notes),
  };
  return notes.faults.length === before ? read : null;
}

const present = (value: unknown): boolean => value !== undefined && value !== null;

function answersOf(value: unknown, path: string, notes: Notes): readonly (string | null)[] | null {
  if (!Array.isArray(value)) {
    notes.fault(path, "an array of answers", described(value));
    return null;
  }
  return value.map((answer: unknown, index) => optionalText(answer, `${path}[${index}]`, notes));
}

interface LedgerRound {
  readonly answers: readonly (string | null)[];
  readonly states: readonly AgentState[] | null;
  /** Undefined where the source says nothing. */
  readonly majority: string | null | undefined;
  readonly changed: boolean | undefined;
}

/** A round is an object with a list of answers (primary) or an array of agent states (extension, core runner). */
function roundOf(
  value: unknown,
  path: string,
  number: number,
  seats: number,
  notes: Notes,
  unknown: [string, unknown][],
): LedgerRound | null {
  if (typeof value !== "object" || value === null) {
    notes.fault(path, "a round", described(value));
    return null;
  }
  const states = Array.isArray(value) ? agentStates(value, path, notes, unknown) : null;
  if (Array.isArray(value)) {
    if (states !== null && states.length !== seats)
      notes.fault(path, `${seats} agent states, one for each seat`, String(states.length));
    return states && { answers: states.map(({ answer }) => answer), states, majority: undefined, changed: undefined };
  }
  const { round, answers, majority, majority_changed: changed, ...others } = value as JsonObject;
  for (const key of Object.keys(others)) unknown.push([`${path}.${key}`, others[key]]);
  if (present(round) && round !== number) notes.fault(`${path}.round`, `round ${number}`, described(round));
  const read = answersOf(answers, `${path}.answers`, notes);
  if (read !== null && read.length !== seats)
    notes.fault(`${path}.answers`, `${seats} answers, one for each seat`, String(read.length));
  return {
    answers: read ?? [],
    states: null,
    majority:
      majority === undefined ? undefined : (optionalText(majority, `${path}.majority`, notes)?.trim() ?? "") || null,
    changed: typeof changed === "boolean" ? changed : undefined,
  };
}

/** Says so when a list of answers and the states that it was made from disagree; the list counts. */
function contradiction(
  path: string,
  listed: readonly (string | null)[],
  states: readonly AgentState[],
  notes: Notes,
): void {
  const same = listed.length === states.length && listed.every((answer, seat) => answer === states[seat].answer);
  if (!same) notes.warn("STATES_CONTRADICT", path, "differs from the agent states");
}

const benchmarks = ["mmlu_pro", "supergpqa", "gpqa", "arc", "truthfulqa", "gsm8k", "math_l5"];

/** The primary vintage names no benchmark, but question ids start with one. */
export const benchmarkOfItem = (item: string): string | null =>
  benchmarks.find((benchmark) => item.startsWith(`${benchmark}_`)) ?? null;

/** Outside MMLU-Pro the source writes "unknown" or null; both mean none. */
function categoryOf(value: unknown, notes: Notes): string | null {
  const category = name(value, "category", notes);
  return category === "unknown" ? null : category;
}

function textsOf(rounds: readonly Pick<LedgerRound, "answers" | "states">[]): Debate["texts"] {
  if (rounds.every(({ states }) => states?.every(({ text }) => text === null) ?? true)) return null;
  return rounds.map(({ answers, states }) => answers.map((_, seat) => states?.[seat]?.text ?? null));
}

/** Null when no state says anything, so that unknown never looks like free. */
function tokensOf(states: readonly AgentState[]): number | null {
  const known = states.map(({ tokens }) => tokens).filter((tokens) => tokens !== null);
  return known.length === 0 ? null : known.reduce((sum, tokens) => sum + tokens, 0);
}

/** The row's total; when that is absent or 0, the sum over its states, as the source's own readers do. */
function costOf(total: unknown, states: readonly AgentState[], notes: Notes): string | null {
  if (present(total) && !(typeof total === "number" && Number.isFinite(total) && total >= 0)) {
    notes.fault("total_cost", "a number from 0, or null", described(total));
    return null;
  }
  if (typeof total === "number" && total > 0) return decimalSum([total]);
  const known = states.map(({ cost }) => cost).filter((cost) => cost !== null);
  return known.length > 0 || total === 0 ? decimalSum(known) : null;
}

function modelsOf(states: readonly AgentState[] | null): readonly string[] | null {
  const models = states?.map(({ model }) => model).filter((model) => model !== null) ?? [];
  return states !== null && models.length === states.length && models.length > 0 ? models : null;
}

function temperaturesOf(value: unknown, seats: number, notes: Notes): readonly (number | null)[] | null {
  if (!present(value)) return null;
  const fits = Array.isArray(value) && value.every((entry) => entry === null || Number.isFinite(entry));
  if (fits && value.length === seats) return value as readonly (number | null)[];
  notes.fault("temperatures", `${seats} numbers, one for each seat`, fits ? String(value.length) : described(value));
  return null;
}

/** What the source saved of its own majorities. An empty string is its way to write none. */
function reportedOf(row: JsonObject, notes: Notes): Reported | null {
  const reported: { -readonly [K in keyof Reported]: Reported[K] } = {};
  const final = row.final_answer === undefined ? "majority_answer" : "final_answer";
  const finalCorrect = row.final_correct === undefined ? "majority_correct" : "final_correct";
  for (const [key, from] of [
    ["initialMajority", "initial_majority"],
    ["finalMajority", final],
  ] as const)
    if (row[from] !== undefined) reported[key] = (optionalText(row[from], from, notes)?.trim() ?? "") || null;
  const flags = [
    ["initialCorrect", "initial_correct"],
    ["finalCorrect", finalCorrect],
    ["collapsed", "collapsed"],
    ["corrected", "corrected"],
  ] as const;
  for (const [key, from] of flags) {
    const flag = row[from];
    if (typeof flag === "boolean") reported[key] = flag;
    else if (present(flag)) notes.fault(from, "boolean or null", described(flag));
  }
  return Object.keys(reported).length > 0 ? reported : null;
}

function restOf(
  row: JsonObject,
  unknown: readonly [string, unknown][],
  rounds: readonly LedgerRound[],
  last: readonly (string | null)[],
  notes: Notes,
): LedgerRow["rest"] {
  const rest: [string, unknown][] = Object.entries(row).filter(([key]) => keptKeys.has(key));
  const finals = present(row.final_answers) ? answersOf(row.final_answers, "final_answers", notes) : null;
  if (finals !== null && !(finals.length === last.length && finals.every((answer, seat) => answer === last[seat]))) {
    rest.push(["final_answers", finals]);
    if (rounds.length > 1) notes.warn("STATES_CONTRADICT", "final_answers", "differs from the last stored round");
  }
  if (rounds.some(({ majority }) => majority !== undefined))
    rest.push(["round_majorities", rounds.slice(1).map(({ majority }) => majority ?? null)]);
  if (rounds.some(({ changed }) => changed !== undefined))
    rest.push(["round_majority_changed", rounds.slice(1).map(({ changed }) => changed ?? null)]);
  for (const [key, value] of unknown) {
    notes.warn("UNKNOWN_KEYS", key, described(value));
    rest.push([key, value]);
  }
  return rest;
}
