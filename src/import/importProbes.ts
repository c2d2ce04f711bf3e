import { type Probe, type ProbeHeader } from "../debate/probe.js";
import { probeAt, probeKey, probeTable, sortedProbes } from "../debate/probeColumns.js";
import { probeDigest } from "../debate/probeDigest.js";
import { missingProbes } from "../debate/missingProbes.js";
import { must, UserError } from "../errors.js";
import { blindCohorts } from "../store/blind.js";
import { refuseBlindItems } from "../store/blindItems.js";
import { type Store } from "../store/open.js";
import { probeBytes, probeSetsBySlug } from "../store/probeSets.js";
import { taken, writeProbes } from "../store/writeProbes.js";
import { faultText } from "./fault.js";
import { probeKind, type ProbeFormat } from "./fileKind.js";
import { type ImportOptions } from "./importRun.js";
import { jsonLine, type JsonObject } from "./jsonLine.js";
import { openLines, type Source, type Unreadable } from "./lines.js";
import { neutralProbesReader } from "./neutralProbes.js";
import { Notes, type Warning } from "./notes.js";
import { block0AlphaReader, block3AlphaReader, crossBenchmarkReader, r5PanelReader } from "./pilotProbes.js";
import { type ProbeReader } from "./probeReader.js";
import { type RunOverrides } from "./reader.js";
import { DEFAULT_MAX_ERRORS } from "./readRun.js";
import { saCausalReader } from "./saCausal.js";

/** Goes up whenever the same file would become other probes. */
const PROBE_IMPORTER_VERSION = "1";
/** The whole open tier has 35,664. A set is held in memory while it is read. */
export const MAX_PROBES = 200_000;

export interface ProbesReport {
  /** The set's slug. */
  readonly probeSet: string;
  /** As for runs. */
  readonly status: "IMPORTED" | "UNCHANGED" | "DRY_RUN";
  readonly format: ProbeFormat;
  readonly probes: number;
  readonly items: number;
  readonly models: number;
  readonly conditions: readonly string[];
  /** Cells of the observed grid of items, conditions, seats and replicates without a probe. */
  readonly missing: number;
  /** Probes in which what the source reports contradicts its replies, in all and by what contradicts. */
  readonly disagreements: { readonly probes: number; readonly fields: Readonly<Record<string, number>> };
  readonly warnings: readonly Warning[];
  readonly sourceDigest: string;
  readonly contentDigest: string;
}

const readers: Readonly<Record<ProbeFormat, (file: string, overrides: RunOverrides) => ProbeReader>> = {
  "sa-causal": saCausalReader,
  "cross-benchmark": crossBenchmarkReader,
  "block0-alpha": block0AlphaReader,
  "block3-alpha": block3AlphaReader,
  "r5-panel": r5PanelReader,
  "neutral-probes": neutralProbesReader,
};

/** Brings a file of probes into the store as one set: all of it or nothing. The same content again is a no-op that says so. */
export async function importProbes(
  store: Store,
  source: Source,
  format: ProbeFormat,
  options: ImportOptions,
): Promise<ProbesReport> {
  const read = await readProbeFile(source, format, options);
  const { header, probes, notes, fields, contradicted, sourceDigest } = read;
  const sorted = sortedProbes(probes);
  const contentDigest = probeDigest(header, sorted);
  const table = probeTable(sorted, contentDigest);
  must(
    table.size === 0 || probeKey(probeAt(table, 0)) === probeKey(sorted[0]),
    "columns hold what they were made from",
  );
  const { missing, lanes } = missingProbes(table);
  notes.line = 1;
  if (missing > 0) notes.warn("MISSING_PROBES", "", `${missing} of ${missing + table.size}`, missing);
  if (format === "sa-causal")
    for (const lane of ["default", "anti_social", "anti_argument"])
      if (!lanes.includes(lane)) notes.warn("MISSING_LANES", "condition", lane);
  const set = {
    ...header,
    probes: table.size,
    disagreements: contradicted,
    warnings: notes.warnings(),
    sourceDigest,
    contentDigest,
    importer: format,
    importerVersion: PROBE_IMPORTER_VERSION,
  };
  const known = (await probeSetsBySlug(store.prisma, [header.slug])).get(header.slug)?.contentDigest;
  // Whether another file equals a stored one tells about its gold.
  if (known !== undefined)
    await refuseBlindItems(store.prisma, await blindCohorts(store.prisma), `the probes ${header.slug}`, table.items);
  if (known !== undefined && known !== contentDigest) throw taken(header.slug, known, contentDigest);
  const isNew = known === undefined && (options.dryRun === true || (await writeProbes(store, set, probeBytes(table))));
  return {
    probeSet: header.slug,
    status: !isNew ? "UNCHANGED" : options.dryRun ? "DRY_RUN" : "IMPORTED",
    format,
    probes: table.size,
    items: table.items.length,
    models: new Set(table.probeds.map(({ model }) => model)).size,
    conditions: lanes,
    missing,
    disagreements: { probes: contradicted, fields },
    warnings: set.warnings,
    sourceDigest,
    contentDigest,
  };
}

interface ProbeFile {
  readonly header: ProbeHeader;
  readonly probes: readonly Probe[];
  readonly notes: Notes;
  readonly contradicted: number;
  readonly fields: Readonly<Record<string, number>>;
  readonly sourceDigest: string;
}

async function readProbeFile(source: Source, format: ProbeFormat, options: ImportOptions): Promise<ProbeFile> {
  const lines = await openLines(source);
  const notes = new Notes(options.maxErrors ?? DEFAULT_MAX_ERRORS);
  const reader = readers[format](lines.name, options.run ?? {});
  const probes = new Map<string, Probe>();
  const fields = new Map<string, number>();
  let contradicted = 0;

  const take = (line: string | Unreadable): void => {
    const value = typeof line === "string" ? objectOn(line, notes) : null;
    if (typeof line !== "string") notes.fault("", line.expected, line.got);
    if (value === null) return;
    const before = notes.faults.length;
    const read = reader.read(value, notes);
    if (notes.faults.length !== before) sayOtherKind(value, format, before, notes);
    for (const { probe, contradictions } of read ?? []) {
      const key = probeKey(probe);
      if (probes.has(key)) notes.warn("REPEATED_PROBES", "", key);
      else probes.set(key, probe);
      if (contradictions.length > 0) {
        contradicted++;
        notes.warn("REPORTED_CONTRADICTS", contradictions[0], contradictions.join(", "));
      }
      for (const field of contradictions) fields.set(field, (fields.get(field) ?? 0) + 1);
      if (probes.size > MAX_PROBES) throw new UserError("TOO_LARGE", `${lines.name}: more than ${MAX_PROBES} probes`);
    }
  };

  for await (const { first, lines: batch } of lines) {
    if (first === 1 && lines.byteOrderMark()) notes.warn("BYTE_ORDER_MARK", "", "U+FEFF");
    for (const [index, line] of batch.entries()) {
      if ((typeof line === "string" && line.trim() === "") || notes.full()) continue;
      notes.line = first + index;
      take(line);
    }
    if (notes.full()) break;
    options.onProgress?.({ read: lines.read(), total: lines.total, debates: probes.size });
  }
  if (probes.size === 0 && notes.faults.length === 0) notes.fault("", "probes", "none");
  const header = reader.header();
  if (notes.faults.length > 0 || header === null) {
    const texts = notes.faults.map((fault) => faultText(lines.name, fault));
    if (notes.full()) texts.push(`${lines.name}: stopped after ${notes.faults.length} faults`);
    throw new UserError("BAD_LINE", texts.join("\n"), { file: lines.name, faults: notes.faults });
  }
  return {
    header,
    probes: [...probes.values()],
    notes,
    contradicted,
    fields: Object.fromEntries(fields),
    sourceDigest: lines.sourceDigest(),
  };
}

function objectOn(line: string, notes: Notes): JsonObject | null {
  const { value, complaints, notNumbers, inexact } = jsonLine(line);
  for (const { path, expected, got } of complaints) notes.fault(path, expected, got);
  if (notNumbers > 0) notes.warn("NOT_A_NUMBER", "", `${notNumbers} on this line`, notNumbers);
  for (const token of inexact) notes.warn("INEXACT_NUMBER", "", token);
  return value;
}

/** A line of another kind of file is called that, in place of all that it lacks. */
function sayOtherKind(line: JsonObject, format: ProbeFormat, before: number, notes: Notes): void {
  const kind = probeKind(line);
  if (kind === format || (kind === null && !Object.hasOwn(line, "rounds") && !Object.hasOwn(line, "round_traces")))
    return;
  notes.faults.length = before;
  notes.fault("", `a probe of the format ${format}, as the file began`, kind ?? "a debate");
}
