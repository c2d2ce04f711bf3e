import { type DebateSet } from "../debate/debateSet.js";
import { type Seat } from "../debate/debate.js";
import { identities, identityKeys, sharedOrdinals } from "../debate/identity.js";
import { type Bitset } from "../debate/bitset.js";
import { debateOf } from "./debateRow.js";
import { debateRows } from "./debates.js";
import { type Database } from "./open.js";

/** A run, or a load that may become one. */
export interface Owner {
  readonly rowId: number;
  readonly seats: readonly Seat[];
}

/** Debates of a complete run that some other run holds too. */
export interface SharedDebates extends DebateSet, Owner {
  readonly slug: string;
  readonly bits: Bitset;
}

interface Candidate extends Owner {
  readonly slug: string;
  readonly contentDigest: string;
}

/**
 * Which complete runs hold debates that this one holds (debate/identity.ts), in log order, with their ordinals. Only runs with a panel in
 * common are compared, and only those between these log positions.
 */
export async function sharedDebates(
  database: Database,
  own: Owner,
  { after = -1, before = Number.MAX_SAFE_INTEGER }: { readonly after?: number; readonly before?: number } = {},
): Promise<SharedDebates[]> {
  const candidates = await database.$queryRawUnsafe<Candidate[]>(
    `SELECT id AS "rowId", slug, "contentDigest", seats FROM "Run"
     WHERE id <> $1 AND position > $2 AND position < $3 AND EXISTS (
       SELECT FROM "PanelBlock" AS its JOIN "PanelBlock" AS own
         ON own."panelKeys" && its."panelKeys" OR own.identities IS NULL OR its.identities IS NULL
       WHERE its."runId" = "Run".id AND own."runId" = $1
     )
     ORDER BY position`,
    own.rowId,
    after,
    before,
  );
  if (candidates.length === 0) return [];
  const keys = new Set(identityKeys(await identitiesOf(database, own)));
  const shared: SharedDebates[] = [];
  for (const candidate of candidates) {
    const bits = sharedOrdinals(keys, await identitiesOf(database, candidate));
    if (bits !== null) shared.push({ ...candidate, bits });
  }
  return shared;
}

/** The runs of these contents, in log order. */
export async function ownersOf(database: Database, contents: readonly string[]): Promise<Candidate[]> {
  const rows = await database.run.findMany({
    where: { contentDigest: { in: [...contents] } },
    select: { id: true, slug: true, contentDigest: true, seats: true },
    orderBy: { position: "asc" },
  });
  return rows.map(({ id, seats, ...row }) => ({ ...row, rowId: id, seats: seats as unknown as Seat[] }));
}

/** The identities of a run's debates, in order. Blocks that were written before there were any have them from their rows. */
export async function identitiesOf(database: Database, { rowId, seats }: Owner): Promise<Uint8Array> {
  const blocks = await database.$queryRaw<{ first: number; count: number; identities: string | null }[]>`
    SELECT first, count, encode(identities, 'base64') AS identities FROM "PanelBlock" WHERE "runId" = ${rowId} ORDER BY index`;
  const found: Uint8Array[] = [];
  for (const { first, count, identities: known } of blocks) {
    if (known !== null) found.push(Buffer.from(known, "base64"));
    else {
      const rows = await debateRows(database, rowId, first, count);
      found.push(identities({ seats }, rows.map(debateOf)).identities);
    }
  }
  return Buffer.concat(found);
}
