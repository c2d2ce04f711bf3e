import { beforeAll, expect, it } from "@jest/globals";
import { bitset, setBit } from "../../src/debate/bitset.js";
import { type DebateSet } from "../../src/debate/debateSet.js";
import { blindCohorts, openCohort, refuseBlind } from "../../src/store/blind.js";
import { declare } from "../../src/store/declare.js";
import { type Store } from "../../src/store/open.js";
import { addPolicy } from "../../src/store/writePolicy.js";
import { writeResult } from "../../src/store/writeResult.js";
import { sealWeights } from "../../src/store/writeWeights.js";
import { eachStore } from "./eachStore.js";
import { sampleRun, storeSampleRun } from "./sampleRun.js";
import { sampleDeclaration, samplePolicy, sampleResult, sampleWeights, storeSampleCohort } from "./sealedSample.js";

const ofRun = (slug: string, ...ordinals: number[]): DebateSet => {
  const bits = bitset(20);
  ordinals.forEach((ordinal) => setBit(bits, ordinal));
  return { contentDigest: sampleRun(slug, 20).contentDigest, bits };
};

const refusal = async (store: Store, debates: readonly DebateSet[]) => {
  const blind = await blindCohorts(store.prisma);
  return () => refuseBlind(blind, debates);
};

eachStore((store) => {
  beforeAll(async () => {
    await storeSampleRun(store(), "a", 20);
    await storeSampleRun(store(), "b", 20);
    await storeSampleCohort(store(), "dated", { a: [3, 4] }, { until: "2026-03-01T00:00:00Z", board: null });
    await storeSampleCohort(store(), "boarded", { a: [5] }, { until: null, board: "spring" });
    await storeSampleCohort(store(), "overlapping", { a: [4, 9], b: [1] });
  });

  it("refuses every set that shares a debate with a blind cohort, and names the cohort; all others pass", async () => {
    expect(await refusal(store(), [ofRun("a", 4)])).toThrow("cohort dated is blind until 2026-03-01T00:00:00Z");
    expect(await refusal(store(), [ofRun("b", 5), ofRun("a", 5)])).toThrow(
      "boarded is blind until board spring closes",
    );
    expect(await refusal(store(), [{ ...ofRun("a"), bits: null }])).toThrow("blind");
    expect(await refusal(store(), [ofRun("a", 2, 6), ofRun("b", 3, 4, 5)])).not.toThrow();
    expect(await refusal(store(), [{ ...ofRun("b"), bits: null }])).not.toThrow();
  });

  it("takes a declaration on blind debates, and no result, also where only some of them are blind", async () => {
    const { digest: weights } = await sealWeights(store(), sampleWeights("w"));
    const { digest: policy } = await addPolicy(store(), samplePolicy("p"));
    const cohort = await store().prisma.cohort.findUniqueOrThrow({ where: { slug: "overlapping" } });
    const evaluation = await declare(store(), sampleDeclaration({ weights, policy, cohort: cohort.digest }));
    const before = await store().prisma.logEntry.count();
    await expect(writeResult(store(), sampleResult(evaluation, []))).rejects.toMatchObject({ code: "BLIND" });
    expect(await store().prisma.logEntry.count()).toBe(before);
  });

  it("opens at the date and not before, once and for good: a clock that goes back closes nothing", async () => {
    const early = openCohort(store(), "dated", "too early", new Date("2026-02-28T23:59:59Z"));
    await expect(early).rejects.toMatchObject({ code: "BLIND" });
    await openCohort(store(), "dated", "the day has come", new Date("2026-03-01T00:00:00Z"));
    const before = await store().prisma.logEntry.count();
    await openCohort(store(), "dated", "again", new Date("2025-01-01T00:00:00Z"));
    expect(await store().prisma.logEntry.count()).toBe(before);
    expect(await refusal(store(), [ofRun("a", 3, 4)])).not.toThrow();
  });

  it("does not open by a clock what waits for a board", async () => {
    await expect(openCohort(store(), "boarded", "now", new Date("2999-01-01"))).rejects.toThrow(
      "until board spring closes",
    );
    await expect(openCohort(store(), "nowhere", "now", new Date())).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
