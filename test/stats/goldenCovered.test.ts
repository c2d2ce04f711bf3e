// Aim: no golden value is left out in silence. Every kind of case and every expected field in test/golden is named by a test that reads the
// file, or stands in the list below with its reason, which the test titles print. Names are looked for in the tests' text.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";

/** File, expected field, and why nothing here is compared with it. */
const NOT_COMPARED: readonly [file: string, field: string, reason: string][] = [
  ["binomial_intervals", "wilson_cc", "Wilson is used without continuity correction"],
  ["binomial_intervals", "jeffreys_unmodified", "Jeffreys' ends are forced to 0 and 1"],
  ["binomial_intervals", "agresti_coull", "no report uses Agresti-Coull"],
  [
    "bootstrap_exact_distribution",
    "quantile_lower",
    "bootstrap ends are type-7 quantiles; the support is compared whole",
  ],
  ["bootstrap_monte_carlo_reference", "B_reference", "it says how the reference was drawn"],
  ["bootstrap_monte_carlo_reference", "fraction_undefined", "it is 0 in every case"],
  ["bootstrap_monte_carlo_reference", "bias", "it has no tolerance; percentile and z0, which it moves, have"],
  ["chi_square_kx2", "log10_p", "p itself is compared, to 1e-7 of its size"],
  ["leaderboard_rank_intervals", "B_reference", "it says how the reference was drawn"],
  ["paired_proportion_difference", "n", "sums of the input, from which the limits that are compared come"],
  ["paired_proportion_difference", "p1", "sums of the input, from which the limits that are compared come"],
  ["paired_proportion_difference", "p2", "sums of the input, from which the limits that are compared come"],
  ["paired_proportion_difference", "se_wald", "Wald is not offered"],
  ["paired_proportion_difference", "wald", "Wald is not offered"],
  ["paired_proportion_difference", "agresti_min", "no report uses Agresti-Min"],
  ["paired_proportion_difference", "bonett_price", "no report uses Bonett-Price"],
  ["paired_proportion_difference", "newcombe_m8", "method 10 is used, which knows that the pairs are pairs"],
  ["permutation_tests", "cluster_sums", "the p values of the same cases are made of them"],
  ["spearman_exact", "p_greater", "the counts behind it are compared exactly"],
  ["spearman_exact", "p_less", "the counts behind it are compared exactly"],
  ["spearman_partial", "p_exact_two_sided", "the counts behind it are compared exactly"],
];

interface Golden {
  cases: { kind: string; expected: Record<string, unknown> }[];
}

const here = (path: string): URL => new URL(path, import.meta.url);
const tests = ["../stats/", "../debate/"]
  .flatMap((room) => readdirSync(here(room)).map((name) => here(room + name)))
  .filter(({ pathname }) => pathname.endsWith(".test.ts") && !pathname.endsWith("goldenCovered.test.ts"))
  .map((url) => readFileSync(url, "utf8"));
const files = readdirSync(here("../golden/"))
  .filter((name) => name.endsWith(".json"))
  .map((name) => name.slice(0, -".json".length));

describe.each(files)("%s", (file) => {
  const { cases } = JSON.parse(readFileSync(here(`../golden/${file}.json`), "utf8")) as Golden;
  const readers = tests.filter((text) => text.includes(`"${file}"`));
  const names = (word: string): boolean => readers.some((text) => new RegExp(`\\b${word}\\b`).test(text));

  it("has every kind of case read by a test", () => {
    // golden(FILE) reads all kinds, unless it picks some of them by name.
    const all = new RegExp(`"${file}"\\)(?!\\s*\\.filter\\(\\(\\{ kind \\}\\) =>\\s*(\\[|kind\\.))`);
    const kinds = [...new Set(cases.map(({ kind }) => kind))];
    const missing = kinds.filter((kind) => !readers.some((text) => all.test(text) || text.includes(`"${kind}"`)));
    expect(missing).toEqual([]);
  });

  it("has every expected field compared, but for those listed", () => {
    const fields = [...new Set(cases.flatMap(({ expected }) => Object.keys(expected)))];
    // Cases that are compared whole need not name their fields.
    const whole = readers.some((text) => /toEqual\(expected\)|disagreements\(\w+, expected, /.test(text));
    const listed = NOT_COMPARED.filter(([of]) => of === file).map(([, field]) => field);
    expect(fields.filter((field) => !names(field) && !listed.includes(field) && !whole)).toEqual([]);
  });
});

it.each(NOT_COMPARED)("%s, %s is not compared: %s", (file, field) => {
  const { cases } = JSON.parse(readFileSync(here(`../golden/${file}.json`), "utf8")) as Golden;
  expect(cases.some(({ expected }) => field in expected)).toBe(true);
});
