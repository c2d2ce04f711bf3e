import fc from "fast-check";
import { expect, it } from "@jest/globals";
import { canonical } from "../../src/seal/canonical.js";

it("keys are sorted by UTF-16 code units, as in the example of RFC 8785, section 3.2.3", () => {
  const example = { "\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\ud83d\ude00": 5, "\u0080": 6, "\u00f6": 7 };
  expect(canonical(example)).toBe('{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\ud83d\ude00":5,"\ufb33":3}');
});

it("strings are escaped as in the example of RFC 8785, section 3.2.2", () => {
  expect(canonical("\u20ac$\u000f\u000aA'\u0042\u0022\u005c\\\"/")).toBe('"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"');
});

it("nested values, empty ones and literals have one text", () => {
  expect(canonical({ b: [{}, [], null, true, false], a: -5 })).toBe('{"a":-5,"b":[{},[],null,true,false]}');
});

it("a key such as __proto__ is data", () => {
  expect(canonical(JSON.parse('{"z":1,"__proto__":2,"toJSON":3}'))).toBe('{"__proto__":2,"toJSON":3,"z":1}');
});

it.each<[string, unknown, string]>([
  ["a fraction", { a: [0.5] }, "$.a[0]: expected a safe integer, got 0.5"],
  ["a number beyond the safe integers", 2 * Number.MAX_SAFE_INTEGER, "expected a safe integer"],
  ["not a number", NaN, "got NaN"],
  ["infinity", -Infinity, "got -Infinity"],
  ["minus zero", [-0], "$[0]: minus zero"],
  ["undefined", undefined, "undefined is not JSON"],
  ["an undefined member", { a: undefined }, "$.a: undefined is not JSON"],
  ["a hole in a list", Array(1), "$[0]: undefined is not JSON"],
  ["a bigint", 1n, "bigint is not JSON"],
  ["a function", () => 1, "function is not JSON"],
  ["a symbol", Symbol("s"), "symbol is not JSON"],
  ["a symbol as key", { [Symbol("s")]: 1 }, "a symbol is not a key"],
  ["a date", { at: new Date(0) }, "$.at: only plain objects"],
  ["a map", new Map(), "only plain objects"],
  ["half a surrogate pair", ["\ud83d"], "$[0]: the text holds half of a surrogate pair"],
  ["half a surrogate pair, swapped", "\ude00\ud83d", "half of a surrogate pair"],
  ["half a surrogate pair in a key", { a: { "\ud83d": 1 } }, "$.a, a key: the text holds half"],
])("%s is refused with its place", (_, value, sentence) => {
  expect(() => canonical(value)).toThrow(sentence);
});

it("a value that contains itself is refused, not followed for ever", () => {
  const value: unknown[] = [];
  value.push(value);
  expect(() => canonical(value)).toThrow("nested deeper than 100 levels");
});

it("reading the text gives the value back, and its text again", () => {
  const json = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constant(null),
      fc.boolean(),
      fc.maxSafeInteger(),
      fc.string({ unit: "binary" }),
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(fc.string({ unit: "binary" }), tie("value"), { maxKeys: 4 }),
    ),
  })).value;
  fc.assert(
    fc.property(json, (value) => {
      const text = canonical(value);
      expect(canonical(JSON.parse(text))).toBe(text);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
