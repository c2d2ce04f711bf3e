import { type Decision } from "../debate/decisions.js";
import { UserError } from "../errors.js";
import { MAX_ROUNDS } from "./ballots.js";
import { csvFields } from "./csvFields.js";
import { described, type Fault, faultText, quoted } from "./fault.js";
import { type JsonObject, jsonLine } from "./jsonLine.js";
import { openLines, type Source } from "./lines.js";

export type DecisionFormat = "NDJSON" | "CSV";

export interface DecisionFile {
  readonly decisions: readonly Decision[];
  /** Columns that say nothing of a decision, such as a score: they were passed over. */
  readonly ignored: readonly string[];
}

/** More than any cohort that one request can evaluate. */
export const MAX_DECISIONS = 2_000_000;
const MAX_FAULTS = 20;

const columns = ["item", "replicate", "run", "freeze", "to"] as const;
type Column = (typeof columns)[number];
type Row = Readonly<Partial<Record<Column, unknown>>>;

/**
 * Reads decisions, one a line: `item`, `freeze`, and where they are needed `replicate` (else 0), `run` (else whichever has the item) and
 * `to`, the round to freeze to (else 0). NDJSON, or CSV with a header. Faults are gathered and refused together.
 */
export async function readDecisions(source: Source, format: DecisionFormat): Promise<DecisionFile> {
  const lines = await openLines(source);
  const faults: Fault[] = [];
  const ignored = new Set<string>();
  const decisions = new Map<string, { readonly decision: Decision; readonly line: number }>();
  let header: readonly string[] | null = null;

  const readLine = (text: string, line: number): void => {
    const fault = (path: string, expected: string, got: string) => void faults.push({ line, path, expected, got });
    if (format === "CSV" && header === null) {
      header = csvFields(text)?.map((name) => name.trim()) ?? null;
      if (header === null) return fault("", "a header with the names of the columns", quoted(text));
      for (const needed of ["item", "freeze"])
        if (!header.includes(needed)) fault("", `a column ${needed}`, quoted(header.join(",")));
      const twice = header.find((name, at) => header?.indexOf(name) !== at);
      if (twice !== undefined) fault("", "each column once", `${quoted(twice)} again`);
      return;
    }
    const row = header === null ? jsonRow(text, fault) : csvRow(text, header, fault);
    if (row === null) return;
    for (const key of Object.keys(row)) if (!isColumn(key)) ignored.add(key);
    const decision = decisionOf(row, format, fault);
    if (decision === null) return;
    const key = JSON.stringify([decision.run, decision.item, decision.replicate]);
    const earlier = decisions.get(key);
    if (earlier) return fault("", "each run, item and replicate once", `${key} as in line ${earlier.line}`);
    if (decisions.size === MAX_DECISIONS)
      throw new UserError("TOO_LARGE", `${lines.name}: more than ${MAX_DECISIONS} decisions`);
    decisions.set(key, { decision, line });
  };

  for await (const { first, lines: batch } of lines)
    for (const [index, text] of batch.entries()) {
      if (typeof text !== "string") faults.push({ line: first + index, path: "", ...text });
      else if (text.trim() !== "") readLine(text, first + index);
      if (faults.length >= MAX_FAULTS) refuse(lines.name, faults);
    }
  if (faults.length > 0) refuse(lines.name, faults);
  if (decisions.size === 0) refuse(lines.name, [{ line: 1, path: "", expected: "at least one decision", got: "none" }]);
  return { decisions: [...decisions.values()].map(({ decision }) => decision), ignored: [...ignored].sort() };
}

type Complain = (path: string, expected: string, got: string) => void;

const isColumn = (key: string): key is Column => (columns as readonly string[]).includes(key);

function jsonRow(text: string, fault: Complain): JsonObject | null {
  const { value, complaints } = jsonLine(text);
  for (const { path, expected, got } of complaints) fault(path, expected, got);
  return value;
}

/** A blank field is not given. */
function csvRow(text: string, header: readonly string[], fault: Complain): JsonObject | null {
  const fields = csvFields(text);
  if (fields === null) fault("", "fields with closed quotation marks", quoted(text));
  else if (fields.length !== header.length) fault("", `${header.length} fields`, String(fields.length));
  else
    return Object.fromEntries(
      header.map((name, at) => [name, fields[at].trim() === "" ? undefined : fields[at].trim()]),
    );
  return null;
}

function decisionOf(row: Row, format: DecisionFormat, fault: Complain): Decision | null {
  const read = format === "CSV" ? { ...row, ...fromText(row) } : row;
  let sound = true;
  const complain: Complain = (...about) => {
    sound = false;
    fault(...about);
  };
  const { item, run = null, replicate = 0, freeze, to = null } = read;
  if (typeof item !== "string" || item.trim() === "") complain("item", "the key of an item", described(item));
  if (run !== null && (typeof run !== "string" || run.trim() === ""))
    complain("run", "the slug of a run", described(run));
  if (!isCount(replicate, Number.MAX_SAFE_INTEGER))
    complain("replicate", "a whole number from 0", described(replicate));
  if (typeof freeze !== "boolean") complain("freeze", "true or false", described(freeze));
  if (to !== null && !isCount(to, MAX_ROUNDS - 1)) complain("to", `a round from 0 to ${MAX_ROUNDS - 1}`, described(to));
  if (freeze === false && to !== null) complain("to", "no round where the debate is not frozen", described(to));
  if (!sound) return null;
  return {
    run: run as string | null,
    item: (item as string).trim(),
    replicate: replicate as number,
    to: freeze === true ? ((to as number | null) ?? 0) : null,
  };
}

const isCount = (value: unknown, most: number): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= most;

/** What CSV can only write as text. Anything that is not plainly a number or a truth value stays text, and is refused as such. */
function fromText({ replicate, freeze, to }: Row): Row {
  const number = (value: unknown) => (typeof value === "string" && /^[0-9]{1,9}$/.test(value) ? Number(value) : value);
  const truths: Readonly<Record<string, boolean>> = { true: true, "1": true, false: false, "0": false };
  const flag = typeof freeze === "string" ? (truths[freeze.toLowerCase()] ?? freeze) : freeze;
  return { replicate: number(replicate), freeze: flag, to: number(to) };
}

function refuse(file: string, faults: readonly Fault[]): never {
  const texts = faults.map((fault) => faultText(file, fault));
  if (faults.length >= MAX_FAULTS) texts.push(`${file}: stopped after ${faults.length} faults`);
  throw new UserError("BAD_LINE", texts.join("\n"), { file, faults });
}
