import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { openStore } from "../../src/store/open.js";
import { runsBySlug } from "../../src/store/runs.js";
import { beginLoad, completeRun, writeBatch } from "../../src/store/writeRun.js";
import { child } from "./child.js";
import { migratedDump } from "./openMemoryStore.js";
import { sampleBatch, sampleRun } from "./sampleRun.js";
import { noPostgres, scratchDatabase } from "./scratchDatabase.js";

// Aim: an import that is killed leaves nothing to see, loses no batch that was acknowledged, and can be taken up.
// Method: a real process imports without end and is killed with SIGKILL after it has acknowledged some batches; then
// this process opens the store, goes through the same batches, and completes the run.

async function survives(home: string, databaseUrl: string | null): Promise<void> {
  const importer = child("load.ts", home, ...(databaseUrl === null ? [] : [databaseUrl]));
  let acknowledged = 0;
  while (acknowledged < 3) {
    const line = await importer.line();
    expect(line).toMatch(/^\d+$/);
    acknowledged = Number(line);
  }
  await importer.kill();
  const store = await openStore({ home, databaseUrl });
  try {
    expect(await runsBySlug(store.prisma, ["killed"])).toEqual(new Map());
    const load = await beginLoad(store, "killed");
    const batches = load.blocks.size;
    expect(batches).toBeGreaterThanOrEqual(acknowledged);
    for (let index = 0; index <= batches; index++) {
      expect(await writeBatch(store, load, sampleBatch(index, 200))).toBe(index === batches);
    }
    const debates = 200 * (batches + 1);
    await completeRun(store, load, sampleRun("killed", debates));
    expect(await store.prisma.debate.count({ where: { runId: load.id } })).toBe(debates);
  } finally {
    await store.close();
  }
}

describe("embedded", () => {
  let home: string;
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), "counterweight-killed-"));
    const database = await PGlite.create({ dataDir: join(home, "database"), loadDataDir: await migratedDump() });
    await database.close();
  });
  afterAll(() => rmSync(home, { recursive: true }));

  it("a killed import is not seen, and is resumed where it stopped", () => survives(home, null));
});

(noPostgres === null ? describe : describe.skip)("Postgres", () => {
  let database: Awaited<ReturnType<typeof scratchDatabase>>;
  beforeAll(async () => {
    database = await scratchDatabase();
  });
  afterAll(() => database?.drop());

  it("a killed import is not seen, and is resumed where it stopped", () => survives("", database.url));
});
