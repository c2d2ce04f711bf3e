import { aucReplicates, weightedAuc } from "../../src/stats/aucReplicates.js";
import { basicLimits, bcaLimits, medianBias, replicatesOf } from "../../src/stats/bootstrapLimits.js";
import { delongClusteredPaired } from "../../src/stats/delongClustered.js";
import { quantile } from "../../src/stats/quantile.js";
import { rocAuc } from "../../src/stats/rocAuc.js";
import { disagreements, golden } from "../golden/golden.js";
import { expect, it } from "@jest/globals";
import fc from "fast-check";

interface Input {
  cluster: number[];
  labels: number[];
  scores: number[];
  scores2: number[];
  draws: number[][];
}

it.each(golden<Input, { auc: number[]; auc2: number[] }>("bootstrap_replicates_given_draws", "auc_difference"))(
  "the weighted AUC agrees with numpy on given draws: $id",
  ({ input, expected: { auc, auc2 }, tolerance }) => {
    const { cluster, labels, scores, scores2, draws } = input;
    const weights = draws.map((draw) => draw.map((_, g) => draw.filter((drawn) => drawn === g).length));
    expect(disagreements(weights.map(weightedAuc(labels, scores, cluster)), auc, tolerance)).toEqual([]);
    expect(disagreements(weights.map(weightedAuc(labels, scores2, cluster)), auc2, tolerance)).toEqual([]);
  },
);

interface Reference {
  estimate: number;
  se_boot: number;
  percentile: [number, number];
  basic: [number, number];
  bca: [number, number];
  z0: number;
  acceleration: number;
  tolerance_at_B10000: Record<"percentile" | "basic" | "bca", [number, number]> & { se_boot: number; z0: number };
}

it.each(golden<Input, Reference>("bootstrap_monte_carlo_reference", "auc_difference"))(
  "ten thousand resamples of an AUC difference land where 200,000 of numpy's did: $id",
  ({ input: { cluster, labels, scores, scores2 }, expected }) => {
    const clusters = Math.max(...cluster) + 1;
    const drawn = aucReplicates(labels, [scores, scores2], cluster, clusters, { seed: "31", to: 10_000 });
    const [first, second] = drawn.columns;
    const difference = second.map((value, replicate) => value - first[replicate]).sort();
    expect(drawn.dropped).toBe(0);
    const { tolerance_at_B10000: allowed } = expected;
    [0.025, 0.975].forEach((p, end) =>
      expect(Math.abs(quantile(difference, p) - expected.percentile[end])).toBeLessThan(allowed.percentile[end]),
    );
    // Basic and BCa from the same replicates; the jackknife leaves one cluster out at a time.
    const aucs = [scores, scores2].map((each) => weightedAuc(labels, each, cluster));
    const without = Array.from({ length: clusters }, (_, left) => {
      const [one, two] = aucs.map(
        (auc) => auc(Array.from({ length: clusters }, (_, g) => (g === left ? 0 : 1))) ?? NaN,
      );
      return two - one;
    });
    const centre = without.reduce((sum, value) => sum + value, 0) / clusters;
    const squares = without.reduce((sum, value) => sum + (centre - value) * (centre - value), 0);
    const cubes = without.reduce((sum, value) => sum + (centre - value) * (centre - value) * (centre - value), 0);
    const acceleration = cubes / (6 * squares * Math.sqrt(squares));
    expect(acceleration).toBeCloseTo(expected.acceleration, 10);
    const replicates = replicatesOf(difference);
    const bias = medianBias(replicates, expected.estimate);
    expect(Math.abs(("z0" in bias ? bias.z0 : NaN) - expected.z0)).toBeLessThan(allowed.z0);
    const basic = basicLimits(replicates, expected.estimate, 0.95);
    const bca = bcaLimits(replicates, expected.estimate, acceleration, 0.95);
    for (const end of [0, 1]) {
      const off = (outcome: typeof bca, want: [number, number]) =>
        Math.abs(("limits" in outcome ? outcome.limits[end] : NaN) - want[end]);
      expect(off(basic, expected.basic)).toBeLessThan(allowed.basic[end]);
      expect(off(bca, expected.bca)).toBeLessThan(allowed.bca[end]);
    }
    const mean = difference.reduce((sum, value) => sum + value, 0) / difference.length;
    const variance =
      difference.reduce((sum, value) => sum + (value - mean) * (value - mean), 0) / (difference.length - 1);
    expect(Math.abs(Math.sqrt(variance) - expected.se_boot)).toBeLessThan(allowed.se_boot);
    const clustered = delongClusteredPaired(labels, scores2, scores, cluster);
    expect(clustered.difference).toBeCloseTo(expected.estimate, 12);
    // The formula and the resampling are two ways to one number.
    expect((clustered.standardError ?? 0) / expected.se_boot).toBeCloseTo(1, 0);
  },
);

it("a weight is a number of copies", () => {
  const row = fc.tuple(fc.nat(1), fc.integer({ min: -3, max: 3 }), fc.nat(3));
  const weights = fc.array(fc.nat(3), { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 15 }), weights, (rows, copies) => {
      const [labels, scores, cluster] = [0, 1, 2].map((column) => rows.map((each) => each[column]));
      const repeated = rows.flatMap((each) => Array.from({ length: copies[each[2]] }, () => each));
      const slow = rocAuc(
        repeated.map(([label]) => label),
        repeated.map(([, score]) => score),
      ).auc;
      expect(weightedAuc(labels, scores, cluster)(copies)).toBe(slow);
    }),
  );
});

it("replicates that lose a class are dropped and counted, and blocks join to the whole", () => {
  const rows = { labels: [1, 0, 0], scores: [2, 1, 3], cluster: [0, 1, 2] };
  const all = aucReplicates(rows.labels, [rows.scores], rows.cluster, 3, { seed: "5", to: 200 });
  expect(all.dropped).toBeGreaterThan(40);
  expect(all.dropped + all.columns[0].length).toBe(200);
  const blocks = [0, 50].map((from) =>
    aucReplicates(rows.labels, [rows.scores], rows.cluster, 3, { seed: "5", from, to: from === 0 ? 50 : 200 }),
  );
  expect(blocks.flatMap(({ columns }) => [...columns[0]])).toEqual([...all.columns[0]]);
});
