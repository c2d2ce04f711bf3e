import { newcombeLimits, pairedIntervals, tangoLimits } from "../../src/stats/pairedIntervals.js";
import { disagreements, golden } from "../golden/golden.js";
import { expect, it } from "@jest/globals";
import fc from "fast-check";

interface Input {
  a: number;
  b: number;
  c: number;
  d: number;
  confidence: number;
}
type Expected = Record<"difference" | "newcombe_m10" | "tango", number | number[] | null>;

it.each(golden<Input, Expected>("paired_proportion_difference"))(
  "Newcombe's and Tango's intervals agree with R and the papers in $id",
  ({ input: { a, b, c, d, confidence: level }, expected, tolerance }) => {
    const counts = { both: a, first: b, second: c, neither: d };
    const report = pairedIntervals(counts, { level });
    const ends = (method: "NEWCOMBE" | "TANGO") => {
      const { low, high } = pairedIntervals(counts, { level, method }).interval;
      return low === null ? null : [low, high];
    };
    const { difference, newcombe_m10, tango } = expected;
    const got = { difference: report.value, newcombe_m10: ends("NEWCOMBE"), tango: ends("TANGO") };
    expect(disagreements(got, { difference, newcombe_m10, tango }, tolerance)).toEqual([]);
    expect(report.interval.method).toBe("NEWCOMBE");
    expect(report.beside.map(({ method }) => method)).toEqual(["TANGO"]);
    expect(report.reason).toBe(difference === null ? "empty_denominator" : null);
  },
);

it("both contain the difference, stay inside [-1, 1], and turn round when the sides are exchanged", () => {
  const count = fc.integer({ min: 0, max: 40 });
  fc.assert(
    fc.property(count, count, count, count, (both, first, second, neither) => {
      fc.pre(both + first + second + neither > 0);
      const difference = (first - second) / (both + first + second + neither);
      for (const limits of [newcombeLimits, tangoLimits]) {
        const [low, high] = limits({ both, first, second, neither }, 0.95);
        expect(low).toBeLessThanOrEqual(difference + 1e-9);
        expect(high).toBeGreaterThanOrEqual(difference - 1e-9);
        expect(Math.max(-low, high)).toBeLessThanOrEqual(1);
        const swapped = limits({ both, first: second, second: first, neither }, 0.95);
        expect(disagreements(swapped, [-high, -low], { abs: 1e-9 })).toEqual([]);
      }
    }),
    { seed: 11 },
  );
});

it("counts that are not whole numbers, and methods for other reports", () => {
  expect(() => pairedIntervals({ both: 1.5, first: 0, second: 0, neither: 1 })).toThrow("got 1.5 for both");
  expect(pairedIntervals({ both: 1, first: 0, second: 0, neither: 1 }, { method: "WILSON" }).interval.reason).toBe(
    "method_not_for_this_report",
  );
});
