import { type Condition, type RunHeader, type Seat } from "../debate/debate.js";
import { described } from "./fault.js";
import { type JsonObject } from "./jsonLine.js";
import { type Notes } from "./notes.js";

export const MAX_SEATS = 256;
/** Characters of names that stand in an index: slugs, models, families, providers, benchmarks, categories, seats. */
export const MAX_NAME_LENGTH = 256;
const MAX_TEXT_LENGTH = 10_000;
const MIN_SALT_LENGTH = 20;

/** What a run says of itself before its debates are read. How many rounds it has shows at its end. */
export interface RunLine extends Omit<RunHeader, "rounds" | "benchmark" | "seats"> {
  /** Null when each debate names its own. */
  readonly benchmark: string | null;
  /** Null when each debate names its own. */
  readonly seats: readonly Seat[] | null;
  /** Default of debates that name none. */
  readonly category: string | null;
}

const conditions: ReadonlySet<string> = new Set<Condition>([
  "FULL_DEBATE",
  "LABELS_ONLY",
  "FAKE_PEERS",
  "NO_PEERS",
  "PRIVATE_REVISION",
  "BLIND",
  "OTHER",
]);

const knownKeys: ReadonlySet<string> = new Set([
  "slug",
  "title",
  "condition",
  "scaffold",
  "benchmark",
  "category",
  "seats",
  "createdAt",
  "salt",
  "license",
  "note",
  "synthetic",
  "earlyStop",
  "fold",
]);

/** Reads the object under `run`, defaults filled in. Null when something is wrong with it. */
export function runLine(run: JsonObject, notes: Notes): RunLine | null {
  const before = notes.faults.length;
  for (const key of Object.keys(run))
    if (!knownKeys.has(key)) notes.warn("UNKNOWN_RUN_KEYS", `run.${key}`, described(run[key]));
  const condition = run.condition ?? "OTHER";
  if (typeof condition !== "string" || !conditions.has(condition))
    notes.fault("run.condition", `one of ${[...conditions].join(", ")}`, described(condition));
  const note = text(run, "note", notes);
  const line: RunLine = {
    slug: slug(run.slug, notes),
    title: text(run, "title", notes),
    condition: condition as Condition,
    scaffold: name(run.scaffold, "run.scaffold", notes),
    benchmark: name(run.benchmark, "run.benchmark", notes),
    category: name(run.category, "run.category", notes),
    seats: run.seats === undefined || run.seats === null ? null : seats(run.seats, "run.seats", notes),
    carryForward: choice(run, "earlyStop", "CARRY_FORWARD", notes),
    foldUpper: choice(run, "fold", "UPPER", notes),
    synthetic: flag(run, "synthetic", notes) ?? /^synthetic\b/i.test(note ?? ""),
    license: text(run, "license", notes),
    note,
    createdAt: moment(run, notes),
    salt: salt(run, notes),
  };
  return notes.faults.length === before ? line : null;
}

/** The seats of a panel: each with a name of its own and a model. */
export function seats(value: unknown, path: string, notes: Notes): readonly Seat[] | null {
  if (!Array.isArray(value) || value.length === 0) {
    notes.fault(path, "an array of seats", Array.isArray(value) ? "an empty array" : described(value));
    return null;
  }
  if (value.length > MAX_SEATS) {
    notes.fault(path, `at most ${MAX_SEATS} seats`, String(value.length));
    return null;
  }
  const before = notes.faults.length;
  const names = new Set<string>();
  const read = value.map((entry: unknown, index): Seat | null => {
    const place = `${path}[${index}]`;
    if (typeof entry !== "object" || entry === null || Array.isArray(entry)) {
      notes.fault(place, "a seat", described(entry));
      return null;
    }
    const { seat, model, family, provider, temperature, ...others } = entry as Record<string, unknown>;
    for (const key of Object.keys(others)) notes.warn("UNKNOWN_RUN_KEYS", `${place}.${key}`, described(others[key]));
    const named = requiredName(seat, `${place}.seat`, notes);
    if (names.has(named)) notes.fault(`${place}.seat`, "a seat of its own", `${described(named)} again`);
    names.add(named);
    if (!(temperature === undefined || temperature === null || Number.isFinite(temperature)))
      notes.fault(`${place}.temperature`, "number or null", described(temperature));
    return {
      seat: named,
      model: requiredName(model, `${place}.model`, notes),
      family: name(family, `${place}.family`, notes),
      provider: name(provider, `${place}.provider`, notes),
      temperature: typeof temperature === "number" ? temperature : null,
    };
  });
  return notes.faults.length === before ? read.filter((seat) => seat !== null) : null;
}

function slug(value: unknown, notes: Notes): string {
  const fits =
    typeof value === "string" && /^[A-Za-z0-9][A-Za-z0-9._+-]*$/.test(value) && value.length <= MAX_NAME_LENGTH;
  if (!fits)
    notes.fault(
      "run.slug",
      `at most ${MAX_NAME_LENGTH} letters, digits, dots, hyphens, underscores or plus signs`,
      described(value),
    );
  return fits ? value : "";
}

/** A name that may be absent or null, but not blank. */
export function name(value: unknown, path: string, notes: Notes): string | null {
  if (value === undefined || value === null) return null;
  return requiredName(value, path, notes, "string or null");
}

export function requiredName(
  value: unknown,
  path: string,
  notes: Notes,
  expected = "string",
  limit = MAX_NAME_LENGTH,
): string {
  if (typeof value !== "string") notes.fault(path, expected, described(value));
  else if (value.trim() === "") notes.fault(path, "a name", "a blank string");
  else if (value.length > limit) notes.fault(path, `at most ${limit} characters`, String(value.length));
  else return value;
  return "";
}

function text(run: JsonObject, key: string, notes: Notes): string | null {
  const value = run[key];
  if (value === undefined || value === null) return null;
  if (typeof value !== "string") notes.fault(`run.${key}`, "string or null", described(value));
  else if (value.length > MAX_TEXT_LENGTH)
    notes.fault(`run.${key}`, `at most ${MAX_TEXT_LENGTH} characters`, String(value.length));
  else return value;
  return null;
}

function flag(run: JsonObject, key: string, notes: Notes): boolean | null {
  const value = run[key];
  if (typeof value === "boolean" || value === undefined || value === null) return value ?? null;
  notes.fault(`run.${key}`, "boolean", described(value));
  return null;
}

/** A key with one admissible value. */
function choice(run: JsonObject, key: string, admissible: string, notes: Notes): boolean {
  const value = run[key];
  if (value === undefined || value === null || value === admissible) return value === admissible;
  notes.fault(`run.${key}`, `"${admissible}" or nothing`, described(value));
  return false;
}

/** Long enough that nobody tries all. What it is, is told by no complaint. */
function salt(run: JsonObject, notes: Notes): string | null {
  const value = text(run, "salt", notes);
  if (value === null || value.length >= MIN_SALT_LENGTH) return value;
  notes.fault("run.salt", `at least ${MIN_SALT_LENGTH} characters that nobody can guess`, String(value.length));
  return null;
}

/** ISO 8601, a date or a moment; kept as the source wrote it. */
function moment(run: JsonObject, notes: Notes): string | null {
  const value = text(run, "createdAt", notes);
  if (value === null) return null;
  if (/^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}.*)?$/.test(value) && Number.isFinite(Date.parse(value))) return value;
  notes.fault("run.createdAt", "an ISO 8601 date", described(value));
  return null;
}
