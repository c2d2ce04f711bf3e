// Aim: what an evaluation says, refuses and withholds. Method: small runs written out here, over an embedded store whose statements
// are watched.
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { ask } from "../../src/graph/ask.js";
import { createContext, createServices, type Services } from "../../src/graph/context.js";
import { receiptFile } from "../../src/graph/receipt.js";
import { type ExportedEffect } from "../../src/seal/effects.js";
import { recompute } from "../../src/seal/recompute.js";
import { verifyReceipt } from "../../src/seal/verifyReceipt.js";
import { openMemoryStore } from "../store/openMemoryStore.js";
import { addDecisions, addFixed, evaluate, type EvaluationAnswer, seal, sealOneToOne } from "./evaluations.js";
import { createCohort, importLines, seats } from "./exampleServices.js";
import { testKey } from "./testKey.js";

let services: Services;
let statements: string[] = [];

/** Rounds of three seats as letters. */
const debate = (item: string, text: string) => ({
  item,
  gold: "A",
  rounds: text.split(" ").map((round) => [...round]),
});
const debates = [
  debate("collapse", "AAB ABB BBB"),
  debate("late", "AAA AAA BBB"),
  debate("correction", "BBA AAB AAA"),
  debate("kept", "AAB AAA AAA"),
  debate("excursion", "AAA BBB AAA"),
  debate("never", "BBB BBA BBB"),
  debate("rescued", "BBB AAA BBB"),
  debate("lost", "AAA BCD AAA"),
];

beforeAll(async () => {
  const store = await openMemoryStore((sql) => void statements.push(sql));
  services = createServices(store, testKey);
  await importLines(store, { slug: "run", benchmark: "b", condition: "FULL_DEBATE", seats: seats(3) }, debates);
  await createCohort(services, { slug: "all", runs: ["run"] });
  await createCohort(services, { slug: "some", runs: ["run"], items: ["collapse", "late", "correction"] });
  for (const item of ["collapse", "correction", "kept"])
    await createCohort(services, { slug: `only-${item}`, runs: ["run"], items: [item] });
  await sealOneToOne(services);
  await addFixed(services, "always", "always");
  await addFixed(services, "never", "never");
  await addFixed(services, "changed", "round1MajorityChanged");
  await addFixed(services, "to-round-1", "always", 1);
}, 60_000);
afterAll(() => services.store.close());

const oneToOne = (policy: string, cohort: string, more = {}) =>
  evaluate(services, { policy, cohort, weights: "one-to-one", ...more });

describe("break-even has five states", () => {
  it.each([
    ["FINITE", "always", "all", 1, 2, 0.5],
    ["FREE", "always", "only-collapse", 0, 1, 0],
    ["NO_EFFECT", "always", "only-kept", 0, 1, 0],
    ["NEVER_FIRES", "never", "all", 0, 1, 0],
    ["UNBOUNDED", "always", "only-correction", null, null, null],
  ])("%s: %s on %s", async (state, policy, cohort, numerator, denominator, value) => {
    const { breakEven } = await oneToOne(policy, cohort);
    expect(breakEven).toMatchObject({ state, numerator, denominator, value });
    expect(breakEven.interval === null).toBe(state !== "FINITE" && state !== "FREE");
  });
});

it("an action that can rescue, break and give up is evaluated at its own prices, and refused without them", async () => {
  await expect(oneToOne("to-round-1", "all")).rejects.toMatchObject({
    code: "UNPRICED",
    message: expect.stringContaining("no price for rescue, breakage, abstention"),
  });
  const words = { rationale: "all priced", principal: "tests" };
  await seal(services, {
    slug: "all-priced",
    prevented: "3",
    lost: "0.5",
    rescue: "1.25",
    breakage: "0.1",
    abstention: "0.01",
    ...words,
  });
  const input = { policy: "to-round-1", cohort: "all", weights: "all-priced", coding: { tie: "UNDECIDED" } };
  const found = await evaluate(services, input);
  expect(found).toMatchObject({
    debates: 8,
    fired: 8,
    prevented: 2,
    lost: 1,
    net: 1,
    utility: "4.14",
    effects: {
      collapsePrevented: 1,
      rescue: 1,
      correctionLost: 0,
      breakage: 1,
      abstentionRight: 1,
      abstentionWrong: 0,
    },
  });
  const { checks } = verifyReceipt(await receiptFile(createContext(services), found.digest));
  expect(checks.filter(({ fault }) => fault !== null)).toEqual([]);
});

describe("before anything is declared", () => {
  const draft = { slug: "draft", prevented: "2", lost: "1", rationale: "later", principal: "tests" };
  beforeAll(async () => {
    const mutation = "mutation ($input: WeightsInput!) { draftWeights(input: $input) { weights { state } } }";
    await ask(services, mutation, { input: draft });
    await addDecisions(services, "partial", '{"item":"collapse","freeze":true}', "nothing");
  });

  it.each([
    ["weights that are a draft", { weights: "draft" }, "NOT_SEALED"],
    ["weights that do not exist", { weights: "none" }, "NOT_FOUND"],
    ["a cohort that does not exist", { cohort: "none" }, "NOT_FOUND"],
    ["a policy that does not exist", { policy: "none" }, "NOT_FOUND"],
    ["a round that the runs do not have", { coding: { endpoint: 9 } }, "ENDPOINT_BEYOND_LAST_ROUND"],
    ["a gate that looks beyond the endpoint", { policy: "changed", coding: { endpoint: 0 } }, "BAD_INPUT"],
    ["a level that is none", { interval: { level: 2 } }, "BAD_INPUT"],
    ["prices that are missing", { policy: "to-round-1" }, "UNPRICED"],
  ])("%s are refused, and no debate is read", async (_, change, code) => {
    const before = await ask<{ log: { size: number } }>(services, "{ log { size } }");
    statements = [];
    await expect(oneToOne("always", "all", change)).rejects.toMatchObject({ code });
    expect(statements.filter((sql) => /"(Debate|PanelBlock|Response)"/.test(sql))).toEqual([]);
    expect(await ask(services, "{ log { size } }")).toEqual(before);
  });

  it("decisions that leave debates out are refused with the first of them", async () => {
    await expect(oneToOne("partial", "some")).rejects.toMatchObject({
      code: "BAD_INPUT",
      message: "policy: partial decides nothing for 2 of 3 debates, the first: run/late/0, run/correction/0",
    });
  });

  it("a refusal also names decisions about no debate of the cohort: a mistyped item is both", async () => {
    const typo = ["collapse", "late", "corection"].map((item) => JSON.stringify({ item, freeze: true })).join("\n");
    await addDecisions(services, "typo", typo, "nothing");
    await expect(oneToOne("typo", "some")).rejects.toMatchObject({
      message:
        "policy: typo decides nothing for 1 of 3 debates, the first: run/correction/0; 1 of its decisions are about no debate here, the first: corection/0",
    });
    const document = `{ typo: policy(slug: "typo") { coverage(cohort: "some") { debates decisions
        missing { count first { run item replicate } } surplus { count first { run item replicate } } } }
      gate: policy(slug: "always") { coverage(cohort: "some") { debates } } }`;
    expect(await ask(services, document)).toEqual({
      typo: {
        coverage: {
          debates: 3,
          decisions: 3,
          missing: { count: 1, first: [{ run: "run", item: "correction", replicate: 0 }] },
          surplus: { count: 1, first: [{ run: null, item: "corection", replicate: 0 }] },
        },
      },
      gate: { coverage: null },
    });
    await expect(
      ask(services, '{ policy(slug: "typo") { coverage(cohort: "none") { debates } } }'),
    ).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  it("what was done to each debate comes in pages of up to 5,000, so that exports take few steps", async () => {
    const { digest } = await oneToOne("always", "all");
    const page = (args: string) =>
      ask<{ evaluation: { effectsByDebate: { totalCount: number; edges: { node: { item: string } }[] } } }>(
        services,
        `{ evaluation(digest: "${digest}") { effectsByDebate(${args}) { totalCount edges { cursor node { item } } } } }`,
      );
    const items = async (args: string) =>
      (await page(args)).evaluation.effectsByDebate.edges.map(({ node }) => node.item);
    const all = await items("first: 5000");
    expect(all).toEqual(debates.map(({ item }) => item));
    expect(await items("last: 2")).toEqual(all.slice(-2));
    expect((await page("first: 1, where: { effects: [correctionLost] }")).evaluation.effectsByDebate).toMatchObject({
      totalCount: 1,
      edges: [{ node: { item: "correction" } }],
    });
    await expect(page("first: 5001")).rejects.toMatchObject({ code: "TOO_LARGE" });
  });

  it("what a policy would have done is nowhere else: no field of the schema but an evaluation's has it", async () => {
    const document = "{ __schema { types { name fields { name } } } }";
    const { __schema } = await ask<{ __schema: { types: { name: string; fields: { name: string }[] | null }[] } }>(
      services,
      document,
    );
    const telling = /^(prevented|lost|utility|utilityPerDebate|breakEven|effects|effectsByDebate)$/;
    const where = __schema.types
      .filter(({ fields }) => fields?.some(({ name }) => telling.test(name)))
      .map(({ name }) => name);
    // What SeatFlips has lost are ballots that could not be read, by seat: no policy is involved.
    expect(where.sort()).toEqual(["Evaluation", "EvaluationGroup", "PolicyComparison", "SeatFlips", "Weights"]);
  });
});

describe("grades and records", () => {
  it("weights sealed after an answer about the runs are BEFORE_EVALUATION, and post hoc", async () => {
    await ask(services, '{ run(slug: "run") { ledger { total { net } } } }');
    await seal(services, { slug: "late", prevented: "1", lost: "2", rationale: "r", principal: "p" });
    await addFixed(services, "split", "round0NotUnanimous");
    const found = await evaluate(services, { policy: "split", cohort: "all", weights: "late" });
    expect(found).toMatchObject({ grade: "BEFORE_EVALUATION", record: null });
    expect(found.caveats.map(({ code }) => code)).toContain("POST_HOC");
    await seal(services, { slug: "later", prevented: "9", lost: "1", rationale: "r", principal: "p" });
    const other = await evaluate(services, { policy: "split", cohort: "some", weights: "later" });
    expect(other).toMatchObject({ grade: "SENSITIVITY", record: found.digest });
    await addFixed(services, "split-renamed", "round0NotUnanimous");
    const renamed = await evaluate(services, { policy: "split-renamed", cohort: "only-kept", weights: "later" });
    expect(renamed).toMatchObject({ grade: "SENSITIVITY", record: found.digest });
    const theirs = await evaluate(services, { policy: "split", cohort: "only-kept", weights: "later" }, "another-team");
    expect(theirs).toMatchObject({ grade: "BEFORE_EVALUATION", record: null });
    expect(theirs.declarations.team).toBe(1);
    expect(theirs.declarations.all).toBeGreaterThan(3);
  });

  it("weights sealed before the import are BEFORE_DATA, before the first answer BEFORE_OUTCOMES", async () => {
    const run = (slug: string, letter: string) =>
      importLines(services.store, { slug, benchmark: "b", condition: "FULL_DEBATE", seats: seats(3) }, [
        debate(letter, "AAB ABB BBB"),
      ]);
    await seal(services, { slug: "early", prevented: "5", lost: "1", rationale: "r", principal: "p" });
    await run("after", "x");
    await createCohort(services, { slug: "after", runs: ["after"] });
    await seal(services, { slug: "in-between", prevented: "6", lost: "1", rationale: "r", principal: "p" });
    expect(await evaluate(services, { policy: "never", cohort: "after", weights: "early" })).toMatchObject({
      grade: "BEFORE_DATA",
    });
    await run("second", "y");
    await createCohort(services, { slug: "second", runs: ["second"] });
    await seal(services, { slug: "before-answers", prevented: "7", lost: "1", rationale: "r", principal: "p" });
    const found = await evaluate(services, { policy: "always", cohort: "second", weights: "before-answers" });
    expect(found).toMatchObject({ grade: "BEFORE_OUTCOMES" });
    expect(found.caveats.map(({ code }) => code)).not.toContain("POST_HOC");
  });
});

it("what each debate came to is a connection, and its rows recompute the result", async () => {
  const { digest } = await oneToOne("always", "all");
  const page = `query ($digest: String!, $first: Int, $after: String, $where: EffectFilter) { evaluation(digest: $digest) {
    effectsByDebate(first: $first, after: $after, where: $where) { totalCount pageInfo { hasNextPage endCursor }
      edges { node { run item replicate fired to initial before after effect cell debate { item cell } } } } } }`;
  interface Page {
    evaluation: {
      effectsByDebate: {
        totalCount: number;
        pageInfo: { hasNextPage: boolean; endCursor: string };
        edges: { node: ExportedEffect & { effect: string; cell: string; debate: { item: string; cell: string } } }[];
      };
    };
  }
  const ofPage = async (more: object) =>
    (await ask<Page>(services, page, { digest, ...more })).evaluation.effectsByDebate;
  const first = await ofPage({ first: 5 });
  const second = await ofPage({ first: 5, after: first.pageInfo.endCursor });
  expect([first.totalCount, first.pageInfo.hasNextPage, second.pageInfo.hasNextPage]).toEqual([8, true, false]);
  const nodes = [...first.edges, ...second.edges].map(({ node }) => node);
  for (const { item, cell, debate: own } of nodes) expect(own).toEqual({ item, cell });
  const rows = nodes.map(({ run, item, replicate, fired, to, initial, before, after }) => ({
    ...{ run, item, replicate, fired, to, initial, before, after },
  }));
  const { evidence } = verifyReceipt(await receiptFile(createContext(services), digest));
  expect(recompute(evidence!, rows).filter(({ fault }) => fault !== null)).toEqual([]);
  const prevented = await ofPage({ where: { effects: ["collapsePrevented"] } });
  expect(prevented.edges.map(({ node }) => node.item)).toEqual(["collapse", "late"]);
});

it("evaluations are compared debate by debate, like with like only", async () => {
  const [always, changed, other] = [
    await oneToOne("always", "all"),
    await oneToOne("changed", "all"),
    await oneToOne("always", "some"),
  ];
  const document = `query ($digest: String!, $with: String!) { evaluation(digest: $digest) { compare(with: $with) {
    debates fired { both onlyThis onlyOther neither } prevented { both onlyThis onlyOther neither }
    utilityPerDebate { count of value interval { low high } } deltaAccuracy { count } } } }`;
  const compared = async (digest: string, other: string) =>
    (await ask<{ evaluation: EvaluationAnswer }>(services, document, { digest, with: other })).evaluation.compare;
  expect(await compared(always.digest, changed.digest)).toMatchObject({
    debates: 8,
    fired: { both: 5, onlyThis: 3, onlyOther: 0, neither: 0 },
    prevented: { both: 1, onlyThis: 1, onlyOther: 0, neither: 6 },
    utilityPerDebate: { count: 1, of: 8 },
  });
  expect(await compared(always.digest, always.digest)).toMatchObject({
    utilityPerDebate: { count: 0, value: 0 },
    deltaAccuracy: { count: 0 },
  });
  await expect(compared(always.digest, other.digest)).rejects.toMatchObject({
    code: "BAD_INPUT",
    message: expect.stringContaining("these differ in cohort"),
  });
});

it("a declaration without a result is counted, can be abandoned, and is not computed then", async () => {
  const { declare } = await import("../../src/store/declare.js");
  const { declaration } = await import("../../src/graph/declaration.js");
  const input = { policy: "never", cohort: "only-kept", weights: "one-to-one" };
  const { digest } = await declare(services.store, await declaration(createContext(services), input));
  const question = `query ($digest: String!) { evaluation(digest: $digest) { state fired utility receipt { url } declarations { abandoned } } }`;
  expect(await ask(services, question, { digest })).toEqual({
    evaluation: { state: "DECLARED", fired: null, utility: null, receipt: null, declarations: { abandoned: 1 } },
  });
  const abandon =
    "mutation ($input: AbandonEvaluationInput!) { abandonEvaluation(input: $input) { evaluation { state abandonedBecause } } }";
  expect(await ask(services, abandon, { input: { digest, reason: "declared by mistake" } })).toEqual({
    abandonEvaluation: { evaluation: { state: "ABANDONED", abandonedBecause: "declared by mistake" } },
  });
  await expect(evaluate(services, input)).rejects.toMatchObject({ code: "CONFLICT" });
});
