import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { codePointOrder } from "../../src/debate/codePointOrder.js";

const byCodePoints = (a: string, b: string): number => {
  const left = Array.from(a, (letter) => letter.codePointAt(0)!);
  const right = Array.from(b, (letter) => letter.codePointAt(0)!);
  const at = left.findIndex((point, index) => point !== right[index]);
  return at < 0 ? left.length - right.length : right[at] === undefined ? 1 : left[at] - right[at];
};

it("labels beyond the BMP come after all others, where JavaScript's own order puts them before U+FF21", () => {
  expect(["\u{1F600}", "\uFF21", "b", "B"].sort(codePointOrder)).toEqual(["B", "b", "\uFF21", "\u{1F600}"]);
  expect(["\u{1F600}", "\uFF21"].sort()).toEqual(["\u{1F600}", "\uFF21"]);
});

it("a prefix comes before what it begins, and the empty string first", () => {
  expect(["ab", "a", ""].sort(codePointOrder)).toEqual(["", "a", "ab"]);
});

it("agrees with comparing lists of code points", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "\uD7FF", "\uE000", "\uFFFF", "\u{10000}", "\u{1F600}") });
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(codePointOrder(a, b))).toBe(Math.sign(byCodePoints(a, b)));
    }),
  );
});
