import { expect, it } from "@jest/globals";
import { lookAlike } from "../../src/import/lookAlike.js";

it.each([
  ["case", "A", "a"],
  ["a Cyrillic letter", "A", "\u0410"],
  ["a Greek letter", "B", "\u0392"],
  ["full width", "A", "\uff21"],
  ["an accent written apart", "caf\u00e9", "cafe\u0301"],
  ["an invisible character", "A", "A\u200b"],
  ["a no-break space", "not sure", "not\u00a0sure"],
  ["brackets", "A", "(A)"],
  ["a full stop", "42", "42."],
  ["zeros behind the point", "18", "18.0"],
  ["a comma between thousands", "1000", "1,000"],
])("labels that differ in %s look alike", (_, one, other) => {
  expect(lookAlike(new Set(["X", one, "Y", other]))).toEqual([one, other]);
});

it.each([
  ["capitals", ["A", "B", "I", "J"]],
  ["signs", ["-15", "15", "+5"]],
  ["words that share a stem", ["correct", "incorrect"]],
  ["numbers that differ late", ["12345678901234567", "12345678901234568"]],
  ["brackets alone", ["(", ")", "."]],
  ["letters of other scripts", ["\u0416", "\u4e00", "\u4e8c"]],
])("%s do not", (_, labels) => {
  expect(lookAlike(new Set(labels))).toBeNull();
});
