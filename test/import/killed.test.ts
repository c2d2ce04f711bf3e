// Aim: an import that is killed leaves a store in which nothing of it is seen, and the same file then goes on where it stopped.
// Method: a real process imports a file of several blocks and is killed with SIGKILL while it reports progress.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "@jest/globals";
import { importRun } from "../../src/import/importRun.js";
import { openStore } from "../../src/store/open.js";
import { child } from "../store/child.js";
import { noPostgres, scratchDatabase } from "../store/scratchDatabase.js";
import { debateOf, runOf } from "./read.js";

const folder = mkdtempSync(join(tmpdir(), "killed-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const DEBATES = 20_000;
const path = join(folder, "killed.jsonl");
const lines = Array.from({ length: DEBATES }, (_, index) => debateOf({ item: `q${index}` }));
writeFileSync(path, [runOf({ slug: "killed" }), ...lines].map((line) => `${JSON.stringify(line)}\n`).join(""));

async function killedAndResumed(home: string, databaseUrl: string | null): Promise<void> {
  const importing = child(
    "../../import/children/importFile.ts",
    path,
    home,
    ...(databaseUrl === null ? [] : [databaseUrl]),
  );
  // Two blocks are read and the third is begun, so at least the first is written.
  for (;;) {
    const line = await importing.line();
    if (!(Number(line) > 0)) throw new Error(`the import was over before it was killed: ${line}`);
    if (Number(line) > 2 * 4096) break;
  }
  await importing.kill();

  const store = await openStore({ home, databaseUrl });
  try {
    expect(await store.prisma.run.count({ where: { slug: "killed" } })).toBe(0);
    const report = await importRun(store, { path });
    expect(report).toMatchObject({ status: "IMPORTED", debates: DEBATES });
    expect(report.resumed % 4096).toBe(0);
    expect(report.resumed).toBeGreaterThan(0);
    const { id } = await store.prisma.run.findUniqueOrThrow({ where: { slug: "killed" } });
    expect(await store.prisma.debate.count({ where: { runId: id } })).toBe(DEBATES);
    expect(await importRun(store, { path })).toMatchObject({
      status: "UNCHANGED",
      contentDigest: report.contentDigest,
    });
  } finally {
    await store.close();
  }
}

describe("an import that is killed is not seen, and goes on where it stopped", () => {
  it("embedded", () => killedAndResumed(join(folder, "home"), null));

  (noPostgres === null ? it : it.skip)("on Postgres", async () => {
    const database = await scratchDatabase();
    await killedAndResumed("", database.url).finally(database.drop);
  });
});
