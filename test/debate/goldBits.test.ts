import { expect, it } from "@jest/globals";
import { goldBits } from "../../src/debate/goldBits.js";
import { panelsOfLetters, panelsOfRuns, seatsNamed } from "./fixtures.js";

it("a guess at gold chooses among the answers that were given, and among two at least, whatever gold is", () => {
  const texts = ["AAA AAA", "AB- x-x", "ABC DDD", "--- xxx"];
  for (const gold of ["A", "Z", null]) {
    const [bits] = goldBits(panelsOfLetters(texts, { gold }));
    expect(bits).toBeCloseTo(1 + 1 + 2 + 1, 12);
  }
});

it("bits are counted for each run by itself; no debates are no bits", () => {
  const run = (slug: string) => ({ slug, seats: seatsNamed(3), debates: [] });
  expect(goldBits(panelsOfRuns(run("a"), run("b")))).toEqual([0, 0]);
  expect(goldBits(panelsOfLetters([]))).toEqual([0]);
});
