import { type Condition, type RunHeader, type Seat } from "../debate/debate.js";
import { type Prisma } from "./generated/client.js";
import { keysetArguments, type KeysetPage } from "./keyset.js";
import { type Database } from "./open.js";
import { type NewRun } from "./writeRun.js";

/** A complete run, with what was said against it since. */
export interface StoredRun extends RunHeader, NewRun {
  readonly rowId: number;
  /** Of its log entry. */
  readonly position: number;
  /** Contents of earlier runs that hold some of its debates. */
  readonly overlaps: readonly string[];
  /** Empty unless it was retracted or superseded. */
  readonly withdrawals: readonly Withdrawal[];
}

export interface Withdrawal {
  readonly kind: "RETRACTED" | "SUPERSEDED";
  readonly reason: string;
  /** Slug of the run that takes its place. */
  readonly by: string | null;
}

/** All that is given must hold; null: any. */
export interface RunFilter {
  readonly benchmark: string | null;
  readonly condition: Condition | null;
  /** In some seat. */
  readonly model: string | null;
  readonly withdrawn: boolean | null;
}

export async function runsBySlug(database: Database, slugs: readonly string[]): Promise<Map<string, StoredRun>> {
  const rows = await database.run.findMany({ where: { slug: { in: [...slugs] } }, include });
  return new Map(rows.map((row) => [row.slug, stored(row)]));
}

/**
 * The contents of the runs that share a debate with one of these, whichever came first. Only pairs: what shares debates with those in
 * turn need not share one with these.
 */
export async function overlapsOf(database: Database, contents: readonly string[]): Promise<string[]> {
  const given = new Set(contents);
  const where = { OR: [{ contentDigest: { in: [...given] } }, { overlaps: { hasSome: [...given] } }] };
  const rows = await database.run.findMany({ where, select: { contentDigest: true, overlaps: true } });
  const found = rows.flatMap(({ contentDigest, overlaps }) => [
    ...(given.has(contentDigest) ? overlaps : []),
    ...(overlaps.some((content) => given.has(content)) ? [contentDigest] : []),
  ]);
  return [...new Set(found)];
}

/** Log positions of the runs of these contents, withdrawn or not. */
export async function runPositions(database: Database, contents: readonly string[]): Promise<number[]> {
  const where = { contentDigest: { in: [...contents] } };
  const rows = await database.run.findMany({ where, select: { position: true }, orderBy: { position: "asc" } });
  return rows.map(({ position }) => Number(position));
}

/** One row more than `page.take`; from the end, in reverse. */
export async function runsPage(database: Database, filter: RunFilter, page: KeysetPage): Promise<StoredRun[]> {
  const { where, orderBy, take } = keysetArguments(page);
  const rows = await database.run.findMany({ where: { AND: [matching(filter), where] }, orderBy, take, include });
  return rows.map(stored);
}

export const runsCount = (database: Database, filter: RunFilter): Promise<number> =>
  database.run.count({ where: matching(filter) });

const include = {
  tombstones: { select: { kind: true, reason: true, by: { select: { slug: true } } }, orderBy: { position: "asc" } },
} satisfies Prisma.RunInclude;

type Row = Prisma.RunGetPayload<{ include: typeof include }>;

const matching = ({ benchmark, condition, model, withdrawn }: RunFilter): Prisma.RunWhereInput => ({
  ...(benchmark === null ? {} : { benchmark }),
  ...(condition === null ? {} : { condition }),
  ...(model === null ? {} : { seats: { array_contains: [{ model }] } }),
  ...(withdrawn === null ? {} : { tombstones: withdrawn ? { some: {} } : { none: {} } }),
});

const stored = ({
  id,
  position,
  seats,
  warnings,
  tombstones,
  importedAt: _importedAt,
  ...columns
}: Row): StoredRun => ({
  ...columns,
  rowId: id,
  position: Number(position),
  seats: seats as unknown as Seat[],
  warnings: warnings as object[],
  withdrawals: tombstones.map(({ by, ...tombstone }) => ({ ...tombstone, by: by?.slug ?? null })),
});
