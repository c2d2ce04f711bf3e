import { type Database } from "./open.js";

/**
 * Appends a statement (canonical JSON) to the log, within the transaction of what it states, and returns its position.
 * The database numbers it and grows the tree; other appends wait until this transaction ends.
 */
export async function appendLog(database: Database, kind: string, statement: string): Promise<number> {
  const [{ position }] = await database.$queryRaw<[{ position: bigint }]>`
    INSERT INTO "LogEntry" (kind, statement) VALUES (${kind}, ${statement}) RETURNING position`;
  return Number(position);
}
