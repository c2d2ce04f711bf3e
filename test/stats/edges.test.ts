// What cannot be computed is refused or null, never NaN, Infinity or a number made of them: NaN, values too large for their squares, levels
// and numbers of resamples that cannot be, and the thresholds at which an interval warns.
import { aucReplicates } from "../../src/stats/aucReplicates.js";
import { binomialIntervals } from "../../src/stats/binomialIntervals.js";
import { enoughDefined, replicatesOf } from "../../src/stats/bootstrapLimits.js";
import { clusterRegression } from "../../src/stats/clusterRegression.js";
import { contrastIntervals } from "../../src/stats/contrastIntervals.js";
import { delong, delongPaired } from "../../src/stats/delong.js";
import { delongClustered } from "../../src/stats/delongClustered.js";
import { distinctSums } from "../../src/stats/distinctSums.js";
import { fisherFreemanHalton } from "../../src/stats/fisherFreemanHalton.js";
import { clusterWarnings, rareEvents } from "../../src/stats/intervalWarnings.js";
import { maxT } from "../../src/stats/maxT.js";
import { mcnemar } from "../../src/stats/mcnemar.js";
import { outOfFold } from "../../src/stats/outOfFold.js";
import { pearson } from "../../src/stats/pearson.js";
import { clustersForHalfWidth, halfWidth, minimumDetectableEffect } from "../../src/stats/power.js";
import { rankIntervals } from "../../src/stats/rankIntervals.js";
import { ratioContrast } from "../../src/stats/ratioContrast.js";
import { resampledTotals } from "../../src/stats/resampledTotals.js";
import { resampledWeights } from "../../src/stats/resampledWeights.js";
import { signFlipTest } from "../../src/stats/signFlipTest.js";
import { spearman } from "../../src/stats/spearman.js";
import { twoSampleTest } from "../../src/stats/twoSampleTest.js";
import { twoWayIntervals } from "../../src/stats/twoWayIntervals.js";
import { wildClusterTest } from "../../src/stats/wildClusterTest.js";
import { describe, expect, it } from "@jest/globals";

const RATE = [{ weight: 1, numerator: [1, 0], denominator: [0, 1] }];
const sums = (num: number[], den: number[]) => ({
  clusters: num.length,
  columns: [Float64Array.from(num), Float64Array.from(den)],
});
const design = { clusters: 40, standardError: 0.02 };
const resampling = { resamples: 100, seed: "1" };

it.each([1e200, 1e-200, 2e307])("a correlation knows no unit: values times %d have the r of the values", (unit) => {
  const x = [1, 2, 3, 5];
  const y = [1, 2, 3, 9];
  const { r } = pearson(x, y);
  const scaled = pearson(
    x.map((value) => value * unit),
    y,
  );
  expect(scaled.r).toBeCloseTo(r ?? NaN, 14);
});

describe("NaN and infinity in the data are errors", () => {
  it.each<[string, () => unknown, string]>([
    ["a cluster sum", () => contrastIntervals(sums([NaN, 2], [3, 3]), RATE, resampling), "a cluster sum is NaN"],
    ["a sum too large", () => contrastIntervals(sums([1e200, 2], [3, 3]), RATE, resampling), "a cluster sum is 1e+200"],
    ["a weight", () => contrastIntervals(sums([1, 2], [3, 3]), [{ ...RATE[0], weight: NaN }], resampling), "is NaN"],
    ["a count of rows", () => binomialIntervals(1, Infinity), "0 to Infinity events"],
    ["an outcome", () => clusterRegression([1, NaN, 3], [1, 2, 3], [0, 1, 2]), "row 1 is x = 2, y = NaN"],
    ["a shorter column", () => clusterRegression([1, 2, 3], [1, 2], [0, 1, 2]), "3 outcomes, but 2 values of x"],
    ["a hypothesis", () => wildClusterTest(sums([1, 2], [3, 3]), RATE, NaN, { seed: "1" }), "got NaN"],
    ["an estimate", () => maxT([NaN], { columns: [Float64Array.of(1, 2)], dropped: 0 }, 4), "an estimate is NaN"],
    ["differences beyond sums", () => signFlipTest([1e308, 1e308], resampling), "too large to be added up"],
    ["samples beyond sums", () => twoSampleTest([1e308, 1e308], [1e308], resampling), "too large to be added up"],
    ["a feature", () => outOfFold([[1, NaN, 2, 3]], [0, 1, 0, 1], [[0, 0, 1, 1]], { c: 1, standardize: true }), "NaN"],
    ["a cluster", () => aucReplicates([1, 0], [[1, 2]], [0, 5], 2, { seed: "1", to: 5 }), "row 1 is in cluster 5"],
  ])("%s", (_what, compute, message) => {
    expect(compute).toThrow(message);
  });
});

it("crossed rows name questions and models that are there, with finite denominators", () => {
  const rows = { questions: 2, models: 2, question: [0, 1], model: [0, 1], numerator: [0, 1], denominator: [1, 1] };
  expect(() => twoWayIntervals({ ...rows, question: [0, 5] }, resampling)).toThrow("row 1 is of question 5");
  expect(() => twoWayIntervals({ ...rows, denominator: [1, Infinity] }, resampling)).toThrow("1 events of Infinity");
});

describe.each([0, 1, 95, NaN])("a level of %d is an error", (level) => {
  const labels = [1, 1, 0, 0];
  const scores = [4, 2, 3, 1];
  const replicates = { columns: [Float64Array.of(1, 2)], dropped: 0 };
  it.each<[string, () => unknown]>([
    ["pearson", () => pearson(scores, labels, level)],
    ["spearman", () => spearman(scores, labels, resampling, level)],
    ["delong", () => delong(labels, scores, level)],
    ["delongPaired", () => delongPaired(labels, scores, scores, level)],
    ["delongClustered", () => delongClustered(labels, scores, labels, level)],
    ["mcnemar", () => mcnemar(3, 4, level)],
    ["rankIntervals", () => rankIntervals(replicates, "LOWER", level)],
    ["maxT", () => maxT([1], replicates, 4, level)],
    ["halfWidth", () => halfWidth(design, 30, level)],
    ["minimumDetectableEffect", () => minimumDetectableEffect(design, 30, { level, power: 0.8 })],
  ])("for %s", (_name, compute) => {
    expect(compute).toThrow(/level .* strictly between 0 and 1/);
  });
});

it.each([0, -1, 2.5, NaN])("a Monte Carlo p of %d resamples is an error", (resamples) => {
  const many = Array.from({ length: 30 }, (_, i) => Math.sqrt(i + 2));
  const wanted = { resamples, seed: "1" };
  const refusal = "whole number from 1 up";
  expect(() => spearman(many, [...many].reverse(), wanted)).toThrow(refusal);
  expect(() => signFlipTest(many, wanted)).toThrow(refusal);
  expect(() => twoSampleTest(many, many, wanted)).toThrow(refusal);
  const table = [0, 1, 2, 3, 4, 5].map((row) => [20 + 3 * row, 60 - row] as const);
  expect(() => fisherFreemanHalton(table, wanted)).toThrow(refusal);
  const clusters = sums(
    many.map((_, g) => g % 3),
    many.map(() => 3),
  );
  expect(() => wildClusterTest(clusters, RATE, 0.4, { seed: "1", draws: resamples })).toThrow(refusal);
});

it.each([
  [5, 3],
  [0, NaN],
  [0, 2.5],
  [-1, 3],
])("replicates %d to %d cannot be drawn", (from, to) => {
  const draws = { seed: "1", from, to };
  expect(() => resampledTotals(distinctSums(sums([1, 2], [3, 3])), draws)).toThrow("from one whole number to another");
  expect(() => resampledWeights(2, draws, () => undefined)).toThrow("from one whole number to another");
});

it("scores are out of fold only when something is held out", () => {
  expect(() => outOfFold([[1, 2]], [0, 1], [], { c: 1, standardize: true })).toThrow("at least one way");
});

it("plans that nothing meets, and powers that cannot be, are errors", () => {
  expect(() => clustersForHalfWidth(design, 1e-300)).toThrow("no number of clusters reaches 1e-300");
  expect(() => clustersForHalfWidth(design, Infinity)).toThrow("positive, not Infinity");
  expect(() => halfWidth(design, NaN)).toThrow("a number of clusters is NaN");
  for (const power of [0.01, 1, NaN])
    expect(() => minimumDetectableEffect(design, 30, { level: 0.95, power })).toThrow(`got ${power}`);
});

describe("warnings begin exactly at their thresholds", () => {
  const even = (clusters: number) =>
    clusterWarnings(
      ratioContrast(distinctSums(sums(Array<number>(clusters).fill(1), Array<number>(clusters).fill(3))), RATE),
    );
  it.each([
    [9, ["UNRELIABLE", "FEW_CLUSTERS"]],
    [10, ["FEW_CLUSTERS"]],
    [29, ["FEW_CLUSTERS"]],
    [30, []],
  ])("%i clusters", (clusters, warnings) => expect(even(clusters)).toEqual(warnings));

  it("a cluster with exactly a quarter of the denominator does not dominate, one row more does", () => {
    const with30 = (largest: number) => {
      const den = [largest, ...Array.from({ length: 30 }, () => 4)];
      const num = den.map(() => 1);
      return clusterWarnings(ratioContrast(distinctSums(sums(num, den)), RATE));
    };
    expect(with30(40)).toEqual([]);
    expect(with30(41)).toEqual(["ONE_CLUSTER_DOMINATES"]);
  });

  it("nine events or non-events are rare, ten are not", () => {
    expect([rareEvents(9, 100), rareEvents(10, 100), rareEvents(90, 100), rareEvents(91, 100)]).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  it("one undefined replicate in twenty leaves an interval, more than that none, and none at all is none", () => {
    const values = (undefinedOnes: number) =>
      replicatesOf(Array.from({ length: 100 }, (_, i) => (i < undefinedOnes ? null : i)));
    expect(enoughDefined(values(5))).toBe(true);
    expect(enoughDefined(values(6))).toBe(false);
    expect(enoughDefined(replicatesOf([]))).toBe(false);
  });
});
