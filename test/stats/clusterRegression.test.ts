import { clusterRegression } from "../../src/stats/clusterRegression.js";
import { disagreements, golden } from "../golden/golden.js";
import { expect, it } from "@jest/globals";

interface Input {
  y: number[];
  x: number[];
  cluster: number[];
}

it.each(golden<Input, Record<string, unknown>>("cluster_robust_se", "regression"))(
  "the clustered regression line agrees with sandwich and clubSandwich in $id",
  ({ input: { y, x, cluster }, expected, tolerance }) => {
    const { coefficients, cr0, cr1, cr1s, cr2, cr2Df } = clusterRegression(y, x, cluster);
    const got = {
      coef: coefficients,
      cov_cr0: cr0,
      cov_cr1: cr1,
      cov_cr1s: cr1s,
      cov_cr2: cr2,
      df_satterthwaite_cr2: cr2Df,
    };
    expect(disagreements(got, expected, tolerance)).toEqual([]);
  },
);

it("with clusters of one row each CR0 is the sandwich of White, computed the long way", () => {
  const x = [0, 1, 2, 3, 5];
  const y = [1, 2, 2, 5, 4];
  const { coefficients, cr0 } = clusterRegression(y, x, [0, 1, 2, 3, 4]);
  const [intercept, slope] = coefficients ?? [NaN, NaN];
  const sxx = x.reduce((sum, value) => sum + (value - 2.2) * (value - 2.2), 0);
  const meat = x.reduce((sum, value, i) => {
    const u = (value - 2.2) * (y[i] - intercept - slope * value);
    return sum + u * u;
  }, 0);
  expect(cr0?.[1][1]).toBeCloseTo(meat / (sxx * sxx), 14);
});

it("one cluster or a constant x have no regression, and a slope that rests on one cluster no CR2", () => {
  expect(clusterRegression([1, 2], [0, 1], [7, 7])).toMatchObject({ coefficients: null, reason: "single_cluster" });
  expect(clusterRegression([1, 2], [3, 3], [0, 1])).toMatchObject({ coefficients: null, reason: "constant_input" });
  expect(clusterRegression([1, 2, 3, 5], [0, 1, 0, 0], [0, 0, 1, 2])).toMatchObject({
    cr2: null,
    cr2Df: null,
    reason: null,
  });
});
