import { type ClientBase, Pool } from "pg";
import { type StatementListener } from "./adapter.js";
import { type Statement } from "./open.js";

/**
 * The session's time zone is UTC whatever the database's is: the Postgres adapter writes timestamps without a zone
 * (prisma/orm#28629).
 */
export function postgresPool(connectionString: string, max: number): Pool {
  const pool = new Pool({
    connectionString,
    max,
    application_name: "counterweight",
    onConnect: inUtc,
  });
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on("error", () => {});
  return pool;
}

/** The pool waits for it, although its types do not say so. */
const inUtc = (client: ClientBase): unknown => client.query("SET TIME ZONE 'UTC'");

/** A lock that the server itself drops when this process dies; it keeps one connection of the pool. */
export async function holdOnPostgres(pool: Pool, name: string): Promise<(() => Promise<void>) | null> {
  const client = await pool.connect();
  const key = [935279, name];
  try {
    const { rows } = await client.query<{ held: boolean }>(
      "SELECT pg_try_advisory_lock($1, hashtext($2)) AS held",
      key,
    );
    if (rows[0]?.held !== true) {
      client.release();
      return null;
    }
  } catch (error) {
    client.release(true);
    throw error;
  }
  return async () => {
    try {
      await client.query("SELECT pg_advisory_unlock($1, hashtext($2))", key);
      client.release();
    } catch {
      // Closing the connection drops the lock as well.
      client.release(true);
    }
  };
}

export async function bulkOnPostgres(
  pool: Pool,
  statements: readonly Statement[],
  listener: StatementListener | null,
): Promise<number[]> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const affected: number[] = [];
    for (const { sql, values } of statements) {
      listener?.(sql);
      affected.push((await client.query(sql, [...values])).rowCount ?? 0);
    }
    await client.query("COMMIT");
    client.release();
    return affected;
  } catch (error) {
    // Closing the connection rolls back, also when it is the connection that failed.
    client.release(true);
    throw error;
  }
}
