import { expect, it } from "@jest/globals";
import { PGlite } from "@electric-sql/pglite";
import { embeddedAdapter } from "../../src/store/adapter.js";
import { migrate, migrations, NO_FILTER, schemaText } from "../../src/store/migrate.js";
import { embeddedStore, openStore } from "../../src/store/open.js";
import { withSchemaEngine } from "../../src/store/schemaEngine.js";
import { runsBySlug } from "../../src/store/runs.js";
import { eachStore } from "./eachStore.js";
import { migratedDump } from "./openMemoryStore.js";
import { noPostgres, scratchDatabase } from "./scratchDatabase.js";
import { storeSampleRun } from "./sampleRun.js";

const names = (await migrations()).migrationDirectories.map(({ path }) => path);

it("brings a database up from empty and from each earlier migration, with what is stored in it", async () => {
  const pglite = new PGlite();
  const adapter = embeddedAdapter(pglite, null);
  const [first, ...later] = names;

  // A script that fails leaves nothing and is tried again.
  await pglite.exec('CREATE TYPE "Visibility" AS ENUM ()');
  await expect(migrate(adapter, first)).rejects.toThrow('type "Visibility" already exists');
  await pglite.exec('DROP TYPE "Visibility"');
  expect(await migrate(adapter, first)).toEqual([first]);

  // A run as the oldest version wrote it; it must be there, and readable, after every later migration.
  await pglite.exec(oldestRun);
  for (const name of later) expect(await migrate(adapter, name)).toEqual([name]);
  const store = await embeddedStore(pglite);
  expect(store.migrated).toEqual([]);
  expect((await runsBySlug(store.prisma, ["oldest"])).get("oldest")).toMatchObject({ debates: 1, position: 0 });
  await storeSampleRun(store, "newest", 3);

  await pglite.exec("UPDATE _prisma_migrations SET migration_name = '9999_later'");
  await expect(migrate(adapter)).rejects.toMatchObject({ code: "CONFLICT" });
  await store.close();
});

eachStore((store) => {
  it("applies nothing twice, and says which migrations it applied", async () => {
    const applied = await store().prisma.$queryRaw`SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1`;
    expect(applied).toEqual(names.map((name) => ({ name })));
  });
});

it("schema.prisma and the migrations do not drift apart", async () => {
  const pglite = await PGlite.create({ loadDataDir: await migratedDump() });
  // What it would take to make the migrated database what the schema says.
  const pushed = async (content: string) =>
    withSchemaEngine(content, embeddedAdapter(pglite, null), (engine) =>
      engine.schemaPush({ force: false, schema: { files: [{ path: "schema.prisma", content }] }, filters: NO_FILTER }),
    );
  expect(await pushed(await schemaText())).toEqual({ executedSteps: 0, unexecutable: [], warnings: [] });
  expect((await pushed(`${await schemaText()}\nmodel Later {\n  id Int @id\n}`)).executedSteps).toBe(1);
  await pglite.close();
});

(noPostgres === null ? it : it.skip)(
  "servers that start at the same time on a new Postgres migrate it once",
  async () => {
    const { url, drop } = await scratchDatabase();
    const stores = await Promise.all([1, 2, 3].map(() => openStore({ databaseUrl: url, home: "" })));
    expect(stores.flatMap(({ migrated }) => migrated)).toEqual(names);
    await Promise.all(stores.map((store) => store.close()));
    await drop();
  },
);

const oldestRun = `
  INSERT INTO "Load" (slug) VALUES ('oldest');
  INSERT INTO "Benchmark" (slug) VALUES ('sums');
  INSERT INTO "Item" ("benchmarkId", key) VALUES (1, 'item');
  INSERT INTO "Debate" ("runId", ordinal, "itemId", replicate, cluster, labels, codes, admissible, rounds, disagreements)
    VALUES (1, 0, 1, 0, 'item', '{A}', '\\x01', '{}', 1, '{}');
  INSERT INTO "PanelBlock" VALUES (1, 0, 0, 1, 1, 1, '\\x00', 'digest', 'digest');
  BEGIN;
  INSERT INTO "LogEntry" (kind, statement) VALUES ('run', '{}');
  INSERT INTO "Run" (id, position, slug, condition, benchmark, seats, rounds, "carryForward", "foldUpper", synthetic,
    debates, replicates, disagreements, warnings, "sourceDigest", "contentDigest", importer, "importerVersion")
    VALUES (1, 0, 'oldest', 'OTHER', 'sums', '[]', 1, false, false, true, 1, 0, 0, '[]', '', '', '', '');
  COMMIT;`;
