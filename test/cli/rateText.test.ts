import { expect, it } from "@jest/globals";
import { type IntervalAnswer, rateText, rateWithCounts } from "../../src/cli/rateText.js";

const rate = { count: 86, of: 1016, value: 86 / 1016, reason: null };
const interval: IntervalAnswer = {
  low: 0.06906,
  high: 0.10336,
  level: 0.95,
  method: "WILSON",
  resamples: null,
  seed: null,
  clusters: 1016,
  status: "OK",
  reason: null,
};

it("a rate is a percentage with its interval, two digits each", () => {
  expect(rateText({ ...rate, interval })).toBe("8.46 [6.91, 10.34] %");
  expect(rateWithCounts({ ...rate, interval })).toBe("86/1016 = 8.46 [6.91, 10.34] %");
});

it("a rate that nobody wanted an interval for has none", () => {
  expect(rateText(rate)).toBe("8.46 %");
  expect(rateText({ ...rate, interval: null })).toBe("8.46 %");
});

it("nothing to divide by and an interval that cannot exist are dashes, not zeros", () => {
  expect(rateText({ count: 0, of: 0, value: null, reason: "empty_denominator", interval })).toBe("-");
  expect(rateText({ ...rate, interval: { ...interval, low: null, high: null, reason: "one_cluster" } })).toBe(
    "8.46 [-] %",
  );
});
