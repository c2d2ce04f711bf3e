// Aim: while a cohort is blind, no field answers anything that depends on the gold of its debates, and the gate cannot be walked round.
// Method: one run of four debates, two of them blind; every gold-dependent field is asked for, twice, in case refusals were remembered.
import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { graphql } from "graphql";
import { ask } from "../../src/graph/ask.js";
import { createContext, createServices, type Services } from "../../src/graph/context.js";
import { receiptFile } from "../../src/graph/receipt.js";
import { schema } from "../../src/graph/schema.js";
import { openMemoryStore } from "../store/openMemoryStore.js";
import { addFixed, evaluate, sealOneToOne } from "./evaluations.js";
import { createCohort, importLines, seats } from "./exampleServices.js";
import { testKey } from "./testKey.js";

let services: Services;
let declared: string;
const onAll = { policy: "always", cohort: "all", weights: "one-to-one" };
const built = schema();

const debate = (item: string, text: string) => ({
  item,
  gold: "A",
  signals: { tests: "A" },
  rounds: text.split(" ").map((round) => [...round]),
});
const measures = [
  "ledger { total { collapse } }",
  "onset { collapses }",
  "expectedAccuracy { total { final { value } } }",
  "ties { total { decided { count } } }",
  "attritionAccuracy { total { rounds { difference } } }",
  "errorVisibility { total { rounds { wrong } } }",
  "debates(where: { cells: [collapse] }) { totalCount }",
  "debates(where: { onset: 1 }) { totalCount }",
  "debates(where: { excluded: [NO_GOLD] }) { totalCount }",
  "debates(where: { contradicted: true }) { totalCount }",
  "subPanels { accuracy { debates } }",
];

beforeAll(async () => {
  const store = await openMemoryStore();
  services = createServices(store, testKey);
  const header = { slug: "run", benchmark: "b", condition: "FULL_DEBATE", seats: seats(3) };
  const debates = ["q1", "q2", "q3", "q4"].map((item) => debate(item, "AAB ABB BBB"));
  await importLines(store, header, debates);
  await createCohort(services, { slug: "all", runs: ["run"] });
  await createCohort(services, { slug: "others", runs: ["run"], items: ["q3", "q4"] });
  await sealOneToOne(services);
  await addFixed(services, "always", "always");
  await createCohort(services, {
    slug: "hidden",
    runs: ["run"],
    items: ["q1", "q2"],
    blind: { until: new Date(Date.now() - 1000).toISOString() },
  });
  declared = (await evaluate(services, onAll)).digest;
}, 60_000);
afterAll(() => services.store.close());

async function codes(source: string): Promise<{ data: unknown; codes: unknown[] }> {
  const { data, errors = [] } = await graphql({ schema: built, source, contextValue: createContext(services) });
  return {
    data: JSON.parse(JSON.stringify(data)) as unknown,
    codes: errors.map(({ originalError }) => (originalError as { code?: string } | undefined)?.code),
  };
}

describe("while a cohort is blind", () => {
  it.each(
    measures.flatMap((measure) =>
      ['run(slug: "run")', 'cohort(slug: "all")', 'cohort(slug: "hidden")'].map((of) => [of, measure]),
    ),
  )("%s { %s } is refused, however often it is asked", async (of, measure) => {
    for (let time = 0; time < 2; time++)
      expect((await codes(`{ ${of} { slug ${measure} } }`)).codes).toEqual(["BLIND"]);
  });

  it("what its ballots alone say is answered beside a refusal: the unanimity of every sub-panel", async () => {
    const { codes: found, data } = await codes(
      '{ cohort(slug: "hidden") { subPanels { debates leaveOneOut { without } accuracy { debates } } } }',
    );
    const leaveOneOut = ["1", "2", "3"].map((without) => ({ without }));
    expect([found, data]).toEqual([["BLIND"], { cohort: { subPanels: { debates: 2, leaveOneOut, accuracy: null } } }]);
  });

  it.each([
    ["trajectory { total { debates rounds { unanimity { count } } } }", { debates: 2, rounds: [0, 0, 2] }],
    ["flips { total { all { flips { count } } } }", { flips: 4 }],
    ["attritionTable { total { batch tables { chiSquared { reason } } } }", { batch: 2 }],
    ['susceptibility(run: "run") { debates }', { debates: 2 }],
    ['interventions(signal: "tests") { rounds { override { count } } }', { overrides: [0, 2, 2] }],
  ])("%s looks at no gold, and is answered", async (measure, want) => {
    const { codes: found, data } = await codes(`{ cohort(slug: "hidden") { ${measure} } }`);
    expect(found).toEqual([]);
    const answer = JSON.stringify(data);
    if ("batch" in want) expect(answer).toContain('"batch":2');
    if ("flips" in want) expect(answer).toContain('"count":4');
    if ("overrides" in want) expect(answer.match(/(?<="count":)\d/g)!.map(Number)).toEqual(want.overrides);
    if ("debates" in want) expect(answer).toContain('"debates":2');
  });

  it("a ladder is answered, and its verdicts are null with BLIND", async () => {
    const { codes: found, data } = await codes('{ ladder(runs: ["run"]) { debates verdicts { debates } } }');
    expect([found, data]).toEqual([["BLIND"], { ladder: { debates: 4, verdicts: null } }]);
  });

  it("debates that are not among its own are answered about", async () => {
    const { codes: found, data } = await codes('{ cohort(slug: "others") { ledger { total { collapse } } } }');
    expect([found, data]).toEqual([[], { cohort: { ledger: { total: { collapse: 2 } } } }]);
  });

  it("its debates show their ballots, and null with an error for everything by gold", async () => {
    const fields = ["gold", "cell", "exclusion", "onset", "finalSwitch", "reported", "disagreements", "meta"];
    const { data, codes: found } = await codes(
      `{ run(slug: "run") { debates { edges { node { item rounds { majority } ${fields.join(" ")} } } } } }`,
    );
    const { run } = data as { run: { debates: { edges: { node: Record<string, unknown> }[] } } };
    const nodes = run.debates.edges.map(({ node }) => node);
    expect(nodes.map(({ item, rounds }) => [item, rounds])).toEqual(
      ["q1", "q2", "q3", "q4"].map((item) => [item, [{ majority: "A" }, { majority: "B" }, { majority: "B" }]]),
    );
    for (const node of nodes.slice(0, 2)) expect(fields.map((field) => node[field])).toEqual(fields.map(() => null));
    expect(nodes[2]).toMatchObject({ gold: "A", cell: "collapse", onset: 1 });
    expect(found).toEqual(Array.from({ length: 2 * fields.length }, () => "BLIND"));
  });

  it("the run's findings are withheld, and an evaluation of more debates than its own has no result and no receipt", async () => {
    expect((await codes('{ run(slug: "run") { disagreements warnings { count } } }')).codes).toEqual([
      "BLIND",
      "BLIND",
    ]);
    const of = `evaluation(digest: "${declared}")`;
    const results = [
      "grade",
      "fired",
      "net",
      "utility",
      "deltaAccuracy { value }",
      "byModel { net }",
      "caveats { code }",
      "effectsByDebate { totalCount }",
      "receipt { json }",
      `compare(with: "${declared}") { debates }`,
    ];
    for (const result of results) {
      const [name] = /^\w+/.exec(result)!;
      expect(await codes(`{ ${of} { state ${result} } }`)).toMatchObject({
        data: { evaluation: { state: "DECLARED", [name]: null } },
      });
    }
    await expect(receiptFile(createContext(services), declared)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it.each([
    ["under its own name, as it is", "run", "A", "AAB ABB BBB"],
    ["under its own name with a guess at the gold", "run", "B", "AAB ABB BBB"],
    ["under another name", "twin", "A", "AAB ABB BBB"],
    ["under another name with other gold", "twin", "C", "AAB ABB BBB"],
  ])("its debates cannot be imported again %s", async (_, slug, gold, text) => {
    const again = ["q1", "q2", "q3", "q4"].map((item) => ({ ...debate(item, text), gold }));
    const header = { slug, benchmark: "b", condition: "FULL_DEBATE", seats: seats(3) };
    await expect(importLines(services.store, header, again)).rejects.toMatchObject({ code: "BLIND" });
  });

  it("other debates about the same items can be", async () => {
    const others = ["q1", "q2"].map((item) => debate(item, "BBB BBA BBB"));
    const header = { slug: "others", benchmark: "b", condition: "FULL_DEBATE", seats: seats(3) };
    expect(await importLines(services.store, header, others)).toMatchObject({ status: "IMPORTED" });
  });

  it("an evaluation is declared and not computed; on opening it is, for good", async () => {
    const declare = `mutation ($input: EvaluatePolicyInput!) { evaluatePolicy(input: $input) { evaluation { digest state } } }`;
    const input = { policy: "always", cohort: "hidden", weights: "one-to-one" };
    const { evaluatePolicy } = await ask<{ evaluatePolicy: { evaluation: { digest: string; state: string } } }>(
      services,
      declare,
      { input },
    );
    expect(evaluatePolicy.evaluation.state).toBe("DECLARED");
    const open = `mutation ($input: OpenCohortInput!) { openCohort(input: $input) { cohort { visibility } evaluations { digest state net } } }`;
    expect(await ask(services, open, { input: { cohort: "hidden", reason: "its day has come" } })).toEqual({
      openCohort: {
        cohort: { visibility: "OPEN" },
        evaluations: [{ digest: evaluatePolicy.evaluation.digest, state: "COMPLETE", net: 2 }],
      },
    });
    for (const measure of measures) expect((await codes(`{ run(slug: "run") { ${measure} } }`)).codes).toEqual([]);
    expect(await evaluate(services, onAll)).toMatchObject({ digest: declared, state: "COMPLETE", net: 4 });
  });
});

it("opening completes all that waited, in the order of the log; those that another blind cohort withholds go on waiting", async () => {
  const past = { until: new Date(Date.now() - 1000).toISOString() };
  const input = { policy: "always", cohort: "wide", weights: "one-to-one" };
  // A run that nothing was answered about: what was cannot become blind.
  const header = { slug: "wide", benchmark: "b", condition: "FULL_DEBATE", seats: seats(3, "wide") };
  await importLines(services.store, header, [debate("w1", "AAB ABB BBB"), debate("w3", "AAB ABB BBB")]);
  await createCohort(services, { slug: "wide", runs: ["wide"], blind: past });
  await createCohort(services, { slug: "wide-too", runs: ["wide"], items: ["w3"], blind: past });
  const declare = "mutation ($input: EvaluatePolicyInput!) { evaluatePolicy(input: $input) { evaluation { state } } }";
  // More than one step of them.
  for (let more = 0; more < 12; more++)
    await ask(services, declare, { input: { ...input, interval: { resamples: 100 + more } } });
  const open = `mutation ($input: OpenCohortInput!) {
    openCohort(input: $input) { completed waiting evaluations { state declaredPosition } }
  }`;
  const opened = (cohort: string) =>
    ask<{ openCohort: { completed: number; waiting: number; evaluations: { declaredPosition: number }[] } }>(
      services,
      open,
      {
        input: { cohort, reason: "its day has come" },
      },
    );
  expect(await opened("wide")).toEqual({ openCohort: { completed: 0, waiting: 12, evaluations: [] } });
  expect(await opened("wide-too")).toEqual({ openCohort: { completed: 0, waiting: 0, evaluations: [] } });
  const { openCohort } = await opened("wide");
  expect(openCohort).toMatchObject({ completed: 12, waiting: 0 });
  const positions = openCohort.evaluations.map(({ declaredPosition }) => declaredPosition);
  expect(positions).toHaveLength(12);
  expect(positions).toEqual([...positions].sort((a, b) => a - b));
  expect(await opened("wide")).toMatchObject({ openCohort: { completed: 0, waiting: 0 } });
}, 60_000);

it("a blind cohort whose day has not come stays shut", async () => {
  const header = { slug: "later", benchmark: "b", condition: "FULL_DEBATE", seats: seats(3, "another") };
  await importLines(services.store, header, [debate("q4", "AAB ABB BBB")]);
  await createCohort(services, { slug: "later", runs: ["later"], items: ["q4"], blind: { until: "2999-01-01" } });
  const open = "mutation ($input: OpenCohortInput!) { openCohort(input: $input) { cohort { visibility } } }";
  await expect(ask(services, open, { input: { cohort: "later", reason: "now" } })).rejects.toMatchObject({
    code: "BLIND",
  });
});

it("gold leaves the store through one file: nobody else in the schema reads rows or whole columns", () => {
  const readers = readdirSync("src/graph").filter((file) =>
    /from "\.\.\/store\/(panels|debates|blocks|debateRow)\.js"/.test(readFileSync(`src/graph/${file}`, "utf8")),
  );
  // The loaders take gold away; the gate gives it back; a recipe is typed not to see it.
  expect(readers).toEqual(["createCohort.ts", "gold.ts", "loaders.ts"]);
});
