import { type Debate, type Reported, type Seat } from "../debate/debate.js";
import { MAX_LABELS } from "../debate/panels.js";
import { type Answer, ballots } from "./ballots.js";
import { canonicalJson } from "./canonicalJson.js";
import { decimalSum } from "./decimalSum.js";
import { described, quoted } from "./fault.js";
import { type JsonObject } from "./jsonLine.js";
import { type Notes } from "./notes.js";
import { remark } from "./remark.js";
import { name, requiredName, type RunLine, seats } from "./runLine.js";

/** Characters of an item's or a cluster's key, which stand in an index. */
export const MAX_ITEM_LENGTH = 512;

const knownKeys: ReadonlySet<string> = new Set([
  "item",
  "benchmark",
  "category",
  "cluster",
  "gold",
  "labels",
  "replicate",
  "rounds",
  "displayed",
  "signals",
  "reported",
  "seats",
  "tokens",
  "cost",
  "meta",
]);

/**
 * A line of the neutral format as a debate, strictly: nothing is converted without a word. Answers are trimmed, and folded when the
 * run says so; a blank one is unparsed. Null when something is wrong, which is then in the notes. `run` is null when the run line
 * itself could not be read; then whatever does not depend on it is still checked.
 */
export function record(line: JsonObject, run: RunLine | null, notes: Notes): Debate | null {
  const before = notes.faults.length;
  const unknown: [string, unknown][] = [];
  for (const key in line) if (!knownKeys.has(key)) unknown.push([key, line[key]]);

  const item = requiredName(line.item, "item", notes, "string", MAX_ITEM_LENGTH);
  const benchmark = name(line.benchmark, "benchmark", notes) ?? run?.benchmark ?? null;
  if (run && benchmark === null) notes.fault("benchmark", "a benchmark here or in the run line", "nothing");
  const own = line.seats === undefined || line.seats === null ? null : seats(line.seats, "seats", notes);
  const panel = own ?? run?.seats ?? null;

  const answer = run?.foldUpper ? foldedAnswer : plainAnswer;
  const labels = admissible(line.labels, answer, notes);
  const gold = goldOf(line.gold, labels, answer, notes);
  const { rounds, texts } = ballots(line.rounds, panel?.length ?? null, answer, notes, unknown);
  const signals = signalsOf(line.signals, answer, notes);
  const displayed = displayedOf(line.displayed, rounds.length, panel?.length ?? null, answer, notes);
  const reported = reportedOf(line.reported, answer, notes, unknown);
  const meta = metaOf(line.meta, unknown, notes);
  const tokens = tokensOf(line.tokens, notes);
  const cost = costOf(line.cost, notes);
  const replicate = replicateOf(line.replicate, notes);
  const category = name(line.category, "category", notes) ?? run?.category ?? null;
  const cluster = clusterOf(line.cluster, item, notes);
  if (notes.faults.length !== before || notes.full()) return null;

  const debate: Debate = {
    item,
    benchmark: benchmark ?? "",
    category,
    cluster,
    gold,
    labels,
    replicate,
    rounds,
    texts,
    displayed,
    signals,
    reported,
    seats: differing(own, run?.seats ?? null),
    tokens,
    cost,
    meta,
  };
  remark(debate, notes);
  return notes.faults.length === before ? debate : null;
}

const plainAnswer: Answer = (text) => text.trim();
const foldedAnswer: Answer = (text) => text.trim().toUpperCase();

const clusterOf = (value: unknown, item: string, notes: Notes): string =>
  value === undefined || value === null
    ? item
    : requiredName(value, "cluster", notes, "string or null", MAX_ITEM_LENGTH);

function admissible(value: unknown, answer: Answer, notes: Notes): readonly string[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    notes.fault("labels", "an array of strings", described(value));
    return [];
  }
  const labels: string[] = [];
  value.forEach((entry: unknown, index) => {
    const label = typeof entry === "string" ? answer(entry) : "";
    if (label === "") notes.fault(`labels[${index}]`, "a label", described(entry));
    else if (labels.includes(label)) notes.fault(`labels[${index}]`, "each label once", `${quoted(label)} again`);
    else labels.push(label);
  });
  return labels;
}

function goldOf(value: unknown, labels: readonly string[], answer: Answer, notes: Notes): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== "string") {
    notes.fault("gold", "string or null", described(value));
    return null;
  }
  const gold = answer(value);
  if (gold === "") notes.fault("gold", "a label or null", "a blank string");
  else if (labels.length > 0 && !labels.includes(gold))
    notes.fault("gold", `one of the labels ${quoted(labels.join(", "))}`, described(value));
  return gold;
}

function signalsOf(value: unknown, answer: Answer, notes: Notes): Debate["signals"] {
  if (value === undefined || value === null) return [];
  if (typeof value !== "object" || Array.isArray(value)) {
    notes.fault("signals", "an object of labels by name", described(value));
    return [];
  }
  const signals: [string, string][] = [];
  for (const [key, label] of Object.entries(value as JsonObject).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (label !== null && typeof label !== "string") notes.fault(`signals.${key}`, "string or null", described(label));
    else if (label !== null && answer(label) !== "") signals.push([key, answer(label)]);
  }
  return signals;
}

function displayedOf(
  value: unknown,
  rounds: number,
  panel: number | null,
  answer: Answer,
  notes: Notes,
): Debate["displayed"] {
  if (value === undefined || value === null) return null;
  if (!Array.isArray(value) || value.length > rounds - 1) {
    const got = Array.isArray(value) ? `${value.length} entries` : described(value);
    notes.fault("displayed", `an array with an entry for each round after the blind one, at most ${rounds - 1}`, got);
    return null;
  }
  return value.map((round: unknown, r) => {
    if (!Array.isArray(round) || round.length !== (panel ?? round.length)) {
      const got = Array.isArray(round) ? String(round.length) : described(round);
      notes.fault(`displayed[${r}]`, `${panel ?? "some"} arrays of labels, one for each seat`, got);
      return [];
    }
    return round.map((shown: unknown, seat) => {
      if (!Array.isArray(shown) || shown.length > MAX_LABELS || !shown.every((label) => typeof label === "string")) {
        notes.fault(`displayed[${r}][${seat}]`, `an array of at most ${MAX_LABELS} labels`, described(shown));
        return [];
      }
      return shown.map(answer).filter((label) => label !== "");
    });
  });
}

const majorities = ["initialMajority", "finalMajority"] as const;
const flags = ["initialCorrect", "finalCorrect", "collapsed", "corrected"] as const;

function reportedOf(value: unknown, answer: Answer, notes: Notes, unknown: [string, unknown][]): Reported | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== "object" || Array.isArray(value)) {
    notes.fault("reported", "an object", described(value));
    return null;
  }
  const source = value as JsonObject;
  const reported: { -readonly [K in keyof Reported]: Reported[K] } = {};
  for (const key of majorities) {
    const says = source[key];
    if (says === undefined) continue;
    if (says === null || typeof says === "string") reported[key] = says === null ? null : answer(says) || null;
    else notes.fault(`reported.${key}`, "string or null", described(says));
  }
  for (const key of flags) {
    const says = source[key];
    if (says === undefined || says === null) continue;
    if (typeof says === "boolean") reported[key] = says;
    else notes.fault(`reported.${key}`, "boolean or null", described(says));
  }
  for (const key in source)
    if (!(majorities as readonly string[]).includes(key) && !(flags as readonly string[]).includes(key))
      unknown.push([`reported.${key}`, source[key]]);
  return Object.keys(reported).length > 0 ? reported : null;
}

/** What the line held beyond the format, as canonical JSON; null when nothing. */
function metaOf(value: unknown, unknown: readonly [string, unknown][], notes: Notes): string | null {
  if (value !== undefined && value !== null && (typeof value !== "object" || Array.isArray(value))) {
    notes.fault("meta", "an object", described(value));
    return null;
  }
  const meta = value as JsonObject | null | undefined;
  if (unknown.length === 0) return meta === undefined || meta === null ? null : canonicalJson(meta);
  const entries = new Map(Object.entries(meta ?? {}));
  for (const [key, kept] of unknown) {
    if (entries.has(key)) notes.fault(key, "a key that meta does not have as well", "both");
    entries.set(key, kept);
    notes.warn("UNKNOWN_KEYS", key, described(kept));
  }
  return canonicalJson(Object.fromEntries(entries));
}

function replicateOf(value: unknown, notes: Notes): number {
  if (value === undefined || value === null) return 0;
  if (Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 0x7fffffff) return value as number;
  notes.fault("replicate", "an integer from 0 to 2147483647", described(value));
  return 0;
}

function tokensOf(value: unknown, notes: Notes): number | null {
  if (value === undefined || value === null) return null;
  if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number;
  notes.fault("tokens", "a whole number from 0, or null", described(value));
  return null;
}

/** An exact decimal; a number is taken as it is written. */
function costOf(value: unknown, notes: Notes): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "number" && value >= 0) return decimalSum([value]);
  if (typeof value === "string" && /^(0|[1-9]\d{0,29})(\.\d{0,29}[1-9])?$/.test(value)) return value;
  notes.fault("cost", 'US dollars from 0, as a number or as a decimal such as "0.5", or null', described(value));
  return null;
}

/** A debate's own seats, kept only where they are not the run's. */
export function differing(own: readonly Seat[] | null, run: readonly Seat[] | null): readonly Seat[] | null {
  return own !== null && (run === null || canonicalJson(own) !== canonicalJson(run)) ? own : null;
}
