import { type ClientBase, Pool, type PoolConfig } from "pg";
import { type StatementListener } from "./adapter.js";
import { type Hold, holdNames } from "./holdNames.js";
import { type Statement } from "./open.js";

/**
 * The session's time zone is UTC whatever the database's is: the Postgres adapter writes timestamps without a zone
 * (prisma/orm#28629).
 */
export function postgresPool(connectionString: string, max: number, options: PoolConfig = {}): Pool {
  const pool = new Pool({
    ...options,
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

/**
 * Locks on names that the database drops by itself when this process dies. All are held by one connection that does
 * nothing else: were each held by one of the pool's, a handful of imports would keep everybody else waiting.
 */
export function holdsOnPostgres(connectionString: string): { hold: Hold; end: () => Promise<void> } {
  const pool = postgresPool(connectionString, 1, { idleTimeoutMillis: 0 });
  const hold = holdNames(
    async (name) => {
      const locking = "SELECT pg_try_advisory_lock(935279, hashtext($1)) AS taken";
      const { rows } = await pool.query<{ taken: boolean }>(locking, [name]);
      return rows[0]?.taken === true;
    },
    (name) => pool.query("SELECT pg_advisory_unlock(935279, hashtext($1))", [name]),
  );
  return { hold, end: () => pool.end() };
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
