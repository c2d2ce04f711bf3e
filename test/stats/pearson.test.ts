import { pearson } from "../../src/stats/pearson.js";
import { disagreements, golden } from "../golden/golden.js";
import { expect, it } from "@jest/globals";
import fc from "fast-check";

interface Expected {
  n?: number;
  r: number | null;
  t?: number;
  df?: number;
  p_two_sided: number | null;
  log10_p?: number;
  ci95: number[] | null;
  reason?: string;
}

const kinds = ["pearson", "large_offset", "extreme_p", "constant_input", "n_too_small", "perfect"];
const cases = kinds
  .flatMap((kind) => golden<{ method: string; x: number[]; y: number[] }, Expected>("correlation_asymptotic", kind))
  .filter(({ input }) => input.method === "pearson");

it.each(cases)(
  "Pearson agrees with mpmath, SciPy and R, at any offset and for tiny p: $id",
  ({ input, expected, tolerance }) => {
    const { r, t, df, pTwoSided, interval, reason, used } = pearson(input.x, input.y);
    const { p_two_sided, log10_p, reason: why = null, ...want } = expected;
    expect(disagreements({ n: used, r, t, df, ci95: interval }, want, tolerance)).toEqual([]);
    expect(reason).toBe(why);
    expect(disagreements(pTwoSided, p_two_sided, { rel: 1e-7 })).toEqual([]);
    if (log10_p !== undefined) expect(disagreements(Math.log10(pTwoSided ?? 0), log10_p, tolerance)).toEqual([]);
  },
);

it("four points by hand: r = 0.8, and t = 0.8 sqrt(2 / 0.36)", () => {
  const { r, t, df, interval } = pearson([1, 2, 3, 4], [1, 3, 2, 4]);
  expect(r).toBeCloseTo(0.8, 15);
  expect(t).toBeCloseTo(0.8 * Math.sqrt(2 / 0.36), 14);
  expect(df).toBe(2);
  expect(interval?.[0]).toBeCloseTo(Math.tanh(Math.atanh(0.8) - 1.959963984540054), 12);
});

it("missing pairs leave before anything is computed", () => {
  expect(pearson([1, null, 2, 3, 4], [1, 9, 3, 2, null])).toMatchObject({ used: 3, omitted: 2 });
});

it("points on a line have |r| = 1, p 0 and an interval of no width, whatever the slope", () => {
  const slope = fc.double({ min: 0.01, max: 100, noNaN: true });
  fc.assert(
    fc.property(slope, fc.integer({ min: -1000, max: 1000 }), (a, b) => {
      const x = [3, 1, 4, 1, 5, 9];
      expect(
        pearson(
          x,
          x.map((value) => a * value + b),
        ),
      ).toMatchObject({ r: 1, pTwoSided: 0, interval: [1, 1] });
    }),
  );
});

it("r agrees with the textbook's sums, and lies inside its interval", () => {
  const value = fc.integer({ min: -100, max: 100 });
  fc.assert(
    fc.property(fc.array(fc.tuple(value, value), { minLength: 5, maxLength: 30 }), (points) => {
      const { r, interval } = pearson(
        points.map(([x]) => x),
        points.map(([, y]) => y),
      );
      if (r === null || interval === null) return;
      const sum = (of: (x: number, y: number) => number): number => points.reduce((all, [x, y]) => all + of(x, y), 0);
      const n = points.length;
      const [sx, sy] = [sum((x) => x), sum((_, y) => y)];
      const above = n * sum((x, y) => x * y) - sx * sy;
      const below = Math.sqrt(n * sum((x) => x * x) - sx * sx) * Math.sqrt(n * sum((_, y) => y * y) - sy * sy);
      expect(r).toBeCloseTo(above / below, 12);
      expect(interval[0]).toBeLessThanOrEqual(r);
      expect(interval[1]).toBeGreaterThanOrEqual(r);
    }),
  );
});
