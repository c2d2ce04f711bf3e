import { existsSync, readFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import { canonical, type Json } from "../../src/seal/canonical.js";
import { decimalText } from "../../src/seal/decimal.js";
import { grade } from "../../src/seal/grade.js";
import { evaluationSeed } from "../../src/seal/seed.js";
import { leafBytes, leafOf, readStatement, statementDigest, statementTypes } from "../../src/seal/statements.js";
import { utility } from "../../src/seal/utility.js";
import { bends } from "./bend.js";
import { declaration, probes, statements as logged, weights } from "./example.js";

const statements = [...logged, probes];

it("the example has a statement of every type", () => {
  expect(new Set(statements.map(({ type }) => type))).toEqual(new Set(statementTypes));
});

it.each(statements.map((statement) => [statement.type, statement] as const))(
  "a %s is read back as it was",
  (_, statement) => {
    expect(readStatement(JSON.parse(canonical(statement)))).toEqual(statement);
    expect(leafBytes(statement).toString()).toBe(canonical(statement));
    const leaf = createHash("sha256")
      .update(`\0${canonical(statement)}`)
      .digest("hex");
    expect(Buffer.from(leafOf(statement)).toString("hex")).toBe(leaf);
    expect(statementDigest(statement)).toBe(createHash("sha256").update(canonical(statement)).digest("hex"));
  },
);

it("a key too many, a key too few or a value of another kind is refused, over every place of every type", () => {
  const accepted: string[] = [];
  for (const statement of statements)
    for (const { where, value } of bends(statement as unknown as Json)) {
      const before = canonical(statement);
      try {
        const read = readStatement(value);
        expect(canonical(read)).not.toBe(before);
        accepted.push(`${statement.type}.${where}`);
      } catch (error) {
        expect(error).toHaveProperty("code", "BAD_INPUT");
      }
    }
  // What stays a statement is another value of the same kind, never a missing or surplus key: those would have the
  // bare name of the statement as their place.
  expect(accepted.filter((place) => place.endsWith("."))).toEqual([]);
});

it.each<[unknown, string]>([
  [null, "a statement has one of the types run, cohort"],
  [{ type: "toString" }, "one of the types"],
  [{ ...declaration, at: null }, "declaration.at: no such key is known here"],
  [{ ...declaration, v: 2 }, "declaration.v: expected 1, got 2"],
  [{ ...declaration, cohort: "ABC" }, 'declaration.cohort: expected 64 hex digits, got "ABC"'],
  [{ ...declaration, validation: { penalty: 0.5 } }, "expected a safe integer, got 0.5"],
  [
    { ...weights, prices: { ...weights.prices, lost: "-1" } },
    'weights.prices.lost: expected a price of 0 or more, got "-1"',
  ],
  [
    { ...weights, prices: { ...weights.prices, lost: "1.0" } },
    'weights.prices.lost: expected a shortest decimal, got "1.0"',
  ],
  [{ ...weights, prices: { ...weights.prices, lost: 1 } }, "weights.prices.lost: expected a shortest decimal, got 1"],
  [{ ...weights, rationale: "\ud800" }, "half of a surrogate pair"],
])("%p is refused with its place", (value, sentence) => {
  expect(() => readStatement(value)).toThrow(sentence);
});

it("a declaration holds no clock and no name, so declaring the same twice is one evaluation", () => {
  expect(Object.keys(declaration)).not.toContain("at");
  expect(statementDigest({ ...declaration })).toBe(statementDigest(declaration));
});

it("the seed of an evaluation follows from its digest, by a recipe of one line", () => {
  const zeros = "0".repeat(64);
  const hash = createHash("sha256").update(`counterweight-seed${zeros}`).digest("hex");
  expect(evaluationSeed(zeros)).toBe(BigInt(`0x${hash.slice(0, 16)}`).toString());
  expect(evaluationSeed(zeros)).not.toBe(evaluationSeed(`1${zeros.slice(1)}`));
});

describe("grades, by position alone", () => {
  const at = (position: number, weightsAreOfRecord = true, firstAnswers = [5, 8]) =>
    grade({ weights: position, runs: [2, 4], firstAnswers, weightsAreOfRecord });

  it.each([
    [1, "BEFORE_DATA"],
    [3, "BEFORE_OUTCOMES"],
    [6, "BEFORE_EVALUATION"],
    [9, "BEFORE_EVALUATION"],
  ])("weights at position %i, runs at 2 and 4, first answers at 5 and 8: %s", (position, expected) => {
    expect(at(position)).toBe(expected);
    expect(at(position, false)).toBe("SENSITIVITY");
  });

  it("without any gold-dependent answer yet, weights sealed after the data are before outcomes", () => {
    expect(at(9, true, [])).toBe("BEFORE_OUTCOMES");
  });
});

const priced = (prevented: string, lost: string) => ({
  prevented,
  lost,
  rescue: null,
  breakage: null,
  abstention: null,
});
const effects = (collapses: number, corrections: number) => ({
  prevented: { collapses, rescues: 0 },
  lost: { corrections, breakages: 0 },
  abstained: { right: 0, wrong: 0 },
});

it("utility is linear in the weights, exactly", () => {
  for (let collapses = 0; collapses < 8; collapses++)
    for (let corrections = 0; corrections < 8; corrections++)
      for (const [prevented, lost] of [
        ["0.1", "0.2"],
        ["3", "0.7"],
      ] as const) {
        const tenths = Math.round(Number(prevented) * 10) * collapses - Math.round(Number(lost) * 10) * corrections;
        expect(decimalText(utility(priced(prevented, lost), effects(collapses, corrections)))).toBe(
          String(tenths / 10),
        );
      }
});

const golden = `${process.env.COUNTERWEIGHT_SHARED ?? "../shared"}/golden/ratio_and_net_utility.json`;
(existsSync(golden) ? it : it.skip)(
  "utility agrees with the independent implementation (needs the golden cases)",
  () => {
    interface Case {
      kind: string;
      input: { prevented: number; lost: number; w_collapse: number; w_correction: number };
      expected: { utility: number };
    }
    const { cases } = JSON.parse(readFileSync(golden, "utf8")) as { cases: Case[] };
    const ours = cases.filter(({ kind }) => kind.startsWith("net_utility"));
    expect(ours).not.toHaveLength(0);
    for (const { input, expected } of ours) {
      const prices = priced(String(input.w_collapse), String(input.w_correction));
      expect(decimalText(utility(prices, effects(input.prevented, input.lost)))).toBe(String(expected.utility));
    }
  },
);
