import { expect, it } from "@jest/globals";
import { combinationCount, combinations } from "../../src/stats/combinations.js";

it("two of four numbers are chosen in six ways, in order", () => {
  expect(combinations(4, 2)).toEqual([
    [0, 1],
    [0, 2],
    [0, 3],
    [1, 2],
    [1, 3],
    [2, 3],
  ]);
});

it("none and all are chosen in one way, more than there are in none", () => {
  expect([combinations(3, 0), combinations(3, 3), combinations(2, 3)]).toEqual([[[]], [[0, 1, 2]], []]);
});

it("there are as many as the count says, each a different set, which is Pascal's triangle", () => {
  for (let of = 0; of <= 9; of++)
    for (let size = 0; size <= of + 1; size++) {
      const found = combinations(of, size);
      expect(found).toHaveLength(combinationCount(of, size));
      expect(new Set(found.map(String)).size).toBe(found.length);
      if (size > 0 && of > 0)
        expect(combinationCount(of, size)).toBe(combinationCount(of - 1, size - 1) + combinationCount(of - 1, size));
    }
});
