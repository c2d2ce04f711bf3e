import { type Probe, type Probed, type ProbeHeader } from "../debate/probe.js";
import { canonicalJson } from "./canonicalJson.js";
import { decimalSum } from "./decimalSum.js";
import { modelKeys } from "./debateLedger.js";
import { described } from "./fault.js";
import { type JsonObject } from "./jsonLine.js";
import { type Notes } from "./notes.js";
import { fileStem, type RunOverrides } from "./reader.js";
import { MAX_ITEM_LENGTH } from "./record.js";
import { name, requiredName, runLine } from "./runLine.js";

export interface ReadProbe {
  readonly probe: Probe;
  /** What the source reports that its replies or its gold contradict, by the source's key. */
  readonly contradictions: readonly string[];
}

/** Reads the lines of one file of probes. */
export interface ProbeReader {
  /** The probes of this line; null when something is wrong, which is then in the notes. */
  read(line: JsonObject, notes: Notes): readonly ReadProbe[] | null;
  /** Null before a line was read without fault. */
  header(): ProbeHeader | null;
}

/** What all probes of one row share. */
export type RowOf = Pick<Probe, "item" | "benchmark" | "category" | "gold"> & Probed;

/** What a file says of itself, and what is given from outside, as the header of its probes. */
export function probeHeader(
  file: string,
  own: JsonObject,
  overrides: RunOverrides,
  notes: Notes,
): { header: ProbeHeader; defaults: JsonObject } | null {
  const { model, family, provider, ...given } = overrides;
  const keys: JsonObject = { ...own, ...defined({ ...given, model, family, provider }) };
  const { slug = slugOf(file), title, synthetic, license, note, createdAt, benchmark, category, scaffold } = keys;
  const line = runLine(
    defined({ slug, title, synthetic, license, note, createdAt, benchmark, category, scaffold }),
    notes,
  );
  if (line === null) return null;
  return {
    header: {
      slug: line.slug,
      title: line.title,
      synthetic: line.synthetic,
      license: line.license,
      note: line.note,
      createdAt: line.createdAt,
    },
    defaults: keys,
  };
}

/** The whole name: a file of probes and a file of debates about the same model may stand side by side. */
const slugOf = (file: string): string =>
  fileStem(file)
    .replace(/[^A-Za-z0-9._+-]+/g, "-")
    .replace(/^[^A-Za-z0-9]+/, "");

const defined = (keys: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(keys).filter(([, value]) => value !== undefined));

/** Item, gold and model of a DebateLedger row; null when something is wrong with them. */
export function ledgerRowOf(line: JsonObject, stem: string, overrides: RunOverrides, notes: Notes): RowOf | null {
  const before = notes.faults.length;
  const item = requiredName(line.question_id, "question_id", notes, "string", MAX_ITEM_LENGTH);
  const benchmark =
    (overrides.benchmark as string | undefined) ?? name(line.benchmark, "benchmark", notes) ?? benchmarkOf(item);
  if (benchmark === null)
    notes.fault("benchmark", "a benchmark in the row, in its question id or from outside", "nothing");
  if (line.correct_label === undefined) notes.fault("correct_label", "string or null", "nothing");
  const gold = answerOf(line.correct_label, "correct_label", notes);
  const category = name(line.category, "category", notes);
  const named = modelKeys.map((key) => name(line[key], key, notes)).find((model) => model !== null);
  const row: RowOf = {
    item,
    benchmark: benchmark ?? "",
    category: category === "unknown" ? null : category,
    gold,
    model: overrides.model ?? named ?? stem,
    family: overrides.family ?? null,
    provider: overrides.provider ?? name(line.backend, "backend", notes),
    scaffold: (overrides.scaffold as string | undefined) ?? null,
  };
  return notes.faults.length === before ? row : null;
}

const benchmarkOf = (item: string): string | null => /^(.+)_[^_]+$/.exec(item)?.[1] ?? null;

/** An answer as a label; a blank one, and null, could not be read. */
export function answerOf(value: unknown, path: string, notes: Notes): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "string") return value.trim() || null;
  notes.fault(path, "string or null", described(value));
  return null;
}

export function objectsOf(value: unknown, path: string, notes: Notes): readonly JsonObject[] | null {
  if (
    Array.isArray(value) &&
    value.every((entry) => typeof entry === "object" && entry !== null && !Array.isArray(entry))
  )
    return value as JsonObject[];
  notes.fault(path, "an array of objects", described(value));
  return null;
}

export const objectOf = (value: unknown): JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};

export function countOf(value: unknown, path: string, notes: Notes): number {
  if (Number.isInteger(value) && (value as number) >= 0 && (value as number) < 0x7fffffff) return value as number;
  notes.fault(path, "a whole number from 0", described(value));
  return 0;
}

/** Dollars that are known, added exactly; null when none is, so that unknown never looks like free. */
export function costOf(total: unknown, parts: readonly unknown[]): string | null {
  if (isAmount(total) && total > 0) return decimalSum([total]);
  const known = parts.filter(isAmount);
  return known.length > 0 || total === 0 ? decimalSum(known) : null;
}

export const isAmount = (value: unknown): value is number =>
  typeof value === "number" && Number.isFinite(value) && value >= 0;

export const revises = (initial: string | null, answer: string | null): boolean =>
  initial !== null && answer !== null && initial.toUpperCase() !== answer.toUpperCase();

export const sameNumber = (reported: unknown, found: number | null): boolean =>
  found === null || reported === undefined || reported === null
    ? (reported ?? null) === found || reported === undefined
    : typeof reported === "number" && Math.abs(reported - found) < 1e-9;

/** What is kept of a row beside what was read. */
export function metaOf(
  line: JsonObject,
  read: ReadonlySet<string>,
  kept: ReadonlySet<string>,
  dropped: ReadonlySet<string>,
  notes: Notes,
): string | null {
  const meta: [string, unknown][] = [];
  for (const [key, value] of Object.entries(line)) {
    if (read.has(key) || dropped.has(key) || (kept.has(key) && value === null)) continue;
    if (!kept.has(key)) notes.warn("UNKNOWN_KEYS", key, described(value));
    meta.push([key, value]);
  }
  return meta.length === 0 ? null : canonicalJson(Object.fromEntries(meta));
}
