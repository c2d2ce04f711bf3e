import { deflateSync, inflateSync } from "node:zlib";
import { LRUCache } from "lru-cache";
import { decodeProbes, encodeProbes } from "../debate/probeBlock.js";
import { type ProbeTable } from "../debate/probeColumns.js";
import { UserError } from "../errors.js";
import { keysetArguments, type KeysetPage } from "./keyset.js";
import { type Database, type Store } from "./open.js";
import { type NewProbes } from "./writeProbes.js";

export interface StoredProbes extends NewProbes {
  readonly rowId: number;
  /** Of its log entry. */
  readonly position: number;
}

export async function probeSetsBySlug(
  database: Database,
  slugs: readonly string[],
): Promise<Map<string, StoredProbes>> {
  const rows = await database.probeSet.findMany({ where: { slug: { in: [...slugs] } } });
  return new Map(rows.map((row) => [row.slug, stored(row)]));
}

/** One row more than `page.take`; from the end, in reverse. */
export async function probeSetsPage(database: Database, page: KeysetPage): Promise<StoredProbes[]> {
  return (await database.probeSet.findMany(keysetArguments(page))).map(stored);
}

export const probeSetsCount = (database: Database): Promise<number> => database.probeSet.count();

/** The stored form of these columns. */
export const probeBytes = (table: ProbeTable): Buffer => deflateSync(encodeProbes(table));

/** The probes of a set as columns. Kept by content as long as there is room. */
export async function probesOf(store: Store, set: StoredProbes): Promise<ProbeTable> {
  const kept = caches.get(store) ?? new LRUCache<string, ProbeTable>({ maxSize: CACHE_BYTES });
  caches.set(store, kept);
  const known = kept.get(set.contentDigest);
  if (known !== undefined) return known;
  const read = await readProbes(store.prisma, set);
  kept.set(set.contentDigest, read, { size: 10_000 + 150 * read.size });
  return read;
}

/** STORE_DAMAGED when what is stored cannot be read. */
export async function readProbes(
  database: Database,
  { rowId, slug, contentDigest }: StoredProbes,
): Promise<ProbeTable> {
  const rows = await database.$queryRaw<{ bytes: string }[]>`
    SELECT encode(bytes, 'base64') AS bytes FROM "ProbeBlock" WHERE "setId" = ${rowId}`;
  try {
    const bytes = inflateSync(Buffer.from(rows[0]?.bytes ?? "", "base64"));
    return decodeProbes(new Uint8Array(bytes), contentDigest);
  } catch {
    throw new UserError("STORE_DAMAGED", `the probes of ${slug} cannot be read`);
  }
}

const CACHE_BYTES = 128 * 1024 * 1024;

const caches = new WeakMap<Store, LRUCache<string, ProbeTable>>();

type Row = Awaited<ReturnType<Database["probeSet"]["findMany"]>>[number];

const stored = ({ id, position, warnings, ...columns }: Row): StoredProbes => ({
  ...columns,
  rowId: id,
  position: Number(position),
  warnings: warnings as object[],
});
