import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { randomUUID } from "node:crypto";
import { Pool } from "pg";
import { openStore, type Store } from "../../src/store/open.js";
import { discardLoad, beginLoad, writeBatch } from "../../src/store/writeRun.js";
import { openMemoryStore } from "./openMemoryStore.js";
import { sampleBatch, storeSampleRun } from "./sampleRun.js";
import { administer, noPostgres, scratchDatabase } from "./scratchDatabase.js";

it("an embedded store says that it is in its own custody", async () => {
  const store = await openMemoryStore();
  expect(store.custody).toBe("SELF_CUSTODY");
  await store.close();
});

// Aim: on Postgres with two roles, the application can do its work and nothing else. Method: the roles as an operator
// makes them, the store opened with both, then direct SQL as the application's role.
(noPostgres === null ? describe : describe.skip)("with an owner and an application role", () => {
  const suffix = randomUUID().replaceAll("-", "");
  const [owner, application] = [`cw_owner_${suffix}`, `cw_application_${suffix}`];
  let database: Awaited<ReturnType<typeof scratchDatabase>>;
  let store: Store;
  let attacker: Pool;

  const urlOf = (role: string) => {
    const url = new URL(database.url);
    url.username = role;
    url.password = "a";
    return url.href;
  };

  beforeAll(async () => {
    for (const role of [owner, application]) await administer(`CREATE ROLE ${role} LOGIN PASSWORD 'a'`);
    database = await scratchDatabase(owner);
    store = await openStore({ databaseUrl: urlOf(application), ownerUrl: urlOf(owner), home: "" });
    attacker = new Pool({ connectionString: urlOf(application), max: 1 });
    await storeSampleRun(store, "run", 8);
  });
  afterAll(async () => {
    await attacker?.end();
    await store?.close();
    await database?.drop();
    for (const role of [owner, application]) await administer(`DROP ROLE IF EXISTS ${role}`);
  });

  it("says that the owner is another role, and that the same role for both is not", async () => {
    expect(store.custody).toBe("SEPARATE_OWNER");
    const alone = await openStore({ databaseUrl: urlOf(owner), home: "" });
    expect(alone.custody).toBe("SELF_CUSTODY");
    await alone.close();
  });

  it("opens without the owner when there is nothing to migrate", async () => {
    const later = await openStore({ databaseUrl: urlOf(application), home: "" });
    expect(later.custody).toBe("SEPARATE_OWNER");
    await later.close();
  });

  it("can write, resume and discard an unfinished load", async () => {
    const load = await beginLoad(store, "unfinished");
    await writeBatch(store, load, sampleBatch(0, 20));
    await discardLoad(store, load);
    expect(await store.prisma.load.count({ where: { slug: "unfinished" } })).toBe(0);
  });

  it.each([
    `UPDATE "Run" SET note = 'x'`,
    `DELETE FROM "Debate"`,
    `DELETE FROM "LogEntry"`,
    `TRUNCATE "LogEntry"`,
    `TRUNCATE "Debate"`,
    `SELECT 1 FROM "Run" FOR UPDATE`,
    `INSERT INTO "LogNode" VALUES (0, 999, '\\x00')`,
    `INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('x', 'x', 'x')`,
    `ALTER TABLE "Run" DISABLE TRIGGER ALL`,
    `ALTER TABLE "Run" DISABLE TRIGGER never_changes`,
    `DROP TRIGGER never_changes ON "Run"`,
    `CREATE TRIGGER mine BEFORE INSERT ON "Run" FOR EACH ROW EXECUTE FUNCTION refuse_change()`,
    `CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`,
    `DROP TABLE "Run" CASCADE`,
    `ALTER TABLE "Run" RENAME TO "Old"`,
    `CREATE RULE mine AS ON INSERT TO "LogEntry" DO INSTEAD NOTHING`,
    `SET session_replication_role = replica`,
    `SET ROLE ${owner}`,
    `ALTER ROLE ${application} SUPERUSER`,
    `CREATE TABLE public.mine ()`,
  ])("may not: %s", async (statement) => {
    await expect(attacker.query(statement)).rejects.toThrow(
      /permission denied|must be owner|must be superuser|must have/,
    );
  });

  it("cannot give itself rights", async () => {
    await attacker.query(`GRANT UPDATE ON "Run" TO ${application}`);
    await expect(attacker.query(`UPDATE "Run" SET note = 'x'`)).rejects.toThrow("permission denied");
  });

  it("cannot discard the load of a complete run, although the function for it has the owner's rights", async () => {
    await expect(attacker.query(`SELECT discard_load(1, 100)`)).rejects.toThrow("IMMUTABLE");
  });

  it("cannot fool the owner's functions with a table or a search path of its own", async () => {
    await attacker.query(`CREATE TEMPORARY TABLE "Run" (id integer)`);
    await attacker.query(`SET search_path = pg_temp, public`);
    await expect(attacker.query(`INSERT INTO public."Response" VALUES (1, 0, '[]')`)).rejects.toThrow("IMMUTABLE");
    await expect(attacker.query(`SELECT public.discard_load(1, 100)`)).rejects.toThrow("IMMUTABLE");
  });
});
