import { UserError } from "../errors.js";
import { fileKind } from "./fileKind.js";
import { jsonLine } from "./jsonLine.js";
import { openLines } from "./lines.js";
import { Notes } from "./notes.js";
import { r1CsvRow, r1Header } from "./r1Table.js";

/** The models of an R1 feature table in the order of its rows; none for any other file. What is wrong with it, its import says. */
export async function r1Models(path: string): Promise<readonly string[]> {
  const models = new Set<string>();
  const notes = new Notes(1);
  let header: readonly string[] | null = null;
  let first = true;
  try {
    for await (const { lines } of await openLines({ path }))
      for (const line of lines) {
        if (typeof line !== "string" || line.trim() === "") continue;
        if (first) header = r1Header(line);
        const isHeader = first && header !== null;
        if (isHeader) {
          first = false;
          continue;
        }
        const row = header === null ? jsonLine(line).value : r1CsvRow(line, header, notes);
        const kind = first && row !== null ? fileKind(row) : null;
        if (first && !(kind !== null && "format" in kind && kind.format === "debateledger-r1")) return [];
        first = false;
        const model = row?.model ?? row?.model_id;
        if (typeof model === "string") models.add(model);
      }
  } catch (error) {
    if (error instanceof UserError) return [];
    throw error;
  }
  return [...models];
}
