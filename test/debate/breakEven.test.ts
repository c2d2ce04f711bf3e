import { breakEven } from "../../src/debate/breakEven.js";
import { golden } from "../golden/golden.js";
import { expect, it } from "@jest/globals";

it.each([
  [108, 29, { state: "FINITE", numerator: 108, denominator: 29, value: 108 / 29 }],
  [69, 56, { state: "FINITE", numerator: 69, denominator: 56, value: 69 / 56 }],
  [31, 2, { state: "FINITE", numerator: 31, denominator: 2, value: 15.5 }],
])("the published policy that loses %i and prevents %i breaks even at its exact ratio", (lost, prevented, expected) => {
  expect(breakEven(lost + prevented, prevented, lost)).toEqual(expected);
});

const policies = ["net_utility", "net_utility_edge"].flatMap((kind) =>
  golden<{ prevented: number; lost: number }, { break_even: number | null }>("ratio_and_net_utility", kind),
);

it.each(policies)("agrees with exact fractions in $id", ({ input: { prevented, lost }, expected }) => {
  expect(breakEven(1, prevented, lost).value).toBe(expected.break_even);
});

it("is reduced to lowest terms", () => {
  expect(breakEven(100, 6, 4)).toMatchObject({ numerator: 2, denominator: 3 });
});

it.each([
  ["FREE", 3, 2, 0, 0],
  ["NO_EFFECT", 3, 0, 0, 0],
  ["NEVER_FIRES", 0, 0, 0, 0],
  ["UNBOUNDED", 3, 0, 2, null],
])("%s: fired %i, prevented %i, lost %i", (state, fired, prevented, lost, value) => {
  const answer = breakEven(fired, prevented, lost);
  expect(answer).toMatchObject({ state, value });
  expect(answer.numerator).toBe(value);
  expect(answer.denominator).toBe(value === null ? null : 1);
});

it("break-even is the ratio at which utility is exactly 0, and beyond it utility is positive, over all small counts", () => {
  for (let prevented = 1; prevented <= 30; prevented++)
    for (let lost = 0; lost <= 30; lost++) {
      const { numerator, denominator } = breakEven(prevented + lost, prevented, lost);
      const utilityTimesDenominator = (extra: number) =>
        ((numerator ?? NaN) + extra) * prevented - (denominator ?? NaN) * lost;
      expect(utilityTimesDenominator(0)).toBe(0);
      expect(utilityTimesDenominator(1)).toBeGreaterThan(0);
    }
});
