import { Buffer } from "node:buffer";
import { type Debate } from "../../src/debate/debate.js";
import { type Fault, faultText } from "../../src/import/fault.js";
import { jsonLine } from "../../src/import/jsonLine.js";
import { type LineBatch, openLines } from "../../src/import/lines.js";
import { neutralReader } from "../../src/import/neutralReader.js";
import { Notes, type Warning } from "../../src/import/notes.js";
import { type Reader, type RunOverrides } from "../../src/import/reader.js";
import { type RunLine } from "../../src/import/runLine.js";

/** A run line for tests; keys given as undefined are left out. */
export const runOf = (keys: object = {}): { run: Record<string, unknown> } => ({
  run: {
    slug: "toy",
    condition: "FULL_DEBATE",
    benchmark: "toy",
    seats: ["1", "2", "3"].map((seat) => ({ seat, model: "m", family: "F", provider: "p", temperature: 0.7 })),
    ...keys,
  },
});

/** A whole debate line for tests. */
export const debateOf = (keys: object = {}): Record<string, unknown> => ({
  item: "q1",
  gold: "A",
  rounds: [
    ["A", "A", "B"],
    ["A", "B", "B"],
  ],
  ...keys,
});

export interface Seen {
  readonly debates: readonly Debate[];
  readonly run: RunLine | null;
  /** As `line: path: expected ..., got ...`. */
  readonly faults: readonly string[];
  readonly warnings: readonly Warning[];
}

/** Lines through a reader, without a store. Objects are written as JSON, texts are taken as they stand. */
export function seenIn(
  lines: readonly (object | string)[],
  overrides: RunOverrides = {},
  reader: Reader = neutralReader("toy.jsonl", overrides),
): Seen {
  const notes = new Notes(1000);
  const debates: Debate[] = [];
  lines.forEach((line, index) => {
    notes.line = index + 1;
    const { value, complaints } = jsonLine(typeof line === "string" ? line : JSON.stringify(line));
    for (const { path, expected, got } of complaints) notes.fault(path, expected, got);
    const read = value && reader.read(value, notes);
    if (read) debates.push(read.debate);
  });
  return { debates, run: reader.run(), faults: notes.faults.map(withoutFile), warnings: notes.warnings() };
}

const withoutFile = (fault: Fault): string => faultText("", fault).slice(1);

/** All lines of some bytes, cut into chunks of the given size. */
export async function linesOf(bytes: Uint8Array | string, chunk = 1 << 20): Promise<LineBatch["lines"]> {
  const lines = await openLines({ name: "file", bytes: chunks(bytes, chunk) });
  const all: LineBatch["lines"][number][] = [];
  for await (const batch of lines) {
    if (batch.first !== all.length + 1) throw new Error("a batch does not go on where the last one ended");
    all.push(...batch.lines);
  }
  return all;
}

export async function* chunks(content: Uint8Array | string, size: number): AsyncGenerator<Uint8Array, void> {
  const bytes = Buffer.from(content);
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}
