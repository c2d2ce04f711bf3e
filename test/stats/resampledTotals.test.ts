import { bootstrapMoments, medianBias } from "../../src/stats/bootstrapLimits.js";
import { columnTotals } from "../../src/stats/clusterSums.js";
import { distinctSums } from "../../src/stats/distinctSums.js";
import { chiSquareUpper } from "../../src/stats/gamma.js";
import { Philox } from "../../src/stats/philox.js";
import { resampledTotals } from "../../src/stats/resampledTotals.js";
import { resampledTwoWay, resampledWeights } from "../../src/stats/resampledWeights.js";
import { disagreements, golden } from "../golden/golden.js";
import { expect, it } from "@jest/globals";

interface Ratio {
  num: number[];
  den: number[];
}

const sumsOf = ({ num, den }: Ratio) => ({
  clusters: num.length,
  columns: [Float64Array.from(num), Float64Array.from(den)],
});
const drawn = (ratio: Ratio, seed: string, to: number) => resampledTotals(distinctSums(sumsOf(ratio)), { seed, to });

interface Exact {
  support: number[];
  probability: number[];
  p_undefined: number;
  estimate: number;
  mean: number;
  sd: number;
  z0_midrank: number;
}

it.each(golden<Ratio, Exact>("bootstrap_exact_distribution"))(
  "bias, error and mid-rank z0 of all G^G resamples at once are the exact ones of $id",
  ({ input, expected, tolerance }) => {
    const { support, probability, p_undefined, estimate, mean, sd, z0_midrank } = expected;
    const all = [...input.num].reduce((product) => product * input.num.length, 1);
    const ascending = Float64Array.from(
      support.flatMap((value, i) => Array<number>(Math.round(probability[i] * all * (1 - p_undefined))).fill(value)),
    );
    const replicates = { ascending, undefinedReplicates: 0 };
    const moments = bootstrapMoments(replicates, estimate);
    const z0 = medianBias(replicates, estimate);
    const n = ascending.length;
    const got = {
      estimate: input.num.reduce((a, b) => a + b, 0) / input.den.reduce((a, b) => a + b, 0),
      mean: estimate + (moments?.bias ?? NaN),
      sd: (moments?.error ?? NaN) * Math.sqrt((n - 1) / n),
      z0_midrank: "z0" in z0 ? z0.z0 : 0, // one support point: nothing to be biased
    };
    expect(disagreements(got, { estimate, z0_midrank }, tolerance)).toEqual([]);
    // Up to 823,543 values are added one by one, and each addition may round.
    expect(disagreements(got, { mean, sd }, { rel: 1e-12 + n * Number.EPSILON })).toEqual([]);
  },
);

/** The golden bound: at every support point the distribution function is within 5 standard errors. */
function expectExact(ratios: readonly (number | null)[], { support, probability, p_undefined }: Exact): void {
  const total = ratios.length;
  const defined = Float64Array.from(ratios.filter((ratio) => ratio !== null)).sort();
  const bound = (p: number, n: number): number => 5 * Math.sqrt((p * (1 - p)) / n) + 1e-12;
  expect(Math.abs((total - defined.length) / total - p_undefined)).toBeLessThanOrEqual(bound(p_undefined, total));
  let cumulative = 0;
  let below = 0;
  support.forEach((value, i) => {
    cumulative = Math.min(1, cumulative + probability[i]);
    expect(below === defined.length || defined[below] > value - 1e-12).toBe(true); // nothing between two support points
    while (below < defined.length && defined[below] <= value + 1e-12) below++;
    expect(Math.abs(below / defined.length - cumulative)).toBeLessThanOrEqual(bound(cumulative, defined.length));
  });
  expect(below).toBe(defined.length);
}

it.each(golden<Ratio, Exact>("bootstrap_exact_distribution"))(
  "resampled totals follow the enumerated bootstrap distribution of $id, and so do index draws",
  ({ input, expected }) => {
    const { columns } = drawn(input, "20260101", 40_000);
    expectExact(
      Array.from(columns[0], (num, r) => (columns[1][r] === 0 ? null : num / columns[1][r])),
      expected,
    );
    const ratios: (number | null)[] = [];
    resampledWeights(input.num.length, { seed: "20260101", to: 40_000 }, (weights) => {
      const [num, den] = columnTotals(sumsOf(input), weights);
      ratios.push(den === 0 ? null : num / den);
    });
    expectExact(ratios, expected);
  },
);

// The shortcut against what it replaces, where all three of its paths run: vectors shared by many clusters (binomials), by several,
// and by one (single draws). Two samples of the joint totals are binned by (num, den) deciles and compared by chi-squared.
it("drawing over distinct sums has the distribution of drawing cluster indices", () => {
  const random = new Philox("77", 5);
  const num: number[] = [];
  const den: number[] = [];
  for (let g = 0; g < 300; g++) {
    den.push(g % 50 === 0 ? 10 + g / 10 : Math.floor(random.uniform() * 4));
    num.push(Math.floor(random.uniform() * (den[g] + 1)));
  }
  const replicates = 20_000;
  const { columns } = drawn({ num, den }, "5", replicates);
  const byIndex: number[][] = [];
  resampledWeights(300, { seed: "6", to: replicates }, (weights) =>
    byIndex.push(columnTotals(sumsOf({ num, den }), weights)),
  );

  const cuts = [0, 1].map((c) => {
    const sorted = byIndex.map((totals) => totals[c]).sort((a, b) => a - b);
    return [1, 2, 3, 4].map((fifth) => sorted[(fifth * replicates) / 5]);
  });
  const bin = (totals: number[]): number =>
    cuts.reduce((code, cut, c) => code * 5 + cut.filter((edge) => totals[c] >= edge).length, 0);
  const counts = [new Float64Array(25), new Float64Array(25)];
  for (let r = 0; r < replicates; r++) {
    counts[0][bin([columns[0][r], columns[1][r]])]++;
    counts[1][bin(byIndex[r])]++;
  }
  let statistic = 0;
  let cells = 0;
  for (let i = 0; i < 25; i++) {
    const both = counts[0][i] + counts[1][i];
    if (both === 0) continue;
    statistic += ((counts[0][i] - counts[1][i]) * (counts[0][i] - counts[1][i])) / both;
    cells++;
  }
  expect(cells).toBeGreaterThan(15);
  expect(chiSquareUpper(statistic, cells - 1)).toBeGreaterThan(1e-3);
});

it("resampled totals have the mean of the cohort and the variance of the sum of its clusters", () => {
  const num = Array.from({ length: 500 }, (_, g) => (g * g) % 7);
  const replicates = 20_000;
  const { columns } = drawn({ num, den: num }, "8", replicates);
  const total = num.reduce((a, b) => a + b);
  const variance = num.reduce((sum, x) => sum + (x - total / 500) * (x - total / 500), 0);
  const mean = columns[0].reduce((a, b) => a + b) / replicates;
  const spread = columns[0].reduce((sum, x) => sum + (x - mean) * (x - mean), 0) / replicates;
  expect(Math.abs(mean - total)).toBeLessThan(5 * Math.sqrt(variance / replicates));
  expect(Math.abs(spread / variance - 1)).toBeLessThan(5 * Math.sqrt(2 / replicates));
  expect(columns[1]).toEqual(columns[0]);
});

it("replicates are the same in one range, in two, and in any order of the clusters", () => {
  const ratio = { num: [0, 1, 2, 1, 0, 5], den: [3, 1, 2, 4, 0, 9] };
  const distinct = distinctSums(sumsOf(ratio));
  const whole = resampledTotals(distinct, { seed: "1", to: 500 });
  const later = resampledTotals(distinct, { seed: "1", from: 123, to: 500 });
  expect(later.columns.map((column) => [...column])).toEqual(whole.columns.map((column) => [...column.slice(123)]));
  const shuffled = { num: [5, 0, 1, 2, 0, 1], den: [9, 0, 4, 2, 3, 1] };
  expect(drawn(shuffled, "1", 500)).toEqual(whole);
  expect(drawn(ratio, "2", 500)).not.toEqual(whole);
});

it("resampling no clusters gives zeros, resampling one gives itself", () => {
  expect([...drawn({ num: [], den: [] }, "1", 3).columns[0]]).toEqual([0, 0, 0]);
  expect([...drawn({ num: [2], den: [5] }, "1", 3).columns[1]]).toEqual([5, 5, 5]);
});

it.each(
  golden<Ratio & { seed: number; stream: number; replicates: number }, { values: number[] }>(
    "philox4x32_streams",
    "recipe_ratio",
  ),
)("index draws follow the public recipe in $id", ({ input: { num, den, seed, stream, replicates }, expected }) => {
  const values: number[] = [];
  resampledWeights(num.length, { seed: String(seed), stream, to: replicates }, (weights) => {
    const [above, below] = columnTotals(sumsOf({ num, den }), weights);
    values.push(above / below);
  });
  expect(values).toEqual(expected.values);
});

it("index draws depend on nothing but seed, stream and replicate, and always add up", () => {
  const collect = (from: number, to: number, clusters = 3000): string[] => {
    const seen: string[] = [];
    resampledWeights(clusters, { seed: "3", from, to }, (weights, replicate) => {
      expect(weights.reduce((a, b) => a + b)).toBe(clusters);
      seen.push(`${replicate}:${weights.join("")}`);
    });
    return seen;
  };
  expect([...collect(0, 4), ...collect(4, 6)]).toEqual(collect(0, 6));
  expect(() => collect(0, 1, 3_000_000)).toThrow("2^21");
});

it("two-way draws use one stream per way", () => {
  const seen: number[][] = [];
  resampledTwoWay(5, 3, { seed: "3", from: 2, to: 4 }, (questions, models) => seen.push([...questions, ...models]));
  const expected: number[][] = [];
  resampledWeights(5, { seed: "3", stream: 0, from: 2, to: 4 }, (weights) => expected.push([...weights]));
  resampledWeights(3, { seed: "3", stream: 1, from: 2, to: 4 }, (weights, r) => expected[r - 2].push(...weights));
  expect(seen).toEqual(expected);
});
