import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { type SqlDriverAdapterFactory } from "@prisma/driver-adapter-utils";
import { type Pool } from "pg";
import { embeddedAdapter, postgresAdapter, type StatementListener } from "./adapter.js";
import { custody, grantApplication, type Custody } from "./custody.js";
import { type Prisma, PrismaClient } from "./generated/client.js";
import { type Hold, holdNames } from "./holdNames.js";
import { lock } from "./lock.js";
import { migrate } from "./migrate.js";
import { bulkOnPostgres, holdsOnPostgres, postgresPool } from "./postgres.js";
import { startParams, trimmedLog } from "./writeAheadLog.js";

/** What reads and writes take: the store's own client, or inside a transaction that transaction's. */
export type Database = Prisma.TransactionClient;

export interface Store {
  readonly kind: "EMBEDDED" | "POSTGRES";
  readonly prisma: PrismaClient;
  readonly custody: Custody;
  /** Names the migrations that opening applied. */
  readonly migrated: readonly string[];
  /** Runs statements in one transaction, straight to the driver, which spares bulk writes a third of their time. */
  readonly bulk: (statements: readonly Statement[]) => Promise<number[]>;
  /** Holds a name for this process until the answer is called; null when another import holds it. */
  readonly hold: Hold;
  /** Records where the server answers beside an embedded store, so that commands can find it. */
  announce(url: string | null): void;
  close(): Promise<void>;
}

export interface Statement {
  readonly sql: string;
  readonly values: readonly unknown[];
}

export interface Opening {
  /** Postgres; null: the embedded database in `home`. */
  readonly databaseUrl: string | null;
  readonly home: string;
  readonly ownerUrl?: string | null;
  readonly onStatement?: StatementListener;
}

/** Opens the store and brings its tables up to date. */
export const openStore = (opening: Opening): Promise<Store> =>
  opening.databaseUrl === null ? openEmbedded(opening) : openPostgres(opening, opening.databaseUrl);

/** Of its usual 128 MB the database fills most within one import, which gets no faster by it; files are cached anyway. */
const SMALL_CACHE = ["-c", "shared_buffers=48MB"];

async function openEmbedded({ home, onStatement }: Opening): Promise<Store> {
  mkdirSync(home, { recursive: true });
  const held = lock(home);
  try {
    const pglite = await PGlite.create({
      dataDir: join(home, "database"),
      startParams: [...startParams, ...SMALL_CACHE],
    });
    const store = await embeddedStore(pglite, onStatement);
    const close = async () => {
      await store.close();
      held.release();
    };
    return { ...store, announce: (url) => held.announce(url), close };
  } catch (error) {
    held.release();
    throw error;
  }
}

/** A store on a PGlite that is already open, in memory for instance. */
export async function embeddedStore(pglite: PGlite, onStatement: StatementListener | null = null): Promise<Store> {
  await pglite.exec("SET TIME ZONE 'UTC'");
  const adapter = embeddedAdapter(pglite, onStatement);
  const migrated = await migrate(adapter);
  const prisma = client(adapter);
  const trimLog = trimmedLog(pglite);
  return {
    kind: "EMBEDDED",
    prisma,
    custody: "SELF_CUSTODY",
    migrated,
    bulk: async (statements) => {
      const affected = await pglite.transaction(async (transaction) => {
        const counts: number[] = [];
        for (const { sql, values } of statements) {
          onStatement?.(sql);
          counts.push((await transaction.query(sql, [...values], { serializers: asBytes })).affectedRows ?? 0);
        }
        return counts;
      });
      await trimLog();
      return affected;
    },
    hold: holdNames(),
    announce: () => {},
    close: async () => {
      await prisma.$disconnect();
      await pglite.close();
    },
  };
}

/** JSON (type 114) that comes as bytes goes through as it is, which is its binary form; as a string it is counted twice. */
const asBytes = { 114: (json: string) => json };

async function openPostgres({ ownerUrl, onStatement }: Opening, databaseUrl: string): Promise<Store> {
  const pool = postgresPool(databaseUrl, 10);
  const holds = holdsOnPostgres(databaseUrl);
  try {
    const migrated = await migratePostgres(ownerUrl ?? databaseUrl, await currentRole(pool));
    const prisma = client(postgresAdapter(pool, onStatement ?? null));
    return {
      kind: "POSTGRES",
      prisma,
      custody: await custody(pool),
      migrated,
      bulk: (statements) => bulkOnPostgres(pool, statements, onStatement ?? null),
      hold: holds.hold,
      announce: () => {},
      close: async () => {
        await prisma.$disconnect();
        await Promise.all([pool.end(), holds.end()]);
      },
    };
  } catch (error) {
    await Promise.all([pool.end(), holds.end()]);
    throw error;
  }
}

async function migratePostgres(url: string, application: string): Promise<string[]> {
  // One connection for the engine, whose lock belongs to it, and one to keep a second server that starts at the same
  // time waiting: the pool drops a connection on which a statement fails, and the engine tries what may fail.
  const pool = postgresPool(url, 2);
  const guard = await pool.connect();
  try {
    await guard.query("SELECT pg_advisory_lock(20260935281)");
    const migrated = await migrate(postgresAdapter(pool, null));
    if ((await currentRole(pool)) !== application) await grantApplication(pool, application);
    return migrated;
  } finally {
    guard.release(true);
    await pool.end();
  }
}

async function currentRole(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ role: string }>("SELECT current_user AS role");
  return rows[0].role;
}

/** PGlite is one connection, so a transaction waits for the one before it: longer than the few seconds Prisma allows. */
const client = (adapter: SqlDriverAdapterFactory) =>
  new PrismaClient({ adapter, transactionOptions: { maxWait: 60_000, timeout: 120_000 } });
