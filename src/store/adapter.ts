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

export function embeddedAdapter(pglite: PGlite, listener: StatementListener | null) {
  const adapter = mended(new PrismaPGlite(reportingCommits(pglite)), (script) => pglite.exec(script), listener);
  return { ...adapter, connect: async () => awaitingCommits(await adapter.connect()) };
}

/** How a transaction really ended, by the client that its statements go through. */
const endings = new WeakMap<object, Promise<unknown>>();

/**
 * The embedded adapter loses the error of a COMMIT: what the database rolled back would pass for written. So the end of
 * each transaction is kept here, and waited for after the adapter's own.
 */
const reportingCommits = (pglite: PGlite): PGlite =>
  new Proxy(pglite, {
    get: (target, name) => {
      if (name !== "transaction") {
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === "function" ? (value.bind(target) as unknown) : value;
      }
      return (work: Parameters<PGlite["transaction"]>[0]) => {
        const ending = target.transaction((transaction) => {
          endings.set(transaction, ending);
          return work(transaction);
        });
        return ending;
      };
    },
  });

function awaitingCommits<T extends SqlDriverAdapter>(adapter: T): T {
  const startTransaction = adapter.startTransaction.bind(adapter);
  adapter.startTransaction = async (isolationLevel) => {
    const transaction = await startTransaction(isolationLevel);
    const commit = transaction.commit.bind(transaction);
    transaction.commit = async () => {
      await commit();
      await endings.get((transaction as unknown as { client: object }).client);
    };
    return transaction;
  };
  return adapter;
}

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
