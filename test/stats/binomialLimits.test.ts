import { clopperPearsonLimits, jeffreysLimits, wilsonLimits } from "../../src/stats/binomialLimits.js";
import { proportion } from "../../src/stats/proportion.js";
import { disagreements, golden } from "../golden/golden.js";
import { expect, it } from "@jest/globals";
import fc from "fast-check";

interface Input {
  x: number;
  n: number;
  confidence: number;
}
interface Expected {
  estimate: number;
  wilson: number[] | null;
  jeffreys: number[] | null;
  clopper_pearson: number[] | null;
}

it.each(golden<Input, Expected>("binomial_intervals").filter(({ kind }) => kind !== "empty"))(
  "Wilson, Jeffreys and Clopper-Pearson agree with SciPy in $id",
  ({ input: { x, n, confidence }, expected, tolerance }) => {
    const got = {
      estimate: proportion(x, n).value,
      wilson: wilsonLimits(x, n, confidence),
      jeffreys: jeffreysLimits(x, n, confidence),
      clopper_pearson: clopperPearsonLimits(x, n, confidence),
    };
    const { estimate, wilson, jeffreys, clopper_pearson } = expected;
    expect(disagreements(got, { estimate, wilson, jeffreys, clopper_pearson }, tolerance)).toEqual([]);
  },
);

const counts = fc
  .tuple(fc.integer({ min: 1, max: 3000 }), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([n, share]) => [Math.round(share * n), n] as const);

it("every binomial interval contains the rate, mirrors with it, and Clopper-Pearson contains Jeffreys", () => {
  fc.assert(
    fc.property(counts, fc.double({ min: 0.5, max: 0.999, noNaN: true }), ([x, n], level) => {
      for (const limits of [wilsonLimits, jeffreysLimits, clopperPearsonLimits]) {
        const [low, high] = limits(x, n, level);
        expect(low).toBeLessThanOrEqual(x / n);
        expect(high).toBeGreaterThanOrEqual(x / n);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(disagreements(limits(n - x, n, level), [1 - high, 1 - low], { abs: 1e-10 })).toEqual([]);
      }
      const [exactLow, exactHigh] = clopperPearsonLimits(x, n, level);
      const [low, high] = jeffreysLimits(x, n, level);
      expect(exactLow).toBeLessThanOrEqual(low + 1e-12);
      expect(exactHigh).toBeGreaterThanOrEqual(high - 1e-12);
    }),
    { seed: 5, numRuns: 200 },
  );
});
