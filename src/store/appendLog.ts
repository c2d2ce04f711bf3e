import { leafBytes, type Statement } from "../seal/statements.js";
import { type Database } from "./open.js";

/**
 * Appends a statement to the log, within the transaction of what it states, and returns its position. The database
 * numbers it and grows the tree; other appends wait until this transaction ends.
 */
export async function appendLog(database: Database, statement: Statement): Promise<number> {
  const [{ position }] = await database.$queryRaw<[{ position: bigint }]>`
    INSERT INTO "LogEntry" (kind, statement) VALUES (${statement.type}, ${leafBytes(statement).toString("utf8")})
    RETURNING position`;
  return Number(position);
}
