import { expect, it } from "@jest/globals";
import { PythonRandom } from "../../src/stats/pythonRandom.js";

it("draws what CPython 3.11 draws: words, ranges, shuffles", () => {
  const random = new PythonRandom(42);
  expect([random.uint32(), random.uint32(), random.uint32()]).toEqual([2746317213, 478163327, 107420369]);
  expect([...new PythonRandom(42).shuffled(10)]).toEqual([7, 3, 2, 8, 5, 6, 9, 4, 0, 1]);
  const ranges = new PythonRandom(20260424);
  expect(Array.from({ length: 6 }, () => ranges.below(6925))).toEqual([371, 6086, 1572, 6091, 3497, 4462]);
  expect(new PythonRandom(4294967295).uint32()).toBe(2728839433);
});

it("goes on over many refills of its state", () => {
  const random = new PythonRandom(1);
  let all = 0;
  for (let i = 0; i < 2000; i++) all ^= random.uint32();
  expect(all >>> 0).toBe(3438506066);
});

it("a seed that is not one word is an error", () => {
  for (const seed of [-1, 0.5, 2 ** 32]) expect(() => new PythonRandom(seed)).toThrow("a seed below 2^32");
});
