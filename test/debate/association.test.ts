import { expect, it } from "@jest/globals";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { association, type AssociationRow } from "../../src/debate/association.js";

interface Golden {
  readonly rows: readonly {
    readonly model: string;
    readonly family: string;
    readonly alpha: number;
    readonly replies: number;
    readonly debates: number;
    readonly initialRight: number;
    readonly collapses: number;
    readonly corrections: number;
    readonly initialAccuracy: number;
    readonly finalAccuracy: number;
  }[];
  readonly family: {
    readonly means: readonly {
      family: string;
      alpha: number;
      conditionalCollapsePct: number;
      initialAccuracy: number;
    }[];
    readonly medians: readonly { family: string; alpha: number; conditionalCollapsePct: number }[];
    readonly partial: { rho: number; t: number; p_two_sided_t: number };
    readonly leaveOneOut: readonly { dropped_family: string; rho: number; p_two_sided_exact: number }[];
  };
  readonly rows_rho: {
    readonly alpha_vs_c_cond: { rho: number; p_two_sided: number };
    readonly partials: readonly { controls: string[]; rho: number; p_two_sided: number }[];
  };
  readonly leaveOneFamilyOutRows: readonly { family: string; rho: number }[];
  readonly predictors: readonly {
    predictor: string;
    model_rho: number;
    family_rho: number;
    family_p_two_sided_exact?: number;
  }[];
}
const golden = JSON.parse(readFileSync(new URL("../published/headline_rows.json", import.meta.url), "utf8")) as Golden;
const headline = golden.rows.map(
  ({
    model,
    family,
    alpha,
    replies,
    debates,
    initialRight,
    collapses,
    corrections,
    initialAccuracy,
    finalAccuracy,
  }): AssociationRow => ({
    label: model,
    family,
    alpha: { count: alpha * replies, of: replies },
    collapse: { count: collapses, of: initialRight },
    initialAccuracy,
    finalAccuracy,
    correction: corrections / (debates - initialRight),
    rawCollapse: collapses / debates,
  }),
);
const options = { aggregation: "MEAN", level: 0.95, resamples: 400, seed: "1" } as const;
const found = association(headline, options);

it("the headline of DebateLedger: rho 0.8929 over seven families, 62 of 5,040 orders", () => {
  expect(found.byFamily.spearman.rho).toBeCloseTo(0.8928571428571429, 12);
  expect(found.byFamily.spearman).toMatchObject({
    method: "EXACT",
    pTwoSided: 62 / 5040,
    pGreater: 31 / 5040,
    used: 7,
  });
  expect(association(headline, { ...options, aggregation: "MEDIAN" }).byFamily.spearman).toMatchObject({
    pTwoSided: 62 / 5040,
  });
});

it("with initial accuracy taken out: 0.767, p 0.0877 exact and 0.0751 by t", () => {
  const { rho, pTwoSided, approximation } = found.byFamily.partial;
  expect(rho).toBeCloseTo(golden.family.partial.rho, 12);
  expect(pTwoSided).toBe(442 / 5040);
  expect(approximation).toMatchObject({ df: 4 });
  expect(approximation?.t).toBeCloseTo(golden.family.partial.t, 9);
  expect(approximation?.pTwoSided).toBeCloseTo(golden.family.partial.p_two_sided_t, 9);
});

it("family means and medians are those of the table, its rows being rounded", () => {
  golden.family.means.forEach(({ family, alpha, conditionalCollapsePct, initialAccuracy }, index) => {
    const mean = found.families[index];
    expect(mean.family).toBe(family);
    expect(mean.alpha).toBeCloseTo(alpha, 10);
    expect(Math.abs(100 * mean.collapse - conditionalCollapsePct)).toBeLessThan(5e-5);
    expect(mean.initialAccuracy).toBeCloseTo(initialAccuracy, 12);
  });
  const medians = association(headline, { ...options, aggregation: "MEDIAN" }).families;
  golden.family.medians.forEach(({ family, alpha, conditionalCollapsePct }, index) => {
    expect(medians[index].family).toBe(family);
    expect(medians[index].alpha).toBeCloseTo(alpha, 10);
    expect(Math.abs(100 * medians[index].collapse - conditionalCollapsePct)).toBeLessThan(5e-5);
  });
});

it("the fourteen rows: rho 0.829 and 0.658 given initial accuracy, with the published p by t", () => {
  const { alpha_vs_c_cond: published, partials } = golden.rows_rho;
  expect(found.byRow.spearman.rho).toBeCloseTo(published.rho, 12);
  expect(found.byRow.spearman.approximation?.pTwoSided).toBeCloseTo(published.p_two_sided, 12);
  expect(found.byRow.spearman).toMatchObject({ method: "MONTE_CARLO" });
  const given = partials.find(({ controls }) => controls.length === 1 && controls[0] === "initial_accuracy");
  expect(found.byRow.partial.rho).toBeCloseTo(given!.rho, 12);
  expect(found.byRow.partial.approximation?.pTwoSided).toBeCloseTo(given!.p_two_sided, 9);
});

it("what a team has for nothing does as well nearly: 0.821 for initial error; the other predictors as published", () => {
  const of = (name: string) => found.predictors().find(({ predictor }) => predictor === name)!;
  expect(of("INITIAL_ERROR").byFamily.rho).toBeCloseTo(0.8214285714285714, 12);
  expect(of("INITIAL_ERROR").byFamily.pTwoSided).toBe(172 / 5040);
  for (const [name, published, sign] of [
    ["INITIAL_ERROR", "initial_accuracy", -1],
    ["FINAL_ERROR", "final_accuracy", -1],
    ["CONDITIONAL_CORRECTION", "correction_pct", 1],
    ["RAW_COLLAPSE", "raw_collapse_pct", 1],
  ] as const) {
    const row = golden.predictors.find(({ predictor }) => predictor === published)!;
    expect(of(name).byRow.rho).toBeCloseTo(sign * row.model_rho, 12);
    expect(of(name).byFamily.rho).toBeCloseTo(sign * row.family_rho, 12);
    expect(of(name).byFamily.pTwoSided).toBeCloseTo(row.family_p_two_sided_exact!, 12);
  }
});

it("leaving out a family, or a row, gives the published figures", () => {
  for (const { dropped_family: family, rho, p_two_sided_exact: p } of golden.family.leaveOneOut) {
    const { byFamily } = found.withoutFamily().find((left) => left.family === family)!;
    expect(byFamily.rho).toBeCloseTo(rho, 12);
    expect(byFamily.pTwoSided).toBeCloseTo(p, 12);
  }
  for (const { family, rho } of golden.leaveOneFamilyOutRows)
    expect(found.withoutFamily().find((left) => left.family === family)!.byRow).toBeCloseTo(rho, 12);
  expect(found.withoutRow().map(({ label }) => label)).toEqual(headline.map(({ label }) => label));
  // A family of one row is gone with it.
  const alone = found.withoutRow().find(({ family }) => family === "Meta")!;
  expect(alone.byFamily).toEqual(found.withoutFamily().find(({ family }) => family === "Meta")!.byFamily);
});

it("few rows have no correlation, and say why; none at all neither", () => {
  const two = association(headline.slice(0, 2), options);
  expect(two.byRow.spearman).toMatchObject({ rho: null, reason: "n_too_small" });
  expect(two.familyInterval()).toMatchObject({ low: null, status: "UNAVAILABLE" });
  const none = association([], options);
  expect([none.withoutRow(), none.withoutFamily()]).toEqual([[], []]);
  expect(none).toMatchObject({ families: [] });
  expect(none.errorsInVariables()).toMatchObject({ median: null, undefinedReplicates: 400 });
  const one = association(
    headline.filter(({ family }) => family === "Qwen"),
    options,
  );
  expect(one.familyInterval()).toMatchObject({ clusters: 1, reason: "single_cluster" });
  expect(one.byRow.spearman.rho).not.toBeNull();
});

it("the order of the rows makes no difference", () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(headline, { minLength: 14 }), (shuffled) => {
      const again = association(shuffled, { ...options, resamples: 20 });
      expect(again.families).toEqual(
        found.families.map((family) => ({
          ...family,
          alpha: expect.closeTo(family.alpha, 12),
          collapse: expect.closeTo(family.collapse, 12),
          initialAccuracy: expect.closeTo(family.initialAccuracy, 12),
        })),
      );
      expect(again.byFamily.spearman.pTwoSided).toBe(62 / 5040);
      expect(again.byRow.spearman.rho).toBeCloseTo(found.byRow.spearman.rho!, 12);
    }),
    { numRuns: 5 },
  );
});
