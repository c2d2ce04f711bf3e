import { dataSet, type Scenario, SCENARIOS } from "../../bench/study/scenarios.js";
import { wilsonLimits } from "../../src/stats/binomialLimits.js";
import { contrastIntervals } from "../../src/stats/contrastIntervals.js";
import { ratioContrast } from "../../src/stats/ratioContrast.js";
import { ratioIntervals } from "../../src/stats/ratioIntervals.js";
import { distinctSums } from "../../src/stats/distinctSums.js";
import { expect, it } from "@jest/globals";

// The coverage study in small: 400 data sets of a few of its scenarios, on which AUTO must hold the truth 92.5 to 97.5 times in a hundred, and
// the interval that ignores clusters must not; otherwise the simulation would prove nothing. docs/coverage.md has all of it.

const SETS = 400;

const scenario = (name: string): [Scenario, number] => {
  const index = SCENARIOS.findIndex((each) => each.name.startsWith(name));
  return [SCENARIOS[index], index];
};

function coverage(name: string): { auto: number; ignoringClusters: number } {
  const [{ terms, truth, kind, draw }, index] = scenario(name);
  let auto = 0;
  let ignoringClusters = 0;
  const holds = (low: number | null, high: number | null): number =>
    low !== null && high !== null && low <= truth && truth <= high ? 1 : 0;
  for (let number = 0; number < SETS; number++) {
    const distinct = distinctSums(draw(dataSet(index, number)));
    const options = { seed: "1", resamples: 0 };
    const { interval } =
      kind === "rate"
        ? ratioIntervals(distinct, terms[0].numerator, terms[0].denominator, options)
        : contrastIntervals(distinct, terms, options);
    auto += holds(interval.low, interval.high);
    const { above, below } = ratioContrast(distinct, terms).terms[0];
    if (kind === "rate") ignoringClusters += holds(...wilsonLimits(above, below, 0.95));
  }
  return { auto: auto / SETS, ignoringClusters: ignoringClusters / SETS };
}

it.each([
  "rate 0.08, 200 clusters",
  "rate 0.46, 20 clusters",
  "rate 0.08, 14 models",
  "rate 0.08, 100 clusters",
  "paired difference 0.04, 50 clusters",
  "net utility, 30 clusters",
])("AUTO holds the truth as often as it says: %s", (name) => {
  const { auto } = coverage(name);
  expect(auto).toBeGreaterThanOrEqual(0.925);
  expect(auto).toBeLessThanOrEqual(0.975);
});

it.each([
  ["rate 0.46, 20 clusters", 0.9],
  ["rate 0.08, 14 models", 0.6],
  ["rate 0.08, 7 families", 0.4],
])("ignoring the clusters does not: %s", (name, below) => {
  expect(coverage(name).ignoringClusters).toBeLessThan(below);
});
