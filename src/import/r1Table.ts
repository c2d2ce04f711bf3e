import { csvFields } from "./csvFields.js";
import { quoted } from "./fault.js";
import { type JsonObject } from "./jsonLine.js";
import { type Notes } from "./notes.js";

/** Columns of the R1 feature table that hold text; all others hold numbers. */
const textColumns: ReadonlySet<string> = new Set([
  ...["model", "model_id", "question_id", "correct_label", "benchmark", "schema_version", "row_id"],
  ...["release_tier", "split_id", "parser_flags", "provenance"],
]);

/** The columns of a CSV whose first line shows it to be DebateLedger's R1 feature table; null for anything else. */
export function r1Header(line: string): readonly string[] | null {
  const names = csvFields(line)?.map((name) => name.trim()) ?? null;
  const has = (name: string) => names?.includes(name) ?? false;
  return has("question_id") && (has("r1_majority_changed") || has("R1_majority_shift")) ? names : null;
}

/** A line of such a CSV as the object that the JSONL would hold: an empty field is null. Null when something is wrong with the line. */
export function r1CsvRow(line: string, header: readonly string[], notes: Notes): JsonObject | null {
  const fields = csvFields(line);
  if (fields === null) notes.fault("", "fields with closed quotation marks", quoted(line));
  else if (fields.length !== header.length) notes.fault("", `${header.length} fields`, String(fields.length));
  else return Object.fromEntries(header.map((name, at) => [name, cell(name, fields[at].trim())]));
  return null;
}

/** What is not plainly a number stays text, and is refused as such. */
function cell(name: string, text: string): unknown {
  if (text === "") return null;
  if (textColumns.has(name)) return text;
  if (text === "true" || text === "false") return text === "true";
  return /^-?\d+(\.\d+)?([eE][-+]?\d+)?$/.test(text) ? Number(text) : text;
}
