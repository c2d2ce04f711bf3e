import { partialSpearman } from "../../src/stats/partialSpearman.js";
import { spearman } from "../../src/stats/spearman.js";
import { disagreements, golden } from "../golden/golden.js";
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";

const resampling = { resamples: 2_000, seed: "13" };

interface Input {
  x: number[];
  y: number[];
  z: number[][];
}
interface Expected {
  n: number;
  k: number;
  rho_xy: number;
  rho_xz: number[];
  rho_yz: number[];
  rho_partial: number | null;
  t: number;
  df: number;
  p_t_two_sided: number | null;
  permutations?: number;
  count_abs?: number;
  reason?: string;
}

it("given initial accuracy, the seven families keep rho 0.767, but 442 of 5,040 rankings are as far out: p = 0.0877", () => {
  const flipRate = [0.113, 0.288, 0.346, 0.45, 0.469, 0.699, 0.774];
  const collapse = [0, 0.29, 1.52, 2.15, 10.24, 19.75, 8.46];
  const test = partialSpearman(flipRate, collapse, [[3, 1, 4, 2, 6, 7, 5]], resampling);
  expect(test.rho).toBeCloseTo(0.767, 3);
  expect(test).toMatchObject({ pTwoSided: 442 / 5040, method: "EXACT", scheme: "OUTCOME_RANKS" });
});

describe("partial Spearman agrees with least squares in numpy and R, and with exhaustive permutation", () => {
  it.each(golden<Input, Expected>("spearman_partial"))("$id", ({ input: { x, y, z }, expected, tolerance }) => {
    const test = partialSpearman(x, y, z, resampling);
    if (expected.reason !== undefined) {
      expect(test).toMatchObject({ rho: null, pTwoSided: null, approximation: null, reason: expected.reason });
      return;
    }
    const { n, rho_partial, t, df, p_t_two_sided, permutations, count_abs } = expected;
    const approximation = { t: test.approximation?.t, df: test.approximation?.df, p: test.approximation?.pTwoSided };
    const got = { n: test.used, rho_partial: test.rho, ...approximation };
    expect(disagreements(got, { n, rho_partial, t, df, p: p_t_two_sided }, tolerance)).toEqual([]);
    const { k, rho_xy, rho_xz, rho_yz } = expected;
    const once = { resamples: 1, seed: "0" };
    const plain = (a: number[], b: number[]) => spearman(a, b, once).rho;
    const pairs = {
      k: z.length,
      rho_xy: plain(x, y),
      rho_xz: z.map((c) => plain(x, c)),
      rho_yz: z.map((c) => plain(y, c)),
    };
    expect(disagreements(pairs, { k, rho_xy, rho_xz, rho_yz }, tolerance)).toEqual([]);
    if (permutations === undefined) expect(test.method).toBe("MONTE_CARLO");
    else expect(test.pTwoSided).toBe((count_abs ?? 0) / permutations);
  });
});

it("without covariates it is Spearman's own test", () => {
  const column = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 6, maxLength: 6 });
  fc.assert(
    fc.property(column, column, (x, y) => {
      const [partial, plain] = [partialSpearman(x, y, [], resampling), spearman(x, y, resampling)];
      expect(partial.reason).toBe(plain.reason);
      expect(partial.pTwoSided).toBe(plain.pTwoSided);
      if (plain.rho !== null) expect(partial.rho).toBeCloseTo(plain.rho, 12);
    }),
    { numRuns: 30 },
  );
});

it("one covariate gives the formula (r_xy - r_xz r_yz) / sqrt((1 - r_xz^2)(1 - r_yz^2))", () => {
  const column = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 7, maxLength: 7 });
  fc.assert(
    fc.property(column, column, column, (x, y, z) => {
      const { rho } = partialSpearman(x, y, [z], resampling);
      const [xy, xz, yz] = [
        [x, y],
        [x, z],
        [y, z],
      ].map(([a, b]) => spearman(a, b, resampling).rho ?? 0);
      if (rho !== null) expect(rho).toBeCloseTo((xy - xz * yz) / Math.sqrt((1 - xz * xz) * (1 - yz * yz)), 9);
    }),
    { numRuns: 30 },
  );
});

it("a covariate given twice, or a constant one, changes nothing and costs no degree of freedom", () => {
  const [x, y, z] = [
    [3, 1, 4, 1, 5, 9, 2, 6],
    [2, 7, 1, 8, 2, 8, 1, 8],
    [1, 4, 1, 4, 2, 1, 3, 5],
  ];
  const constant = z.map(() => 1);
  const once = partialSpearman(x, y, [z], resampling);
  const thrice = partialSpearman(x, y, [z, constant, z], resampling);
  expect(thrice.rho).toBeCloseTo(once.rho ?? NaN, 12);
  expect(thrice).toMatchObject({ pTwoSided: once.pTwoSided, approximation: { df: once.approximation?.df } });
});

it("drawing rankings gives about what walking them gives, and the same for the same seed", () => {
  const x = [5, 2, 8, 1, 9, 4, 7, 3, 6, 10, 12];
  const y = [4, 3, 9, 2, 6, 1, 10, 5, 7, 8, 11];
  const z = [1, 5, 2, 6, 3, 7, 4, 8, 9, 11, 10];
  const test = partialSpearman(x, y, [z], resampling);
  expect(test.method).toBe("MONTE_CARLO");
  expect(partialSpearman(x, y, [z], resampling)).toEqual(test);
  expect(Math.abs((test.pTwoSided ?? 0) - (test.approximation?.pTwoSided ?? 0))).toBeLessThan(0.02);
});
