// Aim: what the schema says of probes, and that gold in a screen is behind the gate: items of a blind cohort are answered about nowhere.
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { graphql } from "graphql";
import { ask } from "../../src/graph/ask.js";
import { createContext, createServices, type Services } from "../../src/graph/context.js";
import { schema } from "../../src/graph/schema.js";
import { importRows, smallScreen } from "../import/probeLines.js";
import { openMemoryStore } from "../store/openMemoryStore.js";
import { createCohort, importLines, seats } from "./exampleServices.js";
import { testKey } from "./testKey.js";

let services: Services;
const built = schema();

beforeAll(async () => {
  const store = await openMemoryStore();
  services = createServices(store, testKey);
  await importRows(store, "sa_causal_a.jsonl", smallScreen(4));
  const debates = [0, 1, 2].map((index) => ({
    item: `mmlu_pro_${index}`,
    gold: "A",
    rounds: [[..."AAB"], [..."ABB"]],
  }));
  await importLines(store, { slug: "run", benchmark: "mmlu_pro", condition: "FULL_DEBATE", seats: seats(3) }, debates);
}, 60_000);
afterAll(() => services.store.close());

async function answered(source: string) {
  const { data, errors = [] } = await graphql({ schema: built, source, contextValue: createContext(services) });
  return {
    data: JSON.parse(JSON.stringify(data)) as unknown,
    codes: errors.map(({ originalError }) => (originalError as { code?: string } | undefined)?.code),
  };
}

const directed = '{ probeSet(slug: "sa_causal_a") { slug directedFlips { total { adversarial { count of } } } } }';
const free =
  '{ probeSet(slug: "sa_causal_a") { slug items flipRates { total { alpha { value } } } missing { missing } } }';

it("flip rates look at no gold, so the log says nothing; directed flips do, and the log says so once", async () => {
  const logged = () => services.store.prisma.firstAnswer.count();
  expect(await ask(services, free)).toEqual({
    probeSet: {
      slug: "sa_causal_a",
      items: 4,
      flipRates: { total: { alpha: { value: 0.625 } } },
      missing: { missing: 0 },
    },
  });
  expect(await logged()).toBe(0);
  expect(await ask(services, directed)).toEqual({
    probeSet: { slug: "sa_causal_a", directedFlips: { total: { adversarial: { count: 180, of: 288 } } } },
  });
  await ask(services, directed);
  expect(await logged()).toBe(1);
});

it("sets are found by name, by node id and in pages", async () => {
  const { probeSet, probeSets } = await ask<{ probeSet: { id: string }; probeSets: object }>(
    services,
    '{ probeSet(slug: "sa_causal_a") { id models { model provider } conditions seats importer } probeSets { totalCount edges { node { slug } } } }',
  );
  expect(probeSet).toMatchObject({
    models: [{ model: "qwen3.5-4b", provider: "local_vllm" }],
    conditions: ["anti_argument", "anti_social", "default"],
    seats: ["1", "2", "3"],
    importer: "sa-causal",
  });
  expect(probeSets).toEqual({ totalCount: 1, edges: [{ node: { slug: "sa_causal_a" } }] });
  expect(await ask(services, `{ node(id: "${probeSet.id}") { ... on ProbeSet { size } } }`)).toEqual({
    node: { size: 36 },
  });
  expect(await ask(services, '{ probeSet(slug: "none") { slug } }')).toEqual({ probeSet: null });
});

it("sensitivities, items, repeats and cost are fields of the same set, and look at no gold", async () => {
  const before = await services.store.prisma.firstAnswer.count();
  const { probeSet } = await ask<{ probeSet: Record<string, unknown> }>(
    services,
    `{ probeSet(slug: "sa_causal_a") {
      sensitivity { total { probesOfBothEnds variants { definition social argument ratio logRatio socialInterval { status clusters } } } }
      itemRates(highest: 2) { item alpha { count of } solo { value } disagreement { count of value } socialArgument }
      repeatability { sameAnswer { of value } unstableAnswers { of } }
      compareRepeats(with: "sa_causal_a") { shared correlation correlationReason largestDifference majorityChanges { count of } }
      cost(against: "run") { screen { generations tokens cost } audit { generations tokens cost records } generationsPerAudit { value } }
    } }`,
  );
  // Each row replies ABBBA-BB to A: social 3 of 4, solo 2 of 4; strong half 2 of 4, weak half 3 of 4; very strong 2 of 2, weak 1 of 2.
  expect(probeSet).toMatchObject({
    sensitivity: {
      total: {
        probesOfBothEnds: 36,
        variants: [
          { definition: "PAPER", social: 0.25, argument: -0.25, ratio: 0.25 / 0.500001 },
          { definition: "ROW", social: 0.25, argument: 0.5, ratio: 0.5 },
          { definition: "LOG_RATIO", social: 0.25, argument: 0.5, logRatio: Math.log(0.251 / 0.501) },
          { definition: "CHANNELS", social: 0.25, argument: null, ratio: 0.2 },
        ],
      },
    },
    itemRates: [
      {
        item: "mmlu_pro_0",
        alpha: { count: 9 * 0.625, of: 9 },
        solo: { value: 0.5 },
        disagreement: { count: 0, of: 36, value: 0 },
      },
      { item: "mmlu_pro_1" },
    ],
    repeatability: { sameAnswer: { of: 0, value: null }, unstableAnswers: { of: 0 } },
    compareRepeats: {
      shared: 36,
      correlation: null,
      correlationReason: "constant_input",
      largestDifference: 0,
      majorityChanges: { count: 0, of: 36 },
    },
    cost: {
      screen: { generations: 36 * 9, tokens: 36 * 840, cost: "0.036" },
      audit: { generations: 18, tokens: null, cost: null, records: 3 },
      generationsPerAudit: { value: 18 },
    },
  });
  expect(await services.store.prisma.firstAnswer.count()).toBe(before);
});

it.each([
  ['itemRates(model: "x") { item }', "model: expected one of qwen3.5-4b, got x"],
  ["itemRates(highest: 0) { item }", "highest: expected 1 or more, got 0"],
  ['compareRepeats(with: "x") { shared }', "with: no probes are stored under x"],
  ['cost(against: "x") { screen { cost } }', "against: no run is stored under x"],
])("%s is refused", async (field, sentence) => {
  await expect(ask(services, `{ probeSet(slug: "sa_causal_a") { ${field} } }`)).rejects.toThrow(sentence);
});

it("a cohort can be the debates of a high-FR pool, which looks at probes and at no gold", async () => {
  const pool = { probes: "sa_causal_a", model: "qwen3.5-4b", size: 2 };
  const logged = await services.store.prisma.firstAnswer.count();
  // All four items flip alike, so their keys decide.
  expect(await createCohort(services, { slug: "pooled", runs: ["run"], pool })).toMatchObject({
    createCohort: { cohort: { size: 2 } },
  });
  expect(
    await ask(
      services,
      '{ cohort(slug: "pooled") { recipe attrition { reason count } debates { edges { node { item } } } } }',
    ),
  ).toEqual({
    cohort: {
      recipe: {
        runs: ["run"],
        benchmarks: null,
        items: null,
        dropSeats: [],
        usableThrough: null,
        pairedAcrossRuns: false,
        pool,
      },
      attrition: [{ reason: "NOT_IN_POOL", count: 1 }],
      debates: { edges: [{ node: { item: "mmlu_pro_0" } }, { node: { item: "mmlu_pro_1" } }] },
    },
  });
  expect(await createCohort(services, { slug: "pooled", runs: ["run"], pool })).toMatchObject({
    createCohort: { cohort: { size: 2 } },
  });
  const other = { slug: "pooled", runs: ["run"], pool: { ...pool, size: 3 } };
  await expect(createCohort(services, other)).rejects.toMatchObject({ code: "CONFLICT" });
  expect(await services.store.prisma.firstAnswer.count()).toBe(logged);
  for (const [bad, sentence] of [
    [{ ...pool, size: 0 }, "a size from 1 was expected, got 0"],
    [{ ...pool, model: "x" }, "sa_causal_a has no probes of x"],
    [{ ...pool, probes: "x" }, "no probes are stored under x"],
  ] as const)
    await expect(createCohort(services, { slug: "bad", runs: ["run"], pool: bad })).rejects.toThrow(sentence);
});

describe("while some item of a screen is that of a blind debate", () => {
  beforeAll(async () => {
    await createCohort(services, {
      slug: "hidden",
      runs: ["run"],
      items: ["mmlu_pro_2"],
      blind: { until: new Date(Date.now() - 1000).toISOString() },
    });
  });

  it("nothing by gold is answered about the screen, also where the answer is known; what needs none is", async () => {
    expect((await answered(directed)).codes).toEqual(["BLIND"]);
    expect((await answered('{ probeSet(slug: "sa_causal_a") { disagreements warnings { count } } }')).codes).toEqual([
      "BLIND",
      "BLIND",
    ]);
    expect((await answered(free)).codes).toEqual([]);
  });

  it("whether a file equals the stored screen is not told, since that tells its gold", async () => {
    const guess = smallScreen(4).map((row) => ({ ...row, correct_label: "B" }));
    await expect(importRows(services.store, "sa_causal_a.jsonl", guess)).rejects.toMatchObject({ code: "BLIND" });
    await expect(importRows(services.store, "sa_causal_a.jsonl", smallScreen(4))).rejects.toMatchObject({
      code: "BLIND",
    });
  });

  it("a screen of other items is answered about", async () => {
    const rows = smallScreen(5).filter(({ question_id }) => question_id === "mmlu_pro_4");
    await importRows(services.store, "sa_causal_b.jsonl", rows);
    expect((await answered(directed.replace("causal_a", "causal_b"))).codes).toEqual([]);
  });
});
