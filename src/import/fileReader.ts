import { debateLedgerReader } from "./debateLedgerReader.js";
import { type Fault } from "./fault.js";
import { fileKind, type Format } from "./fileKind.js";
import { type JsonObject, jsonLine } from "./jsonLine.js";
import { type Unreadable } from "./lines.js";
import { neutralReader } from "./neutralReader.js";
import { type Notes } from "./notes.js";
import { r1Reader } from "./r1Reader.js";
import { r1CsvRow, r1Header } from "./r1Table.js";
import { type ReadDebate, type Reader, type RunOverrides } from "./reader.js";
import { type RunLine } from "./runLine.js";

/** From the lines of a file, whatever its format, to debates; what is wrong goes into the notes. */
export class FileReader {
  /** Reading on would tell nothing new: the file is of another kind, or the faults have reached their limit. */
  done = false;
  /** The file as a whole cannot be read, not some of its lines. */
  wholeFile = false;
  format: Format | null = null;
  private reader: Reader | null = null;
  /** The columns, where the file is a table. */
  private header: readonly string[] | null = null;
  /** The first line, when it broke off: half a line, or an object over several. The next line tells. */
  private brokeOff: number | null = null;

  constructor(
    private readonly name: string,
    private readonly notes: Notes,
    private readonly asked: Format | null,
    private readonly overrides: RunOverrides,
  ) {}

  run(): RunLine | null {
    return this.reader?.run() ?? null;
  }

  take(line: string | Unreadable, number: number): ReadDebate | null {
    if (typeof line === "string" && line.trim() === "") return null;
    if (this.brokeOff !== null && typeof line === "string" && !line.trimStart().startsWith("{")) {
      this.notes.faults.length = 0;
      this.refuse({
        line: this.brokeOff,
        path: "",
        expected: "one JSON object per line",
        got: "an object that goes on over several lines",
      });
      return null;
    }
    this.brokeOff = null;
    this.notes.line = number;
    if (typeof line !== "string") this.notes.fault("", line.expected, line.got);
    const value = typeof line === "string" ? this.objectOn(line) : null;
    if (value !== null) this.reader ??= this.readerFor(value);
    const before = this.notes.faults.length;
    const read = value === null ? null : (this.reader?.read(value, this.notes) ?? null);
    if (value !== null && this.notes.faults.length > before) this.callByName(value, before);
    if (this.notes.full()) this.done = true;
    return this.notes.faults.length > 0 ? null : read;
  }

  /** A line of another kind of file among debates is called that, in place of all that it lacks. */
  private callByName(line: JsonObject, before: number): void {
    const kind = fileKind(line);
    if (kind === null || !("other" in kind)) return;
    this.notes.faults.length = before;
    this.notes.fault("", "a debate, as the file began", kind.other);
  }

  /** Says why the file cannot be read, and that this is all there is to say. */
  refuse({ line, path, expected, got }: Fault): void {
    this.notes.line = line;
    this.notes.fault(path, expected, got);
    this.wholeFile = true;
    this.done = true;
  }

  private objectOn(line: string): JsonObject | null {
    if (this.header !== null) return r1CsvRow(line, this.header, this.notes);
    const first = this.reader === null && this.notes.faults.length === 0;
    if (first && !line.trimStart().startsWith("{")) {
      this.header = r1Header(line);
      if (this.header !== null) return null;
    }
    const { value, complaints, notNumbers, inexact, endsEarly } = jsonLine(line);
    for (const { path, expected, got } of complaints) this.notes.fault(path, expected, got);
    if (notNumbers > 0) this.notes.warn("NOT_A_NUMBER", "", `${notNumbers} on this line`, notNumbers);
    for (const token of inexact) this.notes.warn("INEXACT_NUMBER", "", token);
    if (value !== null || !first) return value;
    // A file of another kind is wrong in all its lines; once is enough.
    if (!line.trimStart().startsWith("{")) this.done = this.wholeFile = true;
    else if (endsEarly) this.brokeOff = this.notes.line;
    return null;
  }

  /** The reader for a file that starts with this line; a file of another kind is refused by its name, once. */
  private readerFor(line: JsonObject): Reader | null {
    const kind = fileKind(line);
    const found = kind !== null && "format" in kind ? kind.format : null;
    if (kind !== null && (found === null || (this.asked !== null && found !== this.asked))) {
      const expected = this.asked === null ? "debates" : `debates in the format ${this.asked}`;
      const got = "other" in kind ? kind.other : `the format ${kind.format}`;
      this.refuse({ line: this.notes.line, path: "", expected, got });
      return null;
    }
    this.format = this.asked ?? found ?? "neutral";
    return readers[this.format](this.name, this.overrides);
  }
}

const readers: Readonly<Record<Format, (file: string, overrides: RunOverrides) => Reader>> = {
  neutral: neutralReader,
  debateledger: debateLedgerReader,
  "debateledger-r1": r1Reader,
};
