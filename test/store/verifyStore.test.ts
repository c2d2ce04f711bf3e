import { beforeAll, expect, it } from "@jest/globals";
import { contentDigest } from "../../src/import/contentDigest.js";
import { type ExportedEffect } from "../../src/seal/effects.js";
import { generateSigningKey } from "../../src/seal/key.js";
import { openCohort } from "../../src/store/blind.js";
import { abandonDeclaration, declare } from "../../src/store/declare.js";
import { logProofs } from "../../src/store/logProofs.js";
import { type Database, type Store } from "../../src/store/open.js";
import { signingKey } from "../../src/store/signingKey.js";
import { verifyStore } from "../../src/store/verifyStore.js";
import { withdrawRun } from "../../src/store/withdrawRun.js";
import { addPolicy } from "../../src/store/writePolicy.js";
import { writeResult } from "../../src/store/writeResult.js";
import { abandonWeights, draftWeights, sealDraft, sealWeights } from "../../src/store/writeWeights.js";
import { eachStore } from "./eachStore.js";
import { sampleDebate, sampleHeader, storeSampleRun } from "./sampleRun.js";
import { sampleDeclaration, samplePolicy, sampleResult, sampleWeights, storeSampleCohort } from "./sealedSample.js";

// Aim: whoever changes one byte of what is stored, with the owner's rights and every trigger switched off, is found, and what
// was changed is named. Method: a store with one of everything; each change is made in a transaction that verifies the store
// and is then rolled back.

const recomputations = {
  contentDigest,
  exportedEffects: (_: unknown, bytes: Uint8Array) => {
    try {
      return JSON.parse(Buffer.from(bytes).toString()) as ExportedEffect[];
    } catch {
      return null;
    }
  },
};

const faultsOf = async (database: Database) =>
  (await verifyStore(database, recomputations)).faults.map(
    ({ check, object, fault }) => `${check}: ${object}: ${fault}`,
  );

async function afterChange(store: Store, change: string): Promise<string[]> {
  const found: { faults: string[] } = { faults: [] };
  const undo = new Error("only looked");
  await store.prisma
    .$transaction(async (database) => {
      await database.$executeRawUnsafe("SET LOCAL session_replication_role = replica");
      expect(await database.$executeRawUnsafe(change)).toBeGreaterThan(0);
      found.faults = await faultsOf(database);
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return found.faults;
}

async function oneOfEverything(store: Store) {
  for (const slug of ["a", "b"]) {
    const content = contentDigest();
    content.add(Array.from({ length: 20 }, (_, index) => sampleDebate(index, slug)));
    await storeSampleRun(store, slug, 20, { contentDigest: content.hex(sampleHeader(slug)) });
  }
  const cohort = await storeSampleCohort(store, "two", { a: [0, 1] });
  await storeSampleCohort(store, "closed", { b: [2, 3] }, { until: "2026-01-01", board: null });
  await openCohort(store, "closed", "the day has come", new Date("2026-02-01"));
  const { digest: weights } = await sealWeights(store, sampleWeights("even"));
  await draftWeights(store, sampleWeights("drafted"));
  await sealDraft(store, "drafted", "local");
  await draftWeights(store, sampleWeights("dropped"));
  await abandonWeights(store, "dropped", "local", "not needed");
  const { digest: policy } = await addPolicy(store, samplePolicy("always"));
  const decisions = [0, 1].map((index) => ({ run: "a", item: `item ${index}`, replicate: 0, to: 0 }));
  await addPolicy(store, { slug: "uploaded", team: "local", does: { decisions, fittedOn: "nothing" } });
  const declaration = sampleDeclaration({ policy, weights, cohort: cohort.digest });
  const evaluation = await declare(store, declaration);
  const debates = [0, 1].map((index) => ({ run: "a", item: `item ${index}`, replicate: 0 }));
  await writeResult(store, sampleResult(evaluation, debates));
  const dropped = await declare(store, { ...declaration, method: "2" });
  await abandonDeclaration(store, dropped.digest, "local", "not needed");
  await withdrawRun(store, { run: "b", kind: "SUPERSEDED", reason: "recount", by: "a" });
  await signingKey(store, { home: "", configured: generateSigningKey("a/key") });
}

/** Another text of the same length. */
const bent = (column: string) => `overlay("${column}" placing 'X' from 1 for 1)`;
const bentBytes = (column: string) => `set_byte("${column}", 0, get_byte("${column}", 0) # 1)`;
const digestBent = (column: string) => `translate("${column}", '0123456789abcdef', '1032547698badcfe')`;

eachStore((store) => {
  beforeAll(() => oneOfEverything(store()));

  it("finds nothing in what was only written by the store, and the roots that proofs lead to", async () => {
    const { faults, size, rootAt } = await verifyStore(store().prisma, recomputations);
    expect(faults).toEqual([]);
    const proofs = await logProofs(store());
    expect(size).toBe(proofs.size);
    expect(Buffer.from(rootAt(size))).toEqual(Buffer.from(proofs.root));
  });

  it.each([
    [
      "the name of a benchmark",
      `UPDATE "Benchmark" SET slug = 'summs' WHERE slug = 'sums'`,
      "debates 0 to 19 of run a",
    ],
    ["the key of an item", `UPDATE "Item" SET key = 'item X' WHERE key = 'item 3'`, "debates 0 to 19 of run a"],
    ["a family", `UPDATE "Family" SET slug = 'N'`, "model m-small"],
    ["a model's provider", `UPDATE "Model" SET provider = 'q' WHERE slug = 'm-small'`, "model m-small"],
    ["the name of a load", `UPDATE "Load" SET slug = 'x' WHERE slug = 'a'`, "run a"],
    ["the name of a run", `UPDATE "Run" SET slug = 'x' WHERE slug = 'b'`, "run x"],
    [
      "a run's content digest",
      `UPDATE "Run" SET "contentDigest" = ${digestBent("contentDigest")} WHERE slug = 'a'`,
      "run a",
    ],
    [
      "a run's source digest",
      `UPDATE "Run" SET "sourceDigest" = ${digestBent("sourceDigest")} WHERE slug = 'a'`,
      "run a",
    ],
    ["a run's importer", `UPDATE "Run" SET "importerVersion" = '2' WHERE slug = 'a'`, "run a"],
    ["a run's title", `UPDATE "Run" SET title = ${bent("title")} WHERE slug = 'a'`, "run a"],
    ["a run's condition", `UPDATE "Run" SET condition = 'OTHER' WHERE slug = 'a'`, "run a"],
    ["a seat of a run", `UPDATE "Run" SET seats = replace(seats::text, '0.7', '0.8')::jsonb WHERE slug = 'a'`, "run a"],
    ["how many debates disagree", `UPDATE "Run" SET disagreements = 3 WHERE slug = 'a'`, "run a"],
    ["a debate's gold", `UPDATE "Debate" SET gold = 'B' WHERE ordinal = 3 AND "runId" = 1`, "debate 3 is not what"],
    [
      "a ballot",
      `UPDATE "Debate" SET codes = ${bentBytes("codes")} WHERE ordinal = 4 AND "runId" = 1`,
      "debate 4 is not what",
    ],
    ["a label", `UPDATE "Debate" SET labels[2] = 'D' WHERE ordinal = 3 AND "runId" = 1`, "debates 0 to 19 of run a"],
    ["a cluster", `UPDATE "Debate" SET cluster = 'x' WHERE ordinal = 3 AND "runId" = 1`, "debate 3 is not what"],
    [
      "a signal",
      `UPDATE "Debate" SET signals = replace(signals, 'z', 'NULL') WHERE ordinal = 6 AND "runId" = 1`,
      "debate 6 is not what",
    ],
    ["tokens", `UPDATE "Debate" SET tokens = tokens + 1 WHERE ordinal = 6 AND "runId" = 1`, "debates 0 to 19 of run a"],
    [
      "what a source reports",
      `UPDATE "Debate" SET reported = '{' WHERE ordinal = 6 AND "runId" = 1`,
      "debates 0 to 19 of run a",
    ],
    [
      "a debate that is gone",
      `DELETE FROM "Debate" WHERE ordinal = 19 AND "runId" = 1`,
      "debates 0 to 19 of run a: expected 20, found 19",
    ],
    [
      "a reply",
      `UPDATE "Response" SET texts = replace(texts, 'say', 'sag') WHERE ordinal = 6 AND "runId" = 1`,
      "debates 0 to 19 of run a",
    ],
    [
      "a byte of a block",
      `UPDATE "PanelBlock" SET bytes = ${bentBytes("bytes")} WHERE "runId" = 1`,
      "panel block 0 of run a",
    ],
    [
      "a block's digest",
      `UPDATE "PanelBlock" SET digest = ${digestBent("digest")} WHERE "runId" = 1`,
      "panel block 0 of run a",
    ],
    [
      "the digest of a batch",
      `UPDATE "PanelBlock" SET "rowsDigest" = ${digestBent("rowsDigest")} WHERE "runId" = 1`,
      "debates 0 to 19 of run a",
    ],
    ["a withdrawal", `UPDATE "Tombstone" SET reason = 'recouNt'`, "withdrawal of run b"],
    ["a cohort's digest", `UPDATE "Cohort" SET digest = ${digestBent("digest")} WHERE slug = 'two'`, "cohort two"],
    ["a cohort's recipe", `UPDATE "Cohort" SET recipe = '{}' WHERE slug = 'two'`, "cohort two"],
    ["when a cohort opens", `UPDATE "Cohort" SET "opensAt" = '2025-01-01' WHERE slug = 'closed'`, "cohort closed"],
    ["a member of a cohort", `UPDATE "CohortPart" SET bits = ${bentBytes("bits")} WHERE "cohortId" = 1`, "cohort two"],
    ["an opening", `UPDATE "CohortOpening" SET "cohortId" = 1`, "opening of cohort two"],
    [
      "a first answer",
      `UPDATE "FirstAnswer" SET "contentDigest" = ${digestBent("contentDigest")}`,
      "first answer at position",
    ],
    ["a name of weights", `UPDATE "Weights" SET slug = 'odd' WHERE slug = 'even'`, "weights odd"],
    ["the team of weights", `UPDATE "Weights" SET "teamSlug" = 'x' WHERE slug = 'even'`, "weights even"],
    [
      "a seal",
      `UPDATE "WeightsSeal" SET digest = ${digestBent("digest")} WHERE "weightsId" = 1`,
      "seal of weights even",
    ],
    [
      "a seal that is another's",
      `UPDATE "WeightsSeal" SET "weightsId" = 3 WHERE "weightsId" = 2`,
      "seal of weights dropped",
    ],
    ["an abandoned draft", `UPDATE "WeightsAbandonment" SET "weightsId" = 2`, "abandonment of weights drafted"],
    [
      "a policy's digest",
      `UPDATE "Policy" SET digest = ${digestBent("digest")} WHERE slug = 'always'`,
      "policy always",
    ],
    [
      "a decision",
      `UPDATE "PolicyDecisions" SET bytes = set_byte(bytes, 9, get_byte(bytes, 9) # 1)`,
      "policy uploaded",
    ],
    ["a declaration's weights", `UPDATE "Declaration" SET "weightsId" = 2 WHERE id = 1`, "declaration "],
    [
      "a declaration's digest",
      `UPDATE "Declaration" SET digest = ${digestBent("digest")} WHERE id = 1`,
      "declaration ",
    ],
    ["an abandoned declaration", `UPDATE "DeclarationAbandonment" SET "declarationId" = 1`, "abandonment of "],
    ["the details of a result", `UPDATE "Evaluation" SET detail = replace(detail, '2', '3')`, "result of "],
    [
      "an effect",
      `UPDATE "Evaluation" SET effects = convert_to(replace(convert_from(effects, 'UTF8'), 'item 1', 'item 7'), 'UTF8')`,
      "result of ",
    ],
    ["a byte of the effects", `UPDATE "Evaluation" SET effects = ${bentBytes("effects")}`, "result of "],
    ["a result that is another's", `UPDATE "Evaluation" SET "declarationId" = 2`, "result of "],
    [
      "a leaf of the tree",
      `UPDATE "LogNode" SET hash = ${bentBytes("hash")} WHERE level = 0 AND index = 5`,
      "entry at position 5",
    ],
    [
      "a node of the tree",
      `UPDATE "LogNode" SET hash = ${bentBytes("hash")} WHERE level = 1 AND index = 2`,
      "node 2 at level 1",
    ],
    [
      "a higher node",
      `UPDATE "LogNode" SET hash = ${bentBytes("hash")} WHERE level = 3 AND index = 0`,
      "node 0 at level 3",
    ],
    [
      "a node that is gone",
      `DELETE FROM "LogNode" WHERE level = 2 AND index = 1`,
      "node 1 at level 2 of the log's tree: is missing",
    ],
    ["a kind of entry", `UPDATE "LogEntry" SET kind = 'run' WHERE position = 3`, "entry at position 3"],
    ["an entry that is gone", `DELETE FROM "LogEntry" WHERE position = 3`, "entry at position 4: expected position 3"],
    ["the public key", `UPDATE "LogKey" SET "publicKey" = 'b' || substr("publicKey", 2)`, "public key b/key"],
  ])("finds and names a change of %s", async (_, change, named) => {
    expect((await afterChange(store(), change)).join("\n")).toContain(named);
  });

  it("finds and names a change of any entry, and nothing that was not changed", async () => {
    const size = await store().prisma.logEntry.count();
    for (let position = 0; position < size; position++) {
      const change = `UPDATE "LogEntry" SET statement = replace(statement, '"v":1', '"v":2') WHERE position = ${position}`;
      const faults = await afterChange(store(), change);
      expect(faults).toContain(`leaf hash: entry at position ${position}: is not the hash of its statement`);
      expect(faults.filter((fault) => fault.startsWith("log node"))).toEqual([]);
    }
  });
});
