import { codePointOrder } from "../debate/codePointOrder.js";
import { type Debate, type RunHeader } from "../debate/debate.js";
import { BLOCK_SIZE } from "../debate/panelBlock.js";
import { must, UserError } from "../errors.js";
import { contentDigest } from "./contentDigest.js";
import { debateLedgerReader } from "./debateLedgerReader.js";
import { type Fault, faultText } from "./fault.js";
import { fileKind, type Format } from "./fileKind.js";
import { type JsonObject, jsonLine } from "./jsonLine.js";
import { type Lines, openLines, type Source } from "./lines.js";
import { neutralReader } from "./neutralReader.js";
import { Notes, type Warning } from "./notes.js";
import { type Reader, type RunOverrides } from "./reader.js";
import { type PlacedDebate, runBlock, type RunBlock } from "./runBlock.js";
import { MAX_NAME_LENGTH, type RunLine } from "./runLine.js";

export interface ReadOptions {
  /** Recognised from the first line when nobody says. */
  readonly format?: Format | "auto" | undefined;
  /** How many faults are listed before reading stops. */
  readonly maxErrors?: number | undefined;
  readonly run?: RunOverrides | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

export interface Progress {
  /** Bytes taken, as they stand in the file. */
  readonly read: number;
  /** Bytes of the whole file; null when nobody knows. */
  readonly total: number | null;
  readonly debates: number;
}

/** What a file turned out to hold, once it was read to its end. */
export interface RunRead {
  readonly header: RunHeader;
  readonly format: Format;
  readonly debates: number;
  readonly seats: number;
  /** Debates whose replicate is not 0. */
  readonly replicates: number;
  /** Debates in which something that the source reports contradicts the ballots, in all and by what contradicts. */
  readonly disagreements: { readonly debates: number; readonly fields: Readonly<Record<string, number>> };
  readonly warnings: readonly Warning[];
  readonly sourceDigest: string;
  readonly contentDigest: string;
}

export const DEFAULT_MAX_ERRORS = 100;

/** Characters of raw replies and other text after which a block is closed early, so that memory stays flat. */
const BLOCK_CHARACTERS = 4_000_000;

/**
 * Reads a file to its end in constant memory, handing on the debates in blocks. Faults are gathered up to the limit; from the
 * first one on, no block is handed on, and at the end all are thrown together.
 */
export async function readRun(
  source: Source,
  options: ReadOptions,
  onBlock: (block: RunBlock, run: RunLine) => Promise<void>,
): Promise<RunRead> {
  const lines = await openLines(source);
  const reading = new Reading(lines, options);
  let pending = Promise.resolve();
  const handOn = async (block: RunBlock | null) => {
    if (block === null) return;
    const run = reading.run();
    // One block is written while the next is read; never more.
    await pending;
    pending = onBlock(block, run);
    pending.catch(() => undefined);
  };
  try {
    for await (const batch of lines) {
      for (let index = 0; index < batch.lines.length && !reading.done; index++)
        await handOn(reading.take(batch.lines[index], batch.first + index));
      if (reading.done) break;
      options.onProgress?.({ read: lines.read(), total: lines.total, debates: reading.debates });
    }
  } catch (error) {
    const faults = faultsOf(error);
    if (faults === null) {
      await pending.catch(() => undefined);
      throw error;
    }
    reading.refuse(faults);
  }
  await handOn(reading.rest());
  await pending;
  return reading.end();
}

/** Faults of a file that cannot be read on; null for anything else that was thrown. */
function faultsOf(error: unknown): readonly Fault[] | null {
  if (!(error instanceof UserError) || error.code !== "BAD_FILE") return null;
  return (error.details as { faults?: readonly Fault[] } | undefined)?.faults ?? null;
}

/** One pass over a file: the state between its lines. */
class Reading {
  done = false;
  debates = 0;
  private readonly notes: Notes;
  private readonly digest = contentDigest();
  private readonly benchmarks = new Set<string>();
  private readonly fields = new Map<string, number>();
  private reader: Reader | null = null;
  private format: Format | null = null;
  private whole = false;
  private open: PlacedDebate[] = [];
  /** Characters in the open debates beyond their ballots. */
  private weight = 0;
  private blocks = 0;
  private placed = 0;
  private rounds = 0;
  private seats = 0;
  private replicates = 0;
  private disagreeing = 0;
  /** The first line broke off: half a line when nothing follows, an object over several lines otherwise. */
  private firstBrokeOff: number | null = null;

  constructor(
    private readonly lines: Lines,
    private readonly options: ReadOptions,
  ) {
    this.notes = new Notes(options.maxErrors ?? DEFAULT_MAX_ERRORS);
  }

  run(): RunLine {
    const run = this.reader?.run();
    must(run, "a block was handed on before its run was known");
    return run;
  }

  /** Takes a line; the answer is the block that it completed. */
  take(line: string | Pick<Fault, "expected" | "got">, number: number): RunBlock | null {
    if (number === 1 && this.lines.byteOrderMark()) this.warnAt(1, "BYTE_ORDER_MARK", "U+FEFF");
    if (typeof line === "string" && line.trim() === "") return null;
    if (this.firstBrokeOff !== null) {
      if (typeof line === "string" && !line.trimStart().startsWith("{"))
        return this.stop("one JSON object per line", "an object that goes on over several lines");
      this.firstBrokeOff = null;
    }
    this.notes.line = number;
    if (typeof line !== "string") this.notes.fault("", line.expected, line.got);
    else this.parse(line, number);
    if (this.notes.full()) this.done = true;
    return this.open.length === BLOCK_SIZE || this.weight > BLOCK_CHARACTERS ? this.rest() : null;
  }

  private parse(line: string, number: number): void {
    const first = this.reader === null && this.notes.faults.length === 0;
    const { value, complaints, notNumbers, inexact, endsEarly } = jsonLine(line);
    for (const { path, expected, got } of complaints) this.notes.fault(path, expected, got);
    if (notNumbers > 0) this.notes.warn("NOT_A_NUMBER", "", `${notNumbers} on this line`, notNumbers);
    for (const token of inexact) this.notes.warn("INEXACT_NUMBER", "", token);
    if (value === null) {
      // A file of another kind is wrong in all its lines; once is enough.
      if (first && !line.trimStart().startsWith("{")) this.done = true;
      if (first && endsEarly && !this.done) this.firstBrokeOff = number;
      return;
    }
    this.reader ??= this.readerFor(value);
    const read = this.reader?.read(value, this.notes) ?? null;
    if (read === null || this.notes.faults.length > 0) return;
    const { debate } = read;
    this.open.push({ line: number, read });
    this.weight += weightOf(debate);
    this.debates++;
    this.benchmarks.add(debate.benchmark);
    this.rounds = Math.max(this.rounds, debate.rounds.length);
    this.seats = Math.max(this.seats, debate.rounds[0].length);
    if (debate.replicate > 0) this.replicates++;
  }

  /** The reader for a file that starts with this line; a file of another kind is refused by its name, once. */
  private readerFor(line: JsonObject): Reader | null {
    const kind = fileKind(line);
    const asked = this.options.format === "auto" ? undefined : this.options.format;
    const found = kind !== null && "format" in kind ? kind.format : null;
    if (kind !== null && (!found || (asked !== undefined && found !== asked))) {
      const expected = asked === undefined ? "debates" : `debates in the format ${asked}`;
      this.stop(expected, "other" in kind ? kind.other : `the format ${kind.format}`);
      return null;
    }
    this.format = asked ?? found ?? "neutral";
    const reader = this.format === "neutral" ? neutralReader : debateLedgerReader;
    return reader(this.lines.name, this.options.run ?? {});
  }

  private stop(expected: string, got: string): null {
    if (this.firstBrokeOff !== null) {
      this.notes.line = this.firstBrokeOff;
      this.notes.faults.length = 0;
    }
    this.notes.fault("", expected, got);
    this.whole = true;
    this.done = true;
    return null;
  }

  private warnAt(line: number, kind: "BYTE_ORDER_MARK", says: string): void {
    this.notes.line = line;
    this.notes.warn(kind, "", says);
  }

  refuse(faults: readonly Fault[]): void {
    this.whole = true;
    for (const { line, path, expected, got } of faults) {
      this.notes.line = line;
      this.notes.fault(path, expected, got);
    }
  }

  /** The block of the debates that are still open; null when there are none, or when the file is refused anyway. */
  rest(): RunBlock | null {
    if (this.open.length === 0) return null;
    const placed = this.open;
    this.open = [];
    this.weight = 0;
    if (this.notes.faults.length > 0) return null;
    this.digest.add(placed.map(({ read }) => read.debate));
    const place = { index: this.blocks++, first: this.placed };
    const block = runBlock(this.run().seats ?? [], place, placed, this.notes);
    this.placed += placed.length;
    for (const { disagreements } of block.debates) {
      if (disagreements.length > 0) this.disagreeing++;
      for (const field of disagreements) this.fields.set(field, (this.fields.get(field) ?? 0) + 1);
    }
    return block;
  }

  end(): RunRead {
    if (this.debates === 0 && this.notes.faults.length === 0) {
      this.notes.line = 1;
      this.notes.fault("", "debates", this.reader === null ? "an empty file" : "a run line alone");
      this.whole = true;
    }
    this.throwFaults();
    must(this.format, "a file without faults has a format");
    const header = this.header();
    return {
      header,
      format: this.format,
      debates: this.debates,
      seats: this.seats,
      replicates: this.replicates,
      disagreements: { debates: this.disagreeing, fields: Object.fromEntries(this.fields) },
      warnings: this.notes.warnings(),
      sourceDigest: this.lines.sourceDigest(),
      contentDigest: this.digest.hex(header),
    };
  }

  private header(): RunHeader {
    const run = this.run();
    return {
      slug: run.slug,
      title: run.title,
      condition: run.condition,
      scaffold: run.scaffold,
      benchmark: run.benchmark ?? joined(this.benchmarks),
      seats: run.seats ?? [],
      rounds: this.rounds,
      carryForward: run.carryForward,
      foldUpper: run.foldUpper,
      synthetic: run.synthetic,
      license: run.license,
      note: run.note,
      createdAt: run.createdAt,
    };
  }

  private throwFaults(): void {
    const { faults } = this.notes;
    if (faults.length === 0) return;
    const file = this.lines.name;
    const texts = faults.map((fault) => faultText(file, fault));
    if (this.notes.full()) texts.push(`${file}: stopped after ${faults.length} faults`);
    throw new UserError(this.whole ? "BAD_FILE" : "BAD_LINE", texts.join("\n"), { file, faults });
  }
}

/** The same for the same debate, however its line was written: blocks are cut at the same places. */
function weightOf({ meta, texts, labels, rounds }: Debate): number {
  let weight = (meta?.length ?? 0) + labels.length + rounds.length * rounds[0].length;
  for (const round of texts ?? []) for (const text of round) weight += text?.length ?? 0;
  for (const label of labels) weight += label.length;
  for (const round of rounds) for (const ballot of round) if (typeof ballot === "string") weight += ballot.length;
  return weight;
}

/** The benchmark of a run whose debates name several: all of them, where that is still a name. */
function joined(benchmarks: ReadonlySet<string>): string {
  const all = [...benchmarks].sort(codePointOrder);
  const name = all.join("/");
  return name.length <= MAX_NAME_LENGTH ? name : `${all.length} benchmarks`;
}
