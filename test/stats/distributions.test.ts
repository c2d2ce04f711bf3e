import { betaCdf, betaPoint, betaQuantile, betaUpper, betaUpperQuantile } from "../../src/stats/beta.js";
import { chiSquareCdf, chiSquareUpper } from "../../src/stats/gamma.js";
import { logGamma } from "../../src/stats/logGamma.js";
import { normalCdf, normalQuantile, normalUpper } from "../../src/stats/normal.js";
import {
  studentCdf,
  studentQuantile,
  studentTwoSided,
  studentUpper,
  studentUpperQuantile,
} from "../../src/stats/student.js";
import { expect, it } from "@jest/globals";
import fc from "fast-check";

// Expected values: mpmath 1.3 at 60 digits, rounded to doubles.

const near = (got: number, want: number, relative = 1e-12): void =>
  expect(Math.abs(got - want)).toBeLessThanOrEqual(relative * Math.abs(want));

it.each([
  [0.02, 0.5, 20.5, 0.6343190968171684, 0.36568090318283164],
  [0.3, 8, 90, 0.9999999610554462, 3.8944553790232316e-8],
  [0.08, 800, 9201, 0.5052938349285377, 0.49470616507146226],
  [0.999, 500, 1, 0.6063789448611847, 0.3936210551388153],
  [0.0005, 0.5, 0.5, 0.014236437406239656, 0.9857635625937603],
  [0.95, 3.3, 15.7, 1, 8.848016151642368e-19],
  [0.081, 12, 150, 0.65973992166863, 0.34026007833137],
])("the beta distribution at %d with parameters %d and %d", (x, a, b, lower, upper) => {
  near(betaCdf(x, a, b), lower);
  near(betaUpper(x, a, b), upper);
  near(lower < upper ? betaQuantile(lower, a, b) : betaUpperQuantile(upper, a, b), x);
});

it.each([
  [0.3, 1, 0.4161175792296348, 0.5838824207703652],
  [3.841458820694124, 1, 0.95, 0.05000000000000006],
  [151.94, 3, 1, 1.0052057493481957e-32],
  [80, 100, 0.07033506665939496, 0.9296649333406051],
  [1000, 900, 0.9890053910578641, 0.010994608942135848],
  [0.0001, 5, 5.319040436531819e-12, 0.9999999999946809],
])("chi-squared at %d with %i degrees of freedom", (x, df, lower, upper) => {
  near(chiSquareCdf(x, df), lower);
  near(chiSquareUpper(x, df), upper);
});

it.each([
  [0.3, 0.3820885778110474],
  [0.67, 0.2514288950953101],
  [1, 0.15865525393145705],
  [1.96, 0.024997895148220435],
  [4, 3.1671241833119924e-5],
  [5.7, 5.990371401063528e-9],
  [12, 1.776482112077679e-33],
  [37, 5.725571222524577e-300],
])("the normal upper tail at %d", (z, upper) => {
  near(normalUpper(z), upper, 1e-14);
  near(normalCdf(-z), upper, 1e-14);
  near(normalCdf(z), 1 - upper, 1e-15);
  near(-normalQuantile(upper), z, 1e-14);
});

it.each([
  [0.1, 1, 0.4682744825694464],
  [2.5, 2, 0.0648058601107554],
  [2, 4.7, 0.05278609110171979],
  [3, 29, 0.0027495960669517033],
  [8, 11, 3.2661085776923533e-6],
  [1.96, 900, 0.02515200980292277],
  [30, 40, 2.425453830295104e-29],
])("Student's t at %d with %d degrees of freedom", (t, df, upper) => {
  near(studentUpper(t, df), upper);
  near(studentCdf(-t, df), upper);
  near(studentTwoSided(-t, df), 2 * upper);
  near(studentUpperQuantile(upper, df), t);
  near(studentQuantile(upper, df), -t);
});

it("Student's t at huge degrees of freedom is the normal, without a seam", () => {
  near(studentUpperQuantile(0.025, 1e12), 1.9599639845400545, 1e-14);
  near(studentUpperQuantile(0.025, 0.9999e10), studentUpperQuantile(0.025, 1e10), 1e-9);
});

it.each([
  [0.001, 6.907178885383853],
  [0.5, 0.5723649429247001],
  [1.5, -0.12078223763524522],
  [7, 6.579251212010101],
  [20.5, 40.8315009745308],
  [100_000, 1051287.7089736569],
])("ln Gamma(%d)", (z, value) => near(logGamma(z), value, 1e-14));

it("quantile and distribution function undo each other for every beta distribution", () => {
  const shape = fc.double({ min: 0.05, max: 5000, noNaN: true });
  fc.assert(
    fc.property(shape, shape, fc.double({ min: 1e-9, max: 1 - 1e-9, noNaN: true }), (a, b, p) => {
      const { x, y } = betaPoint(p, 1 - p, a, b);
      if (x < 1e-290 || y < 1e-290) return;
      const back = p < 0.5 ? betaCdf(x, a, b) : betaCdf(y, b, a);
      near(back, p < 0.5 ? p : 1 - p, x < 0.5 === p < 0.5 ? 1e-9 : 1e-7);
    }),
    { numRuns: 300, seed: 1 },
  );
});

it("ends of the range are the ends of the support, and what is no probability is refused", () => {
  expect([betaQuantile(0, 2, 3), betaQuantile(1, 2, 3), betaCdf(-1, 2, 3), betaCdf(2, 2, 3)]).toEqual([0, 1, 0, 1]);
  expect([chiSquareCdf(0, 3), chiSquareUpper(0, 3)]).toEqual([0, 1]);
  expect(studentUpperQuantile(0.5, 3)).toBe(0);
  expect(() => normalQuantile(0)).toThrow("strictly between");
  expect(() => studentQuantile(1, 3)).toThrow("strictly between");
  expect(() => studentCdf(1, 0)).toThrow("positive degrees");
  expect(() => betaCdf(0.5, 0, 1)).toThrow("positive parameters");
  expect(() => betaQuantile(NaN, 1, 1)).toThrow("probability");
  expect(() => chiSquareCdf(1, 0)).toThrow("positive shape");
});
