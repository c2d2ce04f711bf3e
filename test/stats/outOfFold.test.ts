import { foldsByGroup } from "../../src/stats/foldsByGroup.js";
import { outOfFold } from "../../src/stats/outOfFold.js";
import { disagreements, golden } from "../golden/golden.js";
import { describe, expect, it } from "@jest/globals";

interface Input {
  X: number[][];
  y: number[];
  fold: number[];
  C: number;
  standardize: boolean;
  feature_sets: Record<string, number[]>;
}
interface GoldenFold {
  fold: number;
  n_train: number;
  n_test: number;
  mean: number[];
  sd: number[];
  intercept: number;
  coef: number[];
  objective: number;
  test_auc: number | null;
}
interface Expected {
  folds: GoldenFold[];
  oof_probability: number[];
  oof_auc: number;
  mean_fold_auc: number;
  folds_with_auc: number;
}
interface Nested {
  oof_auc: number;
  mean_fold_auc: number;
  coef_fold0: number[];
  intercept_fold0: number;
  oof_probability: number[];
}

const columns = (rows: number[][], chosen?: number[]): number[][] =>
  (chosen ?? rows[0].map((_, j) => j)).map((j) => rows.map((row) => row[j]));

describe("out-of-fold logistic regression meets scikit-learn's objective at its exact optimum", () => {
  const kinds = ["standardized", "raw", "separable_constant"];
  it.each(kinds.flatMap((kind) => golden<Input, Expected>("logistic_oof", kind)))("$id", ({ input, expected }) => {
    const { X, y, fold, C, standardize } = input;
    const result = outOfFold(columns(X), y, [fold], { c: C, standardize });
    expect(result.folds.every(({ gradient }) => gradient < 1e-9)).toBe(true);
    for (const want of expected.folds) {
      const got = result.folds.find(({ key }) => key === String(want.fold));
      expect([got?.train, got?.test]).toEqual([want.n_train, want.n_test]);
      const scales = { means: got?.means, deviations: got?.deviations };
      expect(disagreements(scales, { means: want.mean, deviations: want.sd }, { abs: 1e-12, rel: 1e-12 })).toEqual([]);
      const model = { intercept: got?.intercept, coef: got?.coefficients };
      expect(disagreements(model, { intercept: want.intercept, coef: want.coef }, { abs: 1e-6 })).toEqual([]);
      expect(disagreements(got?.objective, want.objective, { rel: 1e-9 })).toEqual([]);
      expect(disagreements(got?.auc, want.test_auc, { abs: 1e-9 })).toEqual([]);
    }
    expect(disagreements(result.chances, expected.oof_probability, { abs: 1e-7 })).toEqual([]);
    expect(disagreements(result.auc?.auc, expected.oof_auc, { abs: 1e-9 })).toEqual([]);
    expect(disagreements(result.meanFoldAuc, expected.mean_fold_auc, { abs: 1e-9 })).toEqual([]);
    expect(result.folds.filter(({ auc }) => auc !== null)).toHaveLength(expected.folds_with_auc);
  });

  const nested = golden<Input, Record<string, Nested>>("logistic_oof", "nested_sets");
  const sets = nested.flatMap((each) => ["pre", "pre_r1", "full"].map((set) => ({ ...each, set })));
  it.each(sets)("$id with the features known $set", ({ input, expected, set }) => {
    const { X, y, fold, C, standardize, feature_sets } = input;
    const result = outOfFold(columns(X, feature_sets[set]), y, [fold], { c: C, standardize });
    const first = result.folds.find(({ key }) => key === "0");
    const want = expected[set];
    expect(disagreements(result.chances, want.oof_probability, { abs: 1e-7 })).toEqual([]);
    expect(disagreements(first?.coefficients, want.coef_fold0, { abs: 1e-6 })).toEqual([]);
    expect(disagreements(first?.intercept, want.intercept_fold0, { abs: 1e-6 })).toEqual([]);
    expect(disagreements(result.auc?.auc, want.oof_auc, { abs: 1e-9 })).toEqual([]);
    expect(disagreements(result.meanFoldAuc, want.mean_fold_auc, { abs: 1e-9 })).toEqual([]);
  });

  const gains = golden<Input, Record<string, number>>("logistic_oof", "nested_sets");
  it.each(gains)("$id: what round 1 and all features add to the AUC", ({ input, expected }) => {
    const { X, y, fold, C, standardize, feature_sets } = input;
    const auc = (set: string): number =>
      outOfFold(columns(X, feature_sets[set]), y, [fold], { c: C, standardize }).auc?.auc ?? NaN;
    const { delta_r1, delta_full } = expected;
    const got = { delta_r1: auc("pre_r1") - auc("pre"), delta_full: auc("full") - auc("pre") };
    expect(disagreements(got, { delta_r1, delta_full }, { abs: 1e-9 })).toEqual([]);
  });

  it.each(golden<Input, { reason: string }>("logistic_oof", "one_class_train"))(
    "$id is undefined",
    ({ input, expected }) => {
      const { X, y, fold, C, standardize } = input;
      const result = outOfFold(columns(X), y, [fold], { c: C, standardize });
      expect(result).toEqual({ chances: null, auc: null, meanFoldAuc: null, folds: [], reason: expected.reason });
    },
  );
});

const X = [[1, 4, 2, 8, 5, 7, 1, 3, 9, 6, 2, 5]];
const y = [0, 1, 0, 1, 0, 1, 1, 0, 1, 1, 0, 0];

it("a held-out row's chance does not depend on its own outcome, nor on the scale of any held-out row", () => {
  const fold = y.map((_, row) => row % 3);
  const turned = y.map((outcome, row) => (fold[row] === 0 ? 1 - outcome : outcome));
  const before = outOfFold(X, y, [fold], { c: 1, standardize: true });
  const after = outOfFold(X, turned, [fold], { c: 1, standardize: true });
  fold.forEach((key, row) => {
    if (key === 0) expect(after.chances?.[row]).toBe(before.chances?.[row]);
  });
});

it("with models and item blocks held out at once, a model is trained on rows that share neither", () => {
  const model = y.map((_, row) => (row < 6 ? "m1" : "m2"));
  const block = y.map((_, row) => Math.floor(row / 3) % 2);
  const { folds } = outOfFold(X, y, [model, block], { c: 1, standardize: true });
  expect(folds.map(({ key, train, test }) => [key, train, test])).toEqual([
    ["m1 / 0", 3, 3],
    ["m1 / 1", 3, 3],
    ["m2 / 0", 3, 3],
    ["m2 / 1", 3, 3],
  ]);
});

it("folds by group never split a group, differ by one group at most, and do not depend on the order of rows", () => {
  const groups = Array.from({ length: 60 }, (_, row) => `item-${(row * 7) % 23}`);
  const folds = foldsByGroup(groups, 5, "9");
  const foldOf = new Map<string, number>();
  groups.forEach((group, row) => {
    expect(foldOf.get(group) ?? folds[row]).toBe(folds[row]);
    foldOf.set(group, folds[row]);
  });
  const sizes = [0, 1, 2, 3, 4].map((fold) => [...foldOf.values()].filter((each) => each === fold).length);
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
  expect([...foldsByGroup([...groups].reverse(), 5, "9")].reverse()).toEqual([...folds]);
  expect(() => foldsByGroup(["a", "b"], 3, "9")).toThrow("2 groups cannot be dealt into 3 folds");
});
