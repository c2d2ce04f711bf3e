import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { jsonLine, MAX_DEPTH, MAX_KEY_LENGTH } from "../../src/import/jsonLine.js";

const said = (text: string) =>
  jsonLine(text).complaints.map(({ path, expected, got }) => `${path}: expected ${expected}, got ${got}`);

it("an object is read as JSON.parse reads it, whatever it holds", () => {
  const value = fc.dictionary(fc.string({ unit: "grapheme" }), fc.jsonValue({ maxDepth: 4 }));
  fc.assert(
    fc.property(value, fc.boolean(), (object, spaced) => {
      const text = JSON.stringify(object, null, spaced ? 1 : 0).replaceAll("\n", " ");
      fc.pre(!/\\u0000|\\ud[89a-f]/.test(text));
      const read = jsonLine(text);
      expect(read.complaints).toEqual([]);
      expect(read.value).toEqual(JSON.parse(text));
    }),
  );
});

it.each([
  [
    "half an object",
    '{"item":"q1","rounds":[["A"',
    ": expected a whole JSON object, got one that breaks off after 27 characters",
  ],
  ["half a string", '{"item":"q', ": expected a whole JSON object, got one that breaks off after 10 characters"],
  ["an array", ' [{"item":"q1"}]', ": expected one JSON object per line, got the start of an array"],
  ["a word", "item,gold", ': expected one JSON object per line, got text that starts with "item,gold"'],
  ["a string", '"A"', ': expected one JSON object per line, got text that starts with "\\"A\\""'],
  ["two objects", '{"a":1}{"b":2}', ": expected a JSON object, got something else at character 8"],
  ["a missing comma", '{"a":1 "b":2}', ": expected a JSON object, got something else at character 8"],
  ["a trailing comma", '{"a":1,}', ": expected a JSON object, got something else at character 8"],
  ["a control character", '{"a":"\t"}', ": expected a JSON object, got something else at character 7"],
  ["a key twice", '{"gold":"A","gold":"B"}', ': expected each key once, got "gold" twice in one object'],
  [
    "a key twice, further in",
    '{"a":{"b":1},"meta":[{"b":{"x":1,"x":2}}]}',
    ': expected each key once, got "x" twice in one object',
  ],
  ["a key twice, written differently", '{"a":1,"\\u0061":2}', ': expected each key once, got "a" twice in one object'],
  [
    "NUL",
    '{"item":"q\\u0000","meta":{"\\u0000":1}}',
    "item: expected text that a database can hold, got a NUL character",
  ],
  [
    "half a pair",
    '{"rounds":[["\\ud800"]]}',
    "rounds[0][0]: expected text that a database can hold, got a lone surrogate",
  ],
  [
    "the other half",
    '{"rounds":[["x\\udc00"]]}',
    "rounds[0][0]: expected text that a database can hold, got a lone surrogate",
  ],
])("%s is refused", (_, text, complaint) => {
  expect(jsonLine(text).value).toBeNull();
  expect(said(text)[0]).toBe(complaint);
});

it("a pair of surrogates is a character, a key may look like a prototype, and a backslash may end a string", () => {
  expect(jsonLine('{"a":"\\ud83d\\ude00"}').value).toEqual({ a: "\u{1f600}" });
  const proto = jsonLine('{"__proto__":{"polluted":1},"constructor":2}').value ?? {};
  expect(Object.keys(proto)).toEqual(["__proto__", "constructor"]);
  expect("polluted" in {}).toBe(false);
  expect(jsonLine('{"a\\\\":"b\\\\","c\\"":"\\\\\\""}').value).toEqual({ "a\\": "b\\", 'c"': '\\"' });
});

it("limits on depth and key length hold at the limit and refuse beyond it", () => {
  const deep = (depth: number) => `{"a":${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}`;
  expect(said(deep(MAX_DEPTH))).toEqual([]);
  expect(said(deep(MAX_DEPTH + 1))).toEqual([": expected at most 64 arrays and objects inside each other, got more"]);
  expect(said(deep(1_000_000))).toHaveLength(1);
  const key = (length: number) => JSON.stringify({ ["k".repeat(length)]: 1 });
  expect(said(key(MAX_KEY_LENGTH))).toEqual([]);
  expect(said(key(MAX_KEY_LENGTH + 1))[0]).toMatch(/expected a key of at most 256 characters, got one of 257$/);
  expect(said(JSON.stringify({ text: "long ".repeat(1000) }))).toEqual([]);
});

it("NaN and Infinity are read as null and counted, but not inside strings", () => {
  const { value, notNumbers } = jsonLine('{"NaN":"NaN \\" Infinity","a":NaN,"b":[-Infinity,Infinity, NaN ],"c":-1}');
  expect(value).toEqual({ NaN: 'NaN " Infinity', a: null, b: [null, null, null], c: -1 });
  expect(notNumbers).toBe(4);
  expect(jsonLine('{"a":NULL}').value).toBeNull();
});

it("numbers that a double cannot hold are named", () => {
  const { value, inexact } = jsonLine(
    '{"a":12345678901234567890,"b":1e999,"c":0.3333333333333333,"d":1.50,"e":1e3,"f":"12345678901234567891","g":9007199254740993,"h":0.10000000000000000000}',
  );
  expect(inexact).toEqual(["12345678901234567890", "1e999", "9007199254740993"]);
  expect(value).toMatchObject({ a: 12345678901234567000, b: Infinity, h: 0.1 });
});

it("whatever comes, a line is read or complained about, and nothing is thrown", () => {
  const valid =
    '{"item":"q1","gold":null,"rounds":[["A",{"asked":false},{"text":"\\u00e9","answer":"B"}]],"meta":{"n":-1.5e3}}';
  fc.assert(
    fc.property(fc.nat(valid.length), fc.nat(6), fc.string({ unit: "binary", maxLength: 6 }), (at, cut, put) => {
      const { value, complaints } = jsonLine(valid.slice(0, at) + put + valid.slice(at + cut));
      expect(value === null).toBe(complaints.length > 0);
    }),
    { numRuns: 500 },
  );
});
