/*
 * Which intervals keep their promise? For every scenario many data sets are drawn, every interval is computed on each, and it is counted
 * how often the truth lies inside, below and above. Seeds are fixed: the same figures on every machine.
 *
 *   npm run study:coverage [-- --sets=2000] [--only=PART OF A NAME]
 *
 * Writes docs/coverage.json, docs/coverage.md and docs/coverage.svg (not with --only). 2,000 sets take about ten minutes of one core; the
 * Monte Carlo error of a coverage near 95% is then 0.49 points.
 */
import { writeFileSync } from "node:fs";
import { wilsonLimits } from "../../src/stats/binomialLimits.js";
import { clusterSums } from "../../src/stats/clusterSums.js";
import { contrastIntervals } from "../../src/stats/contrastIntervals.js";
import { distinctSums } from "../../src/stats/distinctSums.js";
import { type Interval, type IntervalMethod } from "../../src/stats/interval.js";
import { normalQuantile } from "../../src/stats/normal.js";
import { ratioContrast } from "../../src/stats/ratioContrast.js";
import { ratioIntervals } from "../../src/stats/ratioIntervals.js";
import { resampledTotals } from "../../src/stats/resampledTotals.js";
import { twoWayIntervals } from "../../src/stats/twoWayIntervals.js";
import { AUC_SCENARIOS, aucLimits, type AucScenario, drawScores } from "./auc.js";
import { CROSSED, type CrossedScenario } from "./crossed.js";
import { coverageMarkdown, coverageSvg } from "./report.js";
import { dataSet, type Scenario, SCENARIOS } from "./scenarios.js";
import { add, type Tally } from "./tally.js";

const argument = (name: string): string | undefined =>
  process.argv.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3);

const sets = Number(argument("sets") ?? 2000);
const only = argument("only") ?? "";
const RESAMPLES = 999;

const RATE_METHODS: readonly IntervalMethod[] = [
  "AUTO",
  "LOGIT_T",
  "KORN_GRAUBARD",
  "PERCENTILE",
  "BCA",
  "BASIC",
  "STUDENTIZED",
  "CR1_T",
  "CR3_T",
];
const SIGNED_METHODS: readonly IntervalMethod[] = [
  "AUTO",
  "CR1_T",
  "CR3_T",
  "CR2_T",
  "PERCENTILE",
  "BCA",
  "BASIC",
  "STUDENTIZED",
];

/** The limits to judge: logit-t, Korn-Graubard and AUTO with their way out at 0 and 1; the others as they are, and no interval is a miss. */
function judged(interval: Interval, method: IntervalMethod): readonly [number, number] | null {
  const excused = method === "AUTO" || method === "LOGIT_T" || method === "KORN_GRAUBARD";
  if (interval.low === null || interval.high === null) return null;
  return interval.status === "OK" || excused || interval.reason === "jackknife_undefined"
    ? [interval.low, interval.high]
    : null;
}

function oneWay(scenario: Scenario, index: number): Map<string, Tally> {
  const tallies = new Map<string, Tally>();
  for (let number = 0; number < sets; number++) {
    const distinct = distinctSums(scenario.draw(dataSet(index, number)));
    const seed = String(1_000_000 * (index + 1) + number);
    const totals = resampledTotals(distinct, { seed, to: RESAMPLES });
    const methods = scenario.kind === "rate" ? RATE_METHODS : SIGNED_METHODS;
    for (const method of methods) {
      const options = { method, seed, totals };
      const { interval } =
        scenario.kind === "rate"
          ? ratioIntervals(distinct, scenario.terms[0].numerator, scenario.terms[0].denominator, options)
          : contrastIntervals(distinct, scenario.terms, options);
      add(tallies, method, judged(interval, method), scenario.truth);
    }
    add(tallies, "ignoring clusters", rowLimits(scenario, distinct), scenario.truth);
  }
  return tallies;
}

/** As if rows were independent: Wilson for a rate, otherwise the normal interval of a difference of independent proportions. */
function rowLimits(scenario: Scenario, distinct: ReturnType<typeof distinctSums>): readonly [number, number] | null {
  const { terms, estimate } = ratioContrast(distinct, scenario.terms);
  if (estimate === null) return null;
  if (scenario.kind === "rate") return wilsonLimits(terms[0].above, terms[0].below, 0.95);
  if (terms.length === 1) return null;
  const variance = terms.reduce((sum, { above, below }) => sum + ((above / below) * (1 - above / below)) / below, 0);
  const reach = -normalQuantile(0.025) * Math.sqrt(variance);
  return [estimate - reach, estimate + reach];
}

function twoWay(scenario: CrossedScenario, index: number): Map<string, Tally> {
  const tallies = new Map<string, Tally>();
  for (let number = 0; number < sets; number++) {
    const rows = scenario.draw(dataSet(index, number));
    const seed = String(1_000_000 * (index + 1) + number);
    for (const method of ["PIGEONHOLE", "TWO_WAY_T", "TWO_WAY_LOGIT_T"] as const) {
      const { interval } = twoWayIntervals(rows, { method, seed, resamples: method === "PIGEONHOLE" ? RESAMPLES : 0 });
      add(tallies, method, judged(interval, method), scenario.truth);
    }
    for (const way of ["question", "model"] as const) {
      const clusters = way === "question" ? rows.questions : rows.models;
      const sums = clusterSums(clusters, rows[way], [rows.numerator, rows.denominator]);
      for (const method of ["PERCENTILE", "LOGIT_T"] as const) {
        const { interval } = ratioIntervals(sums, [1, 0], [0, 1], { method, seed, resamples: RESAMPLES });
        add(tallies, `${way} ${method}`, judged(interval, method), scenario.truth);
      }
    }
  }
  return tallies;
}

function auc(scenario: AucScenario, index: number): Map<string, Tally> {
  const tallies = new Map<string, Tally>();
  for (let number = 0; number < sets; number++) {
    const rows = drawScores(scenario.clusters, dataSet(index, number));
    const seed = String(1_000_000 * (index + 1) + number);
    for (const [method, outcome] of aucLimits(rows, scenario.clusters, seed, RESAMPLES)) {
      add(tallies, method, "limits" in outcome ? outcome.limits : null, scenario.truth);
    }
  }
  return tallies;
}

const results = [
  ...SCENARIOS.map((scenario, index) => ({ scenario, index, run: () => oneWay(scenario, index) })),
  ...AUC_SCENARIOS.map((scenario, i) => ({ scenario, index: 50 + i, run: () => auc(scenario, 50 + i) })),
  ...CROSSED.map((scenario, i) => ({ scenario, index: 100 + i, run: () => twoWay(scenario, 100 + i) })),
]
  .filter(({ scenario }) => scenario.name.includes(only))
  .map(({ scenario: { name, truth }, index, run }) => {
    const methods = Object.fromEntries(run());
    const line = Object.entries(methods).map(
      ([method, { covered }]) => `${method} ${((100 * covered) / sets).toFixed(1)}`,
    );
    console.log(`${name}\n  ${line.join(", ")}`);
    return { name, truth, crossed: index >= 100, methods };
  });

if (only === "") {
  const docs = new URL("../../../docs/", import.meta.url);
  const study = { sets, resamples: RESAMPLES, level: 0.95, scenarios: results };
  writeFileSync(new URL("coverage.json", docs), `${JSON.stringify(study, null, 2)}\n`);
  writeFileSync(new URL("coverage.md", docs), coverageMarkdown(study));
  writeFileSync(new URL("coverage.svg", docs), coverageSvg(study));
}
