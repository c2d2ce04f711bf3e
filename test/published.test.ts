// Aim: published figures, recomputed on the example runs that carry the published counts. Sources: DebateLedger,
// `conditional_collapse_table.json`, `cascade_r1_auc.json` and the paper (arXiv 2609.35279).
import { readFileSync, readdirSync } from "node:fs";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { coding } from "../src/debate/coding.js";
import { type Debate, type Seat } from "../src/debate/debate.js";
import { intervalOptions } from "../src/debate/intervalOptions.js";
import { fixedGates } from "../src/debate/gate.js";
import { ledgerReport } from "../src/debate/ledger.js";
import { onsetReport } from "../src/debate/onset.js";
import { type Panels } from "../src/debate/panels.js";
import { replayReport } from "../src/debate/replay.js";
import { tieReport } from "../src/debate/ties.js";
import { debate, panelsOfRuns, type RunOf } from "./debate/fixtures.js";

const examples = new URL("../examples/", import.meta.url);

function run(name: string): RunOf {
  const [header, ...lines] = readFileSync(new URL(name, examples), "utf8").trimEnd().split("\n");
  const { slug, seats } = (JSON.parse(header) as { run: { slug: string; seats: Seat[] } }).run;
  const debates = lines.map((line) => debate(JSON.parse(line) as Pick<Debate, "item" | "gold" | "rounds">));
  return { slug, seats, debates };
}

describe("the primary cohort", () => {
  let panels: Panels;
  beforeAll(() => {
    const names = readdirSync(examples).filter((name) => name.startsWith("primary-"));
    panels = panelsOfRuns(...names.map(run));
  });

  it.each([
    { model: "gemini/3-flash", debates: 200, right: 170, collapse: 1, correction: 2 },
    { model: "openai/gpt-5.4-mini", debates: 200, right: 143, collapse: 1, correction: 10 },
    { model: "vllm/llama-3.1-8b", debates: 2003, right: 1016, collapse: 86, correction: 98 },
    { model: "vllm/phi-4-mini", debates: 2161, right: 1094, collapse: 112, correction: 174 },
    { model: "vllm/qwen3-4b", debates: 2161, right: 979, collapse: 50, correction: 461 },
    { model: "vllm/qwen3-8b", debates: 200, right: 56, collapse: 3, correction: 71 },
  ])("has the published margins of $model", ({ model, debates, right, collapse, correction }) => {
    const { groups } = ledgerReport(panels, coding(), "MODEL", intervalOptions());
    const ledger = groups.find(({ key }) => key === model)?.ledger;
    expect(ledger).toMatchObject({ debates, collapse, correction, undecided: 0, exclusions: [] });
    expect(ledger?.initialAccuracy).toMatchObject({ count: right, of: debates });
    expect(ledger?.conditionalCollapse).toMatchObject({ count: collapse, of: right });
    expect(ledger?.conditionalCorrection).toMatchObject({ count: correction, of: debates - right });
  });

  it("has 6,925 debates, 3,458 right starts, 253 collapses and 816 corrections", () => {
    const { total } = ledgerReport(panels, coding(), null, intervalOptions());
    expect(total).toMatchObject({ debates: 6925, collapse: 253, correction: 816, net: 563 });
    expect(total.initialAccuracy).toMatchObject({ count: 3458, of: 6925 });
    expect(total.finalAccuracy).toMatchObject({ count: 4021, of: 6925 });
  });

  it("has the published onset shares: 58.9, 18.6 and 22.5 % of 253", () => {
    const { total } = onsetReport(panels, coding(), null, intervalOptions());
    expect(total.rounds.map(({ round, count }) => [round, count])).toEqual([
      [1, 149],
      [2, 47],
      [3, 57],
    ]);
    expect(total.rounds.map(({ share }) => share.value)).toEqual([
      0.5889328063241107, 0.1857707509881423, 0.22529644268774704,
    ]);
    expect(total.late).toMatchObject({ count: 104, of: 253 });
  });

  it.each([
    { gate: "always", fired: 6925, prevented: 253, lost: 816 },
    { gate: "round1MajorityChanged", fired: 1517, prevented: 149, lost: 635 },
    { gate: "round0NotUnanimous", fired: 3585, prevented: 221, lost: 629 },
  ] as const)(
    "freezing to round 0 under $gate prevents and loses what the feature table says",
    ({ gate, ...counts }) => {
      const policy = { gate: fixedGates[gate], freezeTo: 0 };
      expect(replayReport(panels, coding(), policy, null, intervalOptions()).total).toMatchObject(counts);
    },
  );

  it("has ties, none of which decides a cell", () => {
    const { total } = tieReport(panels, coding(), null);
    expect(total.fired).toBeGreaterThan(0);
    expect(total.decided).toMatchObject({ count: 0, of: 6925 });
  });
});

it("the GPQA check changes its sign: +1 when an undefined majority counts as wrong, -1 when it is excluded", () => {
  const panels = panelsOfRuns(run("gpqa-check.jsonl"));
  const { total: wrong } = ledgerReport(panels, coding({ undefined: "WRONG" }), null, intervalOptions());
  const { total: exclude } = ledgerReport(panels, coding(), null, intervalOptions());
  expect(wrong).toMatchObject({ debates: 198, collapse: 20, correction: 21, undecided: 0, net: 1 });
  expect(exclude).toMatchObject({ debates: 198, collapse: 20, correction: 19, undecided: 4, net: -1 });
});

it("freezing on a change of the majority in round 1 prevents 56 and loses 69 of 1,255: -13, -1.04 pp, 69/56", () => {
  const panels = panelsOfRuns(run("replay-1255.jsonl"));
  const policy = { gate: fixedGates.round1MajorityChanged, freezeTo: 0 };
  const { total } = replayReport(panels, coding(), policy, null, intervalOptions());
  expect(total).toMatchObject({ debates: 1255, prevented: 56, lost: 69, net: -13 });
  expect(total.deltaAccuracy.value).toBe(-0.010358565737051793);
  expect(total.breakEven).toMatchObject({ state: "FINITE", numerator: 69, denominator: 56 });
});
