import { type RunHeader } from "../debate/debate.js";
import { must, UserError } from "../errors.js";
import { type Fault, faultText } from "./fault.js";
import { type Format } from "./fileKind.js";
import { FileReader } from "./fileReader.js";
import { openLines, type Source } from "./lines.js";
import { MappedRun } from "./mappedRun.js";
import { type Mapping } from "./mapping.js";
import { Notes, type Warning } from "./notes.js";
import { type ReadDebate, type RunOverrides } from "./reader.js";
import { type RunBlock } from "./runBlock.js";
import { RunBuilder } from "./runBuilder.js";
import { type RunLine } from "./runLine.js";

export interface ReadOptions {
  /** Recognised from the first line when nobody says. */
  readonly format?: Format | "auto" | undefined;
  /** How many faults are listed before reading stops. */
  readonly maxErrors?: number | undefined;
  readonly run?: RunOverrides | undefined;
  /** How files of another shape are read; several files are then one run. */
  readonly map?: Mapping | undefined;
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
  readonly format: Format | "map";
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

/**
 * Reads a file to its end in constant memory, handing on the debates in blocks. Faults are gathered up to the limit; from the
 * first one on, no block is handed on, and at the end all are thrown together.
 */
export async function readRun(
  source: Source | readonly Source[],
  options: ReadOptions,
  onBlock: (block: RunBlock, run: RunLine) => Promise<void>,
): Promise<RunRead> {
  const sources = Array.isArray(source) ? (source as readonly Source[]) : [source as Source];
  const notes = new Notes(options.maxErrors ?? DEFAULT_MAX_ERRORS);
  if (options.map !== undefined) {
    const run = await MappedRun.open(options.map, sources, options.run ?? {}, notes);
    return readAll(run, run, notes, options, onBlock);
  }
  if (sources.length !== 1) throw new UserError("BAD_INPUT", `expected one file for a run, got ${sources.length}`);
  const lines = await openLines(sources[0]);
  const asked = options.format === "auto" ? null : (options.format ?? null);
  return readAll(lines, new FileReader(lines.name, notes, asked, options.run ?? {}), notes, options, onBlock);
}

/** Input in batches of whatever its reader takes. */
interface Batches<T> extends AsyncIterable<{ readonly first: number; readonly lines: readonly T[] }> {
  readonly name: string;
  readonly total: number | null;
  read(): number;
  byteOrderMark(): boolean;
  sourceDigest(): string;
}

interface DebateReader<T> {
  readonly done: boolean;
  readonly wholeFile: boolean;
  readonly format: Format | "map" | null;
  run(): RunLine | null;
  take(entry: T, number: number): ReadDebate | null;
  refuse(fault: Fault): void;
}

async function readAll<T>(
  lines: Batches<T>,
  reader: DebateReader<T>,
  notes: Notes,
  options: ReadOptions,
  onBlock: (block: RunBlock, run: RunLine) => Promise<void>,
): Promise<RunRead> {
  const builder = new RunBuilder(notes);
  // One block is written while the next is read; never more.
  let pending = Promise.resolve();
  const handOn = async (block: RunBlock | null, run: RunLine) => {
    if (block === null) return;
    await pending;
    pending = onBlock(block, run);
    pending.catch(() => undefined);
  };
  try {
    for await (const batch of lines) {
      if (batch.first === 1 && lines.byteOrderMark()) notes.warn("BYTE_ORDER_MARK", "", "U+FEFF");
      for (let index = 0; index < batch.lines.length && !reader.done; index++) {
        const number = batch.first + index;
        const read = reader.take(batch.lines[index], number);
        const run = reader.run();
        if (read !== null && run !== null) await handOn(builder.add(number, read, run), run);
      }
      if (reader.done) break;
      options.onProgress?.({ read: lines.read(), total: lines.total, debates: builder.debates });
    }
  } catch (error) {
    await pending.catch(() => undefined);
    const faults = faultsOf(error);
    if (faults === null) throw error;
    faults.forEach((fault) => reader.refuse(fault));
  }
  if (builder.debates === 0 && notes.faults.length === 0) {
    const got = reader.format === null ? "an empty file" : "a run line alone";
    reader.refuse({ line: 1, path: "", expected: "debates", got });
  }
  if (notes.faults.length > 0) {
    await pending.catch(() => undefined);
    throw refusal(lines.name, notes, reader.wholeFile);
  }
  const run = reader.run();
  must(run && reader.format, "a file without faults has a format and a run");
  await handOn(builder.rest(run), run);
  await pending;
  const header = builder.header(run);
  return {
    header,
    format: reader.format,
    debates: builder.debates,
    seats: builder.seats,
    replicates: builder.replicates,
    disagreements: { debates: builder.disagreeing, fields: Object.fromEntries(builder.fields) },
    warnings: notes.warnings(),
    sourceDigest: lines.sourceDigest(),
    contentDigest: builder.contentDigest(header),
  };
}

/** Faults of a file that cannot be read on; null for anything else that was thrown. */
export function faultsOf(error: unknown): readonly Fault[] | null {
  if (!(error instanceof UserError) || error.code !== "BAD_FILE") return null;
  return (error.details as { faults?: readonly Fault[] } | undefined)?.faults ?? null;
}

function refusal(file: string, notes: Notes, wholeFile: boolean): UserError {
  const { faults } = notes;
  const texts = faults.map((fault) => faultText(fault.file ?? file, fault));
  if (notes.full()) texts.push(`${file}: stopped after ${faults.length} faults`);
  return new UserError(wholeFile ? "BAD_FILE" : "BAD_LINE", texts.join("\n"), { file, faults });
}
