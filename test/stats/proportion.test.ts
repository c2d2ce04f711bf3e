import { proportion } from "../../src/stats/proportion.js";
import { expect, it } from "@jest/globals";

it("a proportion is its count over its denominator", () => {
  expect(proportion(1, 4)).toEqual({ count: 1, of: 4, value: 0.25, reason: null });
});

it("nothing to divide by is null with a reason, never zero", () => {
  expect(proportion(0, 0)).toEqual({ count: 0, of: 0, value: null, reason: "empty_denominator" });
});
