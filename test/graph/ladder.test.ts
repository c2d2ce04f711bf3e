// Aim: a ladder asked through the schema. Method: three small runs of one panel that share their blind round, asked while some of their debates are
// blind, and afterwards.
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { graphql } from "graphql";
import { ask } from "../../src/graph/ask.js";
import { createContext, createServices, type Services } from "../../src/graph/context.js";
import { schema } from "../../src/graph/schema.js";
import { openMemoryStore } from "../store/openMemoryStore.js";
import { createCohort, importLines, seats } from "./exampleServices.js";
import { testKey } from "./testKey.js";

const built = schema();
let services: Services;

// Seat by seat; the first word is the blind round, which all share.
const debates = (texts: readonly string[]) =>
  texts.map((text, at) => ({ item: `q${at + 1}`, gold: "A", rounds: text.split(" ").map((round) => [...round]) }));
const header = (slug: string, condition: string, more = {}) => ({
  slug,
  benchmark: "b",
  condition,
  seats: seats(3),
  ...more,
});

beforeAll(async () => {
  const { store } = (services = createServices(await openMemoryStore(), testKey));
  await importLines(store, header("alone", "NO_PEERS"), debates(["AAA AAA", "AAB AAB", "BBA BBB", "ABB ABB"]));
  await importLines(store, header("peers", "FULL_DEBATE"), debates(["AAA AAA", "AAB AAA", "BBA BBB", "ABB BBB"]));
  await importLines(
    store,
    header("long", "FULL_DEBATE"),
    debates(["AAA AAA AAA", "AAB AAA AAA", "BBA BBB BBB", "ABB ABB BBB"]),
  );
  await importLines(store, header("other", "FULL_DEBATE"), debates(["AAA AAA", "ABB AAA"]));
  await importLines(store, header("four", "FULL_DEBATE", { seats: seats(4) }), debates(["AAAA AAAA"]));
  await createCohort(services, {
    slug: "hidden",
    // Of all three: the panel said the same on it under each condition, so that one run would tell of the others.
    runs: ["alone", "peers", "other"],
    items: ["q1"],
    blind: { until: new Date(Date.now() - 1000).toISOString() },
  });
}, 60_000);
afterAll(() => services.store.close());

async function asked(
  source: string,
): Promise<{ data: unknown; errors: (readonly [code: unknown, message: string])[] }> {
  const { data, errors = [] } = await graphql({ schema: built, source, contextValue: createContext(services) });
  return {
    data: JSON.parse(JSON.stringify(data)) as unknown,
    errors: errors.map(({ originalError, message }) => [
      (originalError as { code?: string } | undefined)?.code,
      message,
    ]),
  };
}

/** Which questions the log says were the first to be answered by gold. */
async function firstAnswers(): Promise<string[]> {
  const { log } = await ask<{ log: { entries: { edges: { node: { statement: { question: string } } }[] } } }>(
    services,
    '{ log { entries(kind: "firstAnswer") { edges { node { statement } } } } }',
  );
  return log.entries.edges.map(({ node }) => node.statement.question);
}

const counts = "rungs { run unanimity { count of } shareOfJump { count of } toward { count of } }";

it("rungs stand in the order that was asked for, the last one's jump being the whole unless another is named", async () => {
  expect(
    await ask(
      services,
      `{ ladder(runs: ["alone", "peers"]) { round debates reference blind { unanimity { count of } } ${counts} } }`,
    ),
  ).toEqual({
    ladder: {
      round: 1,
      debates: 4,
      reference: "peers",
      blind: { unanimity: { count: 1, of: 4 } },
      rungs: [
        { run: "alone", unanimity: { count: 2, of: 4 }, shareOfJump: { count: 1, of: 3 }, toward: null },
        { run: "peers", unanimity: { count: 4, of: 4 }, shareOfJump: { count: 3, of: 3 }, toward: { count: 3, of: 3 } },
      ],
    },
  });
  const turned = await ask<{ ladder: { rungs: { run: string; shareOfJump: object }[] } }>(
    services,
    `{ ladder(runs: ["peers", "alone"], reference: "peers") { rungs { run shareOfJump { count of } } } }`,
  );
  expect(turned.ladder.rungs).toEqual([
    { run: "peers", shareOfJump: { count: 3, of: 3 } },
    { run: "alone", shareOfJump: { count: 1, of: 3 } },
  ]);
});

it.each([
  [
    "runs of different lengths, unless a round is named",
    '"peers", "long"',
    "BAD_INPUT",
    "runs: the same rounds were expected in all of them, got 0 to 1 in peers, 0 to 2 in long",
  ],
  [
    "other blind ballots",
    '"peers", "other"',
    "BAD_INPUT",
    "the blind round of other differs from that of peers in 1 debates: q2",
  ],
  ["other seats", '"peers", "four"', "BAD_INPUT", "the seats of four differ from those of peers: item q1"],
  ["a run that is not stored", '"peers", "nobody"', "NOT_FOUND", "nothing is stored under nobody"],
  ["no runs", "", "BAD_INPUT", "1 to 12 runs were expected, got 0"],
])("a ladder refuses %s, and says which parts differ", async (_, runs, code, message) => {
  expect((await asked(`{ ladder(runs: [${runs}]) { debates } }`)).errors).toEqual([
    [code, expect.stringContaining(message)],
  ]);
});

it("a named round makes runs of different lengths comparable", async () => {
  const { data } = await asked(
    '{ ladder(runs: ["peers", "long"], coding: { endpoint: 1 }) { debates increments { onlyFrom onlyTo } caveats { code } } }',
  );
  expect(data).toEqual({
    ladder: {
      debates: 4,
      increments: [
        { onlyFrom: 0, onlyTo: 3 },
        { onlyFrom: 1, onlyTo: 0 },
      ],
      caveats: [],
    },
  });
});

it("a reference that is not among the runs is refused", async () => {
  expect((await asked('{ ladder(runs: ["peers"], reference: "alone") { debates } }')).errors).toEqual([
    ["BAD_INPUT", "reference: one of peers was expected, got alone"],
  ]);
});

it("while a debate of one run is blind, what ballots say is answered, and nothing by gold of any of the runs", async () => {
  const { data, errors } = await asked(`{ ladder(runs: ["alone", "peers"]) { debates ${counts} } }`);
  expect([(data as { ladder: { debates: number } }).ladder.debates, errors]).toEqual([4, []]);
  const judged = await asked('{ ladder(runs: ["alone", "peers"]) { debates verdicts { debates } } }');
  expect([judged.data, judged.errors.map(([code]) => code)]).toEqual([
    { ladder: { debates: 4, verdicts: null } },
    ["BLIND"],
  ]);
  expect(await firstAnswers()).toEqual([]);
});

it("once it is open, accuracy is answered, and it stands in the log", async () => {
  await ask(
    services,
    'mutation { openCohort(input: { cohort: "hidden", reason: "its day has come" }) { cohort { slug } } }',
  );
  const { data } = await asked(`{ ladder(runs: ["alone", "peers"]) { verdicts { debates
    rungs { run unanimousAndWrong { count of } } increments { from to scoring better worse p }
    conversions { run item margin wasRight } } } }`);
  expect(data).toMatchObject({
    ladder: {
      verdicts: {
        debates: 4,
        rungs: [
          { run: "alone", unanimousAndWrong: { count: 1, of: 4 } },
          { run: "peers", unanimousAndWrong: { count: 2, of: 4 } },
        ],
        conversions: [
          { run: "alone", item: "q3", margin: 1, wasRight: false },
          { run: "peers", item: "q3", margin: 1, wasRight: false },
          { run: "peers", item: "q4", margin: 1, wasRight: false },
        ],
      },
    },
  });
  expect(await firstAnswers()).toEqual(["ladder"]);
});
