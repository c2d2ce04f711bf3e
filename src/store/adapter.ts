import { type PGlite } from "@electric-sql/pglite";
import {
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQuery,
} from "@prisma/driver-adapter-utils";
import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaPGlite } from "pglite-prisma-adapter";
import { type Pool } from "pg";

/** Told the text of every statement that reaches the database; tests count with it. */
export type StatementListener = (sql: string) => void;

export const embeddedAdapter = (pglite: PGlite, listener: StatementListener | null) =>
  mended(new PrismaPGlite(pglite), (script) => pglite.exec(script), listener);

export const postgresAdapter = (pool: Pool, listener: StatementListener | null) =>
  mended(new PrismaPg(pool), (script) => pool.query(script), listener);

/**
 * Both adapters run a script badly: the one for Postgres cuts it at every semicolon, also inside the body of a
 * function, and the embedded one does not wait for it, so that an error in it is lost. A script is sent whole here;
 * the database takes it as one transaction.
 */
function mended(
  factory: SqlMigrationAwareDriverAdapterFactory,
  run: (script: string) => Promise<unknown>,
  listener: StatementListener | null,
): SqlMigrationAwareDriverAdapterFactory {
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connectToShadowDb: () => factory.connectToShadowDb(),
    connect: async () => {
      const adapter = await factory.connect();
      adapter.executeScript = async (script) => {
        await run(script);
      };
      if (listener !== null) listen(adapter, listener);
      return adapter;
    },
  };
}

function listen(adapter: SqlDriverAdapter, listener: StatementListener): void {
  const heard = (queries: Pick<SqlDriverAdapter, "queryRaw" | "executeRaw">) => {
    const { queryRaw, executeRaw } = {
      queryRaw: queries.queryRaw.bind(queries),
      executeRaw: queries.executeRaw.bind(queries),
    };
    queries.queryRaw = (query: SqlQuery) => (listener(query.sql), queryRaw(query));
    queries.executeRaw = (query: SqlQuery) => (listener(query.sql), executeRaw(query));
  };
  heard(adapter);
  const startTransaction = adapter.startTransaction.bind(adapter);
  adapter.startTransaction = async (isolationLevel) => {
    const transaction = await startTransaction(isolationLevel);
    heard(transaction);
    return transaction;
  };
}
