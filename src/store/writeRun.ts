import { type RunHeader } from "../debate/debate.js";
import { type Identities } from "../debate/identity.js";
import { sha256 } from "../debate/sha256.js";
import { must, UserError } from "../errors.js";
import { type StatementOf } from "../seal/statements.js";
import { appendLog } from "./appendLog.js";
import { blindCohorts } from "./blind.js";
import { refuseBlindTwin } from "./blindTwins.js";
import { debateRow, type DebateRow, type NewDebate, type Shape } from "./debateRow.js";
import { type Prisma } from "./generated/client.js";
import { logTransaction } from "./logTransaction.js";
import { type Database, type Store } from "./open.js";
import { sharedDebates } from "./sharedDebates.js";

/** An import on its way: nobody sees its debates before `completeRun`. */
export interface Load {
  readonly id: number;
  readonly slug: string;
  /** Blocks that an earlier, interrupted import of the same slug has left, by index. */
  readonly blocks: ReadonlyMap<number, { readonly digest: string; readonly rowsDigest: string }>;
  /** Lets others import this slug. Leaves what was written, to be resumed. */
  release(): Promise<void>;
}

/** Consecutive debates of a run: rows and the block over them. */
export interface Batch {
  readonly index: number;
  /** Ordinal of the first. */
  readonly first: number;
  /** The shape that all were coded under. */
  readonly shape: Shape;
  readonly debates: readonly NewDebate[];
  /** The encoded panel block and its digest. */
  readonly bytes: Uint8Array;
  readonly digest: string;
  readonly known: Identities;
}

/** What a run is known by once it is complete. */
export interface NewRun extends RunHeader {
  readonly debates: number;
  /** Debates whose replicate is not their item's first. */
  readonly replicates: number;
  /** Debates with a reported field that contradicts the ballots. */
  readonly disagreements: number;
  /** What was accepted with a warning, as the import reports it. */
  readonly warnings: readonly object[];
  readonly sourceDigest: string;
  readonly contentDigest: string;
  readonly importer: string;
  readonly importerVersion: string;
}

/** Begins an import, or takes up one that was interrupted. One at a time for each slug, over all processes. */
export async function beginLoad(store: Store, slug: string): Promise<Load> {
  const release = await store.hold(slug);
  if (release === null) throw new UserError("CONFLICT", `run ${slug}: another import of it is on its way`);
  try {
    const { prisma } = store;
    if (await prisma.run.findUnique({ where: { slug }, select: { id: true } })) {
      throw new UserError("CONFLICT", `run ${slug}: expected a new name, got that of a stored run`);
    }
    await prisma.load.createMany({ data: [{ slug }], skipDuplicates: true });
    const { id } = await prisma.load.findUniqueOrThrow({ where: { slug }, select: { id: true } });
    const blocks = await prisma.panelBlock.findMany({
      where: { runId: id },
      select: { index: true, digest: true, rowsDigest: true },
    });
    return { id, slug, blocks: new Map(blocks.map(({ index, ...digests }) => [index, digests])), release };
  } catch (error) {
    await release();
    throw error;
  }
}

/**
 * Writes a batch in one short transaction; it is durable when this returns. False when an interrupted import has
 * written the very same one. CONFLICT when it has written another in its place: then discard the load and begin again.
 */
export async function writeBatch(store: Store, load: Load, batch: Batch): Promise<boolean> {
  const rows = batch.debates.map((debate, index) => debateRow(batch.first + index, debate, batch.shape));
  const text = Buffer.from(JSON.stringify(rows));
  const rowsDigest = sha256(text);
  const known = load.blocks.get(batch.index);
  if (known?.digest === batch.digest && known.rowsDigest === rowsDigest) return false;
  if (known !== undefined) {
    throw new UserError("CONFLICT", `run ${load.slug}: an interrupted import of it has read other debates`);
  }
  await addItems(store, rows);
  const texts = rows.flatMap(({ ordinal, texts }) => (texts === undefined ? [] : [{ ordinal, texts }]));
  const { index, first, shape, bytes, digest } = batch;
  const { identities, panelKeys } = batch.known;
  const [debates] = await store.bulk([
    { sql: INSERT_DEBATES, values: [load.id, text] },
    { sql: INSERT_RESPONSES, values: [load.id, Buffer.from(JSON.stringify(texts))] },
    {
      sql: INSERT_BLOCK,
      values: [
        load.id,
        index,
        first,
        rows.length,
        shape.rounds,
        shape.seats,
        bytes,
        digest,
        rowsDigest,
        identities,
        panelKeys,
      ],
    },
  ]);
  must(debates === rows.length, `${rows.length} debates were to be written, ${debates} were`);
  return true;
}

/**
 * Items and benchmarks that are new. They only grow, so they need not wait for the debates; and two imports that add the
 * same one meet in the second statement, which is the slower.
 */
async function addItems({ prisma, bulk }: Store, rows: readonly DebateRow[]): Promise<void> {
  const keys = new Map<string, Set<string>>();
  for (const { benchmark, item } of rows) {
    const known = keys.get(benchmark);
    if (known) known.add(item);
    else keys.set(benchmark, new Set([item]));
  }
  const benchmarks = [...keys.keys()].map((slug) => ({ slug }));
  await prisma.benchmark.createMany({ data: benchmarks, skipDuplicates: true });
  for (const [benchmark, items] of keys) {
    const missing = { sql: INSERT_ITEMS, values: [benchmark, Buffer.from(JSON.stringify([...items]))] };
    await bulk([missing]).catch(() => bulk([{ ...missing, sql: `${INSERT_ITEMS} ON CONFLICT DO NOTHING` }]));
  }
}

/**
 * Looked up row by row, as scalar subqueries: an embedded database never gathers statistics, and on a table that has just
 * grown the planner would choose a join that reads all of it for each row.
 */
const BENCHMARK = (slug: string) => `(SELECT id FROM "Benchmark" WHERE slug = ${slug})`;
const ITEM = (benchmark: string) =>
  `(SELECT id FROM "Item" WHERE "benchmarkId" = ${BENCHMARK(benchmark)} AND key = given.item)`;

const INSERT_ITEMS = `INSERT INTO "Item" ("benchmarkId", key) SELECT ${BENCHMARK("$1")}, item
  FROM json_array_elements_text($2::json) AS given(item) WHERE ${ITEM("$1")} IS NULL`;

const INSERT_DEBATES = `
  INSERT INTO "Debate" ("runId", ordinal, "itemId", replicate, category, cluster, gold, labels, codes, admissible, rounds,
    signals, displayed, seats, tokens, cost, reported, derived, disagreements, meta)
  SELECT $1, ordinal, ${ITEM("given.benchmark")}, replicate, category, cluster, gold, labels::text[],
    decode(codes, 'base64'), admissible::text[], rounds, signals, displayed, seats, tokens, cost, reported,
    derived, disagreements::text[], meta
  FROM json_to_recordset($2::json) AS given(ordinal int, benchmark text, item text, replicate int, category text,
    cluster text, gold text, labels text, codes text, admissible text, rounds int, signals text, displayed text,
    seats text, tokens bigint, cost text, reported text, derived text, disagreements text, meta text)`;

const INSERT_RESPONSES = `
  INSERT INTO "Response" ("runId", ordinal, texts)
  SELECT $1, ordinal, texts FROM json_to_recordset($2::json) AS given(ordinal int, texts text)`;

const INSERT_BLOCK = `
  INSERT INTO "PanelBlock" ("runId", index, first, count, rounds, seats, bytes, digest, "rowsDigest", identities, "panelKeys")
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`;

/**
 * Makes the run visible, all at once, in one transaction with its log entry, which names the runs that hold some of its debates already.
 * The database refuses it unless every debate and every block is there. BLIND when some of its debates are those of a blind cohort,
 * whatever gold it gives them. Returns the position of its entry.
 */
export async function completeRun(store: Store, load: Load, run: NewRun): Promise<number> {
  // Most is compared before the log is held, so that nobody waits; only what came meanwhile is compared under its lock.
  const own = { rowId: load.id, seats: run.seats };
  const last = await store.prisma.run.aggregate({ _max: { position: true } });
  const before = Number(last._max.position ?? -1) + 1;
  const known = await sharedDebates(store.prisma, own, { before });
  const position = await logTransaction(store, async (database) => {
    const shared = [...known, ...(await sharedDebates(database, own, { after: before - 1 }))];
    refuseBlindTwin(await blindCohorts(database), run.slug, shared);
    await addModels(database, run);
    const overlaps = [...new Set(shared.map(({ contentDigest }) => contentDigest))].sort();
    const position = await appendLog(database, statementOf(run, overlaps));
    const { seats, warnings, ...columns } = run;
    await database.run.create({
      data: {
        ...columns,
        id: load.id,
        position,
        overlaps,
        seats: seats as unknown as Prisma.InputJsonValue,
        warnings: warnings as Prisma.InputJsonValue[],
      },
      select: { id: true },
    });
    return position;
  });
  await load.release();
  return position;
}

const statementOf = (run: NewRun, overlaps: readonly string[]): StatementOf<"run"> => ({
  type: "run",
  v: 1,
  slug: run.slug,
  content: run.contentDigest,
  source: run.sourceDigest,
  importer: `${run.importer}/${run.importerVersion}`,
  debates: run.debates,
  at: new Date().toISOString(),
  ...(overlaps.length > 0 ? { overlaps } : {}),
});

/** Models and families that were never seen before, as this run's seats describe them. */
async function addModels(database: Database, { seats }: NewRun): Promise<void> {
  const families = seats.flatMap(({ family }) => (family === null ? [] : [{ slug: family }]));
  await database.family.createMany({ data: families, skipDuplicates: true });
  await database.model.createMany({
    data: seats.map(({ model, family, provider }) => ({ slug: model, familySlug: family, provider })),
    skipDuplicates: true,
  });
}

/** Debates removed with each call, so that readers get their turn in between. */
const DISCARDED_AT_ONCE = 20_000;

/** Throws an unfinished load away. A complete run cannot be. */
export async function discardLoad({ prisma }: Store, load: Load): Promise<void> {
  for (;;) {
    const [{ gone }] = await prisma.$queryRaw<[{ gone: boolean }]>`
      SELECT discard_load(${load.id}::int, ${DISCARDED_AT_ONCE}::int) AS gone`;
    if (gone) break;
  }
  await load.release();
}
