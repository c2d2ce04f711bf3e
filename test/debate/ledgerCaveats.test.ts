import { expect, it } from "@jest/globals";
import { coding } from "../../src/debate/coding.js";
import { type Grouping } from "../../src/debate/grouping.js";
import { intervalOptions } from "../../src/debate/intervalOptions.js";
import { ledgerReport } from "../../src/debate/ledger.js";
import { type Panels } from "../../src/debate/panels.js";
import { debate, panelsOfLetters, panelsOfRuns, rounds, type RunOf, seatsNamed } from "./fixtures.js";

const codes = (panels: Panels, by: Grouping | null = null, rule = coding(), interval = intervalOptions()) =>
  ledgerReport(panels, rule, by, interval)
    .caveats()
    .map(({ code }) => code);

const many = (texts: Record<string, number>) =>
  Object.entries(texts).flatMap(([text, times]) => Array<string>(times).fill(text));
const plenty = many({ "AA AA": 40, "AA BB": 20, "BB AA": 20, "BB BB": 20 });

it("a large whole ledger has nothing to warn of", () => {
  expect(codes(panelsOfLetters(plenty))).toEqual([]);
});

it("few clusters and rare events are said of the groups they are in", () => {
  const run = (slug: string, texts: string[]): RunOf => ({
    slug,
    seats: seatsNamed(2, slug),
    debates: texts.map((text, at) => debate({ item: `q${at}`, rounds: rounds(text) })),
  });
  const report = ledgerReport(
    panelsOfRuns(run("big", plenty), run("small", plenty.slice(0, 20))),
    coding(),
    "RUN",
    intervalOptions(),
  );
  const found = report.caveats();
  expect(found.map(({ code, about }) => [code, about])).toEqual([
    ["FEW_CLUSTERS", ["small"]],
    ["RARE_EVENTS", ["small"]],
    ["POOLS_DIFFER", []],
  ]);
  expect(found[0].sentence).toMatch(/^Fewer than 30 clusters/);
});

it("pools differ when a model lacks an item that another one has, and not when benchmarks do", () => {
  const run = (model: string, items: string[]): RunOf => ({
    slug: model,
    seats: seatsNamed(1, model),
    debates: items.map((item) => debate({ item, benchmark: item[0], rounds: rounds("A A") })),
  });
  const same = panelsOfRuns(run("x", ["a1", "b1"]), run("y", ["b1", "a1"]));
  const other = panelsOfRuns(run("x", ["a1", "b1"]), run("y", ["b1"]));
  expect(codes(same, "MODEL")).not.toContain("POOLS_DIFFER");
  expect(codes(other, "MODEL")).toContain("POOLS_DIFFER");
  expect(codes(other, "BENCHMARK")).not.toContain("POOLS_DIFFER");
});

it("families are few below ten, and overlap when their models' rates do", () => {
  const run = (model: string, family: string, texts: string[]): RunOf => ({
    slug: model,
    seats: seatsNamed(1, model, family),
    debates: texts.map((text, at) => debate({ item: `q${at}`, rounds: rounds(text) })),
  });
  const mild = ["A A", "A A", "A A", "A B"];
  const wild = ["A B", "A B", "A B", "A A"];
  const middle = ["A A", "A A", "A B", "A B"];
  const apart = panelsOfRuns(run("1", "F", mild), run("2", "F", mild), run("3", "G", wild));
  const mixed = panelsOfRuns(run("1", "F", mild), run("2", "F", wild), run("3", "G", middle));
  expect(codes(apart, "FAMILY")).toContain("FEW_FAMILIES");
  expect(codes(apart, "FAMILY")).not.toContain("WITHIN_FAMILY_SPREAD");
  expect(codes(mixed, "FAMILY")).toContain("WITHIN_FAMILY_SPREAD");
  expect(codes(apart)).not.toContain("FEW_FAMILIES");
  expect(codes(apart, null, coding(), intervalOptions({ cluster: "MODEL" }))).toContain("FEW_FAMILIES");
});

it("survivors are easier when what was left out started right less often", () => {
  expect(codes(panelsOfLetters([...plenty, "BB xx"]))).toContain("SURVIVORS_EASIER");
  expect(codes(panelsOfLetters([...plenty, "AA xx"]))).not.toContain("SURVIVORS_EASIER");
  // Nobody knows how these would have started.
  expect(codes(panelsOfLetters([...plenty, "-- xx", "xx BB"]))).not.toContain("SURVIVORS_EASIER");
  expect(codes(panelsOfLetters([...plenty, "BB B-"]), null, coding({ unparsed: "DROP" }))).toContain(
    "SURVIVORS_EASIER",
  );
});

it("ties decide when a rule picked among labels of which gold is one", () => {
  expect(codes(panelsOfLetters([...plenty, "AB AA"]))).toContain("TIES_DECIDE");
  expect(codes(panelsOfLetters([...plenty, "BC AA"]))).not.toContain("TIES_DECIDE");
  expect(codes(panelsOfLetters([...plenty, "AB AA"]), null, coding({ tie: "UNDECIDED" }))).not.toContain("TIES_DECIDE");
});

it("an empty ledger warns of nothing", () => {
  expect(codes(panelsOfLetters([]), "FAMILY")).toEqual([]);
});
