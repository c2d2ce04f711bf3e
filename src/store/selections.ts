import { type DebateSet } from "../debate/debateSet.js";
import { type Database } from "./open.js";

/**
 * Which debates cohorts select, by row: of each its parts in order, `only` those of runs with these contents. One
 * statement.
 */
export async function selectionsOf(
  database: Database,
  cohortIds: readonly number[],
  only: readonly string[] | null = null,
): Promise<Map<number, DebateSet[]>> {
  if (cohortIds.length === 0) return new Map();
  const rows = await database.$queryRawUnsafe<{ cohortId: number; contentDigest: string; bits: string }[]>(
    `SELECT "cohortId", "contentDigest", encode(bits, 'base64') AS bits
     FROM "CohortPart" JOIN "Run" ON "Run".id = "runId"
     WHERE "cohortId" = ANY ($1::int[]) AND ($2::text[] IS NULL OR "contentDigest" = ANY ($2::text[]))
     ORDER BY "cohortId", index`,
    [...cohortIds],
    only && [...only],
  );
  const found = new Map(cohortIds.map((id) => [id, new Array<DebateSet>()]));
  for (const { cohortId, contentDigest, bits } of rows)
    found.get(cohortId)!.push({ contentDigest, bits: Buffer.from(bits, "base64") });
  return found;
}
