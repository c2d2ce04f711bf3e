// Aim: a question costs as many SQL statements whatever its page size. Method: count them for nested pages of 2 and of 100.
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { ask } from "../../src/graph/ask.js";
import { createServices, type Services } from "../../src/graph/context.js";
import { openMemoryStore } from "../store/openMemoryStore.js";
import { exampleServices } from "./exampleServices.js";

let statements = 0;
let services: Services;
beforeAll(async () => {
  services = await exampleServices(await openMemoryStore(() => void statements++), [
    "primary-qwen3-8b",
    "primary-gemini-3-flash",
    "gpqa-check",
  ]);
});
afterAll(() => services.store.close());

/** Statements of one request, with nothing remembered from earlier ones but the columns. */
async function cost(document: string, variables: Record<string, unknown> = {}): Promise<number> {
  const before = statements;
  await ask(createServices(services.store, services.key), document, variables);
  return statements - before;
}

const page = `query ($first: Int!) { cohort(slug: "primary") {
  ledger { total { collapse } } onset { collapses }
  debates(first: $first) { totalCount edges { node { item cell run { slug ledger { total { net } } } rounds { ballots { answer } } } } }
} }`;

it("a page of debates with nested ledgers costs the same for 2 and for 100", async () => {
  await cost(page, { first: 2 });
  const [two, hundred] = [await cost(page, { first: 2 }), await cost(page, { first: 100 })];
  expect(hundred).toBe(two);
  expect(hundred).toBeLessThan(20);
});

it("a page of runs with nested ledgers costs the same for 1 and for 3", async () => {
  const runs =
    "query ($first: Int!) { runs(first: $first) { edges { node { slug ledger { total { net } } onset { collapses } } } } }";
  await cost(runs, { first: 3 });
  expect(await cost(runs, { first: 3 })).toBe(await cost(runs, { first: 1 }));
});

it("ledger, onset and ties of one run share what they read", async () => {
  const one = await cost('{ run(slug: "gpqa-check") { ledger { total { net } } } }');
  const all = await cost(
    '{ run(slug: "gpqa-check") { ledger { total { net } } onset { collapses } ties { total { fired } } again: ledger(coding: { tie: UNDECIDED }) { total { net } } } }',
  );
  expect(all).toBe(one);
});

it("columns are read once: asked again, a ledger costs its run's name and whether a blind cohort withholds it", async () => {
  const ledger = '{ run(slug: "primary-qwen3-8b") { ledger { total { net } } } }';
  await cost(ledger);
  expect(await cost(ledger)).toBe((await cost('{ run(slug: "primary-qwen3-8b") { slug } }')) + 1);
});
