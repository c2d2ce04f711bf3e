// Aim: DebateLedger's headline table, from synthetic debates and probes with the published counts, through the API. Method: the fourteen
// example runs and their screen are imported; every published figure is compared with what one question answers.
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { graphql } from "graphql";
import { ask } from "../../src/graph/ask.js";
import { createContext, createServices, type Services } from "../../src/graph/context.js";
import { schema } from "../../src/graph/schema.js";
import { importFile } from "../../src/import/importFile.js";
import { openMemoryStore } from "../store/openMemoryStore.js";
import { createCohort, importLines, seats } from "./exampleServices.js";
import { testKey } from "./testKey.js";

interface Row {
  readonly label: string;
  readonly run: string;
  readonly probes: string;
  readonly panel: string;
  readonly family: string;
}
const rows = JSON.parse(readFileSync("examples/headline.json", "utf8")) as Row[];
const golden = JSON.parse(readFileSync("test/published/headline_rows.json", "utf8")) as {
  rows: { model: string; alpha: number; initialRight: number; collapses: number; initialAccuracy: number }[];
  family: { means: { family: string; alpha: number; conditionalCollapsePct: number; initialAccuracy: number }[] };
};
let services: Services;

beforeAll(async () => {
  const store = await openMemoryStore();
  for (const { run } of rows) await importFile(store, { path: `examples/${run}.jsonl` });
  await importFile(store, { path: "examples/headline-probes.ndjson" });
  services = createServices(store, testKey);
}, 120_000);
afterAll(() => services.store.close());

const correlation = "{ rho pTwoSided pGreater method used approximation { t df pTwoSided } limits }";
const both = `{ spearman ${correlation} partial ${correlation} }`;
interface Correlation {
  readonly rho: number;
  readonly pTwoSided: number;
  readonly approximation: { readonly pTwoSided: number };
}
interface Answer {
  readonly rows: readonly {
    readonly label: string;
    readonly missing: string | null;
    readonly alpha: { readonly value: number } | null;
    readonly conditionalCollapse: { readonly count: number; readonly of: number } | null;
    readonly initialAccuracy: { readonly value: number } | null;
  }[];
  readonly families: readonly { family: string; alpha: number; collapse: number; initialAccuracy: number }[];
  readonly byFamily: { readonly spearman: Correlation; readonly partial: Correlation };
  readonly byRow: { readonly spearman: Correlation; readonly partial: Correlation };
  readonly predictors: readonly { readonly predictor: string; readonly byFamily: Correlation }[];
  readonly caveats: readonly { readonly code: string; readonly about: readonly string[] }[];
  readonly sharedItems: number;
}
const question = `query ($rows: [AssociationRowInput!]!, $pool: Pool) {
  association(rows: $rows, coding: { undefined: WRONG }, pool: $pool, interval: { resamples: 500 }) {
    planned realised aggregation pool sharedItems
    rows { label family missing debates alpha { value } conditionalCollapse { count of } initialAccuracy { value } }
    families { family rows alpha collapse initialAccuracy } byRow ${both} byFamily ${both}
    predictors { predictor byRow { rho } byFamily ${correlation} }
    withoutRow { label byRow byFamily { rho } } withoutFamily { family byRow byFamily { rho } }
    familyInterval { low high method clusters } errorsInVariables { median low high resamples }
    caveats { code about }
  }
}`;
const asked = async (given: readonly object[], pool = "FULL") =>
  (await ask<{ association: Answer }>(services, question, { rows: given, pool })).association;
const refused = async (given: readonly object[]) => {
  const { errors } = await graphql({
    schema: schema(),
    source: question,
    variableValues: { rows: given },
    contextValue: createContext(services),
  });
  return errors?.map(({ originalError, message }) => [(originalError as { code?: string }).code, message]);
};

it("rho is 0.8929 over seven families, exact p 62 in 5,040; 0.767 given initial accuracy, p 0.0877 exact and 0.0751 by t", async () => {
  const found = await asked(rows);
  expect(found).toMatchObject({ planned: 14, realised: 14, aggregation: "MEAN", pool: "FULL" });
  expect(found.byFamily.spearman.rho).toBeCloseTo(0.8928571428571429, 12);
  expect(found.byFamily.spearman.pTwoSided).toBe(62 / 5040);
  expect(found.byFamily.partial.rho).toBeCloseTo(0.7669649888473703, 10);
  expect(found.byFamily.partial.pTwoSided).toBe(442 / 5040);
  expect(found.byFamily.partial.approximation.pTwoSided).toBeCloseTo(0.07513045462522985, 8);
  expect(found.byRow.spearman.rho).toBeCloseTo(0.8294834502328513, 10);
  const comparator = found.predictors.find(({ predictor }) => predictor === "INITIAL_ERROR")!;
  expect(comparator.byFamily.rho).toBeCloseTo(0.8214285714285714, 12);
});

it("every row and every family mean is that of the table", async () => {
  const found = await asked(rows);
  found.rows.forEach((row, index) => {
    const published = golden.rows[index];
    expect(row.label).toBe(published.model);
    expect(row.alpha!.value.toFixed(4)).toBe(published.alpha.toFixed(4));
    expect(row.conditionalCollapse).toEqual({ count: published.collapses, of: published.initialRight });
    expect(row.initialAccuracy!.value).toBeCloseTo(published.initialAccuracy, 12);
  });
  golden.family.means.forEach(({ family, alpha, conditionalCollapsePct, initialAccuracy }, index) => {
    const mean = found.families[index];
    expect(mean.family).toBe(family);
    expect(Math.abs(mean.alpha - alpha)).toBeLessThan(5e-5);
    expect(Math.abs(100 * mean.collapse - conditionalCollapsePct)).toBeLessThan(5e-5);
    expect(mean.initialAccuracy).toBeCloseTo(initialAccuracy, 12);
  });
});

it("few families, unequal pools and a spread within a family are said", async () => {
  const { caveats, sharedItems } = await asked(rows);
  expect(caveats.map(({ code, about }) => [code, about])).toEqual([
    ["FEW_FAMILIES", []],
    ["POOLS_DIFFER", []],
    ["WITHIN_FAMILY_SPREAD", ["Qwen"]],
  ]);
  expect(sharedItems).toBeLessThanOrEqual(120);
});

it("over the shared pool only its items count, and the pools no longer differ", async () => {
  const { rows: shared, sharedItems, caveats } = await asked(rows, "SHARED");
  expect(caveats.map(({ code }) => code)).toEqual(["FEW_FAMILIES", "WITHIN_FAMILY_SPREAD"]);
  for (const { conditionalCollapse } of shared) expect(conditionalCollapse!.of).toBeLessThanOrEqual(sharedItems + 13);
});

it("rows that cannot be realised are listed with the reason, and are in no figure", async () => {
  const given = [
    ...rows,
    { label: "no debates", run: "nowhere", probes: "headline-probes", panel: "vllm/phi-4-mini" },
    { label: "no probes", run: "primary-phi-4-mini" },
    { label: "other probes", run: "primary-phi-4-mini", probes: "headline-probes", panel: "vllm/phi-5" },
  ];
  const found = await asked(given);
  expect(found).toMatchObject({ planned: 17, realised: 14 });
  expect(found.rows.slice(14).map(({ label, missing }) => [label, missing])).toEqual([
    ["no debates", "NO_DEBATES"],
    ["no probes", "NO_PROBES"],
    ["other probes", "NO_PROBES"],
  ]);
  expect(found.byFamily.spearman.pTwoSided).toBe(62 / 5040);
});

it("no row at all has no correlation", async () => {
  const found = await asked([]);
  expect(found).toMatchObject({ planned: 0, realised: 0, families: [] });
  expect(found.byFamily.spearman.rho).toBeNull();
});

it("what makes no sense is refused", async () => {
  const [row] = rows;
  expect(await refused([row, row])).toEqual([
    ["BAD_INPUT", 'rows[1].label: expected each label once, got "sonnet-4.5" again'],
  ]);
  expect(await refused([{ ...row, cohort: "some" }])).toEqual([
    ["BAD_INPUT", "rows[0]: expected a run or a cohort, got both"],
  ]);
  expect(await refused([{ ...row, panel: null }])).toMatchObject([
    ["BAD_INPUT", expect.stringContaining("hold 14 panels")],
  ]);
  expect(await refused(Array.from({ length: 201 }, (_, index) => ({ label: `${index}` })))).toMatchObject([
    ["TOO_LARGE", "rows: expected at most 200, got 201"],
  ]);
});

it("a blind row is refused", async () => {
  const debate = { item: "q1", gold: "A", rounds: [["A"], ["B"]] };
  await importLines(services.store, { slug: "small", benchmark: "b", seats: seats(1) }, [debate]);
  await createCohort(services, { slug: "hidden", runs: ["small"], blind: { until: "2999-01-01T00:00:00Z" } });
  const blind = { label: "small", run: "small", probes: "headline-probes", panel: rows[0].panel };
  expect(await refused([...rows, blind])).toMatchObject([["BLIND", expect.stringContaining("hidden")]]);
});
