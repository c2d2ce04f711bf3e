// What cannot be answered is a coded refusal, or a null with a reason; never a made-up number.
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { ask } from "../../src/graph/ask.js";
import { createServices, type Services } from "../../src/graph/context.js";
import { testKey } from "./testKey.js";
import { nodeId } from "../../src/graph/node.js";
import { openMemoryStore } from "../store/openMemoryStore.js";
import { createCohort, importLines, seats } from "./exampleServices.js";

let services: Services;
beforeAll(async () => {
  const store = await openMemoryStore();
  services = createServices(store, testKey);
  const round = (letters: string) => [...letters];
  // Two debates of three seats and two rounds: one collapses, one is kept.
  await importLines(store, { slug: "two", benchmark: "b", condition: "FULL_DEBATE", seats: seats(3) }, [
    { item: "q1", gold: "A", rounds: [round("AAB"), round("BBB")] },
    { item: "q2", gold: "A", rounds: [round("AAA"), round("AAA")] },
  ]);
  await importLines(store, { slug: "no-gold", benchmark: "b", condition: "FULL_DEBATE", seats: seats(3) }, [
    { item: "q1", gold: null, rounds: [round("AAB"), round("BBB")] },
  ]);
  await importLines(store, { slug: "one-seat", benchmark: "b", condition: "BLIND", seats: seats(1) }, [
    { item: "q1", gold: "A", rounds: [["A"]] },
  ]);
  await importLines(store, { slug: "nine-seats", benchmark: "b", condition: "FULL_DEBATE", seats: seats(9) }, [
    { item: "q1", gold: "B", rounds: [round("AAAAABBBB"), round("BBBBBAAAA")] },
  ]);
  await createCohort(services, { slug: "empty", runs: ["two"], items: ["q1"], usableThrough: 1, dropSeats: [] });
});
afterAll(() => services.store.close());

const rates =
  "initialAccuracy { count of value reason interval { low } beside { low } } conditionalCollapse { count of value reason interval { low high status reason clusters } }";
const ledgerOf = async (noun: "run" | "cohort", slug: string, coding = "") =>
  (
    await ask<{ subject: { ledger: { total: Record<string, unknown> } } }>(
      services,
      `query ($slug: String!) { subject: ${noun}(slug: $slug) { ledger${coding} { total { debates preservation collapse correction unrepaired net exclusions { reason count } ${rates} } } } }`,
      { slug },
    )
  ).subject.ledger.total;

describe("nulls with a reason", () => {
  it("a run without gold is all exclusions, and its rates are null", async () => {
    expect(await ledgerOf("run", "no-gold")).toMatchObject({
      debates: 1,
      preservation: 0,
      exclusions: [{ reason: "NO_GOLD", count: 1 }],
      initialAccuracy: { count: 0, of: 0, value: null, reason: "empty_denominator", interval: null, beside: [] },
      conditionalCollapse: { count: 0, of: 0, value: null, reason: "empty_denominator", interval: null },
    });
  });

  it("a cohort without gold likewise", async () => {
    await createCohort(services, { slug: "no-gold", runs: ["no-gold"] });
    expect(await ledgerOf("cohort", "no-gold")).toMatchObject({ debates: 1, initialAccuracy: { value: null } });
  });

  it("a cohort of no debates answers zeros and nulls", async () => {
    const { createCohort: made } = await createCohort(services, {
      slug: "nothing",
      runs: ["two", "nine-seats"],
      pairedAcrossRuns: true,
      items: ["q2"],
    });
    expect(made.cohort.size).toBe(0);
    expect(await ledgerOf("cohort", "nothing")).toMatchObject({
      debates: 0,
      net: 0,
      exclusions: [],
      initialAccuracy: { of: 0, value: null },
    });
  });

  it("one debate has a rate and no interval", async () => {
    expect(await ledgerOf("cohort", "empty")).toMatchObject({
      debates: 1,
      collapse: 1,
      conditionalCollapse: {
        count: 1,
        of: 1,
        value: 1,
        interval: { low: null, status: "UNAVAILABLE", reason: "single_cluster", clusters: 1 },
      },
    });
  });

  it("panels of one seat and of nine have ledgers; a run of one round neither collapses nor corrects", async () => {
    expect(await ledgerOf("run", "one-seat")).toMatchObject({ debates: 1, preservation: 1, collapse: 0, net: 0 });
    expect(await ledgerOf("run", "nine-seats")).toMatchObject({ debates: 1, correction: 1, net: 1 });
  });

  it("a name with a NUL character is nobody's, and no filter takes one", async () => {
    const names = { name: "a\u0000b" };
    const find = "query ($name: String!) { run(slug: $name) { size } cohort(slug: $name) { size } }";
    expect(await ask(services, find, names)).toEqual({ run: null, cohort: null });
    const filtered = "query ($name: String!) { runs(filter: { model: $name }) { totalCount } }";
    await expect(ask(services, filtered, names)).rejects.toMatchObject({ code: "BAD_INPUT" });
  });

  it.each(["run", "cohort"])("a %s that does not exist is null", async (noun) => {
    expect(await ask(services, `{ ${noun}(slug: "nobody") { size } }`)).toEqual({ [noun]: null });
  });

  it.each([
    nodeId("Run", "nobody"),
    nodeId("Cohort", "nobody"),
    nodeId("Debate", "two/99"),
    nodeId("Debate", "nobody/0"),
  ])("the node %s, which does not exist, is null", async (id) => {
    expect(await ask(services, "query ($id: ID!) { node(id: $id) { id } }", { id })).toEqual({ node: null });
  });

  it("a node that exists is found by its id", async () => {
    const id = nodeId("Debate", "two/1");
    expect(
      await ask(services, "query ($id: ID!) { node(id: $id) { id ... on Debate { item cell } } }", { id }),
    ).toEqual({
      node: { id, item: "q2", cell: "preservation" },
    });
  });
});

describe("refusals", () => {
  it.each([
    [
      "an endpoint beyond the last round",
      `{ run(slug: "two") { ledger(coding: { endpoint: 2 }) { total { net } } } }`,
      "ENDPOINT_BEYOND_LAST_ROUND",
      "run two has rounds 0 to 1, round 2 was asked for",
    ],
    [
      "a negative endpoint",
      `{ run(slug: "two") { onset(coding: { endpoint: -1 }) { collapses } } }`,
      "BAD_INPUT",
      "endpoint",
    ],
    [
      "an unknown parser",
      `{ run(slug: "two") { ledger(coding: { parser: "guess" }) { total { net } } } }`,
      "PARSER_UNKNOWN",
      "guess",
    ],
    ["a level of 1", `{ run(slug: "two") { ledger(interval: { level: 1 }) { total { net } } } }`, "BAD_INPUT", "level"],
    [
      "no resamples",
      `{ run(slug: "two") { ledger(interval: { resamples: 0 }) { total { net } } } }`,
      "BAD_INPUT",
      "resamples",
    ],
    [
      "a seed that is no number",
      `{ run(slug: "two") { ledger(interval: { seed: "lucky" }) { total { net } } } }`,
      "BAD_INPUT",
      "seed",
    ],
    [
      "a method for pairs",
      `{ run(slug: "two") { ledger(interval: { method: TANGO }) { total { net } } } }`,
      "BAD_INPUT",
      "TANGO",
    ],
    ["a node id that is none", `{ node(id: "x") { id } }`, "BAD_INPUT", "node id"],
    ["the id of a type without nodes", `{ node(id: "${nodeId("Seat", "1")}") { id } }`, "BAD_INPUT", "Seat"],
    ["first and last", `{ runs(first: 1, last: 1) { totalCount } }`, "BAD_INPUT", "both"],
    ["a page of a thousand", `{ runs(first: 1000) { totalCount } }`, "TOO_LARGE", "100"],
    ["a cohort by nothing", `{ cohort { size } }`, "BAD_INPUT", "neither"],
    ["a cohort by two names", `{ cohort(slug: "a", digest: "b") { size } }`, "BAD_INPUT", "both"],
    [
      "a cohort of an unknown run",
      `mutation { createCohort(input: { slug: "x", runs: ["nobody"] }) { cohort { size } } }`,
      "NOT_FOUND",
      "nobody",
    ],
    [
      "a cohort of no run",
      `mutation { createCohort(input: { slug: "x", runs: [] }) { cohort { size } } }`,
      "BAD_INPUT",
      "at least one run",
    ],
    [
      "a cohort whose name is no name",
      `mutation { createCohort(input: { slug: "a b", runs: ["two"] }) { cohort { size } } }`,
      "BAD_INPUT",
      "a b",
    ],
    [
      "another recipe under a name that is taken",
      `mutation { createCohort(input: { slug: "empty", runs: ["two"] }) { cohort { size } } }`,
      "CONFLICT",
      "empty",
    ],
    [
      "a seat that no panel has",
      `mutation { createCohort(input: { slug: "x", runs: ["two"], dropSeats: ["12"] }) { cohort { size } } }`,
      "NOT_FOUND",
      "12",
    ],
    [
      "a retraction of nothing",
      `mutation { retractRun(input: { run: "nobody", reason: "why" }) { run { slug } } }`,
      "NOT_FOUND",
      "nobody",
    ],
    [
      "a retraction without a reason",
      `mutation { retractRun(input: { run: "two", reason: " " }) { run { slug } } }`,
      "BAD_INPUT",
      "reason",
    ],
  ])("%s", async (_, document, code, says) => {
    await expect(ask(services, document)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(says) as unknown,
    });
  });

  it("a cursor of another order, filter, coding or subject", async () => {
    const page = (args: string) => `{ run(slug: "two") { debates(first: 1${args}) { edges { cursor } } } }`;
    const { run } = await ask<{ run: { debates: { edges: { cursor: string }[] } } }>(services, page(""));
    const after = `, after: "${run.debates.edges[0].cursor}"`;
    await expect(ask(services, page(after))).resolves.toMatchObject({ run: { debates: { edges: [{}] } } });
    for (const other of [", where: { cells: [collapse] }", ", coding: { tie: UNDECIDED }"])
      await expect(ask(services, page(after + other))).rejects.toMatchObject({ code: "BAD_CURSOR" });
    await expect(ask(services, `{ runs(first: 1${after}) { totalCount } }`)).rejects.toMatchObject({
      code: "BAD_CURSOR",
    });
  });

  it.each([
    ["an unknown tie rule", `{ run(slug: "two") { ledger(coding: { tie: COIN }) { total { net } } } }`],
    ["an unknown field", `{ run(slug: "two") { utility } }`],
  ])("%s is GraphQL's own error, which names it", async (_, document) => {
    await expect(ask(services, document)).rejects.toThrow(/COIN|utility/);
  });
});

it("the same recipe under the same name answers the cohort that is there", async () => {
  const input = { slug: "again", runs: ["two"], usableThrough: 1 };
  const [first, second] = [await createCohort(services, input), await createCohort(services, input)];
  expect(second).toEqual(first);
});

it("a retracted run stays readable, says why, and is refused by new cohorts", async () => {
  const retract = `mutation { retractRun(input: { run: "nine-seats", reason: "wrong key", supersededBy: "two" }) { run { withdrawals { kind reason by } } } }`;
  const said = { kind: "SUPERSEDED", reason: "wrong key", by: "two" };
  expect(await ask(services, retract)).toEqual({ retractRun: { run: { withdrawals: [said] } } });
  expect(await ask(services, retract)).toEqual({ retractRun: { run: { withdrawals: [said] } } });
  expect(await ledgerOf("run", "nine-seats")).toMatchObject({ debates: 1 });
  await expect(createCohort(services, { slug: "late", runs: ["nine-seats"] })).rejects.toMatchObject({
    code: "WITHDRAWN",
  });
  expect(await ask(services, "{ runs(filter: { withdrawn: true }) { edges { node { slug } } } }")).toEqual({
    runs: { edges: [{ node: { slug: "nine-seats" } }] },
  });
});
