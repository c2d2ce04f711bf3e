import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { answerReader, parserNamed, parserNames } from "../../src/debate/answerParser.js";

type Row = readonly [
  text: string,
  labels: string[] | null,
  runner: string | null,
  noFallback: string | null,
  tag: string | null,
];
const golden = new URL("answer_parser", import.meta.url);

const runner = (text: string, labels: readonly string[] | null = null) => answerReader("debateledger-v1", labels)(text);

const disagreeing = (rows: readonly Row[]): Row[] =>
  rows.filter(([text, labels, ...expected]) => {
    const read = ["debateledger-v1", "no-fallback-v1", "final-tag-v1"] as const;
    return read.some((name, index) => answerReader(name, labels)(text).label !== expected[index]);
  });

it("304 hand-made texts are read as Python's regular expressions read them by the documented rules", () => {
  const rows = JSON.parse(readFileSync(`${fileURLToPath(golden)}.json`, "utf8")) as Row[];
  expect(rows.length).toBe(304);
  expect(disagreeing(rows)).toEqual([]);
});

it("random texts are read as Python reads them", () => {
  const seed = String(Math.floor(Math.random() * 1e9));
  const { stdout, status, error } = spawnSync("python3", [`${fileURLToPath(golden)}.py`, "fuzz", seed, "5000"], {
    encoding: "utf8",
    maxBuffer: 1e8,
  });
  if (error) return console.log("not compared with Python: python3 does not start here");
  expect(status).toBe(0);
  const rows = JSON.parse(stdout) as Row[];
  expect(rows.length).toBe(5000);
  expect({ seed, disagreeing: disagreeing(rows) }).toEqual({ seed, disagreeing: [] });
});

it.each<[text: string, labels: string | null, label: string | null, rule: string | null]>([
  ["Final Answer: B", null, "B", "FINAL_ANSWER"],
  ["Final Answer: A\nFinal Answer: B", null, "A", "FINAL_ANSWER"],
  ["Final Answer: E\nFinal Answer: B", "ABCD", "B", "LAST_CAPITAL"],
  ["Final Answer: E. I pick c", "ABCD", "C", "CHOICE"],
  ["the answer is a tricky one", null, "A", "ANSWER_IS"],
  ["The answer is: D", null, "D", "ANSWER_IS"],
  ["I choose option e.", null, "E", "CHOICE"],
  ["Correct answer: F", null, "F", "ANSWER_COLON"],
  ["The answer is E, I choose F, answer: C", "ABCD", "C", "ANSWER_COLON"],
  ["first\n(**B**.\nlast", null, "B", "OWN_LINE"],
  ["C\nB", null, "B", "OWN_LINE"],
  ["[B]", null, "B", "LAST_CAPITAL"],
  ["B:", null, "B", "LAST_CAPITAL"],
  ["k", "ABCDEFGHIJK", "K", "OWN_LINE"],
  ["(K)", "ABCDEFGHIJK", null, null],
  ["3", "1234", "3", "OWN_LINE"],
  ["I think so", "ABCDEFGHI", "I", "LAST_CAPITAL"],
  ["I think so", "ABCD", null, null],
  ["Final Answer: **B**", null, "B", "LAST_CAPITAL"],
  ["**Final Answer:** B", null, "B", "LAST_CAPITAL"],
  ["Final Answer: (B)", null, "B", "LAST_CAPITAL"],
  ["Final Answer: \\boxed{B}", null, "B", "LAST_CAPITAL"],
  ["Final Answer: BC", null, null, null],
  ["Final Answer: B_1", null, null, null],
  ["Final Answer: B\u00e9", null, null, null],
  ["Final Answer: \u0131", null, "I", "FINAL_ANSWER"],
  ["Final Answer: \u0130", null, null, null],
  ["F\u0131nal An\u017fwer: C", null, "C", "FINAL_ANSWER"],
  ["Final Answer: A", "", null, null],
  ["   \u00a0\n", null, null, null],
  ["", null, null, null],
])("DebateLedger's runner reads %j with labels %j as %j, by %j", (text, labels, label, rule) => {
  expect(runner(text, labels === null ? null : [...labels])).toEqual({ label, rule });
});

it("the audits look at the last valid tag, and have no last capital", () => {
  const read = (name: "no-fallback-v1" | "final-tag-v1", text: string) => answerReader(name, null)(text).label;
  expect(read("no-fallback-v1", "Final Answer: A\nFinal Answer: B\nFinal Answer: Z")).toBe("B");
  expect(read("no-fallback-v1", "So it is C")).toBeNull();
  expect(read("no-fallback-v1", "I pick C\nD")).toBe("C");
  expect(read("no-fallback-v1", "C\nnothing")).toBe("C");
  expect(read("final-tag-v1", "C\nnothing")).toBeNull();
  expect(read("final-tag-v1", "nothing\n C. \n\n")).toBe("C");
  expect(read("final-tag-v1", "I pick C")).toBeNull();
});

it.each([
  ["so #### 18", "18", "HASH_MARKS"],
  ["#### 1,234.50\n#### $-7", "1234.5", "HASH_MARKS"],
  ["\\boxed{ 42 } then 43", "42", "BOXED"],
  ["The answer is 7. Check: 8", "7", "ANSWER_PHRASE"],
  ["ANSWER: +0.50", "0.5", "ANSWER_PHRASE"],
  ["3 apples and 15 pears", "15", "LAST_NUMBER"],
  ["1,2,3", "3", "LAST_NUMBER"],
  ["$1,234,567.00.", "1234567", "LAST_NUMBER"],
  ["it costs -.5", "-0.5", "LAST_NUMBER"],
  ["-0.0", "0", "LAST_NUMBER"],
  ["x2 and y3", null, null],
  ["none", null, null],
])("numbers: %j is %j, by %j", (text, label, rule) => {
  expect(answerReader("numeric-v1", [])(text)).toEqual({ label, rule });
});

it("a number that is read is read as itself", () => {
  const read = (text: string | null) => answerReader("numeric-v1", null)(text).label;
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }), (number) => {
      const plain = read(number.toFixed(6));
      // There is no -0 in numbers that are compared as texts.
      expect(Number(plain)).toBe(Number(number.toFixed(6)) + 0);
      expect(read(plain)).toBe(plain);
    }),
  );
});

it("no text makes a parser throw, or read a label that is not admissible", () => {
  const pieces = [
    "Final Answer:",
    "answer is",
    "pick",
    "\n",
    " ",
    "A",
    "(B)",
    "\u0130",
    "\ud800",
    "####",
    "-",
    "1",
    ",",
  ];
  const texts = fc.oneof(
    fc.string({ unit: "binary", maxLength: 200 }),
    fc.array(fc.constantFrom(...pieces)).map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(texts, fc.constantFrom(...parserNames), (text, name) => {
      const { label, rule } = answerReader(name, ["A", "B"])(text);
      expect(label === null).toBe(rule === null);
      if (label !== null && name === "debateledger-v1") expect(["A", "B"]).toContain(label);
      if (label !== null && name !== "numeric-v1") expect(label).toMatch(/^[A-J]$/);
    }),
    { numRuns: 500 },
  );
});

it("hostile texts of a million characters take no more than linear time", () => {
  const long = 1_000_000;
  const texts = [
    " ".repeat(long),
    `answer is${" ".repeat(long)}zz`,
    `Final${" ".repeat(long)}Answer`,
    `pick${" ".repeat(long / 2)}option${" ".repeat(long / 2)}zz`,
    "\n".repeat(long),
    `x${" ".repeat(long)}x`,
    "(".repeat(long),
    "answer is ".repeat(long / 10),
    `####${" ".repeat(long)}`,
    `${"1,".repeat(long / 2)}x`,
    "1".repeat(long),
    "-".repeat(long),
    `\\boxed{${" ".repeat(long)}`,
  ];
  // A square of a million steps would not end within this test's time.
  for (const text of texts) for (const name of parserNames) answerReader(name, null)(text);
  expect(answerReader("debateledger-v1", null)(`answer is${" ".repeat(long)}b`).label).toBe("B");
});

it("an unknown parser is refused with the names there are", () => {
  expect(() => parserNamed("debateledger")).toThrow(
    'coding parser: expected one of debateledger-v1, no-fallback-v1, final-tag-v1, numeric-v1, got "debateledger"',
  );
  expect(() => parserNamed("__proto__")).toThrow("coding parser");
  expect(parserNamed("numeric-v1")).toBe("numeric-v1");
});
