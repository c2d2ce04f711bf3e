// Aim: what a policy would have done is told by an evaluation and by nothing else, and an evaluation exists only after its declaration;
// nobody resets what was declared. Method: the schema is walked for words that tell it; requests that are refused are listened to
// at the database; tricks with names, slices, prices and clocks are tried on small runs.
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { getNamedType, isObjectType } from "graphql";
import { ask } from "../../src/graph/ask.js";
import { createServices, type Services } from "../../src/graph/context.js";
import { addDecisions, addFixed, evaluate, seal, sealOneToOne } from "../graph/evaluations.js";
import { createCohort, importLines, seats } from "../graph/exampleServices.js";
import { testKey } from "../graph/testKey.js";
import { openMemoryStore } from "../store/openMemoryStore.js";
import { answerOf, built, everything } from "./answerOf.js";

const header = (slug: string) => ({ slug, benchmark: "b", condition: "FULL_DEBATE", seats: seats(3, slug) });
/** q0 collapses, q1 is corrected, q2 stays right; the item of q3 is the run's own. */
const debates = (own: string) =>
  [
    ["q0", "A", "AAB", "BBB"],
    ["q1", "A", "BBA", "AAA"],
    ["q2", "A", "AAA", "AAA"],
    [`q3-${own}`, "C", "ABC", "BBC"],
  ].map(([item, gold, ...rounds]) => ({ item, gold, rounds: rounds.map((letters) => [...letters]) }));
const prices = (slug: string, prevented: string) => ({ slug, prevented, lost: "1", rationale: "r", principal: "p" });

let services: Services;
let heard: string[] = [];
beforeAll(async () => {
  services = createServices(await openMemoryStore((sql) => heard.push(sql)), testKey);
  await seal(services, prices("before-data", "1"));
  // Runs that share debates share their record, so each is of a model and has an item of its own.
  for (const slug of ["one", "two", "three"]) {
    const { run } = await importLines(services.store, header(slug), debates(slug));
    await createCohort(services, { slug, runs: [run] });
  }
  await createCohort(services, { slug: "one-less", runs: ["one"], items: ["q0", "q1", "q2"] });
  await createCohort(services, { slug: "one-rest", runs: ["one"], items: ["q3-one"] });
  await sealOneToOne(services);
  await addFixed(services, "freeze", "round1MajorityChanged");
  await addFixed(services, "late", "always", 1);
});
afterAll(() => services.store.close());
afterEach(() => {
  jest.restoreAllMocks();
});

const written = async () => {
  const { prisma } = services.store;
  return [await prisma.declaration.count(), await prisma.logEntry.count(), await prisma.firstAnswer.count()];
};
const debatesRead = () => heard.filter((sql) => /"(Debate|PanelBlock|Response)"/.test(sql));

describe("before a declaration", () => {
  it("no type but Evaluation and what hangs on it alone has a field that tells what a policy did", () => {
    const seen = new Set<string>();
    const visit = (name: string): void => {
      const type = built.getType(name);
      if (seen.has(name) || name === "Evaluation" || !isObjectType(type)) return;
      seen.add(name);
      Object.values(type.getFields()).forEach((field) => visit(getNamedType(field.type).name));
    };
    ["Query", "Mutation", "Run", "Cohort", "Debate", "Policy", "Weights"].forEach(visit);
    const told = [...seen].flatMap((name) => {
      const type = built.getType(name);
      return isObjectType(type) ? Object.keys(type.getFields()).map((field) => `${name}.${field}`) : [];
    });
    expect(told.length).toBeGreaterThan(150);
    const telling = /\..*(prevented|lost|utility|breakEven|deltaAccuracy|effect|fired|roundsSaved|receipt)/i;
    // What prices are for; ties, which fire; seats that err together; and ballots of a seat that could not be read.
    expect(told.filter((name) => telling.test(name)).sort()).toEqual([
      "DebateRound.tieFired",
      "EffectiveVotes.effective",
      "SeatFlips.lost",
      "Ties.fired",
      "VisibilityRound.effectiveVotes",
      "Weights.lost",
      "Weights.prevented",
    ]);
  });

  it("all that is said of policies, weights and the log is said without reading a debate", async () => {
    heard = [];
    for (const [list, type] of [
      ["policies", "PolicyConnection"],
      ["weightsList", "WeightsConnection"],
      ["log", "Log"],
    ])
      expect((await answerOf(services, `{ ${list} ${everything(type, ["Run", "Cohort"])} }`)).errors).toEqual([]);
    expect(await ask(services, "{ evaluations { totalCount edges { cursor } } }")).toEqual({
      evaluations: { totalCount: 0, edges: [] },
    });
    expect(heard).not.toEqual([]);
    expect(debatesRead()).toEqual([]);
    expect(await services.store.prisma.firstAnswer.count()).toBe(0);
  });
});

const input = { policy: "freeze", cohort: "one", weights: "one-to-one" };

describe("a refused evaluation", () => {
  beforeAll(async () => {
    const draft = "mutation ($input: WeightsInput!) { draftWeights(input: $input) { weights { state } } }";
    for (const slug of ["draft", "given-up"]) await ask(services, draft, { input: prices(slug, "1") });
    await ask(services, 'mutation { abandonWeights(input: { slug: "given-up", reason: "r" }) { weights { state } } }');
    await seal(services, { ...prices("for-two", "1"), cohort: "two" });
    await importLines(services.store, header("gone"), debates("gone"));
    await createCohort(services, { slug: "gone", runs: ["gone"] });
    await ask(services, 'mutation { retractRun(input: { run: "gone", reason: "r" }) { run { slug } } }');
    await addDecisions(services, "partial", '{"item":"q0","freeze":true}\n', "nothing");
  });

  it.each([
    ["draft weights", { ...input, weights: "draft" }, "NOT_SEALED"],
    ["weights that were given up", { ...input, weights: "given-up" }, "NOT_SEALED"],
    ["weights for another cohort", { ...input, weights: "for-two" }, "BAD_INPUT"],
    ["unknown weights", { ...input, weights: "nobody" }, "NOT_FOUND"],
    ["an unknown policy", { ...input, policy: "nobody" }, "NOT_FOUND"],
    ["an unknown cohort", { ...input, cohort: "nobody" }, "NOT_FOUND"],
    ["an action that the weights do not price", { ...input, policy: "late" }, "UNPRICED"],
    ["a round that nobody played", { ...input, coding: { endpoint: 7 } }, "ENDPOINT_BEYOND_LAST_ROUND"],
    ["an unknown parser", { ...input, coding: { parser: "guess" } }, "PARSER_UNKNOWN"],
    ["an interval that is none", { ...input, interval: { level: 1 } }, "BAD_INPUT"],
    ["a withdrawn run", { ...input, cohort: "gone" }, "WITHDRAWN"],
  ])("for %s reads no debate and no block, and declares nothing", async (_, refused, code) => {
    const before = await written();
    heard = [];
    await expect(evaluate(services, refused)).rejects.toMatchObject({ code });
    expect(debatesRead()).toEqual([]);
    expect(await written()).toEqual(before);
  });

  it("for decisions that do not cover the cohort says how many debates are missing, and declares nothing", async () => {
    const before = await written();
    const refused = evaluate(services, { ...input, policy: "partial" });
    await expect(refused).rejects.toMatchObject({ code: "BAD_INPUT", details: { missing: 3 } });
    expect(await written()).toEqual(before);
  });

  it("on a blind cohort is a declaration and no more: no result, no first answer", async () => {
    await createCohort(services, { slug: "hidden", runs: ["three"], items: ["q0"], blind: { board: "spring" } });
    const declared = await evaluate(services, { ...input, cohort: "hidden" });
    expect(declared).toMatchObject({ state: "DECLARED", net: null, grade: null, effects: null, receipt: null });
    expect(await services.store.prisma.firstAnswer.count()).toBe(0);
    expect(await services.store.prisma.evaluation.count()).toBe(0);
  });
});

describe("grades and weights of record", () => {
  it("go by what the log says came first, and by no clock", async () => {
    jest.spyOn(Date, "now").mockReturnValue(0);
    expect(await evaluate(services, { policy: "freeze", cohort: "two", weights: "before-data" })).toMatchObject({
      grade: "BEFORE_DATA",
      prevented: 1,
      lost: 1,
    });
    expect(await evaluate(services, input)).toMatchObject({ grade: "BEFORE_OUTCOMES", record: null });
    // The run has been answered about: whatever is sealed now comes after it, however early its clock.
    await seal(services, prices("afterwards", "2"));
    await addFixed(services, "other-gate", "round0NotUnanimous");
    const late = await evaluate(services, { ...input, policy: "other-gate", weights: "afterwards" });
    expect(late).toMatchObject({ grade: "BEFORE_EVALUATION", record: null });
  });

  it("a replayed request is the same evaluation and no second declaration, also when three race", async () => {
    const { digest } = await evaluate(services, input);
    const before = await written();
    for (const each of await Promise.all([1, 2, 3].map(() => evaluate(services, input))))
      expect(each.digest).toBe(digest);
    expect(await written()).toEqual(before);
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ["other prices", { weights: "afterwards" }],
    ["the same prices under another name", { weights: "renamed-prices" }],
    ["weights that were sealed before the data", { weights: "before-data" }],
    ["a policy under another name", { policy: "renamed", weights: "afterwards" }],
    ["a cohort of one debate less", { cohort: "one-less", weights: "afterwards" }],
    ["a cohort of the one debate that was left", { cohort: "one-rest", weights: "afterwards" }],
  ])("are not reset by %s: SENSITIVITY, and the record is named", async (_, changed) => {
    const { digest: record } = await evaluate(services, input);
    await seal(services, { ...prices("renamed-prices", "1.0"), rationale: "again" });
    await addFixed(services, "renamed", "round1MajorityChanged");
    const found = await evaluate(services, { ...input, ...changed });
    expect(found).toMatchObject({ grade: "SENSITIVITY", record, state: "COMPLETE" });
    const last = '{ log { entries(kind: "result", last: 1) { edges { node { statement } } } } }';
    expect(JSON.stringify(await ask(services, last))).toContain('"grade":"SENSITIVITY"');
  });

  it("another team has its own record; both teams' declarations are counted", async () => {
    const mine = await evaluate(services, { ...input, coding: { tie: "UNDECIDED" } });
    const theirs = await evaluate(services, { ...input, weights: "afterwards" }, "visitors");
    expect(theirs).toMatchObject({ grade: "BEFORE_EVALUATION", record: null });
    expect(theirs.declarations).toEqual({ ...mine.declarations, team: 1, all: mine.declarations.all + 1 });
  });

  it("what was abandoned stays, is counted, and never gets a result", async () => {
    const on = { ...input, cohort: "hidden", policy: "other-gate" };
    const { digest, declarations } = await evaluate(services, on);
    expect(declarations).toMatchObject({ team: 2, all: 2 });
    const abandon = `mutation { abandonEvaluation(input: { digest: "${digest}", reason: "a mistake" }) { evaluation { state abandonedBecause } } }`;
    expect(await ask(services, abandon)).toEqual({
      abandonEvaluation: { evaluation: { state: "ABANDONED", abandonedBecause: "a mistake" } },
    });
    await expect(evaluate(services, on)).rejects.toMatchObject({ code: "CONFLICT" });
    const later = await evaluate(services, { ...on, policy: "freeze", coding: { tie: "UNDECIDED" } });
    expect(later.declarations.all).toBe(3);
    expect(later.declarations.abandoned).toBeGreaterThanOrEqual(1);
    const list =
      "{ evaluations(filter: { state: ABANDONED }) { totalCount edges { node { digest net receipt { url } } } } }";
    expect(await ask(services, list)).toEqual({
      evaluations: { totalCount: 1, edges: [{ node: { digest, net: null, receipt: null } }] },
    });
  });
});
