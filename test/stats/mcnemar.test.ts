import { mcnemar } from "../../src/stats/mcnemar.js";
import { disagreements, golden } from "../golden/golden.js";
import { expect, it } from "@jest/globals";
import fc from "fast-check";

/** P(X = k), X ~ Bin(n, 1/2), from Pascal's triangle in whole numbers. */
const chance = (k: number, n: number): number => {
  let row = [1n];
  for (let i = 0; i < n; i++) row = [1n, ...row.slice(1).map((ways, j) => ways + row[j]), 1n];
  return Number((row[k] * 10n ** 30n) / 2n ** BigInt(n)) / 1e30;
};

it("two pairs corrected and none broken is no evidence: exact p 0.50, mid-p 0.25", () => {
  expect(mcnemar(0, 2)).toMatchObject({ discordant: 2, pMid: 0.25, pExact: 0.5, oddsRatio: 0 });
});

it("eighteen against six gives the published exact p 0.0227", () => {
  expect(mcnemar(18, 6).pExact).toBeCloseTo(0.022655844688415527, 15);
});

it("without a discordant pair both p values are 1 and there are no odds", () => {
  expect(mcnemar(0, 0)).toEqual({
    discordant: 0,
    pMid: 1,
    pExact: 1,
    chiSquared: null,
    chiSquaredCorrected: null,
    oddsRatio: null,
    oddsRatioInterval: null,
  });
});

it.each(golden<{ b: number; c: number }, Record<string, unknown>>("mcnemar"))(
  "McNemar agrees with mpmath, statsmodels and R: $id",
  ({ input, expected, tolerance }) => {
    const got = mcnemar(input.b, input.c);
    const named = {
      discordant: got.discordant,
      p_exact: got.pExact,
      p_mid: got.pMid,
      chi2: got.chiSquared?.statistic ?? null,
      p_chi2: got.chiSquared?.p ?? null,
      chi2_cc: got.chiSquaredCorrected?.statistic ?? null,
      p_chi2_cc: got.chiSquaredCorrected?.p ?? null,
      odds_ratio: got.oddsRatio,
      odds_ratio_ci95: got.oddsRatioInterval,
    };
    expect(disagreements(named, expected, tolerance)).toEqual([]);
  },
);

it("McNemar agrees with the binomial distribution summed term by term", () => {
  fc.assert(
    fc.property(fc.nat(60), fc.integer({ min: 1, max: 60 }), (first, second) => {
      const observed = chance(Math.min(first, second), first + second);
      let tail = 0;
      for (let k = 0; k <= Math.min(first, second); k++) tail += chance(k, first + second);
      const { pMid, pExact } = mcnemar(first, second);
      expect(pExact).toBeCloseTo(Math.min(1, 2 * tail), 12);
      expect(pMid).toBeCloseTo(first === second ? 1 - observed / 2 : 2 * tail - observed, 12);
    }),
    { numRuns: 50 },
  );
});

it("McNemar does not care which condition is called first, and mid-p never exceeds the exact p", () => {
  fc.assert(
    fc.property(fc.nat(3000), fc.nat(3000), (first, second) => {
      const { pMid, pExact } = mcnemar(first, second);
      expect(mcnemar(second, first)).toMatchObject({ pMid, pExact });
      expect(pMid).toBeLessThanOrEqual(pExact);
      expect(pMid).toBeGreaterThanOrEqual(0);
    }),
  );
});

it("McNemar refuses counts that are not whole numbers from 0 up", () => {
  expect(() => mcnemar(-1, 2)).toThrow("a count of pairs cannot be -1");
  expect(() => mcnemar(1, Number.NaN)).toThrow("a count of pairs cannot be NaN");
});
