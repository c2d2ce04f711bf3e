// Aim: a coding that names a parser is answered from the stored replies, everywhere a coding is taken, and gold stays behind its gate.
// Method: one run whose replies say something else than its recorded answers, one without replies, one that is blind.
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { graphql } from "graphql";
import { ask } from "../../src/graph/ask.js";
import { createContext, createServices, type Services } from "../../src/graph/context.js";
import { schema } from "../../src/graph/schema.js";
import { openMemoryStore } from "../store/openMemoryStore.js";
import { addDecisions, addFixed, evaluate, sealOneToOne } from "./evaluations.js";
import { createCohort, importLines, seats } from "./exampleServices.js";
import { testKey } from "./testKey.js";

let services: Services;

const header = (slug: string) => ({ slug, benchmark: "b", condition: "FULL_DEBATE", seats: seats(3) });
const said = (...replies: [answer: string | null, text: string][]) =>
  replies.map(([answer, text]) => ({ answer, text }));

// Recorded, q1 collapses (A A A, then B B B) and q2 stays right. Read again, q1 stays right and q2 is read as C at the end.
const worded = [
  {
    item: "q1",
    gold: "A",
    labels: ["A", "B", "C"],
    rounds: [
      said(["A", "Final Answer: A"], ["A", "I pick A"], ["A", "a"]),
      said(["B", "Final Answer: A"], ["B", "B or A"], [null, "nothing"]),
    ],
  },
  {
    item: "q2",
    gold: "A",
    labels: ["A", "B", "C"],
    rounds: [
      said(["A", "A"], ["A", "A"], ["A", "A"]),
      said(["A", "the answer is C"], ["A", "(C)"], ["B", "so it is B"]),
    ],
  },
];

const cells = "preservation collapse correction unrepaired";
const read = '{ parser: "debateledger-v1" }';

beforeAll(async () => {
  const store = await openMemoryStore();
  services = createServices(store, testKey);
  await importLines(store, header("worded"), worded);
  await importLines(store, header("bare"), [{ item: "q1", gold: "A", rounds: [["A", "A", "B"]] }]);
  await importLines(
    store,
    { ...header("secret"), seats: seats(3, "n") },
    worded.map((one) => ({ ...one, item: `${one.item}x` })),
  );
  await createCohort(services, { slug: "replies", runs: ["worded"] });
  await createCohort(services, { slug: "hidden", runs: ["secret"], blind: { until: "2999-01-01T00:00:00Z" } });
}, 60_000);
afterAll(() => services.store.close());

it("the ledger, the debates and their rounds are those of the replies", async () => {
  const { run } = await ask<{ run: Record<string, unknown> }>(
    services,
    `{ run(slug: "worded") {
      recorded: ledger { coding { parser } total { ${cells} } }
      read: ledger(coding: ${read}) { coding { parser } total { ${cells} } }
      debates(coding: ${read}, where: { cells: [collapse] }) {
        edges { node { item cell gold rounds { majority ballots { status answer } } } }
      }
    } }`,
  );
  expect(run).toMatchObject({
    recorded: { coding: { parser: null }, total: { preservation: 1, collapse: 1, correction: 0, unrepaired: 0 } },
    read: {
      coding: { parser: "debateledger-v1" },
      total: { preservation: 1, collapse: 1, correction: 0, unrepaired: 0 },
    },
    debates: {
      edges: [
        {
          node: {
            item: "q2",
            cell: "collapse",
            gold: "A",
            rounds: [
              { majority: "A" },
              {
                majority: "C",
                ballots: [{ answer: "C" }, { answer: "C" }, { status: "ANSWERED", answer: "B" }],
              },
            ],
          },
        },
      ],
    },
  });
});

it("recoding names each debate that moves, with what it was and what it is", async () => {
  const moved = `movedDebates(first: 1) {
    totalCount edges { cursor node { from to before { item rounds { majority } } after { rounds { majority } } } }
  }`;
  const asked = (page: string) => `{ run(slug: "worded") { recode(to: ${read}) {
    debates moved { count of } table { from to count } ${page} } } }`;
  interface Page {
    readonly totalCount: number;
    readonly edges: readonly { readonly cursor: string; readonly node: { readonly from: string } }[];
  }
  const { run } = await ask<{ run: { recode: { movedDebates: Page } } }>(services, asked(moved));
  expect(run.recode).toMatchObject({
    debates: 2,
    moved: { count: 2, of: 2 },
    table: [
      { from: "preservation", to: "collapse", count: 1 },
      { from: "collapse", to: "preservation", count: 1 },
    ],
    movedDebates: {
      totalCount: 2,
      edges: [
        {
          node: {
            from: "collapse",
            to: "preservation",
            before: { item: "q1", rounds: [{ majority: "A" }, { majority: "B" }] },
            after: { rounds: [{ majority: "A" }, { majority: "A" }] },
          },
        },
      ],
    },
  });
  const { cursor } = run.recode.movedDebates.edges[0];
  const next = await ask<{ run: { recode: { movedDebates: Page } } }>(
    services,
    asked(moved.replace("first: 1", `first: 5, after: "${cursor}"`)),
  );
  expect(next.run.recode.movedDebates.edges.map(({ node }) => node.from)).toEqual(["preservation"]);
});

it("the audit says which rule read what, and what nobody could read", async () => {
  const { run } = await ask<{ run: { parserAudit: unknown } }>(
    services,
    `{ run(slug: "worded") { parserAudit(parser: "final-tag-v1") {
      debates asked texts withoutText failed { count of } rules { rule count }
      agreement { same otherLabel onlyRead onlyRecorded neither } byRound { key failed { count of } }
    } } }`,
  );
  expect(run.parserAudit).toEqual({
    debates: 2,
    asked: 12,
    texts: 12,
    withoutText: 0,
    failed: { count: 5, of: 12 },
    rules: [
      { rule: "FINAL_ANSWER", count: 2 },
      { rule: "LAST_LINE", count: 5 },
    ],
    agreement: { same: 5, otherLabel: 2, onlyRead: 0, onlyRecorded: 4, neither: 1 },
    byRound: [
      { key: "0", failed: { count: 1, of: 6 } },
      { key: "1", failed: { count: 4, of: 6 } },
    ],
  });
  const { parsers } = await ask<{ parsers: { name: string; rules: string[] }[] }>(
    services,
    "{ parsers { name rules } }",
  );
  expect(parsers.map(({ name }) => name)).toEqual(["debateledger-v1", "no-fallback-v1", "final-tag-v1", "numeric-v1"]);
  expect(parsers[2].rules).toEqual(["FINAL_ANSWER", "LAST_LINE"]);
});

it("a policy is evaluated on the ballots of its coding", async () => {
  await sealOneToOne(services);
  await addFixed(services, "always", "always");
  const input = { policy: "always", cohort: "replies", weights: "one-to-one" };
  expect(await evaluate(services, { ...input, coding: { parser: "debateledger-v1" } })).toMatchObject({
    debates: 2,
    fired: 2,
    prevented: 1,
    lost: 0,
  });
  const decisions = ["q1", "q2"].map((item) => JSON.stringify({ item, freeze: item === "q1" })).join("\n");
  await addDecisions(services, "first-only", decisions, "nothing");
  const decided = { ...input, policy: "first-only" };
  expect(await evaluate(services, decided)).toMatchObject({ fired: 1, prevented: 1 });
  expect(await evaluate(services, { ...decided, coding: { parser: "debateledger-v1" } })).toMatchObject({
    fired: 1,
    prevented: 0,
  });
});

it.each([
  ['run(slug: "worded") { ledger(coding: { parser: "guess" }) { total { net } } }', "PARSER_UNKNOWN"],
  ['run(slug: "bare") { ledger(coding: { parser: "numeric-v1" }) { total { net } } }', "PARSER_UNKNOWN"],
  ['run(slug: "bare") { parserAudit(parser: "numeric-v1") { texts } }', "PARSER_UNKNOWN"],
  ['run(slug: "secret") { recode(to: { tie: UNDECIDED }) { moved { count } } }', "BLIND"],
  ['run(slug: "secret") { recode(to: { parser: "numeric-v1" }) { table { count } } }', "BLIND"],
  ['cohort(slug: "hidden") { ledger(coding: { parser: "debateledger-v1" }) { total { net } } }', "BLIND"],
])("%s is refused with %s", async (question, code) => {
  const { errors } = await graphql({
    schema: schema(),
    source: `{ ${question} }`,
    contextValue: createContext(services),
  });
  expect(errors?.map(({ originalError }) => (originalError as { code?: string }).code)).toEqual([code]);
});

it("a blind run's replies are read, since no gold is needed for it", async () => {
  const { run } = await ask<{ run: unknown }>(
    services,
    '{ run(slug: "secret") { parserAudit(parser: "no-fallback-v1") { texts failed { count } } } }',
  );
  expect(run).toEqual({ parserAudit: { texts: 12, failed: { count: 3 } } });
});
