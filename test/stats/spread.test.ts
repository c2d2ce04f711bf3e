import { expect, it } from "@jest/globals";
import { spread } from "../../src/stats/spread.js";

it("the median of an even number of values is the mean of the two in the middle", () => {
  expect(spread([4, 1, 10, 2])).toEqual({ least: 1, median: 3, greatest: 10, of: 4, undefined: 0 });
});

it("values that do not exist are counted and in no number; numbers are ordered as numbers", () => {
  expect(spread([null, 10, 9, 100])).toEqual({ least: 9, median: 10, greatest: 100, of: 4, undefined: 1 });
  expect(spread([null])).toEqual({ least: null, median: null, greatest: null, of: 1, undefined: 1 });
  expect(spread([])).toEqual({ least: null, median: null, greatest: null, of: 0, undefined: 0 });
});
