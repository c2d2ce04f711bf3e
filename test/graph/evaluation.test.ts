// Aim: published replays, asked through the API. Method: the example runs and decision files that carry the published counts, sealed
// 1:1 weights, and the numbers of the paper (DebateLedger, arXiv 2609.35279, Table 7).
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { ask } from "../../src/graph/ask.js";
import { type Services } from "../../src/graph/context.js";
import { receiptFile } from "../../src/graph/receipt.js";
import { createContext } from "../../src/graph/context.js";
import { verifyReceipt } from "../../src/seal/verifyReceipt.js";
import { openMemoryStore } from "../store/openMemoryStore.js";
import { createCohort, exampleServices } from "./exampleServices.js";
import { addFixed, addDecisions, evaluate, sealOneToOne } from "./evaluations.js";

const open = ["primary-llama-3.1-8b", "primary-phi-4-mini", "primary-qwen3-4b", "primary-qwen3-8b"];

let services: Services;
beforeAll(async () => {
  services = await exampleServices(await openMemoryStore(), [...open, "replay-1255"]);
  await createCohort(services, { slug: "open", runs: open });
  await createCohort(services, { slug: "replay", runs: ["replay-1255"] });
  await sealOneToOne(services);
  const file = (name: string) => readFileSync(`examples/${name}.ndjson`, "utf8");
  await addDecisions(services, "probe-gate", file("decisions-probe-gate-6525"), "the other three models");
  await addDecisions(services, "round1-change", file("decisions-round1-change-1255"), "nothing");
  await addDecisions(services, "learned-stump", file("decisions-learned-stump-1255"), "the other models");
  await addFixed(services, "freeze-on-change", "round1MajorityChanged");
});
afterAll(() => services.store.close());

describe("published replays", () => {
  it.each([
    {
      policy: "probe-gate",
      cohort: "open",
      debates: 6525,
      prevented: 29,
      lost: 108,
      net: -79,
      pp: -1.21,
      ratio: [108, 29],
    },
    {
      policy: "round1-change",
      cohort: "replay",
      debates: 1255,
      prevented: 56,
      lost: 69,
      net: -13,
      pp: -1.04,
      ratio: [69, 56],
    },
    {
      policy: "freeze-on-change",
      cohort: "replay",
      debates: 1255,
      prevented: 56,
      lost: 69,
      net: -13,
      pp: -1.04,
      ratio: [69, 56],
    },
    {
      policy: "learned-stump",
      cohort: "replay",
      debates: 1255,
      prevented: 2,
      lost: 31,
      net: -29,
      pp: -2.31,
      ratio: [31, 2],
    },
  ])(
    "$policy prevents $prevented and loses $lost of $debates: $net, $pp pp",
    async ({ policy, cohort, debates, prevented, lost, net, pp, ratio: [numerator, denominator] }) => {
      const found = await evaluate(services, { policy, cohort, weights: "one-to-one" });
      expect(found).toMatchObject({
        state: "COMPLETE",
        debates,
        prevented,
        lost,
        net,
        utility: String(net),
        utilityPerDebate: { count: net, of: debates },
        deltaAccuracy: { count: net, of: debates },
        breakEven: { state: "FINITE", numerator, denominator, value: numerator / denominator },
        effects: { rescue: 0, breakage: 0, abstentionRight: 0, abstentionWrong: 0 },
      });
      expect(Number((100 * found.deltaAccuracy.value!).toFixed(2))).toBe(pp);
      expect(found.verification).toBe(policy === "freeze-on-change" ? "VERIFIED" : "UNVERIFIED");
      const codes = found.caveats.map(({ code }) => code);
      expect(codes).toContain("OFFLINE_REPLAY");
      expect(codes.includes("UNVERIFIED_DECISIONS")).toBe(policy !== "freeze-on-change");
    },
  );
});

it("its receipt verifies without the server", async () => {
  const { digest, receipt } = await evaluate(services, {
    policy: "freeze-on-change",
    cohort: "replay",
    weights: "one-to-one",
  });
  const file = await receiptFile(createContext(services), digest);
  expect(JSON.parse(file)).toEqual(receipt.json);
  const { checks, evidence } = verifyReceipt(file, { trustedKey: services.key.text });
  expect(checks.filter(({ fault }) => fault !== null)).toEqual([]);
  expect(evidence?.result.statement).toMatchObject({ net: -13, debates: 1255 });
});

it("declaring the same again is the same evaluation", async () => {
  const input = { policy: "freeze-on-change", cohort: "replay", weights: "one-to-one" };
  const first = await evaluate(services, input);
  const size = await ask(services, "{ log { size } }");
  expect(await evaluate(services, input)).toEqual(first);
  expect(await ask(services, "{ log { size } }")).toEqual(size);
});
