import { chiSquared, type TwoCounts } from "../../src/stats/chiSquared.js";
import { fisherFreemanHalton } from "../../src/stats/fisherFreemanHalton.js";
import { disagreements, golden } from "../golden/golden.js";
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";

const resampling = { resamples: 4_000, seed: "5" };

interface Expected {
  chi2: number | null;
  df: number | null;
  p: number | null;
  log10_p?: number;
  cramers_v?: number;
  rows_dropped?: number;
  min_expected?: number;
  share_expected_below_5?: number;
  chi2_yates?: number;
  p_yates?: number;
  p_fisher?: number;
  reason?: string;
}

it("a 2 x 2 table by hand: 1, 3 against 3, 1 has X^2 = 2 on one degree of freedom", () => {
  expect(
    chiSquared([
      [1, 3],
      [3, 1],
    ]),
  ).toMatchObject({ statistic: 2, df: 1, smallestExpected: 2, smallExpected: true });
});

it("attrition by margin in the judge-panel paper: X^2 = 151.94", () => {
  expect(
    chiSquared([
      [12, 86],
      [55, 98],
      [131, 68],
      [125, 25],
    ]).statistic,
  ).toBeCloseTo(151.94, 2);
});

describe("chi-square and Fisher-Freeman-Halton agree with SciPy, mpmath and R", () => {
  it.each(golden<{ table: TwoCounts[] }, Expected>("chi_square_kx2"))(
    "$id",
    ({ input: { table }, expected, tolerance }) => {
      const got = chiSquared(table);
      const { chi2, df, cramers_v, rows_dropped, min_expected, share_expected_below_5, chi2_yates } = expected;
      const want = {
        statistic: chi2,
        df,
        ...(cramers_v === undefined ? {} : { cramersV: cramers_v }),
        ...(rows_dropped === undefined ? {} : { emptyRows: rows_dropped }),
        ...(min_expected === undefined ? {} : { smallestExpected: min_expected }),
        ...(share_expected_below_5 === undefined ? {} : { shareExpectedBelow5: share_expected_below_5 }),
        ...(chi2_yates === undefined ? {} : { yates: { statistic: chi2_yates } }),
        reason: expected.reason ?? null,
      };
      expect(disagreements(got, want, tolerance)).toEqual([]);
      const loose = { rel: 1e-7 };
      expect(disagreements(got.p, expected.p, loose)).toEqual([]);
      if (expected.p_yates !== undefined) expect(disagreements(got.yates?.p, expected.p_yates, loose)).toEqual([]);
      if (expected.p_fisher !== undefined)
        expect(disagreements(fisherFreemanHalton(table, resampling).p, expected.p_fisher, loose)).toEqual([]);
      if (expected.reason !== undefined)
        expect(fisherFreemanHalton(table, resampling)).toMatchObject({ p: null, reason: expected.reason });
    },
  );
});

it("small expected counts raise the warning, ample ones do not", () => {
  expect(
    chiSquared([
      [6, 0],
      [1, 6],
      [2, 0],
      [1, 2],
    ]).smallExpected,
  ).toBe(true);
  expect(
    chiSquared([
      [63, 123],
      [25, 49],
    ]).smallExpected,
  ).toBe(false);
});

it("Freeman and Halton's p agrees with dealing the units one by one", () => {
  const row = fc.tuple(fc.nat(2), fc.nat(2));
  fc.assert(
    fc.property(fc.array(row, { minLength: 2, maxLength: 4 }), (table) => {
      const { p } = fisherFreemanHalton(table, resampling);
      const rowOf = table.flatMap(([a, b], i) => Array.from({ length: a + b }, () => i));
      const first = table.reduce((sum, [a]) => sum + a, 0);
      if (p === null || rowOf.length > 12) return;
      // Every choice of the units that fall in the first column; equal tables gather their choices.
      const ways = new Map<string, number>();
      for (let chosen = 0; chosen < 1 << rowOf.length; chosen++) {
        const counts = table.map(() => 0);
        rowOf.forEach((i, unit) => (counts[i] += (chosen >> unit) & 1));
        if (counts.reduce((sum, count) => sum + count, 0) !== first) continue;
        ways.set(counts.join(), (ways.get(counts.join()) ?? 0) + 1);
      }
      const observed = ways.get(table.map(([a]) => a).join()) ?? 0;
      const all = [...ways.values()];
      const extreme = all.filter((count) => count <= observed).reduce((sum, count) => sum + count, 0);
      expect(p).toBeCloseTo(extreme / all.reduce((sum, count) => sum + count, 0), 10);
    }),
  );
});

it("a table too large to walk is drawn, near chi-square where that holds, and the same for the same seed", () => {
  const table: TwoCounts[] = [20, 24, 31, 25, 22, 27].map((count, i) => [count, 60 - 2 * i]);
  const test = fisherFreemanHalton(table, resampling);
  expect(test.method).toBe("MONTE_CARLO");
  expect(Math.abs((test.p ?? 0) - (chiSquared(table).p ?? 0))).toBeLessThan(4 * test.monteCarloError + 0.01);
  expect(fisherFreemanHalton(table, resampling)).toEqual(test);
});

it("the order of rows and of columns does not matter", () => {
  const row = fc.tuple(fc.nat(30), fc.nat(30));
  fc.assert(
    fc.property(fc.array(row, { minLength: 2, maxLength: 5 }), (table) => {
      const turned = [...table].reverse().map(([a, b]): TwoCounts => [b, a]);
      const [one, other] = [chiSquared(table), chiSquared(turned)];
      expect(disagreements(other, one, { rel: 1e-10, abs: 1e-12 })).toEqual([]);
    }),
  );
});

it("a count that is not a whole number is an error", () => {
  expect(() =>
    chiSquared([
      [1, 2.5],
      [3, 4],
    ]),
  ).toThrow("a table of counts cannot hold 2.5");
});
