import { createHash } from "node:crypto";
import { UserError } from "../errors.js";
import { MAX_ROUNDS } from "./ballots.js";
import { canonicalJson } from "./canonicalJson.js";
import { jsonValue } from "./jsonLine.js";
import { MapFaults } from "./mapFaults.js";
import { mapPath, type MapPath, type Place, type Scope } from "./mapPath.js";
import { type Pattern } from "./mapPattern.js";
import { type Reading, reading } from "./mapReading.js";
import { type Condition, type Value, ValueCompiler } from "./mapValue.js";

/** What one cell holds when the source holds nothing there. */
export type Absent = "REFUSE" | "UNPARSED" | "NOT_ASKED" | "LEAVE_OUT";

export interface BallotRule {
  readonly path: string;
  readonly places: (scope: Scope) => readonly Place[];
  readonly where: Condition | null;
  /** Null: what the wildcard `*seat` stands for. */
  readonly seat: Value | null;
  /** Null: what the wildcard `*round` stands for, else 0. */
  readonly round: Value | null;
  readonly read: Reading | null;
  /** Keep the raw text beside the answer. */
  readonly text: boolean;
  /** Of what was shown: the pattern of one answer in a text that quotes several. Null: the text is one. */
  readonly each: Pattern | null;
}

export interface Table {
  readonly file: string;
  readonly key: readonly (readonly [column: string, value: Value])[];
  readonly optional: boolean;
}

/** A description of logs of some shape: data, checked as a whole, and total: whatever a log holds, reading it ends. */
export interface Mapping {
  readonly name: string;
  /** SHA-256 of the map as canonical JSON. */
  readonly digest: string;
  readonly format: "AUTO" | "JSON" | "JSONL" | "CSV";
  readonly records: MapPath;
  readonly archive: { readonly records: string; readonly document: readonly string[] } | null;
  readonly tables: ReadonlyMap<string, Table>;
  readonly where: Condition | null;
  readonly debates: "RECORD" | "ADJACENT" | "ALL";
  readonly run: readonly (readonly [key: string, value: Value])[];
  /** Either the panel, or how each seat that occurs is described. */
  readonly seats: readonly Seat[] | { readonly each: Seat };
  readonly fields: readonly (readonly [key: string, value: Value])[];
  readonly groups: readonly (readonly [key: string, entries: readonly (readonly [name: string, value: Value])[]])[];
  readonly rounds: number | null;
  readonly missing: ReadonlySet<string>;
  readonly nulls: "UNPARSED" | "NOT_ASKED";
  readonly absent: Absent;
  readonly ballots: readonly BallotRule[];
  /** What seats were shown before a round, where that is not the others' previous ballots. */
  readonly displayed: readonly BallotRule[];
}
export type Seat = readonly (readonly [key: string, value: Value])[];

const keys = [
  "map",
  "title",
  "note",
  "format",
  "records",
  "archive",
  "tables",
  "where",
  "debates",
  "run",
  "seats",
  "item",
  "benchmark",
  "category",
  "cluster",
  "gold",
  "labels",
  "replicate",
  "signals",
  "reported",
  "meta",
  "rounds",
  "missing",
  "nulls",
  "absent",
  "ballots",
  "displayed",
];
const fields = ["item", "benchmark", "category", "cluster", "gold", "labels", "replicate"];
const groups = ["signals", "reported", "meta"];
const runKeys = [
  "slug",
  "title",
  "condition",
  "scaffold",
  "benchmark",
  "category",
  "createdAt",
  "license",
  "note",
  "synthetic",
  "earlyStop",
  "fold",
];
const seatKeys = ["seat", "model", "family", "provider", "temperature"];

const MAX_MAP_CHARACTERS = 256 * 1024;
const MAX_MAP_DEPTH = 64;

/** Reads a map. Whatever is wrong with it is said, all at once, with its place in it. */
export function mapping(name: string, text: string): Mapping {
  if (text.length > MAX_MAP_CHARACTERS)
    throw new UserError("BAD_INPUT", `${name}: expected at most ${MAX_MAP_CHARACTERS} characters, got ${text.length}`);
  const { value, complaints } = jsonValue(text.replace(/^\uFEFF/, ""), "object", MAX_MAP_DEPTH);
  const faults = new MapFaults(name);
  for (const { path, expected, got } of complaints) faults.say(path, expected, got);
  faults.throwIfAny();
  const map = faults.object(value, "", keys, "a map: an object");
  if (Object.hasOwn(map, "map") ? map.map !== 1 : true)
    faults.add("map", "1, the version of maps that is read here", map.map);
  faults.throwIfAny();

  for (const key of ["title", "note"] as const)
    if (map[key] !== undefined && typeof map[key] !== "string") faults.add(key, "a text", map[key]);
  const given = map.tables === undefined ? {} : faults.object(map.tables, "tables", Object.keys(map.tables as object));
  for (const name of Object.keys(given))
    if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name))
      faults.say("tables", "names of letters and digits", JSON.stringify(name));
  const values = new ValueCompiler(faults, new Set(Object.keys(given)));
  const named = (object: unknown, path: string, known: readonly string[]) =>
    object === undefined
      ? []
      : Object.entries(faults.object(object, path, known)).map(
          ([key, value]) => [key, values.value(value, `${path}.${key}`)] as const,
        );
  const named2 = (object: unknown, path: string) =>
    named(object, path, typeof object === "object" && object !== null ? Object.keys(object) : []);
  const one = <T>(key: string, read: (value: unknown, path: string) => T): T | null =>
    map[key] === undefined ? null : read(map[key], key);

  if (map.item === undefined) faults.say("item", "a value: what tells one debate from another", "nothing");
  const found: Mapping = {
    name,
    digest: createHash("sha256").update(canonicalJson(map)).digest("hex"),
    format: faults.choice(map.format, "format", ["AUTO", "JSON", "JSONL", "CSV"], "AUTO"),
    records: recordsPath(map.records, faults),
    archive: one("archive", (value, path) => archiveOf(value, path, faults)),
    tables: new Map(
      Object.entries(given).map(([name, table]) => [name, tableOf(table, `tables.${name}`, faults, values)] as const),
    ),
    where: one("where", (value, path) => values.condition(value, path)),
    debates: faults.choice(map.debates, "debates", ["RECORD", "ADJACENT", "ALL"], "RECORD"),
    run: named(map.run, "run", runKeys),
    seats: seatsOf(map.seats, faults, named),
    fields: fields.filter((key) => map[key] !== undefined).map((key) => [key, values.value(map[key], key)] as const),
    groups: groups.filter((key) => map[key] !== undefined).map((key) => [key, named2(map[key], key)] as const),
    rounds: one("rounds", (value, path) => roundsOf(value, path, faults)),
    missing: new Set(
      faults.array(map.missing, "missing").map((mark, index) => {
        if (typeof mark !== "string" && typeof mark !== "number")
          faults.add(`missing[${index}]`, "a text or a number", mark);
        return String(mark).trim();
      }),
    ),
    nulls: faults.choice(map.nulls, "nulls", ["UNPARSED", "NOT_ASKED"], "UNPARSED"),
    absent: faults.choice(map.absent, "absent", ["REFUSE", "UNPARSED", "NOT_ASKED", "LEAVE_OUT"], "REFUSE"),
    ballots: ballotsOf(map.ballots, "ballots", faults, values),
    displayed: ballotsOf(map.displayed, "displayed", faults, values),
  };
  faults.throwIfAny();
  return found;
}

function recordsPath(given: unknown, faults: MapFaults): MapPath {
  const text = given ?? "";
  const path =
    typeof text === "string" ? (text === "" ? { text, root: null, steps: [], many: false } : mapPath(text)) : null;
  if (path === null || path.root !== null) faults.add("records", "a path from the document, such as /samples/*", given);
  return path ?? { text: "", root: null, steps: [], many: false };
}

function archiveOf(given: unknown, path: string, faults: MapFaults): Mapping["archive"] {
  const { records, document = [] } = faults.object(given, path, ["records", "document"]);
  if (typeof records !== "string" || (records.match(/\*/g) ?? []).length > 1)
    faults.add(`${path}.records`, "members' names with at most one *, such as samples/*.json", records);
  const names = faults.array(typeof document === "string" ? [document] : document, `${path}.document`);
  for (const name of names) if (typeof name !== "string") faults.add(`${path}.document`, "names of members", name);
  return { records: String(records), document: names.map(String) };
}

function tableOf(given: unknown, path: string, faults: MapFaults, values: ValueCompiler): Table {
  const { file, key, optional = false } = faults.object(given, path, ["file", "key", "optional"]);
  if (typeof file !== "string" || file === "" || /[/\\]/.test(file))
    faults.add(`${path}.file`, "the name of one of the files, without folders", file);
  if (typeof optional !== "boolean") faults.add(`${path}.optional`, "boolean", optional);
  const columns = typeof key === "object" && key !== null ? Object.keys(key) : [];
  const entries = Object.entries(faults.object(key, `${path}.key`, columns, "an object of columns"));
  if (entries.length === 0) faults.say(`${path}.key`, "at least one column", "none");
  return {
    file: String(file),
    key: entries.map(([column, value]) => [column, values.value(value, `${path}.key.${column}`)] as const),
    optional: optional === true,
  };
}

function seatsOf(
  given: unknown,
  faults: MapFaults,
  named: (object: unknown, path: string, known: readonly string[]) => Seat,
): Mapping["seats"] {
  const seat = (value: unknown, path: string) => {
    const found = named(value, path, seatKeys);
    for (const key of ["seat", "model"])
      if (!found.some(([name]) => name === key)) faults.say(`${path}.${key}`, "a value", "nothing");
    return found;
  };
  if (Array.isArray(given) && given.length > 0) return given.map((value, index) => seat(value, `seats[${index}]`));
  if (typeof given === "object" && given !== null && !Array.isArray(given))
    return { each: seat(faults.object(given, "seats", ["each"]).each ?? {}, "seats.each") };
  faults.add("seats", 'an array of seats, or how each is described: {"each": …}', given);
  return [];
}

function roundsOf(given: unknown, path: string, faults: MapFaults): number | null {
  if (typeof given === "number" && Number.isInteger(given) && given >= 1 && given <= MAX_ROUNDS) return given;
  faults.add(path, `a number of rounds from 1 to ${MAX_ROUNDS}`, given);
  return null;
}

function ballotsOf(
  given: unknown,
  key: "ballots" | "displayed",
  faults: MapFaults,
  values: ValueCompiler,
): readonly BallotRule[] {
  const rules = faults.array(given, key);
  if (rules.length === 0 && key === "ballots") faults.say(key, "at least one place where ballots stand", "none");
  return rules.map((rule, index) => {
    const path = `${key}[${index}]`;
    const known = ["from", "where", "seat", "round", "read", key === "ballots" ? "text" : "each"];
    const { from, where, seat, round, read, text = false, each } = faults.object(rule, path, known);
    if (typeof text !== "boolean") faults.add(`${path}.text`, "boolean", text);
    const parsed = typeof from === "string" ? mapPath(from) : null;
    const names = parsed?.steps.flatMap(({ name }) => (name === null ? [] : [name])) ?? [];
    if (names.some((name) => name !== "seat" && name !== "round") || new Set(names).size < names.length)
      faults.add(`${path}.from`, "a path whose named wildcards are *seat and *round, each at most once", from);
    if (seat === undefined && !names.includes("seat"))
      faults.say(`${path}.seat`, "a value, or *seat in the path", "nothing");
    if (seat !== undefined && names.includes("seat"))
      faults.say(`${path}.seat`, "a value or *seat in the path", "both");
    if (round !== undefined && names.includes("round"))
      faults.say(`${path}.round`, "a value or *round in the path", "both");
    return {
      path: String(from),
      places: values.places(from, `${path}.from`),
      where: where === undefined ? null : values.condition(where, `${path}.where`),
      seat: seat === undefined ? null : values.value(seat, `${path}.seat`),
      round: round === undefined ? null : values.value(round, `${path}.round`),
      read: read === undefined ? null : reading(read, `${path}.read`, faults),
      text: text === true,
      each: each === undefined ? null : values.pattern(each, false, `${path}.each`),
    };
  });
}
