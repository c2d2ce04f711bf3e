import { signFlipTest, signFlipTestClustered } from "../../src/stats/signFlipTest.js";
import { signFlipTails } from "../../src/stats/signFlipTails.js";
import { disagreements, golden } from "../golden/golden.js";
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";

const resampling = { resamples: 10_000, seed: "7" };

/** Every sign vector, one after the other. */
function walked(differences: readonly number[]): { twoSided: number; greater: number; less: number } {
  const observed = differences.reduce((sum, value) => sum + value, 0);
  const tails = { twoSided: 0, greater: 0, less: 0 };
  for (let signs = 0; signs < 1 << differences.length; signs++) {
    const sum = differences.reduce((all, value, i) => all + (signs & (1 << i) ? -value : value), 0);
    if (Math.abs(sum) >= Math.abs(observed)) tails.twoSided++;
    if (sum >= observed) tails.greater++;
    if (sum <= observed) tails.less++;
  }
  return tails;
}

it("three like-signed differences come up either way in 2 of 8 sign vectors", () => {
  expect(signFlipTest([1, 2, 3], resampling)).toEqual({
    statistic: 6,
    pTwoSided: 0.25,
    pGreater: 0.125,
    pLess: 1,
    method: "EXACT",
    monteCarloError: 0,
    resampling: null,
    reason: null,
    units: 3,
    omitted: 0,
  });
});

it("no difference at all, or only missing ones, leaves nothing to compare", () => {
  expect(signFlipTest([null, null], resampling)).toMatchObject({ pTwoSided: null, reason: "empty", omitted: 2 });
});

interface Expected {
  n: number;
  statistic: number;
  total: number;
  count_abs: number;
  count_ge: number;
  p_less: number;
}

describe("sign flips agree with exhaustive enumeration, SciPy and R", () => {
  const kinds = ["sign_flip", "cluster_sign_flip", "all_zero", "all_same_sign"];
  const cases = kinds.flatMap((kind) =>
    golden<{ differences: number[]; cluster?: number[] }, Expected>("permutation_tests", kind),
  );
  it.each(cases)("$id", ({ input: { differences, cluster }, expected, tolerance }) => {
    const test = signFlipTestClustered(differences, cluster ?? differences.map((_, row) => row), resampling);
    const got = { n: test.units, statistic: test.statistic, p_less: test.pLess };
    const { n, statistic, p_less, total } = expected;
    expect(disagreements(got, { n, statistic, p_less }, tolerance)).toEqual([]);
    // The p values are dyadic, so counts come back without rounding.
    expect((test.pTwoSided ?? 0) * total).toBe(expected.count_abs);
    expect((test.pGreater ?? 0) * total).toBe(expected.count_ge);
  });

  it.each(golden<{ differences: (number | null)[] }, { reason: string }>("permutation_tests", "empty"))(
    "$id is undefined",
    ({ input, expected }) => {
      expect(signFlipTest(input.differences, resampling)).toMatchObject({ pTwoSided: null, reason: expected.reason });
    },
  );
});

it("counting sums agrees with walking every sign vector", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -6, max: 6 }), { minLength: 1, maxLength: 10 }), (differences) => {
      const { twoSided, greater, less, total } = signFlipTails(Float64Array.from(differences)) ?? { total: 0 };
      const vectors = 1 << differences.length;
      expect(total).toBe(1);
      expect({ twoSided, greater, less }).toEqual(
        Object.fromEntries(Object.entries(walked(differences)).map(([tail, count]) => [tail, count / vectors])),
      );
    }),
  );
});

it("differences without a common unit are enumerated, and give the same answer as their whole multiples", () => {
  const whole = [3, -1, 4, 1, -5, 9, 2];
  const third = signFlipTest(
    whole.map((value) => value / 3),
    resampling,
  );
  expect(third).toMatchObject({ method: "EXACT", pTwoSided: signFlipTest(whole, resampling).pTwoSided });
});

it("decimal differences tie exactly: 0.1 + 0.2 is as far out as 0.3", () => {
  expect(signFlipTestClustered([0.1, 0.2, -0.3], [1, 1, 2], resampling).pTwoSided).toBe(1);
});

it("thousands of clusters are still counted exactly", () => {
  const test = signFlipTest(
    Array.from({ length: 5000 }, (_, i) => (i % 9 === 0 ? 2 : i % 2 === 0 ? 1 : -1)),
    resampling,
  );
  expect(test.method).toBe("EXACT");
  // The sum has mean 0 and variance sum of squares: 5000 + 3 * 556 = 6668.
  expect(test.pTwoSided).toBeLessThan(1e-10);
});

it("too many sums to walk are drawn: reproducibly, with an error that covers the exact p", () => {
  // Thirty tenth-of-a-million values have 2^30 sums; dividing all by 7 takes their common unit away.
  const differences = Array.from({ length: 30 }, (_, i) => (((i * 7919) % 31) - 13) / 7);
  const drawn = signFlipTest(differences, resampling);
  expect(drawn).toMatchObject({ method: "MONTE_CARLO", resampling });
  expect(signFlipTest(differences, resampling)).toEqual(drawn);
  const exact = signFlipTest(
    differences.map((value) => Math.round(value * 7)),
    resampling,
  );
  expect(exact.method).toBe("EXACT");
  expect(Math.abs((drawn.pTwoSided ?? 0) - (exact.pTwoSided ?? 0))).toBeLessThan(4 * drawn.monteCarloError);
});

it("order and scale of the differences do not matter, and turning all signs swaps the one-sided p", () => {
  const difference = fc.integer({ min: -20, max: 20 });
  fc.assert(
    fc.property(fc.array(difference, { minLength: 1, maxLength: 25 }), (differences) => {
      const test = signFlipTest(differences, resampling);
      const { pTwoSided, pGreater, pLess } = signFlipTest(
        [...differences].reverse().map((value) => -3 * value),
        resampling,
      );
      expect([pTwoSided, pLess, pGreater].map((p) => p?.toFixed(12))).toEqual(
        [test.pTwoSided, test.pGreater, test.pLess].map((p) => p?.toFixed(12)),
      );
    }),
  );
});

it("NaN is an error, not a missing value", () => {
  expect(() => signFlipTest([1, Number.NaN], resampling)).toThrow("value 1 is NaN; a missing value is null");
});
