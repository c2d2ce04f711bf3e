import { type Database, type Store } from "./open.js";

/**
 * A transaction that holds the log's lock from its beginning: no other entry is written before it ends, so what it looks
 * up before it appends is still so when it commits.
 */
export const logTransaction = <T>({ prisma }: Store, work: (database: Database) => Promise<T>): Promise<T> =>
  prisma.$transaction(async (database) => {
    await database.$executeRaw`SELECT pg_advisory_xact_lock(20260935279)`;
    return work(database);
  });
