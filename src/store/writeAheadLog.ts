import { PGlite } from "@electric-sql/pglite";

/**
 * Postgres begins a checkpoint by itself once its write-ahead log has grown, in the middle of a commit. The embedded one is a
 * single process: it then waits for ever for a lock that it holds itself (seen after half a gigabyte of log). So it is told never
 * to begin one, and `trimmedLog` does it between transactions.
 */
export const startParams: readonly string[] = [...PGlite.defaultStartParams, "-c", "max_wal_size=1TB"];

const MEGABYTES = 128;

/** Keeps the log of an embedded database short: to be called after what wrote much. */
export const trimmedLog =
  (pglite: PGlite, megabytes = MEGABYTES) =>
  async (): Promise<void> => {
    const { rows } = await pglite.query<{ grown: number }>(
      "SELECT (pg_current_wal_insert_lsn() - redo_lsn)::float8 / 1048576 AS grown FROM pg_control_checkpoint()",
    );
    if (rows[0].grown >= megabytes) await pglite.exec("CHECKPOINT");
  };
