// Aim: published figures, recomputed on the example runs that carry the published counts. Whatever the schema answers is
// asked there; freezing is replayed on the ballots. Sources: DebateLedger, `conditional_collapse_table.json`,
// `cascade_r1_auc.json`, `per_debate_r1_features.csv` and the paper (arXiv 2609.35279).
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { coding } from "../src/debate/coding.js";
import { type Debate, type Seat } from "../src/debate/debate.js";
import { fixedGates } from "../src/debate/gate.js";
import { intervalOptions } from "../src/debate/intervalOptions.js";
import { type Panels } from "../src/debate/panels.js";
import { replayReport } from "../src/debate/replay.js";
import { ask } from "../src/graph/ask.js";
import { type Services } from "../src/graph/context.js";
import { debate, panelsOfRuns, type RunOf } from "./debate/fixtures.js";
import { exampleServices } from "./graph/exampleServices.js";
import { openMemoryStore } from "./store/openMemoryStore.js";

const primary = [
  { slug: "primary-gemini-3-flash", model: "gemini/3-flash", debates: 200, right: 170, collapse: 1, correction: 2 },
  { slug: "primary-gpt-5.4-mini", model: "openai/gpt-5.4-mini", debates: 200, right: 143, collapse: 1, correction: 10 },
  {
    slug: "primary-llama-3.1-8b",
    model: "vllm/llama-3.1-8b",
    debates: 2003,
    right: 1016,
    collapse: 86,
    correction: 98,
  },
  { slug: "primary-phi-4-mini", model: "vllm/phi-4-mini", debates: 2161, right: 1094, collapse: 112, correction: 174 },
  { slug: "primary-qwen3-4b", model: "vllm/qwen3-4b", debates: 2161, right: 979, collapse: 50, correction: 461 },
  { slug: "primary-qwen3-8b", model: "vllm/qwen3-8b", debates: 200, right: 56, collapse: 3, correction: 71 },
];

describe("asked through the schema,", () => {
  let services: Services;
  beforeAll(async () => {
    services = await exampleServices(await openMemoryStore());
  });
  afterAll(() => services.store.close());

  const rate = "{ count of value interval { low high method } }";
  const cells = `debates collapse correction undecided net
    initialAccuracy ${rate} finalAccuracy ${rate} conditionalCollapse ${rate} conditionalCorrection ${rate}
    exclusions { reason count }`;

  interface Rate {
    count: number;
    of: number;
    value: number;
    interval: { low: number; high: number; method: string };
  }
  interface Cells {
    debates: number;
    conditionalCollapse: Rate;
  }

  it("the primary cohort has the published margins of every model, and of all", async () => {
    const { cohort } = await ask<{
      cohort: { ledger: { total: Cells; groups: { key: string; ledger: Cells }[] } };
    }>(
      services,
      `{ cohort(slug: "primary") { ledger(by: MODEL) { total { ${cells} } groups { key ledger { ${cells} } } } } }`,
    );
    expect(cohort.ledger.groups).toHaveLength(primary.length);
    for (const { model, debates, right, collapse, correction } of primary)
      expect(cohort.ledger.groups.find(({ key }) => key === model)?.ledger).toMatchObject({
        ...{ debates, collapse, correction, undecided: 0, net: correction - collapse, exclusions: [] },
        initialAccuracy: { count: right, of: debates },
        conditionalCollapse: { count: collapse, of: right, value: collapse / right },
        conditionalCorrection: { count: correction, of: debates - right, value: correction / (debates - right) },
      });
    expect(cohort.ledger.total).toMatchObject({
      ...{ debates: 6925, collapse: 253, correction: 816, net: 563 },
      initialAccuracy: { count: 3458, of: 6925 },
      finalAccuracy: { count: 4021, of: 6925 },
    });
  });

  it("the onset of its 253 collapses is round 1, 2 and 3 for 58.9, 18.6 and 22.5 %", async () => {
    const { cohort } = await ask<{
      cohort: { onset: { collapses: number; rounds: { round: number; count: number; share: Rate }[]; late: Rate } };
    }>(
      services,
      `{ cohort(slug: "primary") { onset { collapses rounds { round count share ${rate} } late ${rate} } } }`,
    );
    expect(cohort.onset).toMatchObject({ collapses: 253, late: { count: 104, of: 253 } });
    expect(cohort.onset.rounds).toMatchObject([
      { round: 1, count: 149, share: { of: 253, value: 0.5889328063241107 } },
      { round: 2, count: 47, share: { of: 253, value: 0.1857707509881423 } },
      { round: 3, count: 57, share: { of: 253, value: 0.22529644268774704 } },
    ]);
  });

  it("Llama's conditional collapse is 86 of 1,016: 8.46 [6.91, 10.34] % by Wilson", async () => {
    const { run } = await ask<{ run: { ledger: { total: Cells } } }>(
      services,
      `{ run(slug: "primary-llama-3.1-8b") { ledger(interval: { method: WILSON }) { total { ${cells} } } } }`,
    );
    const { interval, ...proportion } = run.ledger.total.conditionalCollapse;
    expect(proportion).toEqual({ count: 86, of: 1016, value: 0.08464566929133858 });
    expect(interval.method).toBe("WILSON");
    expect(interval.low).toBeCloseTo(6.905512824232443 / 100, 14);
    expect(interval.high).toBeCloseTo(10.336525857351505 / 100, 14);
  });

  it("no tie-break of the primary cohort decides a cell", async () => {
    const { cohort } = await ask<{ cohort: { ties: { total: { fired: number } } } }>(
      services,
      `{ cohort(slug: "primary") { ties { total { fired decided { count of } } } } }`,
    );
    expect(cohort.ties.total.fired).toBeGreaterThan(0);
    expect(cohort.ties.total).toMatchObject({ decided: { count: 0, of: 6925 } });
  });

  it("the GPQA check changes its sign: +1 when an undefined majority counts as wrong, -1 when it is excluded", async () => {
    const { run } = await ask<{ run: { wrong: { total: Cells }; exclude: { total: Cells } } }>(
      services,
      `{ run(slug: "gpqa-check") {
        wrong: ledger(coding: { undefined: WRONG }) { total { ${cells} } }
        exclude: ledger(coding: { undefined: EXCLUDE }) { total { ${cells} } }
      } }`,
    );
    expect(run.wrong.total).toMatchObject({ debates: 198, collapse: 20, correction: 21, undecided: 0, net: 1 });
    expect(run.exclude.total).toMatchObject({ debates: 198, collapse: 20, correction: 19, undecided: 4, net: -1 });
  });
});

describe("replayed on the ballots,", () => {
  function run(slug: string): RunOf {
    const [header, ...lines] = readFileSync(new URL(`../examples/${slug}.jsonl`, import.meta.url), "utf8")
      .trimEnd()
      .split("\n");
    const { seats } = (JSON.parse(header) as { run: { seats: Seat[] } }).run;
    const debates = lines.map((line) => debate(JSON.parse(line) as Pick<Debate, "item" | "gold" | "rounds">));
    return { slug, seats, debates };
  }
  const frozen = (panels: Panels, gate: keyof typeof fixedGates) =>
    replayReport(panels, coding(), { gate: fixedGates[gate], freezeTo: 0 }, null, intervalOptions()).total;

  let panels: Panels;
  beforeAll(() => {
    panels = panelsOfRuns(...primary.map(({ slug }) => run(slug)));
  });

  it.each([
    { gate: "always", fired: 6925, prevented: 253, lost: 816 },
    { gate: "round1MajorityChanged", fired: 1517, prevented: 149, lost: 635 },
    { gate: "round0NotUnanimous", fired: 3585, prevented: 221, lost: 629 },
  ] as const)(
    "freezing the primary cohort under $gate prevents and loses what the feature table says",
    ({ gate, ...counts }) => {
      expect(frozen(panels, gate)).toMatchObject(counts);
    },
  );

  it("freezing on a change of the majority in round 1 prevents 56 and loses 69 of 1,255: -13, -1.04 pp, 69/56", () => {
    const total = frozen(panelsOfRuns(run("replay-1255")), "round1MajorityChanged");
    expect(total).toMatchObject({ debates: 1255, prevented: 56, lost: 69, net: -13 });
    expect(total.deltaAccuracy.value).toBe(-0.010358565737051793);
    expect(total.breakEven).toMatchObject({ state: "FINITE", numerator: 69, denominator: 56 });
  });
});
