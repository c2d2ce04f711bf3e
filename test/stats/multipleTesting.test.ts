import { benjaminiHochberg, benjaminiYekutieli, bonferroni, hochberg, holm } from "../../src/stats/multipleTesting.js";
import { disagreements, golden } from "../golden/golden.js";
import { expect, it } from "@jest/globals";
import fc from "fast-check";

type Adjusted = (number | null)[];
interface Expected {
  bh: Adjusted;
  by: Adjusted;
  holm: Adjusted;
  bonferroni: Adjusted;
  hochberg: Adjusted;
  rejected_bh_05: (boolean | null)[];
  rejected_holm_05: (boolean | null)[];
}

it("Holm multiplies the smallest of three p values by 3, the next by 2, and never steps back", () => {
  expect(holm([0.02, 0.01, 0.025])).toEqual([0.04, 0.03, 0.04]);
});

it.each(golden<{ p: Adjusted }, Expected>("multiple_testing"))(
  "adjusted p values agree with statsmodels and R: $id",
  ({ input: { p }, expected, tolerance }) => {
    const rejected = (adjusted: Adjusted): (boolean | null)[] =>
      adjusted.map((each) => (each === null ? null : each <= 0.05));
    const got = {
      bh: benjaminiHochberg(p),
      by: benjaminiYekutieli(p),
      holm: holm(p),
      bonferroni: bonferroni(p),
      hochberg: hochberg(p),
      rejected_bh_05: rejected(benjaminiHochberg(p)),
      rejected_holm_05: rejected(holm(p)),
    };
    const { bh, by, bonferroni: b, hochberg: hb, holm: h, rejected_bh_05, rejected_holm_05 } = expected;
    const want = { bh, by, holm: h, bonferroni: b, hochberg: hb, rejected_bh_05, rejected_holm_05 };
    expect(disagreements(got, want, tolerance)).toEqual([]);
  },
);

const pValues = fc.array(fc.option(fc.double({ min: 0, max: 1, noNaN: true })), { maxLength: 12 });

it("Holm agrees with its definition: the largest (m - j) p over all smaller or equal p values", () => {
  fc.assert(
    fc.property(pValues, (p) => {
      const present = p.filter((value) => value !== null).sort((a, b) => a - b);
      const slow = p.map((value) => {
        if (value === null) return null;
        const steps = present.flatMap((each, j) => (each <= value ? [(present.length - j) * each] : []));
        return Math.min(1, Math.max(...steps));
      });
      expect(holm(p)).toEqual(slow);
    }),
  );
});

it("Benjamini-Hochberg agrees with its definition: the smallest m p / rank over all larger or equal p values", () => {
  fc.assert(
    fc.property(pValues, (p) => {
      const present = p.filter((value) => value !== null).sort((a, b) => a - b);
      const slow = p.map((value) => {
        if (value === null) return null;
        const steps = present.flatMap((each, j) => (each >= value ? [each * (present.length / (j + 1))] : []));
        return Math.min(1, ...steps);
      });
      expect(benjaminiHochberg(p)).toEqual(slow);
    }),
  );
});

it("Hochberg never exceeds Holm, Holm never exceeds Bonferroni, and no adjustment lowers a p value", () => {
  fc.assert(
    fc.property(pValues, (p) => {
      p.forEach((value, test) => {
        const steps = [value, hochberg(p)[test], holm(p)[test], bonferroni(p)[test]].map((each) => each ?? 0);
        for (let i = 1; i < steps.length; i++) expect(steps[i]).toBeGreaterThanOrEqual(steps[i - 1]);
      });
    }),
  );
});

it("a p value outside 0 to 1 is an error", () => {
  expect(() => holm([0.5, 1.5])).toThrow("p value 1 is 1.5, outside 0 to 1");
  expect(() => holm([Number.NaN])).toThrow("p value 0 is NaN, outside 0 to 1");
});
