import { delong, delongPaired } from "../../src/stats/delong.js";
import { delongClustered, delongClusteredPaired } from "../../src/stats/delongClustered.js";
import { disagreements, golden } from "../golden/golden.js";
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";

interface Rows {
  labels: number[];
  scores: number[];
  scores2: number[];
  cluster: number[];
  confidence: number;
}

describe("DeLong agrees with numpy placement values, scikit-learn and pROC", () => {
  const kinds = ["continuous", "ties", "separated", "all_tied", "one_class", "singleton_class"];
  it.each(kinds.flatMap((kind) => golden<Rows, Record<string, unknown>>("roc_auc_delong", kind)))(
    "$id",
    ({ input: { labels, scores, confidence }, expected, tolerance }) => {
      const got = delong(labels, scores, confidence);
      const named = {
        auc: got.auc,
        n_pos: got.positives,
        n_neg: got.negatives,
        var_delong: got.variance,
        se_delong: got.standardError,
        ci_wald: got.wald,
        ci_logit: got.logit,
        reason: got.reason,
      };
      expect(disagreements(named, { reason: null, ...expected }, tolerance)).toEqual([]);
    },
  );

  it.each(golden<Rows, Record<string, unknown>>("roc_auc_delong", "paired"))(
    "$id",
    ({ input: { labels, scores, scores2, confidence }, expected, tolerance }) => {
      const got = delongPaired(labels, scores, scores2, confidence);
      const named = {
        auc: got.auc,
        auc2: got.auc2,
        difference: got.difference,
        var1: got.variance,
        var2: got.variance2,
        cov: got.covariance,
        se_difference: got.standardError,
        z: got.z,
        p_two_sided: got.pTwoSided,
        ci_difference: got.interval,
      };
      expect(disagreements(named, expected, tolerance)).toEqual([]);
    },
  );

  it.each(golden<Rows, Record<string, unknown>>("roc_auc_delong", "clustered"))(
    "$id",
    ({ input: { labels, scores, scores2, cluster, confidence }, expected, tolerance }) => {
      // The golden difference is second minus first.
      const got = delongClusteredPaired(labels, scores2, scores, cluster, confidence);
      const named = {
        clusters: got.clusters,
        auc: got.auc2,
        auc2: got.auc,
        se_clustered: delongClustered(labels, scores, cluster, confidence).standardError,
        se2_clustered: delongClustered(labels, scores2, cluster, confidence).standardError,
        difference: got.difference,
        se_difference: got.standardError,
        df: got.clusters - 1,
      };
      const { ci_difference_t, ...want } = expected;
      expect(disagreements(named, want, tolerance)).toEqual([]);
      // The reference took its limits from a t quantile that is right to 4e-9 only: at 39 degrees of freedom it used
      // 2.0226909117, where the closed form for odd degrees (checked below) gives 2.0226909200.
      expect(disagreements(got.interval, ci_difference_t, { abs: 1e-8 * (got.standardError ?? 0) })).toEqual([]);
    },
  );
});

it("the t quantile behind the clustered limits leaves 5 % outside, by the closed form for odd degrees of freedom", () => {
  const clusters = Array.from({ length: 80 }, (_, row) => row % 40);
  const labels = clusters.map((cluster, row) => ((cluster + row) % 3 === 0 ? 1 : 0));
  const scores = clusters.map((cluster, row) => (cluster * 7 + row * 13) % 17);
  const found = delongClusteredPaired(labels, scores, [...scores].reverse(), clusters);
  const t = ((found.interval?.[1] ?? 0) - (found.difference ?? 0)) / (found.standardError ?? 1);
  // Abramowitz & Stegun 26.7.3: A = 2/pi (theta + sin theta (cos theta + 2/3 cos^3 theta + 2*4/(3*5) cos^5 theta + ...)).
  const theta = Math.atan(t / Math.sqrt(39));
  let term = Math.cos(theta);
  let series = term;
  for (let k = 3; k <= 37; k += 2) series += term *= ((k - 1) / k) * Math.cos(theta) * Math.cos(theta);
  expect(1 - (2 / Math.PI) * (theta + Math.sin(theta) * series)).toBeCloseTo(0.05, 13);
});

it("four rows by hand: placements 1, 1/2 and 1, 1/2, so AUC 3/4 and variance 1/16 + 1/16", () => {
  const { auc, variance } = delong([1, 1, 0, 0], [4, 2, 3, 1]);
  expect(auc).toBe(0.75);
  expect(variance).toBe(0.125);
});

const row = fc.tuple(fc.nat(1), fc.integer({ min: -5, max: 5 }), fc.integer({ min: -5, max: 5 }), fc.nat(6));
const rows = fc.array(row, { minLength: 6, maxLength: 40 });

it("the variance agrees with the U-statistic's definition, row by row", () => {
  fc.assert(
    fc.property(rows, (sample) => {
      const labels = sample.map(([label]) => label);
      const scores = sample.map(([, score]) => score);
      const { variance } = delong(labels, scores);
      if (variance === null) return;
      const [negatives, positives] = [0, 1].map((label) => scores.filter((_, i) => labels[i] === label));
      const win = (a: number, b: number): number => (a > b ? 1 : a === b ? 0.5 : 0);
      const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
      const spread = (values: number[]): number =>
        values.reduce((sum, value) => sum + (value - mean(values)) * (value - mean(values)), 0) /
        (values.length - 1) /
        values.length;
      const v = positives.map((a) => mean(negatives.map((b) => win(a, b))));
      const w = negatives.map((b) => mean(positives.map((a) => win(a, b))));
      expect(variance).toBeCloseTo(spread(v) + spread(w), 12);
    }),
  );
});

it("the logit interval stays inside 0 to 1 and contains the AUC; a score against itself never differs", () => {
  fc.assert(
    fc.property(rows, (sample) => {
      const labels = sample.map(([label]) => label);
      const scores = sample.map(([, score]) => score);
      const { auc, logit } = delong(labels, scores);
      if (auc !== null && logit !== null) {
        expect(logit[0]).toBeGreaterThanOrEqual(0);
        expect(logit[0]).toBeLessThanOrEqual(auc);
        expect(logit[1]).toBeGreaterThanOrEqual(auc);
        expect(logit[1]).toBeLessThanOrEqual(1);
        expect(delongPaired(labels, scores, scores)).toMatchObject({
          difference: 0,
          interval: null,
          reason: "zero_variance",
        });
      }
    }),
  );
});

it("the clustered influence is the slope of the weighted AUC in the cluster's weight", () => {
  const labels = [1, 0, 1, 0, 0, 1, 1, 0, 0, 1];
  const scores = [3, 1, 2, 2, 4, 5, 1, 0, 3, 2];
  const cluster = ["a", "a", "b", "b", "c", "c", "c", "d", "e", "e"];
  const weighted = (weights: Map<string, number>): number => {
    let wins = 0;
    let pairs = 0;
    labels.forEach((label, i) =>
      labels.forEach((other, j) => {
        if (label !== 1 || other !== 0) return;
        const weight = (weights.get(cluster[i]) ?? 1) * (weights.get(cluster[j]) ?? 1);
        pairs += weight;
        wins += weight * (scores[i] > scores[j] ? 1 : scores[i] === scores[j] ? 0.5 : 0);
      }),
    );
    return wins / pairs;
  };
  const names = [...new Set(cluster)];
  const step = 1e-5;
  const slopes = names.map(
    (name) => (weighted(new Map([[name, 1 + step]])) - weighted(new Map([[name, 1 - step]]))) / (2 * step),
  );
  const expected = Math.sqrt(
    (slopes.reduce((sum, slope) => sum + slope * slope, 0) * names.length) / (names.length - 1),
  );
  expect(delongClustered(labels, scores, cluster).standardError).toBeCloseTo(expected, 9);
});

it("one cluster has no spread to measure, and one class no AUC", () => {
  expect(delongClustered([0, 1], [1, 2], ["a", "a"])).toMatchObject({
    auc: 1,
    standardError: null,
    reason: "single_cluster",
  });
  expect(delongClusteredPaired([1, 1], [1, 2], [1, 2], ["a", "b"])).toMatchObject({
    difference: null,
    reason: "one_class",
  });
});

it("clusters that are all alike leave no variance, whatever the rounding", () => {
  const [labels, scores] = [
    [1, 0, 1, 0, 1, 0, 0],
    [3, 1, 1, 2, 2, 2, 0],
  ];
  const clusters = [0, 1, 2].flatMap((cluster) => labels.map(() => cluster));
  const thrice = (values: number[]): number[] => [...values, ...values, ...values];
  const found = delongClustered(thrice(labels), thrice(scores), clusters);
  expect(found).toMatchObject({ standardError: 0, logit: null, reason: "zero_variance" });
});
