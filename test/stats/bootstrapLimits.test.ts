import {
  basicLimits,
  bcaLevel,
  bcaLimits,
  bootstrapMoments,
  medianBias,
  normalLimits,
  percentileLimits,
  replicatesOf,
  studentizedLimits,
} from "../../src/stats/bootstrapLimits.js";
import { distinctSums } from "../../src/stats/distinctSums.js";
import { type LimitsOr } from "../../src/stats/interval.js";
import { normalQuantile } from "../../src/stats/normal.js";
import { quantile } from "../../src/stats/quantile.js";
import { acceleration, jackknife, ratioContrast } from "../../src/stats/ratioContrast.js";
import { disagreements, golden } from "../golden/golden.js";
import { expect, it } from "@jest/globals";
import fc from "fast-check";

interface Input {
  num: number[];
  den: number[];
  estimate: number;
  replicates: (number | null)[];
  replicate_se?: number[];
  se?: number;
  confidence: number;
}

const limitsOf = (outcome: LimitsOr): readonly number[] | null => ("limits" in outcome ? outcome.limits : null);

const contrastOf = ({ num, den }: Pick<Input, "num" | "den">) => {
  const columns = [Float64Array.from(num), Float64Array.from(den)];
  const term = { weight: 1, numerator: [1, 0], denominator: [0, 1] };
  return ratioContrast(distinctSums({ clusters: num.length, columns }), [term]);
};

const given = golden<Input, Record<string, unknown>>("bootstrap_intervals_given_replicates");

it.each(given.filter(({ kind }) => kind !== "studentized"))(
  "intervals from given replicates agree with SciPy and R in $id",
  ({ input, expected, tolerance }) => {
    const { estimate, confidence: level } = input;
    const replicates = replicatesOf(input.replicates);
    const contrast = contrastOf(input);
    const a = acceleration(contrast);
    const bias = replicates.ascending.length > 0 ? medianBias(replicates, estimate) : null;
    const bca = bcaLimits(replicates, estimate, a, level);
    const tooMany = expected.reason === "too_many_undefined_replicates";
    const z0 = bias !== null && "z0" in bias && !tooMany ? bias.z0 : null;
    const z = normalQuantile((1 - level) / 2);
    const moments = bootstrapMoments(replicates, estimate);
    const distinct = jackknife(contrast);
    const byCluster = input.num.map((num, g) => {
      const { numerator, denominator } = contrast.terms[0];
      return distinct[numerator.findIndex((n, k) => n === num && denominator[k] === input.den[g])];
    });
    const got = {
      n_replicates: input.replicates.length,
      n_undefined: replicates.undefinedReplicates,
      se_boot: moments?.error ?? null,
      bias: moments?.bias ?? null,
      percentile: limitsOf(percentileLimits(replicates, level)),
      basic: limitsOf(basicLimits(replicates, estimate, level)),
      normal: limitsOf(normalLimits(replicates, estimate, level)),
      z0,
      acceleration: tooMany ? null : a,
      alpha_lower: z0 === null || a === null ? null : bcaLevel(z0, a, z),
      alpha_upper: z0 === null || a === null ? null : bcaLevel(z0, a, -z),
      bca: limitsOf(bca),
      reason: "reason" in bca ? bca.reason : undefined,
      jackknife: byCluster,
    };
    delete expected.z0_strict_for_comparison;
    expect(disagreements(got, expected, tolerance)).toEqual([]);
  },
);

it.each(given.filter(({ kind }) => kind === "studentized"))(
  "the studentized interval from given replicates agrees in $id",
  ({ input, expected, tolerance }) => {
    const { estimate, se = 0, replicate_se = [] } = input;
    const studentized = replicatesOf(input.replicates.map((value, r) => ((value ?? 0) - estimate) / replicate_se[r]));
    const quantiles = limitsOf(percentileLimits(studentized, input.confidence));
    const got = {
      se,
      t_quantiles: quantiles,
      studentized: limitsOf(studentizedLimits(studentized, estimate, se, input.confidence)),
    };
    expect(disagreements(got, expected, tolerance)).toEqual([]);
  },
);

it("quantiles interpolate between order statistics, type 7", () => {
  expect([0, 0.25, 0.5, 0.75, 1].map((p) => quantile([1, 2, 4, 10], p))).toEqual([1, 1.75, 3, 5.5, 10]);
  expect(quantile([7], 0.3)).toBe(7);
});

it("BCa without bias or acceleration is the percentile interval", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 3, maxLength: 40 }), (half) => {
      const replicates = replicatesOf([...half, ...half.map((x) => -x)]);
      const bca = limitsOf(bcaLimits(replicates, 0, 0, 0.9)) ?? [];
      const percentile = limitsOf(percentileLimits(replicates, 0.9)) ?? [];
      expect(disagreements(bca, percentile, { abs: 1e-9 })).toEqual([]);
    }),
    { seed: 3 },
  );
});

it("adding a constant moves every bootstrap interval by it, and a change of sign mirrors it", () => {
  const values = fc.array(fc.integer({ min: -30, max: 30 }), { minLength: 10, maxLength: 60 });
  fc.assert(
    fc.property(values, fc.integer({ min: -9, max: 9 }), (list, shift) => {
      fc.pre(list.some((x) => x < 0) && list.some((x) => x > 0));
      const all = (numbers: number[], estimate: number, a: number) => {
        const replicates = replicatesOf(numbers);
        return [
          percentileLimits(replicates, 0.9),
          basicLimits(replicates, estimate, 0.9),
          bcaLimits(replicates, estimate, a, 0.9),
          normalLimits(replicates, estimate, 0.9),
        ].map((outcome) => limitsOf(outcome) ?? []);
      };
      const plain = all(list, 0, 0.05);
      const moved = all(
        list.map((x) => x + shift),
        shift,
        0.05,
      );
      const mirrored = all(
        list.map((x) => -x),
        0,
        -0.05,
      );
      expect(
        disagreements(
          moved,
          plain.map((limits) => limits.map((x) => x + shift)),
          { abs: 1e-9 },
        ),
      ).toEqual([]);
      expect(
        disagreements(
          mirrored,
          plain.map((limits) => limits.map((x) => -x).reverse()),
          { abs: 1e-9 },
        ),
      ).toEqual([]);
    }),
    { seed: 4 },
  );
});
