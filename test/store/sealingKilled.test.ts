import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contentDigest } from "../../src/import/contentDigest.js";
import { type ExportedEffect } from "../../src/seal/effects.js";
import { evaluationsByDigest } from "../../src/store/evaluations.js";
import { openStore } from "../../src/store/open.js";
import { verifyStore } from "../../src/store/verifyStore.js";
import { weightsBySlug } from "../../src/store/weights.js";
import { addPolicy } from "../../src/store/writePolicy.js";
import { child } from "./child.js";
import { sampleDebate, sampleHeader, storeSampleRun } from "./sampleRun.js";
import { noPostgres, scratchDatabase } from "./scratchDatabase.js";
import { samplePolicy, storeSampleCohort } from "./sealedSample.js";

// Aim: whatever was acknowledged before a process was killed is there, nothing is half there, and the log goes on without a
// gap. Method: a real process seals, declares and answers without end and is killed with SIGKILL in the middle of something,
// several times over; after each, this process verifies the whole store.

const LIVES = 3;

const recomputations = {
  contentDigest,
  exportedEffects: (_: unknown, bytes: Uint8Array) => JSON.parse(Buffer.from(bytes).toString()) as ExportedEffect[],
};

async function survives(home: string, databaseUrl: string | null): Promise<void> {
  const open = () => openStore({ home, databaseUrl });
  const store = await open();
  const content = contentDigest();
  content.add([sampleDebate(0, "run")]);
  await storeSampleRun(store, "run", 1, { contentDigest: content.hex(sampleHeader("run")) });
  const cohort = await storeSampleCohort(store, "cohort", { run: [0] });
  const policy = await addPolicy(store, samplePolicy("policy"));
  await store.close();
  for (let life = 0; life < LIVES; life++) {
    const sealing = child("seal.ts", home, databaseUrl ?? "", policy.digest, cohort.digest, String(life));
    const acknowledged: string[] = [];
    // Another place in the round each time: after a draft, a seal, a declaration.
    while (acknowledged.length < 8 + life) {
      const line = await sealing.line();
      expect(line).toMatch(/^(draft|sealed|declared|answered) /);
      acknowledged.push(line);
    }
    await sealing.kill();
    await survived(open, acknowledged);
  }
}

async function survived(open: () => ReturnType<typeof openStore>, acknowledged: readonly string[]): Promise<void> {
  const store = await open();
  try {
    const { faults } = await verifyStore(store.prisma, recomputations);
    // The results are made up and do not look at what came before; everything else must hold.
    expect(faults.filter(({ check }) => check !== "record" && check !== "grade" && check !== "history")).toEqual([]);
    for (const line of acknowledged) {
      const [kind, ...rest] = line.split(" ");
      const name = rest.join(" ");
      if (kind === "draft" || kind === "sealed")
        expect((await weightsBySlug(store.prisma, [name])).get(name)?.state).toMatch(
          kind === "sealed" ? "SEALED" : /./,
        );
      else {
        const state = (await evaluationsByDigest(store.prisma, [name])).get(name)?.state;
        expect(state).toMatch(kind === "answered" ? "COMPLETE" : /./);
      }
    }
  } finally {
    await store.close();
  }
}

describe("embedded", () => {
  let home: string;
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), "counterweight-sealing-"));
  });
  afterAll(() => rmSync(home, { recursive: true }));

  it("what was sealed, declared and answered survives a kill, and nothing is half there", () => survives(home, null));
});

(noPostgres === null ? describe : describe.skip)("Postgres", () => {
  let database: Awaited<ReturnType<typeof scratchDatabase>>;
  beforeAll(async () => {
    database = await scratchDatabase();
  });
  afterAll(() => database?.drop());

  it("what was sealed, declared and answered survives a kill, and nothing is half there", () =>
    survives("", database.url));
});
