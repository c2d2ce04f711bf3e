import { must, UserError } from "../errors.js";
import { refuseBlindRun } from "../store/blindTwins.js";
import { type Store } from "../store/open.js";
import { runsBySlug } from "../store/runs.js";
import { beginLoad, completeRun, discardLoad, type Load, writeBatch } from "../store/writeRun.js";
import { type Source } from "./lines.js";
import { type Warning } from "./notes.js";
import { type ReadOptions, readRun, type RunRead } from "./readRun.js";
import { type RunBlock } from "./runBlock.js";

/** Goes up whenever the same file would become other debates. */
export const IMPORTER_VERSION = "1";

export interface ImportOptions extends ReadOptions {
  /** Reads and checks everything, and stores nothing. */
  readonly dryRun?: boolean | undefined;
}

export interface ImportReport {
  /** The run's slug. */
  readonly run: string;
  /** IMPORTED: stored now. UNCHANGED: this very run was stored before, nothing was done. DRY_RUN: it would be stored. */
  readonly status: "IMPORTED" | "UNCHANGED" | "DRY_RUN";
  readonly format: RunRead["format"];
  readonly debates: number;
  readonly rounds: number;
  readonly seats: number;
  /** Debates whose replicate is not 0: in DebateLedger's files, repeats of a question. */
  readonly replicates: number;
  /** Debates that an interrupted import had stored already. */
  readonly resumed: number;
  /** Debates in which what the source reports contradicts the ballots, in all and by what contradicts. */
  readonly disagreements: RunRead["disagreements"];
  readonly warnings: readonly Warning[];
  readonly sourceDigest: string;
  readonly contentDigest: string;
}

/**
 * Brings a file of debates into the store as one run, visible all at once. A file with faults is refused with all of them
 * (`details.faults`) and leaves nothing. The same content again is a no-op that says so; other content under a stored slug is a
 * CONFLICT. An import that was interrupted goes on where it stopped: blocks that are stored are recognised by their digests.
 */
export async function importRun(
  store: Store,
  source: Source | readonly Source[],
  options: ImportOptions = {},
): Promise<ImportReport> {
  const writing: Writing = { begun: false, stored: null, load: null, blocks: 0, resumed: 0 };
  try {
    const read = await readRun(source, options, (block, { slug }) => write(store, slug, block, options, writing));
    return reportOf(read, writing, await finish(store, read, options, writing));
  } catch (error) {
    if (writing.load === null) throw error;
    // What was refused must not lie about; what was interrupted waits to be resumed.
    if (!(error instanceof UserError) || error.code === "CANCELLED") await writing.load.release();
    else await discardLoad(store, writing.load);
    if (error instanceof LeftOver && [source].flat().every((one) => "path" in one))
      return importRun(store, source, options);
    throw error;
  }
}

/** What the store has of the run, and what was written into it so far. */
interface Writing {
  begun: boolean;
  /** Content digest of the stored run of this slug; null: there is none. */
  stored: string | null;
  /** Null: nothing is written, because the run is stored already or nothing shall be. */
  load: Load | null;
  blocks: number;
  /** Debates that an interrupted import had written. */
  resumed: number;
}

/** An interrupted import has left debates of another file. They are thrown away; then the file has to be read again. */
class LeftOver extends UserError {
  constructor(slug: string) {
    super(
      "CONFLICT",
      `run ${slug}: an interrupted import had left debates of another file; they are gone, import again`,
    );
  }
}

async function write(
  store: Store,
  slug: string,
  block: RunBlock,
  options: ImportOptions,
  writing: Writing,
): Promise<void> {
  if (!writing.begun) {
    writing.stored = (await runsBySlug(store.prisma, [slug])).get(slug)?.contentDigest ?? null;
    if (writing.stored !== null) await refuseBlindRun(store.prisma, slug, writing.stored);
    if (writing.stored === null && !options.dryRun) writing.load = await beginLoad(store, slug);
    writing.begun = true;
  }
  writing.blocks++;
  if (writing.load === null) return;
  const isNew = await writeBatch(store, writing.load, block).catch((error: unknown) => {
    throw error instanceof UserError && error.code === "CONFLICT" ? new LeftOver(slug) : error;
  });
  if (!isNew) writing.resumed += block.debates.length;
}

async function finish(
  store: Store,
  read: RunRead,
  options: ImportOptions,
  { stored, load, blocks }: Writing,
): Promise<ImportReport["status"]> {
  const { header, contentDigest } = read;
  if (stored !== null && stored !== contentDigest)
    throw new UserError(
      "CONFLICT",
      `run ${header.slug}: expected the content that is stored under this name (${stored}), got other content (${contentDigest})`,
    );
  if (stored !== null) return "UNCHANGED";
  if (options.dryRun) return "DRY_RUN";
  must(load, "a run of at least one debate was begun");
  if (load.blocks.size > blocks) throw new LeftOver(header.slug);
  const { debates, replicates, disagreements, warnings, sourceDigest, format } = read;
  const run = {
    ...header,
    debates,
    replicates,
    disagreements: disagreements.debates,
    warnings,
    sourceDigest,
    contentDigest,
    importer: format,
    importerVersion: options.map === undefined ? IMPORTER_VERSION : `${IMPORTER_VERSION} map ${options.map.digest}`,
  };
  await completeRun(store, load, run);
  return "IMPORTED";
}

const reportOf = (read: RunRead, { resumed }: Writing, status: ImportReport["status"]): ImportReport => ({
  run: read.header.slug,
  status,
  format: read.format,
  debates: read.debates,
  rounds: read.header.rounds,
  seats: read.seats,
  replicates: read.replicates,
  resumed,
  disagreements: read.disagreements,
  warnings: read.warnings,
  sourceDigest: read.sourceDigest,
  contentDigest: read.contentDigest,
});
