import { randomUUID } from "node:crypto";
import { Pool } from "pg";

const administration = process.env.COUNTERWEIGHT_TEST_DATABASE_URL ?? "postgres://postgres@127.0.0.1:5432/postgres";

/** Why tests on Postgres cannot run here; null when they can. */
export const noPostgres: string | null = await administer("SELECT 1").then(
  () => null,
  (error: unknown) =>
    `no Postgres at ${administration.replace(/:[^:@/]+@/, ":...@")} (${String(error)}); COUNTERWEIGHT_TEST_DATABASE_URL names another`,
);

/** A new database in a time zone far from UTC, so that nothing rests on the zone by accident. */
export async function scratchDatabase(owner?: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `counterweight_test_${randomUUID().replaceAll("-", "")}`;
  await administer(`CREATE DATABASE ${name} ${owner === undefined ? "" : `OWNER ${owner}`}`);
  await administer(`ALTER DATABASE ${name} SET timezone TO 'Pacific/Chatham'`);
  const url = new URL(administration);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(`DROP DATABASE ${name} WITH (FORCE)`) };
}

/** Also for what belongs to the whole server, such as roles. */
export async function administer(statement: string): Promise<void> {
  const pool = new Pool({ connectionString: administration, max: 1, connectionTimeoutMillis: 3000 });
  try {
    await pool.query(statement);
  } finally {
    await pool.end();
  }
}
