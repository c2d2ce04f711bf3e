import { hasBit } from "../debate/bitset.js";
import { UserError } from "../errors.js";
import { type BlindCohort } from "./blind.js";
import { type Database } from "./open.js";

/**
 * Throws BLIND when some of these items, each `benchmark + "\u0000" + key`, is that of a debate in a blind cohort: whoever learns about an
 * item's right answer elsewhere knows it there.
 */
export async function refuseBlindItems(
  database: Database,
  blind: readonly BlindCohort[],
  what: string,
  items: readonly string[],
): Promise<void> {
  const parts = blind.flatMap(({ slug, selection }) => selection.map((part) => ({ slug, ...part })));
  if (parts.length === 0) return;
  const keys = [...new Set(items.map((item) => item.slice(item.indexOf("\u0000") + 1)))];
  const asked = new Set(items);
  const rows = await database.$queryRawUnsafe<
    { contentDigest: string; ordinal: number; benchmark: string; key: string }[]
  >(
    `SELECT "Run"."contentDigest", "Debate".ordinal, "Benchmark".slug AS benchmark, "Item".key
     FROM "Item" JOIN "Benchmark" ON "Benchmark".id = "Item"."benchmarkId" JOIN "Debate" ON "Debate"."itemId" = "Item".id
     JOIN "Run" ON "Run".id = "Debate"."runId"
     WHERE "Run"."contentDigest" = ANY ($1::text[]) AND "Item".key = ANY ($2::text[])`,
    [...new Set(parts.map(({ contentDigest }) => contentDigest))],
    keys,
  );
  for (const { contentDigest, ordinal, benchmark, key } of rows) {
    if (!asked.has(`${benchmark}\u0000${key}`)) continue;
    const closed = parts.find(
      (part) => part.contentDigest === contentDigest && (part.bits === null || hasBit(part.bits, ordinal)),
    );
    if (closed)
      throw new UserError("BLIND", `cohort ${closed.slug} is blind, and ${what} are about items of its debates`);
  }
}
