import { expect, it } from "@jest/globals";
import { dealtFolds, descentOutOfFold } from "../../src/stats/dealtFolds.js";
import { gradientDescent } from "../../src/stats/gradientDescent.js";
import { logistic } from "../../src/stats/logistic.js";

it("dealt folds differ by one row at most and take every row once", () => {
  const { fold, order } = dealtFolds(13, 5, 42);
  expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: 13 }, (_, row) => row));
  const sizes = [0, 1, 2, 3, 4].map((held) => fold.filter((one) => one === held).length);
  expect(sizes).toEqual([3, 3, 3, 2, 2]);
});

const x = [0, 1, 2, 3, 4, 5, 6, 7];
const y = [0, 0, 1, 0, 1, 0, 1, 1];
const all = x.map((_, row) => row);

it("one step from zero goes down the mean slope", () => {
  const { intercept, coefficients } = gradientDescent([x], y, all, { rate: 0.1, steps: 1, l2: 0.5 });
  // Mean of (1/2 - y) is 0; of (1/2 - y) x it is 14/8 - 19/8.
  expect(intercept).toBeCloseTo(0, 15);
  expect(coefficients[0]).toBeCloseTo((0.1 * 5) / 8, 15);
});

it("descent that goes on for long ends where the exact method does", () => {
  const { intercept, coefficients } = gradientDescent([x], y, all, { rate: 0.1, steps: 60_000, l2: 1 / 8 });
  // Mean loss + l2 w^2 / 2 is the other objective over C times rows, with C = 1 / (l2 rows).
  const exact = logistic([x], y, 1);
  expect(coefficients[0]).toBeCloseTo(exact.coefficients[0], 8);
  expect(intercept).toBeCloseTo(exact.intercept, 8);
});

it("a fold whose training part has one class gets even chances", () => {
  const folds = { count: 2, fold: Uint32Array.of(0, 0, 1, 1), order: Uint32Array.of(0, 1, 2, 3) };
  const chances = descentOutOfFold([[1, 2, 3, 4]], [0, 1, 0, 0], folds, { rate: 0.1, steps: 3, l2: 0 });
  expect([...chances.subarray(0, 2)]).toEqual([0.5, 0.5]);
  expect(chances[2]).not.toBe(0.5);
});
