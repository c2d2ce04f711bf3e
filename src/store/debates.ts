import { debateOf, type FoundDebate, type StoredDebate } from "./debateRow.js";
import { type Database } from "./open.js";

export interface DebateKey {
  readonly runId: number;
  readonly ordinal: number;
}

export const debateKey = ({ runId, ordinal }: DebateKey): string => `${runId}/${ordinal}`;

/** Debates of complete runs by `debateKey`, in one statement for any number of keys. */
export async function debatesByKey(database: Database, keys: readonly DebateKey[]): Promise<Map<string, StoredDebate>> {
  const runIds = keys.map(({ runId }) => runId);
  const ordinals = keys.map(({ ordinal }) => ordinal);
  const found = await database.$queryRawUnsafe<FoundDebate[]>(
    `${SELECT} JOIN unnest($1::int[], $2::int[]) AS wanted("runId", ordinal) USING ("runId", ordinal)
     WHERE EXISTS (SELECT FROM "Run" WHERE id = "runId")`,
    runIds,
    ordinals,
  );
  return new Map(found.map((row) => [debateKey(row), debateOf(row)]));
}

/** Up to `take` rows of a run, complete or not, from this ordinal on and in order. */
export const debateRows = (database: Database, runId: number, first: number, take: number): Promise<FoundDebate[]> =>
  database.$queryRawUnsafe(
    `${SELECT} WHERE "runId" = $1 AND ordinal >= $2 AND ordinal < $2 + $3 ORDER BY ordinal`,
    runId,
    first,
    take,
  );

/** The debates of a run in order, so many at a time. */
export async function* debatesInOrder(
  database: Database,
  runId: number,
  atATime: number,
): AsyncGenerator<StoredDebate[]> {
  for (let first = 0; ; first += atATime) {
    const rows = await debateRows(database, runId, first, atATime);
    if (rows.length > 0) yield rows.map(debateOf);
    if (rows.length < atATime) return;
  }
}

/** Ordinals of debates in which something that the source reports contradicts the ballots, by run. */
export async function contradictedDebates(
  database: Database,
  runIds: readonly number[],
): Promise<Map<number, ReadonlySet<number>>> {
  const rows = await database.$queryRaw<DebateKey[]>`
    SELECT "runId", ordinal FROM "Debate"
    WHERE "runId" IN (SELECT id FROM "Run" WHERE id = ANY (${[...runIds]}::int[]) AND "Run".disagreements > 0)
      AND cardinality(disagreements) > 0`;
  const found = new Map(runIds.map((runId) => [runId, new Set<number>()]));
  for (const { runId, ordinal } of rows) found.get(runId)?.add(ordinal);
  return found;
}

const SELECT = `
  SELECT "runId", ordinal, "Benchmark".slug AS benchmark, "Item".key AS item, replicate, category, cluster, gold, labels,
    encode(codes, 'base64') AS codes, admissible, rounds, signals, displayed, seats, tokens, cost, reported, derived, disagreements,
    meta, "Response".texts
  FROM "Debate"
  JOIN "Item" ON "Item".id = "itemId"
  JOIN "Benchmark" ON "Benchmark".id = "benchmarkId"
  LEFT JOIN "Response" USING ("runId", ordinal)`;
