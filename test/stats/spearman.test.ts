import { spearman } from "../../src/stats/spearman.js";
import { disagreements, golden } from "../golden/golden.js";
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";

const resampling = { resamples: 10_000, seed: "3" };
type Column = (number | null)[];

interface Exact {
  rho: number;
  permutations: number;
  count_abs: number;
  count_ge: number;
  count_le: number;
  p_two_sided_doubled: number;
  reason?: string;
  n_used?: number;
  n_omitted?: number;
}

it("the seven families of the published table: rho 25/28, and 62 of 5,040 pairings are as far out", () => {
  const flipRate = [0.113, 0.288, 0.346, 0.45, 0.469, 0.699, 0.774];
  const collapse = [0, 0.29, 1.52, 2.15, 10.24, 19.75, 8.46];
  const { rho, pTwoSided, approximation } = spearman(flipRate, collapse, resampling);
  expect(rho).toBeCloseTo(25 / 28, 15);
  expect(pTwoSided).toBe(62 / 5040);
  // The t approximation would have claimed about half of that.
  expect(approximation?.pTwoSided).toBeCloseTo(0.0068, 4);
});

describe("exact Spearman agrees with full enumeration, SciPy and R", () => {
  it.each(golden<{ x: Column; y: Column }, Exact>("spearman_exact"))("$id", ({ input, expected, tolerance }) => {
    const { rho, pTwoSided, pGreater, pLess, pDoubled, reason, used, omitted } = spearman(input.x, input.y, resampling);
    if (expected.reason !== undefined) {
      expect({ rho, pTwoSided, reason }).toEqual({ rho: null, pTwoSided: null, reason: expected.reason });
      return;
    }
    expect(
      disagreements({ rho, pDoubled }, { rho: expected.rho, pDoubled: expected.p_two_sided_doubled }, tolerance),
    ).toEqual([]);
    const { permutations, count_abs, count_ge, count_le } = expected;
    expect([pTwoSided, pGreater, pLess]).toEqual([count_abs, count_ge, count_le].map((count) => count / permutations));
    if (expected.n_omitted !== undefined) expect([used, omitted]).toEqual([expected.n_used, expected.n_omitted]);
  });
});

interface Asymptotic {
  n: number;
  r: number;
  t: number;
  df: number;
  p_two_sided: number;
  ci95: number[] | null;
}

describe("the t approximation and Bonett and Wright's interval agree with mpmath", () => {
  it.each(golden<{ x: number[]; y: number[] }, Asymptotic>("correlation_asymptotic", "spearman"))(
    "$id",
    ({ input, expected: { n, r, t, df, ci95, p_two_sided }, tolerance }) => {
      const test = spearman(input.x, input.y, { resamples: 1, seed: "0" });
      const got = {
        n: test.used,
        r: test.rho,
        ci95: test.interval,
        t: test.approximation?.t,
        df: test.approximation?.df,
      };
      expect(disagreements(got, { n, r, t, df, ci95 }, tolerance)).toEqual([]);
      expect(disagreements(test.approximation?.pTwoSided, p_two_sided, { rel: 1e-7 })).toEqual([]);
    },
  );
});

const edges = ["constant_input", "n_too_small", "perfect"]
  .flatMap((kind) =>
    golden<{ method: string; x: number[]; y: number[] }, Asymptotic & { reason?: string }>(
      "correlation_asymptotic",
      kind,
    ),
  )
  .filter(({ input }) => input.method === "spearman");

it.each(edges)("constant sides, too few units and lines: $id", ({ input, expected }) => {
  const { rho, interval, reason, approximation } = spearman(input.x, input.y, resampling);
  expect({ r: rho, ci95: interval }).toEqual({ r: expected.r, ci95: expected.ci95 });
  expect(reason).toBe(expected.reason ?? null);
  expect(approximation?.pTwoSided ?? null).toBe(expected.p_two_sided);
});

/** Every pairing, one after the other, by the mid-ranks' definition: 1 + values below + half the other equal values. */
function walked(x: readonly number[], y: readonly number[]): number {
  const ranks = (values: readonly number[]): number[] =>
    values.map((a) => values.reduce((rank, b) => rank + (b < a ? 2 : b === a ? 1 : 0), 1));
  const [rx, ry] = [ranks(x), ranks(y)];
  const n = x.length;
  const distance = (order: readonly number[]): number =>
    Math.abs(n * order.reduce((sum, j, i) => sum + rx[i] * ry[j], 0) - n * (n + 1) * (n * (n + 1)));
  const observed = distance(rx.map((_, i) => i));
  let extreme = 0;
  let all = 0;
  const walk = (order: readonly number[]): void => {
    if (order.length === n) {
      all++;
      if (distance(order) >= observed) extreme++;
    } else for (let j = 0; j < n; j++) if (!order.includes(j)) walk([...order, j]);
  };
  walk([]);
  return extreme / all;
}

it("counting over subsets agrees with walking all n! pairings, ties and all", () => {
  const column = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 6, maxLength: 6 });
  fc.assert(
    fc.property(column, column, (x, y) => {
      const { pTwoSided, reason } = spearman(x, y, resampling);
      if (reason === null) expect(pTwoSided).toBe(walked(x, y));
    }),
    { numRuns: 25 },
  );
});

it("above ten units pairings are drawn: reproducibly, with an error, and near the t approximation", () => {
  const x = Array.from({ length: 40 }, (_, i) => (i * 29) % 41);
  const y = x.map((value, i) => value + ((i * 71) % 97));
  const test = spearman(x, y, resampling);
  expect(test).toMatchObject({ method: "MONTE_CARLO", resampling });
  expect(spearman(x, y, resampling)).toEqual(test);
  expect(spearman(x, y, { ...resampling, seed: "4" }).pTwoSided).not.toBe(test.pTwoSided);
  const gap = Math.abs((test.pTwoSided ?? 0) - (test.approximation?.pTwoSided ?? 0));
  expect(gap).toBeLessThan(4 * test.monteCarloError + 0.003);
});

it("any increasing change of scale, and the order of the units, leave everything as it was; a decreasing one turns rho", () => {
  const pairs = fc.array(fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 })), { maxLength: 8 });
  fc.assert(
    fc.property(pairs, (units) => {
      const x = units.map(([value]) => value);
      const y = units.map(([, value]) => value);
      const test = spearman(x, y, resampling);
      const moved = spearman(
        [...x].reverse().map((value) => value * value * value + 5 * value),
        [...y].reverse().map((value) => -Math.exp(value)),
        resampling,
      );
      expect(moved.pTwoSided).toBe(test.pTwoSided);
      expect([moved.pGreater, moved.pLess]).toEqual([test.pLess, test.pGreater]);
      if (test.rho !== null) expect(moved.rho).toBeCloseTo(-test.rho, 12);
      expect(moved.reason).toBe(test.reason);
    }),
  );
});
