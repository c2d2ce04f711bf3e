import { type Fault } from "./fault.js";
import { type JsonObject } from "./jsonLine.js";
import { type Source } from "./lines.js";
import { type MappedDebate } from "./mappedDebates.js";
import { MappedRun } from "./mappedRun.js";
import { type Mapping } from "./mapping.js";
import { Notes, type Warning } from "./notes.js";
import { DEFAULT_MAX_ERRORS, faultsOf } from "./readRun.js";
import { type RunOverrides } from "./reader.js";
import { type RunLine } from "./runLine.js";

/** How a map reads the beginning of some files. */
export interface Explanation {
  readonly run: RunLine | null;
  /** As lines of the neutral format, each value with the place it came from. */
  readonly debates: readonly MappedDebate[];
  readonly warnings: readonly Warning[];
  readonly faults: readonly Fault[];
}

/** Reads until so many debates are complete, and stores nothing. Where debates are put together from all records, all are read. */
export async function explain(
  map: Mapping,
  sources: readonly Source[],
  count: number,
  overrides: RunOverrides = {},
): Promise<Explanation> {
  const notes = new Notes(DEFAULT_MAX_ERRORS);
  const debates: MappedDebate[] = [];
  let run: MappedRun | null = null;
  try {
    run = await MappedRun.open(map, sources, overrides, notes);
    for await (const complete of run.debates(true)) {
      for (const debate of complete) {
        run.take(debate);
        debates.push(debate);
      }
      if (debates.length >= count) break;
    }
  } catch (error) {
    const faults = faultsOf(error);
    if (faults === null) throw error;
    notes.faults.push(...faults);
  }
  return {
    run: run?.run() ?? null,
    debates: debates.slice(0, count),
    warnings: notes.warnings(),
    faults: notes.faults,
  };
}

/** The values of a debate beside what the source says of them: what is stored, from where, and what stood there. */
export function explained({
  line,
  sources,
}: MappedDebate): readonly (readonly [what: string, read: string, from: string, raw: string])[] {
  return sources.map(({ what, from, raw }) => [what, short(valueAt(line, what)), from, short(raw)]);
}

/** The value under `gold`, `meta.level` or `rounds[0][2]`. */
function valueAt(line: JsonObject, what: string): unknown {
  const [, field, rest] = /^(\w+)\.(.+)$/s.exec(what) ?? [];
  if (field !== undefined) return (line[field] as JsonObject | undefined)?.[rest];
  const [, round, seat] = /^rounds\[(\d+)\]\[(\d+)\]$/.exec(what) ?? [];
  return round === undefined ? line[what] : (line.rounds as unknown[][])[Number(round)]?.[Number(seat)];
}

const short = (value: unknown): string => {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 60 ? `${text.slice(0, 28)}...${text.slice(-28)}` : text;
};
