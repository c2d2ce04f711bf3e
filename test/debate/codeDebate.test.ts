import { expect, it } from "@jest/globals";
import { codeDebate } from "../../src/debate/codeDebate.js";
import { NOT_ASKED } from "../../src/debate/debate.js";
import { debate, rounds } from "./fixtures.js";

const shape = { rounds: 2, seats: 3 };

it("labels are numbered in code point order, unparsed is 0 and not asked is 255", () => {
  const coded = codeDebate(debate({ rounds: rounds("BA- xCB"), gold: "D" }), shape);
  expect(coded.labels).toEqual(["A", "B", "C", "D"]);
  expect([...coded.codes]).toEqual([2, 1, 0, 255, 3, 2]);
  expect(coded.gold).toBe(4);
});

it("white space at both ends does not make another label, and a blank ballot is unparsed", () => {
  const coded = codeDebate(debate({ rounds: [[" A", "A\t", "  "]], gold: "A\n" }), { rounds: 1, seats: 3 });
  expect(coded.labels).toEqual(["A"]);
  expect([...coded.codes]).toEqual([1, 1, 0]);
  expect(coded.gold).toBe(1);
});

it("gold, signals and displayed labels are numbered together with the ballots", () => {
  const coded = codeDebate(
    debate({
      rounds: rounds("BB BB"),
      gold: "C",
      signals: [["tests", "A"]],
      displayed: [[["D", " "], []]],
    }),
    { rounds: 3, seats: 2 },
  );
  expect(coded.labels).toEqual(["A", "B", "C", "D"]);
  expect(coded.signals).toEqual([["tests", 1]]);
  // Round 1: seat 1 saw D (the blank is nothing), seat 2 saw nothing; round 2 is not stated.
  expect([...coded.displayed!]).toEqual([1, 4, 0, 255, 255]);
});

it("rounds that a debate does not have, and seats beyond its own, are not asked", () => {
  expect([...codeDebate(debate({ rounds: [["A"]] }), shape).codes]).toEqual([1, 255, 255, 255, 255, 255]);
  expect([...codeDebate(debate({ rounds: [["A", NOT_ASKED]] }), shape).codes]).toEqual([1, 255, 255, 255, 255, 255]);
});

it("a debate without gold, or with blank gold, has none", () => {
  expect(codeDebate(debate({ rounds: [["A"]], gold: null }), shape).gold).toBe(0);
  expect(codeDebate(debate({ rounds: [["A"]], gold: " " }), shape).gold).toBe(0);
});

it("250 distinct labels in one debate are coded, 251 are refused by name and number", () => {
  const many = (count: number) => [Array.from({ length: count }, (_, index) => `label ${index}`)];
  const coded = codeDebate(debate({ rounds: many(249), gold: "A" }), { rounds: 1, seats: 251 });
  expect(Math.max(...coded.codes.filter((code) => code !== 255))).toBe(250);
  expect(() => codeDebate(debate({ rounds: many(250), gold: "A" }), { rounds: 1, seats: 251 })).toThrow(
    'item "q1": expected at most 250 distinct labels in one debate, got 251',
  );
});

it("more rounds or seats than the run has are refused", () => {
  expect(() => codeDebate(debate({ rounds: rounds("A A A") }), shape)).toThrow("expected at most 2 rounds, got 3");
  expect(() => codeDebate(debate({ rounds: rounds("AAAA") }), shape)).toThrow(
    "round 0: expected at most 3 ballots, got 4",
  );
});

it("a label named like a built-in property is a label", () => {
  const coded = codeDebate(debate({ rounds: [["__proto__", "constructor"]], gold: "__proto__" }), shape);
  expect(coded.labels).toEqual(["__proto__", "constructor"]);
  expect(coded.gold).toBe(1);
});
