import { type Buffer } from "node:buffer";
import { csvFields } from "./csvFields.js";
import { FirstLines } from "./firstLines.js";
import { JsonElements, MAX_ELEMENT } from "./jsonElements.js";
import { type JsonObject, jsonValue } from "./jsonLine.js";
import { isZip, openInput, type Opened, type Source } from "./lines.js";
import { type MapPath, places, type Scope } from "./mapPath.js";
import { type Mapping } from "./mapping.js";
import { scalarText } from "./mapValue.js";
import { type Notes } from "./notes.js";
import { zipMembers } from "./zipMembers.js";

export type MapRecord = Omit<Scope, "row">;

/** Arrays and objects inside each other, in logs of other shapes. */
const MAX_RECORD_DEPTH = 256;
/** Characters of a document that has to be read as a whole. */
const MAX_DOCUMENT = 256 * 1024 * 1024;

type Selector = Pick<Mapping, "format" | "records" | "archive">;

/** The records of one file, in order, one at a time wherever its shape allows. What is wrong goes into the notes. */
export async function* mappedRecords(
  source: Source,
  opened: Opened,
  select: Selector,
  notes: Notes,
): AsyncGenerator<MapRecord, void> {
  const place = { file: opened.name, line: 1, key: null, document: undefined };
  let index = 0;
  const inside = function* (value: unknown, from: MapPath, at: Partial<MapRecord>): Generator<MapRecord, void> {
    const scope: Scope = { ...place, ...at, record: value, index: 0, row: () => undefined };
    const found = from.steps.length === 0 ? [{ value, at: "", captures: {} }] : places(from, scope);
    for (const { value: record, at: path } of found) {
      const key = at.key === undefined && from.many ? (path.split("/").at(-1) ?? null) : (at.key ?? null);
      yield { ...place, ...at, key, record, index: index++ };
    }
  };
  const chunks = opened.chunks(select.archive !== null);
  const first = await chunks.next();
  const all = (async function* () {
    if (!first.done) yield first.value;
    yield* chunks;
  })();
  if (!first.done && isZip(first.value)) {
    yield* archived(source, opened, all, select, notes, inside);
    return;
  }
  const format = select.format === "AUTO" ? formatOf(opened.name) : select.format;
  if (format === "CSV") {
    for await (const { value, line } of csvRows(opened, all, notes)) yield* inside(value, select.records, { line });
  } else if (format === "JSONL") {
    for await (const { lines, first: number } of opened.lines(all))
      for (const [offset, text] of lines.entries()) {
        notes.line = number + offset;
        if (typeof text !== "string") notes.fault("", text.expected, text.got);
        else if (text.trim() !== "") {
          const value = parsed(text, "value", notes);
          if (value !== undefined) yield* inside(value, select.records, { line: number + offset });
        }
        if (notes.full()) return;
      }
  } else if (select.records.steps[0]?.key === null && select.records.steps[0].where === null) {
    const rest = { ...select.records, steps: select.records.steps.slice(1) };
    for await (const { value, line, key } of elements(opened, all, notes)) yield* inside(value, rest, { line, key });
  } else {
    const value = parsed(await wholeText(opened, all), "document", notes);
    if (value !== undefined) yield* inside(value, select.records, { document: value });
  }
}

const formatOf = (name: string): "JSON" | "JSONL" | "CSV" =>
  /\.csv(\.gz)?$/i.test(name) ? "CSV" : /\.json(\.gz)?$/i.test(name) ? "JSON" : "JSONL";

function parsed(text: string, kind: string, notes: Notes): unknown {
  const { value, complaints, notNumbers, inexact } = jsonValue(text, kind, MAX_RECORD_DEPTH);
  for (const { path, expected, got } of complaints) notes.fault(path, expected, got);
  if (notNumbers > 0) notes.warn("NOT_A_NUMBER", "", `${notNumbers} in this record`, notNumbers);
  for (const token of inexact) notes.warn("INEXACT_NUMBER", "", token);
  return complaints.length > 0 ? undefined : value;
}

async function* texts(opened: Opened, chunks: AsyncIterable<Buffer>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    opened.refuse("UTF-8", "another encoding");
  }
}

async function wholeText(opened: Opened, chunks: AsyncIterable<Buffer>): Promise<string> {
  const parts: string[] = [];
  let size = 0;
  for await (const part of texts(opened, chunks)) {
    size += part.length;
    if (size > MAX_DOCUMENT) opened.refuse(`a document of at most ${MAX_DOCUMENT} characters`, "a longer one");
    parts.push(part);
  }
  return parts.join("");
}

interface Row {
  readonly value: unknown;
  readonly line: number;
  readonly key: string | null;
}

async function* elements(opened: Opened, chunks: AsyncIterable<Buffer>, notes: Notes): AsyncGenerator<Row, void> {
  const cutter = new JsonElements();
  const seen = new FirstLines();
  const read = function* (part: string | null): Generator<Row, void> {
    if (part === null) cutter.finish();
    for (const { text, line, key: quoted } of part === null ? [] : cutter.add(part)) {
      notes.line = line;
      const key = quoted === null ? null : parsed(quoted, "key", notes);
      if (quoted !== null && typeof key !== "string") {
        if (key !== undefined) notes.fault("", "a key", JSON.stringify(key).slice(0, 60));
        continue;
      }
      const before = typeof key === "string" ? seen.seen(key, line) : null;
      if (before !== null) notes.fault("", "each key once", `one of them again, as on line ${before}`);
      const value = parsed(text, "value", notes);
      if (value !== undefined) yield { value, line, key: key as string | null };
    }
    const wrong = cutter.wrong();
    if (wrong !== null) {
      notes.line = wrong.line;
      notes.fault("", wrong.expected, wrong.got);
    }
  };
  for await (const part of texts(opened, chunks)) {
    yield* read(part);
    if (cutter.wrong() !== null || notes.full()) return;
  }
  yield* read(null);
}

/** Rows as objects by the names in the first one. A field in quotation marks may go on over several lines. */
async function* csvRows(opened: Opened, chunks: AsyncIterable<Buffer>, notes: Notes): AsyncGenerator<Row, void> {
  let names: readonly string[] | null = null;
  let open = "";
  let start = 1;
  let quoted = false;
  for await (const { lines, first } of opened.lines(chunks))
    for (const [offset, text] of lines.entries()) {
      notes.line = first + offset;
      if (typeof text !== "string") {
        notes.fault("", text.expected, text.got);
        return;
      }
      if (!quoted && text.trim() === "") continue;
      if (!quoted) start = first + offset;
      open = quoted ? `${open}\n${text}` : text;
      if ((text.split('"').length - 1) % 2 === 1) quoted = !quoted;
      if (open.length > MAX_ELEMENT) opened.refuse(`a row of at most ${MAX_ELEMENT} characters`, "a longer one");
      if (quoted) continue;
      const fields = csvFields(open);
      notes.line = start;
      if (fields === null) notes.fault("", "fields separated by commas", "a quotation mark out of place");
      else if (names === null) {
        names = fields;
        if (new Set(fields).size < fields.length) notes.fault("", "each column once", "one of them again");
      } else if (fields.length !== names.length)
        notes.fault("", `${names.length} fields, as in the first row`, String(fields.length));
      else {
        const named: readonly (readonly [string, string])[] = names.map((name, column) => [name, fields[column]]);
        yield { value: Object.fromEntries(named), line: start, key: null };
      }
      if (notes.full()) return;
    }
  if (quoted) notes.fault("", "a whole row", "a quotation mark that does not close");
}

async function* archived(
  source: Source,
  opened: Opened,
  chunks: AsyncIterable<Buffer>,
  { archive }: Selector,
  notes: Notes,
  inside: (value: unknown, from: MapPath, at: Partial<MapRecord>) => Generator<MapRecord, void>,
): AsyncGenerator<MapRecord, void> {
  if (archive === null) return;
  const members = await zipMembers(source, opened, chunks);
  const read = async (member: (typeof members)[number]): Promise<unknown> => {
    const bytes = await member.read();
    let text = "";
    try {
      text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      notes.fault(member.name, "UTF-8", "another encoding");
      return undefined;
    }
    return parsed(text, `document in ${member.name}`, notes);
  };
  const named = archive.document.map((name) => members.find((member) => member.name === name)).find(Boolean);
  const document = named && (await read(named));
  const [before, after = null] = archive.records.split("*");
  const wanted = members.filter(({ name }) =>
    after === null
      ? name === before
      : name.length >= before.length + after.length && name.startsWith(before) && name.endsWith(after),
  );
  if (wanted.length === 0) notes.fault("", `members called ${archive.records}`, "none");
  for (const member of wanted) {
    const value = await read(member);
    const whole: MapPath = { text: "", root: null, steps: [], many: false };
    if (value !== undefined) yield* inside(value, whole, { key: member.name, document });
    if (notes.full()) return;
  }
}

/** The rows of a second file by the columns that a map names, such as gold. */
export async function tableRows(
  source: Source,
  columns: readonly string[],
  notes: Notes,
): Promise<{ readonly opened: Opened; readonly rows: ReadonlyMap<string, JsonObject> }> {
  const opened = await openInput(source);
  const rows = new Map<string, JsonObject>();
  const format = formatOf(opened.name);
  const steps = format === "JSON" ? [{ key: null, name: null, where: null }] : [];
  const records = { text: "/*", root: null, steps, many: true };
  for await (const { record, line } of mappedRecords(source, opened, { format, records, archive: null }, notes)) {
    notes.line = line;
    if (typeof record !== "object" || record === null || Array.isArray(record)) {
      notes.fault("", "a row of a table: an object", typeof record);
      continue;
    }
    const row = record as JsonObject;
    const lacking = columns.filter((column) => !Object.hasOwn(row, column));
    if (lacking.length > 0) {
      notes.fault("", `the columns ${columns.join(", ")}`, `no ${lacking.join(", ")}`);
      return { opened, rows };
    }
    const key = rowKey(columns.map((column) => row[column]));
    if (rows.has(key)) notes.fault("", `each ${columns.join(" and ")} once`, key);
    rows.set(key, row);
  }
  return { opened, rows };
}

/** What a row is found by: its key columns as texts. */
export const rowKey = (values: readonly unknown[]): string =>
  JSON.stringify(values.map((value) => scalarText(value)?.trim() ?? null));
