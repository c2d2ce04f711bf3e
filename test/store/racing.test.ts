import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { readSigningKey, generateSigningKey } from "../../src/seal/key.js";
import { openCheckpoint, brokenHistory, signedCheckpoint, type Checkpoint } from "../../src/seal/checkpoint.js";
import { provesInclusion } from "../../src/seal/merkleProof.js";
import { leafOf } from "../../src/seal/statements.js";
import { declare } from "../../src/store/declare.js";
import { logProofs } from "../../src/store/logProofs.js";
import { openStore, type Store } from "../../src/store/open.js";
import { addPolicy } from "../../src/store/writePolicy.js";
import { sealWeights } from "../../src/store/writeWeights.js";
import { openMemoryStore } from "./openMemoryStore.js";
import { storeSampleRun } from "./sampleRun.js";
import { noPostgres, scratchDatabase } from "./scratchDatabase.js";
import { sampleDeclaration, samplePolicy, sampleWeights, storeSampleCohort } from "./sealedSample.js";

// Aim: however many write at once, the log has no gap, every declaration cites weights that were sealed before it, and whoever
// reads meanwhile gets root, proofs and checkpoint of one tree. Method: pairs of seal and declaration race each other, the
// same ones several times over, from two stores on one database; a reader asks for proofs all the while.

const key = readSigningKey(generateSigningKey("a/log"));

async function race(stores: readonly Store[], pairs: number, names: number): Promise<void> {
  const [store] = stores;
  await storeSampleRun(store, "run", 8);
  const cohort = await storeSampleCohort(store, "cohort", { run: [0] });
  const policy = await addPolicy(store, samplePolicy("policy"));
  const racing = Array.from({ length: pairs }, async (_, index) => {
    const own = stores[index % stores.length];
    const weights = await sealWeights(own, sampleWeights(`weights ${index % names}`));
    const cited = { weights: weights.digest, policy: policy.digest, cohort: cohort.digest };
    return declare(own, sampleDeclaration(cited));
  });
  const ended = { value: false };
  const read = reader(store, ended);
  const declared = await Promise.all(racing);
  ended.value = true;
  await read;

  expect(new Set(declared.map(({ digest }) => digest)).size).toBe(names);
  for (const { sealedPosition, declaredPosition } of declared) expect(sealedPosition).toBeLessThan(declaredPosition);
  const entries = await store.prisma.logEntry.findMany({ orderBy: { position: "asc" } });
  expect(entries.map(({ position }) => Number(position))).toEqual(entries.map((_, index) => index));
  expect(entries.filter(({ kind }) => kind === "weights")).toHaveLength(names);
  expect(entries.filter(({ kind }) => kind === "declaration")).toHaveLength(names);
}

/** Each checkpoint must be consistent with the one before it, and prove a first, a middle and the last entry. */
async function reader(store: Store, ended: { value: boolean }): Promise<void> {
  let older: Checkpoint | null = null;
  while (!ended.value) {
    const { size } = await logProofs(store);
    const positions = [0, Math.floor(size / 2), size - 1];
    const proofs = await logProofs(store, { positions, from: older?.size ?? 0 });
    for (const { position, statement, proof } of proofs.entries)
      expect(provesInclusion(leafOf(statement), position, proofs.size, proof, proofs.root)).toBe(true);
    const checkpoint = openCheckpoint(signedCheckpoint(key, proofs.size, proofs.root), key);
    if (older) expect(brokenHistory(older, checkpoint, proofs.consistency)).toBeNull();
    older = checkpoint;
  }
}

it("an embedded store orders 40 racing pairs, of which each is there four times", async () => {
  const store = await openMemoryStore();
  await race([store], 40, 10);
  await store.close();
});

(noPostgres === null ? describe : describe.skip)("on Postgres", () => {
  let database: Awaited<ReturnType<typeof scratchDatabase>>;
  const stores: Store[] = [];
  beforeAll(async () => {
    database = await scratchDatabase();
    for (let index = 0; index < 2; index++) stores.push(await openStore({ databaseUrl: database.url, home: "" }));
  });
  afterAll(async () => {
    for (const store of stores) await store.close();
    await database?.drop();
  });

  it("two servers order 200 racing pairs, of which each is there four times", () => race(stores, 200, 50));
});
