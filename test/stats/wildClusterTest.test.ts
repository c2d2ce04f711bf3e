import { clusterSums } from "../../src/stats/clusterSums.js";
import { Philox } from "../../src/stats/philox.js";
import { type RatioTerm } from "../../src/stats/ratioContrast.js";
import { wildClusterTest } from "../../src/stats/wildClusterTest.js";
import { disagreements, golden } from "../golden/golden.js";
import { expect, it } from "@jest/globals";

const MEAN: RatioTerm[] = [{ weight: 1, numerator: [1, 0], denominator: [0, 1] }];
const DIFFERENCE: RatioTerm[] = [
  { weight: 1, numerator: [1, 0, 0, 0], denominator: [0, 1, 0, 0] },
  { weight: -1, numerator: [0, 0, 1, 0], denominator: [0, 0, 0, 1] },
];

interface Input {
  y: number[];
  x?: number[];
  cluster: number[];
  null: number;
}
interface Expected {
  t: number | null;
  count?: number;
  total?: number;
  p_two_sided: number | null;
  reason?: string;
}

it.each(golden<Input, Expected>("wild_cluster_bootstrap"))(
  "walking all sign vectors gives the published counts in $id",
  ({ input: { y, x, cluster, null: hypothesis }, expected }) => {
    const ids = [...new Set(cluster)];
    const at = cluster.map((id) => ids.indexOf(id));
    const values = x
      ? [y.map((v, i) => v * x[i]), x, y.map((v, i) => v * (1 - x[i])), x.map((v) => 1 - v)]
      : [y, y.map(() => 1)];
    const sums = clusterSums(ids.length, at, values);
    const got = wildClusterTest(sums, x ? DIFFERENCE : MEAN, hypothesis, { seed: "1" });
    expect(disagreements(got.t, expected.t, { rel: 1e-9 })).toEqual([]);
    expect(got.p).toBe(expected.p_two_sided);
    if (expected.count !== undefined) {
      expect(got).toMatchObject({
        count: expected.count,
        total: expected.total,
        exact: true,
        smallestP: 2 / got.total,
        reason: null,
      });
    } else {
      expect(got.reason).toBe(expected.reason);
    }
  },
);

it("above 14 clusters sampled sign vectors come close to all of them, and the seed goes out with the answer", () => {
  const random = new Philox("4", 5);
  const den = Array.from({ length: 15 }, () => 3);
  const num = den.map(() => Math.floor(random.uniform() * 4));
  const sums = (clusters: number) => ({
    clusters,
    columns: [Float64Array.from(num.slice(0, clusters)), Float64Array.from(den.slice(0, clusters))],
  });
  const sampled = wildClusterTest(sums(15), MEAN, 0.35, { seed: "9", draws: 4000 });
  expect(sampled).toMatchObject({ exact: false, total: 4000, seed: "9", smallestP: 1 / 4001 });
  const all = wildClusterTest(sums(14), MEAN, 0.35, { seed: "9" });
  expect(all).toMatchObject({ exact: true, total: 16384, seed: null });
  // One cluster more changes the p value a little; the sampled one must lie near.
  expect(Math.abs((sampled.p ?? 0) - (all.p ?? 1))).toBeLessThan(0.15);
  expect(wildClusterTest(sums(15), MEAN, 0.35, { seed: "9", draws: 4000 })).toEqual(sampled);
});

it("a hypothesis equal to the estimate has p = 1; no variance and no rows have no test", () => {
  const sums = (num: number[], den: number[]) => ({
    clusters: num.length,
    columns: [Float64Array.from(num), Float64Array.from(den)],
  });
  expect(wildClusterTest(sums([1, 0, 2], [2, 2, 2]), MEAN, 0.5, { seed: "1" })).toMatchObject({ t: 0, p: 1 });
  expect(wildClusterTest(sums([1, 1, 1], [2, 2, 2]), MEAN, 0.4, { seed: "1" })).toMatchObject({
    p: null,
    reason: "zero_variance",
  });
  expect(wildClusterTest(sums([0, 0], [0, 0]), MEAN, 0.4, { seed: "1" })).toMatchObject({
    p: null,
    reason: "empty_denominator",
  });
});
