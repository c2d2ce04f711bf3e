import { logistic, logisticChance } from "../../src/stats/logistic.js";
import { expect, it } from "@jest/globals";
import fc from "fast-check";

/** The objective straight from its formula. */
function objective(features: number[][], outcomes: number[], c: number, w: ArrayLike<number>, b: number): number {
  const penalty = Array.from(w).reduce((sum, value) => sum + value * value, 0) / 2;
  return outcomes.reduce((sum, outcome, row) => {
    const score = features.reduce((all, column, j) => all + w[j] * column[row], b);
    return sum + c * Math.log(1 + Math.exp(outcome === 1 ? -score : score));
  }, penalty);
}

it("without features the intercept is the log odds of the outcomes", () => {
  expect(logistic([], [1, 1, 1, 0], 1).intercept).toBeCloseTo(Math.log(3), 9);
});

it("two points at -1 and 1 with outcomes 0 and 1: the slope solves w = 2 / (1 + e^w)", () => {
  const { intercept, coefficients } = logistic([[-1, 1]], [0, 1], 1);
  expect(intercept).toBeCloseTo(0, 12);
  expect(coefficients[0]).toBeCloseTo(2 / (1 + Math.exp(coefficients[0])), 9);
});

const sample = fc
  .integer({ min: 4, max: 25 })
  .chain((n) =>
    fc.tuple(
      fc.array(fc.array(fc.double({ min: -4, max: 4, noNaN: true }), { minLength: n, maxLength: n }), { maxLength: 3 }),
      fc.array(fc.nat(1), { minLength: n, maxLength: n }),
      fc.constantFrom(0.01, 1, 100),
    ),
  )
  .filter(([, outcomes]) => outcomes.includes(0) && outcomes.includes(1));

it("the optimum is flat, and no step in any direction goes lower", () => {
  fc.assert(
    fc.property(sample, ([features, outcomes, c]) => {
      const { intercept, coefficients, objective: found, gradient } = logistic(features, outcomes, c);
      expect(gradient).toBeLessThan(1e-9);
      expect(objective(features, outcomes, c, coefficients, intercept)).toBeCloseTo(found, 8);
      for (let j = 0; j <= features.length; j++)
        for (const step of [-1e-3, 1e-3]) {
          const moved = Float64Array.from(coefficients, (value, k) => (k === j ? value + step : value));
          const shifted = j === features.length ? intercept + step : intercept;
          expect(objective(features, outcomes, c, moved, shifted)).toBeGreaterThanOrEqual(found * (1 - 1e-12));
        }
    }),
  );
});

it("perfectly separable classes and constant columns have a finite optimum, however weak the penalty", () => {
  const { intercept, coefficients, gradient } = logistic(
    [
      [-2, -1, 1, 2],
      [1e9, 1e9, 1e9, 1e9],
    ],
    [0, 0, 1, 1],
    1e6,
  );
  expect(gradient).toBeLessThan(1e-9);
  expect(coefficients[1]).toBe(0);
  expect(coefficients[0]).toBeGreaterThan(5);
  expect(intercept).toBeCloseTo(0, 6);
});

it("columns far from zero fit as well as centred ones", () => {
  const near = [0.1, 0.7, -0.4, 0.3, 0.9, -0.2];
  const outcomes = [0, 1, 0, 1, 0, 1];
  const far = logistic([near.map((value) => value + 1024)], outcomes, 1);
  expect(far.coefficients[0]).toBeCloseTo(logistic([near], outcomes, 1).coefficients[0], 9);
});

it("chances never leave 0 to 1, however large the score", () => {
  expect([logisticChance(0), logisticChance(1e4), logisticChance(-1e4)]).toEqual([0.5, 1, 0]);
});

it("one outcome alone, values that are not finite and a penalty that is not positive are errors", () => {
  expect(() => logistic([[1, 2]], [1, 1], 1)).toThrow("both outcomes must occur");
  expect(() => logistic([[1, Number.NaN]], [0, 1], 1)).toThrow("a feature is NaN in row 1");
  expect(() => logistic([[1, 2]], [0, 1], 0)).toThrow("the inverse penalty C must be positive, not 0");
});
