import { type Pool } from "pg";

/**
 * Who could change what is stored. SELF_CUSTODY: the server's own role could, since it owns the tables or is a
 * superuser; triggers stop accidents, not intent. SEPARATE_OWNER: its role has no right to update, delete, truncate
 * or touch triggers anywhere.
 */
export type Custody = "SELF_CUSTODY" | "SEPARATE_OWNER";

export async function custody(pool: Pool): Promise<Custody> {
  const { rows } = await pool.query<{ could: boolean }>(`
    SELECT bool_or(has_table_privilege(oid, 'UPDATE, DELETE, TRUNCATE, TRIGGER') OR pg_has_role(relowner, 'MEMBER')) AS could
    FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`);
  return rows[0]?.could === false ? "SEPARATE_OWNER" : "SELF_CUSTODY";
}

/**
 * Gives the application's role what it needs and takes everything else: it may read, insert, and discard an unfinished
 * load through the function for that. The nodes of the log are written by the log's trigger alone. Run by the owner
 * after each migration; the role itself is made by the operator (docs/decisions/custody.md).
 */
export async function grantApplication(owner: Pool, role: string): Promise<void> {
  const { rows } = await owner.query<{ quoted: string }>("SELECT quote_ident($1) AS quoted", [role]);
  const to = rows[0]?.quoted;
  // One script is one transaction, so that a running server never finds itself without rights.
  await owner.query(`
    REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${to};
    GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${to};
    GRANT INSERT ON ALL TABLES IN SCHEMA public TO ${to};
    REVOKE INSERT ON "LogNode", "_prisma_migrations" FROM ${to};
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${to};
    GRANT EXECUTE ON FUNCTION discard_load(integer, integer) TO ${to};`);
}
