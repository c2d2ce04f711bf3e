import { beforeAll, expect, it } from "@jest/globals";
import { cohort } from "../../src/debate/cohort.js";
import { cohortRecipe } from "../../src/debate/cohortRecipe.js";
import { sha256 } from "../../src/debate/sha256.js";
import { type Store } from "../../src/store/open.js";
import { blocksOf } from "../../src/store/panels.js";
import { runsBySlug } from "../../src/store/runs.js";
import { withdrawRun } from "../../src/store/withdrawRun.js";
import { writeCohort } from "../../src/store/writeCohort.js";
import { eachStore } from "./eachStore.js";
import { storeSampleRun } from "./sampleRun.js";

// Aim: whatever stands cannot be changed by a statement, whoever sends it. Method: one row in every table, then each
// attack as direct SQL; afterwards the database must be what it was, byte for byte.

const tables = [
  "Family",
  "Model",
  "Benchmark",
  "Item",
  "Load",
  "Run",
  "Debate",
  "PanelBlock",
  "Response",
  "Tombstone",
  "Cohort",
  "CohortPart",
  "CohortExclusion",
  "LogEntry",
  "LogNode",
] as const;

const columns: Partial<Record<(typeof tables)[number], string>> = {
  Family: "slug",
  Model: "provider",
  Benchmark: "slug",
  Item: "key",
  Load: "slug",
  Tombstone: "reason",
  CohortExclusion: "reason",
  LogEntry: "statement",
  Response: "texts",
  PanelBlock: "digest",
  Debate: "gold",
  Run: "note",
  Cohort: "title",
};

async function dump({ prisma }: Store): Promise<string> {
  const parts = await Promise.all(
    tables.map((table) => prisma.$queryRawUnsafe(`SELECT t::text AS row FROM "${table}" t ORDER BY 1`)),
  );
  return sha256(JSON.stringify(parts));
}

eachStore((store) => {
  let before: string;
  beforeAll(async () => {
    await storeSampleRun(store(), "a", 8);
    await storeSampleRun(store(), "b", 8);
    const run = (await runsBySlug(store().prisma, ["a"])).get("a")!;
    const recipe = cohortRecipe({ runs: ["a"], benchmarks: ["sums"] });
    const fixed = cohort(recipe, [{ run, blocks: await blocksOf(store(), run) }]);
    await writeCohort(
      store(),
      {
        type: "cohort",
        v: 1,
        slug: "c",
        digest: fixed.digest,
        runs: [],
        dropSeats: [],
        size: fixed.size,
        recipe: {},
        excluded: [],
        blind: null,
        at: null,
      },
      null,
      fixed,
    );
    await withdrawRun(store(), { run: "a", kind: "SUPERSEDED", reason: "recount", by: "b" });
    before = await dump(store());
    for (const table of tables) {
      expect(await store().prisma.$queryRawUnsafe(`SELECT count(*) > 0 AS some FROM "${table}"`)).toEqual([
        { some: true },
      ]);
    }
  });

  it.each(tables)("refuses to update, delete and truncate %s", async (table) => {
    const { prisma } = store();
    const column = columns[table] ?? "size";
    const update =
      table === "LogNode"
        ? `UPDATE "LogNode" SET hash = '\\x00'`
        : `UPDATE "${table}" SET "${column}" = ${column === "size" ? "size + 1" : "'changed'"}`;
    await expect(prisma.$executeRawUnsafe(update)).rejects.toThrow("IMMUTABLE");
    // Of a load, the foreign key of its run says so.
    await expect(prisma.$executeRawUnsafe(`DELETE FROM "${table}"`)).rejects.toThrow(/IMMUTABLE|Run_id_fkey/);
    await expect(prisma.$executeRawUnsafe(`TRUNCATE "${table}" CASCADE`)).rejects.toThrow("IMMUTABLE");
    expect(await dump(store())).toBe(before);
  });

  it.each([
    [
      "a debate",
      `INSERT INTO "Debate" SELECT "runId", 8, "itemId", 99, category, cluster, gold, labels, codes, admissible, rounds,
       signals, displayed, seats, tokens, cost, reported, disagreements, meta FROM "Debate" WHERE ordinal = 0 AND "runId" = 1`,
    ],
    [
      "a block",
      `INSERT INTO "PanelBlock" SELECT "runId", 1, 8, 1, rounds, seats, bytes, digest, "rowsDigest" FROM "PanelBlock" LIMIT 1`,
    ],
    ["texts", `INSERT INTO "Response" VALUES (1, 0, '[]')`],
    ["a part of a cohort", `INSERT INTO "CohortPart" VALUES (1, 1, 2, 1, '\\x01')`],
    ["an exclusion of a cohort", `INSERT INTO "CohortExclusion" VALUES (1, 2, 'OTHER', 1, '\\x01')`],
    [
      "another text by way of a conflict",
      `INSERT INTO "Model" VALUES ('m-small') ON CONFLICT (slug) DO UPDATE SET provider = 'x'`,
    ],
    [
      "a change by way of MERGE",
      `MERGE INTO "Run" USING (SELECT 1 AS id) AS s ON "Run".id = s.id WHEN MATCHED THEN UPDATE SET note = 'x'`,
    ],
  ])("refuses to add %s to what is complete", async (_, statement) => {
    await expect(store().prisma.$executeRawUnsafe(statement)).rejects.toThrow("IMMUTABLE");
    expect(await dump(store())).toBe(before);
  });

  it("refuses a row that cites a log entry of another transaction", async () => {
    const statement = `INSERT INTO "Tombstone" VALUES (2, 'RETRACTED', 'why', NULL, 0)`;
    await expect(store().prisma.$executeRawUnsafe(statement)).rejects.toThrow("which this transaction did not write");
    expect(await dump(store())).toBe(before);
  });

  it("is not fooled by a temporary table that takes the place of the real one", async () => {
    const { prisma } = store();
    await expect(
      prisma.$transaction(async (transaction) => {
        await transaction.$executeRawUnsafe(`CREATE TEMPORARY TABLE "Run" (id integer) ON COMMIT DROP`);
        await transaction.$executeRawUnsafe(`INSERT INTO "Response" VALUES (1, 0, '[]')`);
      }),
    ).rejects.toThrow("IMMUTABLE");
    expect(await dump(store())).toBe(before);
  });

  it("refuses to discard the load of a complete run", async () => {
    await expect(store().prisma.$queryRawUnsafe(`SELECT discard_load(1, 100)`)).rejects.toThrow("IMMUTABLE");
    expect(await dump(store())).toBe(before);
  });

  it("does not let a writer choose a log position", async () => {
    const { prisma } = store();
    const chosen = prisma.$transaction(async (database) => {
      const [{ position }] = await database.$queryRawUnsafe<[{ position: bigint }]>(
        `INSERT INTO "LogEntry" (position, kind, statement) VALUES (1000, 'run', '{}') RETURNING position`,
      );
      throw new Error(`given ${position}`);
    });
    await expect(chosen).rejects.toThrow(`given ${await prisma.logEntry.count()}`);
  });
});
