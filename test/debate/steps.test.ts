import { expect, it } from "@jest/globals";
import { atOnce, type Steps } from "../../src/debate/steps.js";

it("a computation in steps has one value, whether it is left in between or not", () => {
  function* sum(numbers: readonly number[]): Steps<number> {
    let found = 0;
    for (const number of numbers) {
      found += number;
      yield;
    }
    return found;
  }
  expect(atOnce(sum([1, 2, 3]))).toBe(6);
  expect(atOnce(sum([]))).toBe(0);
  const steps = sum([1, 2]);
  expect([steps.next(), steps.next(), steps.next()]).toEqual([
    { done: false, value: undefined },
    { done: false, value: undefined },
    { done: true, value: 3 },
  ]);
});
