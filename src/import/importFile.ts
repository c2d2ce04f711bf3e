import { UserError } from "../errors.js";
import { type Store } from "../store/open.js";
import { probeKind, type ProbeFormat } from "./fileKind.js";
import { importProbes, type ProbesReport } from "./importProbes.js";
import { type ImportOptions, importRun, type ImportReport } from "./importRun.js";
import { jsonLine, type JsonObject } from "./jsonLine.js";
import { openLines, type Source } from "./lines.js";

/** What became of a file of debates, or of probes. */
export type FileReport = ImportReport | ProbesReport;

/** Brings a file into the store as what its first line shows it to be: a run of debates, or a set of probes. */
export async function importFile(
  store: Store,
  given: Source | readonly Source[],
  options: ImportOptions = {},
): Promise<FileReport> {
  if (options.map !== undefined) return importRun(store, given, options);
  const sources = [given].flat() as readonly Source[];
  if (sources.length !== 1) throw new UserError("BAD_INPUT", `expected one file for a run, got ${sources.length}`);
  const [source] = sources;
  if (options.format !== undefined && options.format !== "auto") return importRun(store, source, options);
  const { format, whole } = await lookedAt(source);
  return format === null ? importRun(store, whole, options) : importProbes(store, whole, format, options);
}

/** The format of probes that a source begins with, and the source as it was, to be read from its start. */
async function lookedAt(source: Source): Promise<{ format: ProbeFormat | null; whole: Source }> {
  if ("path" in source) return { format: formatOf(await firstObject(source)), whole: source };
  const bytes = source.bytes[Symbol.asyncIterator]();
  const taken: Uint8Array[] = [];
  async function* recorded(): AsyncGenerator<Uint8Array, void> {
    for (let next = await bytes.next(); !next.done; next = await bytes.next()) {
      taken.push(next.value);
      yield next.value;
    }
  }
  async function* again(): AsyncGenerator<Uint8Array, void> {
    try {
      yield* taken;
      for (let next = await bytes.next(); !next.done; next = await bytes.next()) yield next.value;
    } finally {
      await bytes.return?.();
    }
  }
  const first = await firstObject({ ...source, bytes: recorded() });
  return { format: formatOf(first), whole: { ...source, bytes: again() } };
}

const formatOf = (first: JsonObject | null): ProbeFormat | null => first && probeKind(first);

/** Null where it cannot be read: then whoever reads the whole file says why. */
async function firstObject(source: Source): Promise<JsonObject | null> {
  try {
    for await (const { lines } of await openLines(source))
      for (const line of lines) {
        if (typeof line === "string" && line.trim() === "") continue;
        return typeof line === "string" ? jsonLine(line).value : null;
      }
  } catch {
    // Said when it is read.
  }
  return null;
}
