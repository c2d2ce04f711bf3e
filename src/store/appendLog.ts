import { leafBytes, type Statement } from "../seal/statements.js";
import { UserError } from "../errors.js";
import { type Database } from "./open.js";

/**
 * Appends a statement to the log, within the transaction of what it states, and returns its position. The database
 * numbers it and grows the tree; other appends wait until this transaction ends.
 */
export async function appendLog(database: Database, statement: Statement): Promise<number> {
  const text = leafBytes(statement).toString("utf8");
  if (holdsNul.test(text))
    throw new UserError("BAD_INPUT", `the ${statement.type}: expected texts, got one with a NUL character in it`);
  const [{ position }] = await database.$queryRaw<[{ position: bigint }]>`
    INSERT INTO "LogEntry" (kind, statement) VALUES (${statement.type}, ${text})
    RETURNING position`;
  return Number(position);
}

/** As JSON writes it. The database could keep it, and could not look into the statement. */
const holdsNul = /(?<!\\)(?:\\\\)*\\u0000/;
