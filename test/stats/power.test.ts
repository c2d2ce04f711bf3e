import { clusterDesign, type ClusterDesign } from "../../src/stats/clusterDesign.js";
import { distinctSums } from "../../src/stats/distinctSums.js";
import {
  clustersForEffect,
  clustersForHalfWidth,
  halfWidth,
  minimumDetectableEffect,
  withDebatesPerCluster,
} from "../../src/stats/power.js";
import { ratioContrast } from "../../src/stats/ratioContrast.js";
import { studentUpper, studentUpperQuantile } from "../../src/stats/student.js";
import { Philox } from "../../src/stats/philox.js";
import { expect, it } from "@jest/globals";
import fc from "fast-check";

function rate(numerators: number[], denominators: number[]): ClusterDesign {
  const columns = [Float64Array.from(numerators), Float64Array.from(denominators)];
  const distinct = distinctSums({ clusters: numerators.length, columns });
  return clusterDesign(ratioContrast(distinct, [{ weight: 1, numerator: [1, 0], denominator: [0, 1] }]));
}

it("items with a single debate each have design effect 1 and no correlation to speak of", () => {
  const design = rate([1, 0, 0, 1, 0], [1, 1, 1, 1, 1]);
  expect(design).toMatchObject({ clusters: 5, debates: 5, intraclusterCorrelation: null, reason: null });
  expect(design.designEffect).toBeCloseTo(1, 12);
});

it("items whose four debates always agree are worth one debate each", () => {
  const design = rate([4, 0, 0, 4, 0, 4, 0, 0], [4, 4, 4, 4, 4, 4, 4, 4]);
  // 31/7 rather than 4: both yardsticks have one degree of freedom less than their count.
  expect(design.designEffect).toBeCloseTo(31 / 7, 12);
  expect(design.effectiveDebates).toBeCloseTo(32 / (31 / 7), 12);
});

it("a design without a denominator, with one item, or without variation says why it plans nothing", () => {
  expect(rate([0, 0], [0, 0])).toMatchObject({ standardError: null, reason: "empty_denominator" });
  expect(rate([1, 0], [3, 0])).toMatchObject({ standardError: null, reason: "single_cluster" });
  const still = rate([0, 0, 0], [2, 2, 2]);
  expect(still).toMatchObject({ standardError: null, reason: "zero_variance" });
  expect([clustersForHalfWidth(still, 0.1), minimumDetectableEffect(still, 10)]).toEqual([null, null]);
});

it("a share of one half within 5 points takes 387 independent debates: the textbook's 385, and two for Student's t", () => {
  const independent = { clusters: 1, standardError: 0.5 };
  expect(clustersForHalfWidth(independent, 0.05)).toBe(387);
  expect(halfWidth(independent, 387)).toBeLessThanOrEqual(0.05);
  expect(halfWidth(independent, 386)).toBeGreaterThan(0.05);
});

it("with many items the smallest effect found with power 80 % is 2.80 standard errors", () => {
  expect(minimumDetectableEffect({ clusters: 1, standardError: 1 }, 1e6)).toBeCloseTo(2.8016e-3, 6);
});

it("the plan is the smallest that holds: one cluster less would miss it", () => {
  const error = fc.double({ min: 0.001, max: 1, noNaN: true });
  fc.assert(
    fc.property(error, fc.integer({ min: 2, max: 500 }), error, (standardError, clusters, wanted) => {
      const design = { clusters, standardError };
      const planned = clustersForHalfWidth(design, wanted) ?? NaN;
      expect(halfWidth(design, planned)).toBeLessThanOrEqual(wanted);
      if (planned > 2) expect(halfWidth(design, planned - 1)).toBeGreaterThan(wanted);
      const found = clustersForEffect(design, wanted) ?? NaN;
      expect(minimumDetectableEffect(design, found)).toBeLessThanOrEqual(wanted);
      expect(found).toBeGreaterThanOrEqual(planned);
    }),
  );
});

it("an effect of the planned size is found about four times in five", () => {
  // 2,000 experiments with the planned 26 items, normal item means; the Monte Carlo error of 80 % is 0.9 points.
  const effect = 0.5;
  const clusters = clustersForEffect({ clusters: 1, standardError: 0.9 }, effect) ?? NaN;
  expect(clusters).toBeGreaterThan(25);
  const critical = studentUpperQuantile(0.025, clusters - 1);
  const random = new Philox("6", 5);
  let found = 0;
  for (let experiment = 0; experiment < 2000; experiment++) {
    const means = Array.from({ length: clusters }, () => {
      let sum = -6;
      for (let i = 0; i < 12; i++) sum += random.uniform();
      return effect + 0.9 * sum;
    });
    const mean = means.reduce((sum, value) => sum + value, 0) / clusters;
    const squares = means.reduce((sum, value) => sum + (value - mean) * (value - mean), 0);
    if (mean / Math.sqrt(squares / (clusters - 1) / clusters) > critical) found++;
  }
  expect(Math.abs(found / 2000 - 0.8)).toBeLessThan(0.03);
  expect(studentUpper(critical, clusters - 1)).toBeCloseTo(0.025, 12);
});

it("more debates per item shrink the error towards what the items alone leave", () => {
  const design = rate([3, 0, 1, 4, 2, 0, 3, 1], [4, 4, 4, 4, 4, 4, 4, 4]);
  const errors = [1, 4, 16, 1e9].map((debates) => withDebatesPerCluster(design, debates)?.standardError ?? NaN);
  expect([...errors].sort((a, b) => b - a)).toEqual(errors);
  expect(errors[1]).toBeCloseTo(design.standardError ?? NaN, 12);
  const { designEffect, intraclusterCorrelation, standardError, debates } = design;
  const floor = Math.sqrt(
    (((standardError ?? 0) ** 2 * debates) / (designEffect ?? 1) / 8) * (intraclusterCorrelation ?? 0),
  );
  expect(errors[3]).toBeCloseTo(floor, 6);
});

it("planning for no width at all, or for less than a debate per item, is an error", () => {
  const design = rate([3, 0, 1], [4, 4, 4]);
  expect(() => clustersForHalfWidth(design, 0)).toThrow("is positive, not 0");
  expect(() => withDebatesPerCluster(design, 0)).toThrow("at least one debate, not 0");
});
