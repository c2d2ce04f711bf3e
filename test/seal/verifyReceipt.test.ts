import { describe, expect, it } from "@jest/globals";
import { canonical } from "../../src/seal/canonical.js";
import { type Check } from "../../src/seal/check.js";
import { sealedEnvelope, preAuthenticated } from "../../src/seal/envelope.js";
import { generateSigningKey, readSigningKey } from "../../src/seal/key.js";
import { verifyReceipt, type VerifyOptions } from "../../src/seal/verifyReceipt.js";
import { resultStatement } from "../../src/seal/result.js";
import { type Statement } from "../../src/seal/statements.js";
import {
  cohort,
  decisions,
  declaration,
  evaluations,
  key,
  log,
  logOf,
  payloadOf,
  receiptOf,
  result,
  rows,
  statements,
} from "./example.js";
import { recompute } from "../../src/seal/recompute.js";

const faults = (checks: readonly Check[]) =>
  checks.flatMap(({ check, object, fault }) => (fault === null ? [] : `${check}: ${object}: ${fault}`));
const faultsOf = (file: string, options: VerifyOptions = {}) => faults(verifyReceipt(file, options).checks);
const graded = receiptOf(evaluations.graded);

it.each(Object.keys(evaluations) as (keyof typeof evaluations)[])("the receipt of the evaluation %p holds", (name) => {
  const { checks, evidence, key: signer } = verifyReceipt(receiptOf(evaluations[name]), { trustedKey: key.text });
  expect(faults(checks)).toEqual([]);
  expect(signer).toBe(key.text);
  expect(evidence?.result.statement.net).toBe(-1);
  expect(checks.filter(({ check }) => check === "inclusion proof")).toHaveLength(evaluations[name].positions.length);
});

it("the same log gives the same receipt, byte for byte", () => {
  expect(receiptOf(evaluations.graded)).toBe(graded);
});

it("pre-authentication encoding is that of the DSSE protocol's example", () => {
  const example = preAuthenticated("http://example.com/HelloWorld", Buffer.from("hello world"));
  expect(example.toString()).toBe("DSSEv1 29 http://example.com/HelloWorld 11 hello world");
});

it("another key is named when the caller trusts one", () => {
  const stranger = readSigningKey(generateSigningKey(key.name));
  expect(faultsOf(graded, { trustedKey: stranger.text })).toEqual([
    `trusted key: key: the receipt's key is ${key.text}, not the trusted one`,
  ]);
  const forged = logOf(statements, stranger).receipt(evaluations.graded.digest, evaluations.graded.positions);
  expect(faultsOf(forged)).toEqual([]);
  expect(faultsOf(forged, { trustedKey: key.text })).toHaveLength(1);
});

it.each([
  ["nothing", "", "envelope: envelope: the file is not JSON"],
  ["null", "null", "expected an object"],
  ["a list", "[]", "expected an object"],
  ["another key", graded.replace('"payload"', '"PAYLOAD"'), "envelope.PAYLOAD: no such key"],
  ["another payload type", graded.replace("vnd.in-toto", "vnd.in-foto"), "envelope.payloadType: expected"],
  ["no signature", graded.replace(/\[[^\]]*\]/, "[]"), "has 0 signatures"],
  ["another signer", graded.replace('keyid": "counter', 'keyid": "Counter'), "it says Counterweight.example"],
])("a file that holds %s is refused", (_, file, sentence) => {
  expect(faultsOf(file).join("\n")).toMatch(sentence);
});

it("a payload that is not canonical is refused although it is signed: two readers could see two receipts in it", () => {
  const text = canonical(payloadOf(graded));
  const twice = text.replace('"predicateType":', '"predicateType":"x","predicateType":');
  expect(faultsOf(sealedEnvelope(key, Buffer.from(text)))).toEqual([]);
  expect(faultsOf(sealedEnvelope(key, Buffer.from(twice)))).toEqual([
    "payload: payload: the payload is not canonical JSON",
  ]);
  expect(faultsOf(sealedEnvelope(key, Buffer.from(`${text} `)))).toHaveLength(1);
  expect(faultsOf(sealedEnvelope(key, Buffer.from([0xff, 0xfe])))[0]).toMatch(
    "payload: payload: the payload is not JSON",
  );
});

describe("a client that kept an older checkpoint", () => {
  const since = log.checkpoint(10);

  it("sees that the log only grew", () => {
    expect(faultsOf(graded, { since, consistency: log.consistency(10) })).toEqual([]);
    expect(faultsOf(graded, { since: log.checkpoint(statements.length) })).toEqual([]);
    expect(faultsOf(graded, { since: log.checkpoint(0) })).toEqual([]);
  });

  it("asks for the proof, and for the right one", () => {
    expect(faultsOf(graded, { since })).toEqual(["history: older checkpoint: no proof leads from 10 entries to 22"]);
    expect(faultsOf(graded, { since, consistency: log.consistency(9) })[0]).toMatch(
      "leads from 9 to 22, needed is 10 to 22",
    );
    expect(faultsOf(graded, { since, consistency: "{}" })[0]).toMatch("proof.from: missing");
  });

  it("finds a log that was rolled back", () => {
    const shorter = logOf(statements.slice(0, 18)).receipt(evaluations.graded.digest, evaluations.graded.positions);
    expect(faultsOf(shorter)).toEqual([]);
    expect(faultsOf(shorter, { since: log.checkpoint(20) })).toEqual([
      "history: older checkpoint: rolled back: the older checkpoint has 20 entries, this one 18",
    ]);
  });

  it("finds a log that was forked, at the same size and later", () => {
    const better = { ...result, declarations: { team: 1, all: 7 } };
    const forked = logOf(statements.map((statement, index) => (index === 9 ? better : statement)));
    const file = forked.receipt(evaluations.graded.digest, evaluations.graded.positions);
    expect(faultsOf(file)).toEqual([]);
    expect(faultsOf(file, { since: log.checkpoint(22) })[0]).toMatch("forked: two different logs of 22 entries");
    for (const consistency of [forked.consistency(10), log.consistency(10)])
      expect(faultsOf(file, { since, consistency })[0]).toMatch("forked: the log of 22 entries is not shown to begin");
  });

  it("is told when the older checkpoint is another log's", () => {
    const stranger = logOf(statements, readSigningKey(generateSigningKey("elsewhere")));
    expect(faultsOf(graded, { since: stranger.checkpoint(10) })[0]).toMatch("its origin is elsewhere");
  });
});

/** A dishonest server: it keeps the key, and writes what it likes into a log of its own. */
describe("a log whose statements contradict each other is named, although everything in it is signed and included", () => {
  const { positions } = evaluations.graded;
  const bent = (at: number, change: object, digest = evaluations.graded.digest) =>
    faultsOf(
      logOf(statements.map((statement, index) => (index === at ? { ...statement, ...change } : statement))).receipt(
        digest,
        positions,
      ),
    );

  it.each<[string, object, string]>([
    ["a better net", { net: 3 }, "net: result at position 9: says 3, found -1"],
    ["a better utility", { utility: "3" }, "utility: result at position 9: says 3, found -1"],
    [
      "a better grade",
      { grade: "BEFORE_DATA" },
      "grade: result at position 9: says BEFORE_DATA, found BEFORE_OUTCOMES",
    ],
    ["a chosen seed", { seed: "1" }, "seed: result at position 9: says 1, found "],
    ["no loss", { lost: { corrections: 0, breakages: 0 } }, "net: result at position 9: says -1, found 1"],
    [
      "an unreduced break-even",
      { breakEven: { state: "FINITE", numerator: 4, denominator: 2 } },
      "break-even: result at position 9: says FINITE 4/2, found FINITE 2/1",
    ],
    [
      "a kinder state",
      { breakEven: { state: "FREE", numerator: 0, denominator: 1 } },
      "break-even: result at position 9: says FREE 0/1, found FINITE 2/1",
    ],
    ["fewer debates", { debates: 19 }, "debates: result at position 9: says 21 debates in all, found 22"],
    ["debates lost from sight", { excluded: [] }, "debates: result at position 9: says 20 debates in all, found 22"],
    [
      "fewer fired than changed",
      { fired: 2 },
      "fired: result at position 9: 1 prevented, 2 lost and 0 given up do not fit into 2 fired",
    ],
    [
      "another denominator",
      { deltaAccuracy: { count: -1, of: 22 } },
      "delta accuracy: result at position 9: says -1/22, found -1/20",
    ],
    [
      "uploaded decisions for a rule",
      { verification: "UNVERIFIED" },
      "verification: result at position 9: says UNVERIFIED",
    ],
    ["no declarations", { declarations: { team: 0, all: 0 } }, "declarations: result at position 9: 0 of 0"],
    [
      "rescues that have no price",
      { prevented: { collapses: 0, rescues: 1 } },
      "utility: result at position 9: the action has 1 rescues, and the weights do not price that",
    ],
    ["a record that is not shown", { record: "0".repeat(64) }, "references: declaration 0000"],
  ])("%s", (_, change, sentence) => {
    expect(bent(9, change).join("\n")).toContain(sentence);
  });

  it("a cohort or policy that is not what its digest says", () => {
    const [first, ...rest] = cohort.runs;
    const runs = [{ ...first, members: "0".repeat(64) }, ...rest];
    expect(bent(4, { runs })[0]).toMatch("cohort digest: cohort at position 4: says");
    expect(bent(4, { size: 23 })).toContain("cohort size: cohort at position 4: says 23, found 22");
    expect(bent(5, { rule: { gate: "ALWAYS" } })).toEqual([
      expect.stringMatching("policy digest: policy at position 5"),
    ]);
    expect(bent(5, { rule: null })[0]).toMatch("expected either a rule or decisions");
    expect(bent(0, { debates: 12 })).toEqual(["cohort run: run at position 0: the cohort takes 13 of its 12"]);
    expect(bent(0, { slug: "other" })).toEqual(["references: run a: is missing"]);
  });

  it("other weights than were declared, under the same name", () => {
    expect(bent(2, { rationale: "kinder" })).toEqual([
      expect.stringMatching(/references: weights [0-9a-f]{64}: is missing/),
      "references: weights at position 2: has no part in this evaluation",
    ]);
  });

  it("weights sealed after the declaration, and every other wrong order", () => {
    const order = (moved: number, to: number) => {
      const reordered = statements.filter((_, index) => index !== moved);
      const [statement] = statements.slice(moved, moved + 1);
      if (statement !== undefined) reordered.splice(to, 0, statement);
      const wanted = positions.flatMap((position) => statements[position] ?? []);
      return faultsOf(
        logOf(reordered).receipt(
          evaluations.graded.digest,
          wanted.map((each) => reordered.indexOf(each)),
        ),
      );
    };
    expect(order(2, 7)).toContain("order: weights at position 7: expected before the declaration at position 6");
    expect(order(7, 9)).toContain("order: declaration at position 9: expected before the result at position 8");
    expect(order(5, 7)).toContain("order: policy at position 7: expected before the declaration at position 6");
    expect(order(4, 7)).toContain("order: cohort at position 7: expected before the declaration at position 6");
    expect(order(3, 4)).toContain("order: run at position 4: expected before the cohort at position 3");
    expect(order(8, 9)).toContain("order: firstAnswer at position 9: expected before the result at position 8");
    expect(order(2, 6)).toContain("grade: result at position 9: says BEFORE_OUTCOMES, found BEFORE_EVALUATION");
    expect(order(2, 0)).toContain("grade: result at position 9: says BEFORE_OUTCOMES, found BEFORE_DATA");
  });

  it("a first answer that is left out of the receipt", () => {
    const without = log.receipt(
      evaluations.graded.digest,
      positions.filter((position) => position !== 6),
    );
    expect(faultsOf(without)).toEqual(["references: first answer about run a: is missing"]);
  });

  it.each(evaluations.graded.positions)("the statement at position %i left out", (left) => {
    const file = log.receipt(
      evaluations.graded.digest,
      positions.filter((position) => position !== left),
    );
    expect(faultsOf(file).join()).toMatch("is missing");
  });

  it("weights sealed between two imports of the same records, when both are shown", () => {
    const [first, ...others] = statements;
    const twin = { ...first, slug: "twin" } as Statement;
    const [early, sealed, second] = others;
    const kinder = others.map((each) => (each === result ? { ...result, grade: "BEFORE_DATA" as const } : each));
    const sly = logOf([twin, early, sealed, first, second, ...kinder.slice(3)].filter((each) => each !== undefined));
    const shown = [2, 3, 4, 5, 6, 7, 8, 9, 10];
    expect(faultsOf(sly.receipt(evaluations.graded.digest, shown))).toEqual([]);
    expect(faultsOf(sly.receipt(evaluations.graded.digest, [0, ...shown]))).toEqual([
      "grade: result at position 10: says BEFORE_DATA, found BEFORE_OUTCOMES",
    ]);
  });

  it("a statement that has no part in it", () => {
    expect(faultsOf(log.receipt(evaluations.graded.digest, [...positions, 18]))).toEqual([
      "references: run at position 18: has no part in this evaluation",
    ]);
  });

  it("a sensitivity analysis that passes for one of record", () => {
    const { digest, positions: held } = evaluations.sensitivity;
    const kinder = { ...statements[12], grade: "BEFORE_EVALUATION", record: null } as Statement;
    const lying = logOf(statements.map((statement, index) => (index === 12 ? kinder : statement)));
    expect(faultsOf(lying.receipt(digest, held))).toEqual([
      "references: declaration at position 7: has no part in this evaluation",
    ]);
    const graded = { ...statements[12], grade: "BEFORE_EVALUATION" } as Statement;
    const shown = logOf(statements.map((statement, index) => (index === 12 ? graded : statement)));
    expect(faultsOf(shown.receipt(digest, held))).toEqual([
      "grade: result at position 12: says BEFORE_EVALUATION, found SENSITIVITY",
    ]);
  });
});

describe("a result is recomputed from the exported rows", () => {
  const { evidence } = verifyReceipt(receiptOf(evaluations.uploaded));
  if (evidence === null) throw new Error("the example holds");
  const found = (changed: typeof rows, decided?: typeof decisions) => faults(recompute(evidence, changed, decided));

  it("in whatever order they come", () => {
    expect(found(rows, decisions)).toEqual([]);
    expect(found([...rows].reverse(), [...decisions].reverse())).toEqual([]);
  });

  it("and one changed cell, a missing row or a row too many is found", () => {
    const [first, ...rest] = rows;
    if (first === undefined) throw new Error("the example has rows");
    expect(found(rest).map((fault) => fault.split(":").slice(0, 2).join(":"))).toEqual([
      "data: debates",
      "data: fired",
      "data: digest",
    ]);
    expect(found([{ ...first, after: "wrong" }, ...rest])).toEqual([
      "data: breakages: result at position 15: says 0, the rows give 1",
      expect.stringMatching("^data: digest"),
    ]);
    expect(found([{ ...first, item: "other" }, ...rest])).toEqual([expect.stringMatching("^data: digest")]);
    expect(found([first, ...rows])[0]).toMatch('data: exported rows: the debate ["a","q0",0] comes twice');
    expect(found([{ ...first, fired: false, after: "wrong" }, ...rest])[0]).toMatch(
      "changed although the policy did not",
    );
    expect(found([{ ...first, run: "z" }, ...rest])[0]).toMatch("run z is not in the cohort");
  });

  it("and held against the uploaded decisions", () => {
    const [first, ...rest] = decisions;
    if (first === undefined) throw new Error("the example has decisions");
    expect(found(rows, rest)).toEqual([
      expect.stringMatching("^decisions: digest: policy at position 13"),
      'decisions: effects: exported rows: nothing was decided for ["a","q0",0]',
    ]);
    expect(found(rows, [{ ...first, to: null }, ...rest])[1]).toMatch('["a","q0",0] was decided to run, and was not');
    expect(found(rows, [{ ...first, to: 1 }, ...rest])[1]).toMatch("was decided to freeze to round 1, and was not");
    expect(found(rows, [first, ...decisions])[1]).toMatch("comes twice");
  });
});

it("every action that rescues or breaks is priced at its own price", () => {
  const [first] = rows;
  if (first === undefined) throw new Error("the example has rows");
  const prices = { prevented: "3", lost: "0.5", rescue: "1.25", breakage: "0.1", abstention: null };
  const counted = {
    debates: 20,
    fired: 9,
    digest: "",
    prevented: { collapses: 2, rescues: 1 },
    lost: { corrections: 1, breakages: 3 },
    abstained: { right: 0, wrong: 0 },
  };
  const priced = resultStatement(declaration, prices, counted, result);
  expect(priced).toMatchObject({
    utility: "6.45",
    net: -1,
    breakEven: { state: "FINITE", numerator: 4, denominator: 3 },
  });
  const givenUp = { ...counted, abstained: { right: 1, wrong: 2 } };
  expect(() => resultStatement(declaration, prices, givenUp, result)).toThrow(
    "the action has 3 verdicts given up, and the weights do not price that",
  );
  expect(resultStatement(declaration, { ...prices, abstention: "0.15" }, givenUp, result).utility).toBe("6");
});
