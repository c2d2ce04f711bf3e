import { expect, it } from "@jest/globals";
import { provesInclusion } from "../../src/seal/merkleProof.js";
import { leafOf } from "../../src/seal/statements.js";
import { declare, abandonDeclaration } from "../../src/store/declare.js";
import { effectsOf, evaluationsByDigest } from "../../src/store/evaluations.js";
import { firstAnswersOf } from "../../src/store/firstAnswers.js";
import { logProofs } from "../../src/store/logProofs.js";
import { type Store } from "../../src/store/open.js";
import { addPolicy } from "../../src/store/writePolicy.js";
import { writeResult } from "../../src/store/writeResult.js";
import { sealWeights } from "../../src/store/writeWeights.js";
import { eachStore } from "./eachStore.js";
import { storeSampleRun } from "./sampleRun.js";
import { sampleDeclaration, samplePolicy, sampleResult, sampleWeights, storeSampleCohort } from "./sealedSample.js";

const first = [{ run: "run", item: "item 0", replicate: 0 }];

async function declared(store: Store, name: string, rule: string) {
  const weights = await sealWeights(store, sampleWeights(name));
  const policy = await addPolicy(store, samplePolicy(name, { gate: rule }));
  const cohort = (await store.prisma.cohort.findUniqueOrThrow({ where: { slug: "first" } })).digest;
  return declare(store, sampleDeclaration({ weights: weights.digest, policy: policy.digest, cohort }));
}

eachStore((store) => {
  it("an evaluation is its declaration, then its result, and says what it rests on", async () => {
    await storeSampleRun(store(), "run", 20);
    await storeSampleCohort(store(), "first", { run: [0] });
    const evaluation = await declared(store(), "w1", "always");
    expect(evaluation).toMatchObject({ state: "DECLARED", policy: "w1", cohort: "first", weights: "w1", result: null });
    expect(await effectsOf(store().prisma, evaluation)).toBeNull();

    const complete = await writeResult(store(), sampleResult(evaluation, first));
    expect(complete).toMatchObject({ state: "COMPLETE", result: { net: 1, utility: "1" } });
    expect((await evaluationsByDigest(store().prisma, [evaluation.digest])).get(evaluation.digest)).toEqual(complete);
    const { effects } = sampleResult(evaluation, first);
    expect(await effectsOf(store().prisma, evaluation)).toEqual(Buffer.from(effects));
    const [content] = (await store().prisma.run.findMany()).map(({ contentDigest }) => contentDigest);
    expect(await firstAnswersOf(store().prisma, [content])).toEqual(new Map([[content, complete.resultPosition! - 1]]));
  });

  it("declaring or answering the same again changes nothing", async () => {
    const before = await store().prisma.logEntry.count();
    const evaluation = await declared(store(), "w1", "always");
    expect(evaluation.state).toBe("COMPLETE");
    expect(await writeResult(store(), sampleResult(evaluation, first, { grade: "SENSITIVITY" }))).toEqual(evaluation);
    expect(await store().prisma.logEntry.count()).toBe(before);
  });

  it("an abandoned declaration has no result, and one with a result is not abandoned", async () => {
    const evaluation = await declared(store(), "w2", "never");
    const abandoned = await abandonDeclaration(store(), evaluation.digest, "local", "not needed");
    expect(abandoned).toMatchObject({ state: "ABANDONED", abandoned: { reason: "not needed" } });
    await expect(writeResult(store(), sampleResult(evaluation, first))).rejects.toMatchObject({ code: "CONFLICT" });
    const complete = await declared(store(), "w1", "always");
    await expect(abandonDeclaration(store(), complete.digest, "local", "")).rejects.toMatchObject({
      code: "IMMUTABLE",
    });
    await expect(abandonDeclaration(store(), complete.digest, "other", "")).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
  });

  it("every entry is proven in one tree", async () => {
    const positions = Array.from({ length: await store().prisma.logEntry.count() }, (_, position) => position);
    const { size, root, entries } = await logProofs(store(), { positions });
    expect(size).toBe(positions.length);
    for (const { position, statement, proof } of entries)
      expect(provesInclusion(leafOf(statement), position, size, proof, root)).toBe(true);
  });
});
