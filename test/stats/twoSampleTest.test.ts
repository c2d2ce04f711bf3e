import { twoSampleTest } from "../../src/stats/twoSampleTest.js";
import { disagreements, golden } from "../golden/golden.js";
import { expect, it } from "@jest/globals";
import fc from "fast-check";

const resampling = { resamples: 10_000, seed: "11" };

interface Expected {
  statistic: number;
  total: number;
  count_abs: number;
  count_ge: number;
  p_two_sided: number;
  p_greater: number;
}

it("of the six ways to deal 1, 2, 3, 4 into two pairs, two are as far apart as 1, 2 and 3, 4", () => {
  expect(twoSampleTest([1, 2], [3, 4], resampling)).toMatchObject({
    statistic: -2,
    pTwoSided: 2 / 6,
    pGreater: 1,
    pLess: 1 / 6,
  });
});

it("an empty sample leaves nothing to compare", () => {
  expect(twoSampleTest([null], [1, 2], resampling)).toMatchObject({ pTwoSided: null, reason: "empty", omitted: 1 });
});

it.each(golden<{ x: number[]; y: number[] }, Expected>("permutation_tests", "two_sample"))(
  "two-sample permutation agrees with enumeration, SciPy and R: $id",
  ({ input, expected: { statistic, p_two_sided, p_greater, total, count_abs, count_ge }, tolerance }) => {
    const test = twoSampleTest(input.x, input.y, resampling);
    const got = { statistic: test.statistic, p_two_sided: test.pTwoSided, p_greater: test.pGreater };
    expect(disagreements(got, { statistic, p_two_sided, p_greater }, tolerance)).toEqual([]);
    expect(test.pTwoSided).toBe(count_abs / total);
    expect(test.pGreater).toBe(count_ge / total);
  },
);

/** Every subset of the pooled values that has the size of x. */
function walked(x: readonly number[], y: readonly number[]): number {
  const pooled = [...x, ...y];
  const distance = (chosen: number): number => {
    let inside = 0;
    let outside = 0;
    pooled.forEach((value, i) => (chosen & (1 << i) ? (inside += value) : (outside += value)));
    return Math.abs(inside * y.length - outside * x.length);
  };
  const observed = distance((1 << x.length) - 1);
  let extreme = 0;
  let all = 0;
  for (let chosen = 0; chosen < 1 << pooled.length; chosen++) {
    if (pooled.filter((_, i) => chosen & (1 << i)).length !== x.length) continue;
    all++;
    if (distance(chosen) >= observed) extreme++;
  }
  return extreme / all;
}

it("counting subsets by their sum agrees with walking them", () => {
  const sample = fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(sample, sample, (x, y) => {
      expect(twoSampleTest(x, y, resampling).pTwoSided).toBe(walked(x, y));
    }),
  );
});

it("values without a common unit are enumerated to the same answer", () => {
  const [x, y] = [
    [1, 5, 2, 8],
    [7, 9, 12, 3, 8],
  ];
  const third = (values: number[]): number[] => values.map((value) => value / 3);
  expect(twoSampleTest(third(x), third(y), resampling)).toMatchObject({ method: "EXACT", pTwoSided: walked(x, y) });
});

it("too many relabellings are drawn, with an error that covers the exact p", () => {
  const x = Array.from({ length: 20 }, (_, i) => (i * 37) % 19);
  const y = Array.from({ length: 25 }, (_, i) => ((i * 53) % 23) + 2);
  const exact = twoSampleTest(x, y, resampling);
  const drawn = twoSampleTest(
    x.map((value) => value / 7),
    y.map((value) => value / 7),
    resampling,
  );
  expect([exact.method, drawn.method]).toEqual(["EXACT", "MONTE_CARLO"]);
  expect(Math.abs((drawn.pTwoSided ?? 0) - (exact.pTwoSided ?? 0))).toBeLessThan(4 * drawn.monteCarloError);
});

it("swapping the samples keeps the two-sided p and swaps the one-sided ones; shift and scale change nothing", () => {
  const sample = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(sample, sample, fc.integer({ min: -50, max: 50 }), (x, y, shift) => {
      const test = twoSampleTest(x, y, resampling);
      const moved = (values: number[]): number[] => values.map((value) => 4 * value + shift);
      const swapped = twoSampleTest(moved(y), moved(x), resampling);
      expect([swapped.pTwoSided, swapped.pLess, swapped.pGreater]).toEqual([test.pTwoSided, test.pGreater, test.pLess]);
    }),
  );
});
