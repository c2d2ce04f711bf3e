// Aim: the two verifiers, which share no code, come to the same verdict and name the same objects.
// Method: receipts made here, true and changed, are written to files and given to the Python verifier in one go.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "@jest/globals";
import { canonical, type Json } from "../../src/seal/canonical.js";
import { type Check } from "../../src/seal/check.js";
import { sealedEnvelope } from "../../src/seal/envelope.js";
import { recompute } from "../../src/seal/recompute.js";
import { readStatement, type Statement, type StatementOf } from "../../src/seal/statements.js";
import { verifyReceipt } from "../../src/seal/verifyReceipt.js";
import { bends } from "./bend.js";
import { decisions, evaluations, key, log, logOf, payloadOf, receiptOf, rows, statements } from "./example.js";

const client = "clients/python";
const hasPython = spawnSync("python3", ["--version"]).status === 0;
if (!hasPython) console.warn("python3 is not here, so the second verifier is not run");
const withPython = hasPython ? describe : describe.skip;

const folder = mkdtempSync(join(tmpdir(), "counterweight-receipts-"));
afterAll(() => rmSync(folder, { recursive: true }));
const written = (name: string, content: string): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

const lines = (values: readonly unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join("");
const uploadedFile = lines(
  decisions.map(({ run, item, replicate, to }) => ({
    ...(run === null ? {} : { run }),
    item,
    replicate,
    ...(to === null ? { freeze: false } : { freeze: true, to }),
  })),
);

function python(files: readonly string[], ...options: string[]) {
  const { status, stdout, stderr } = spawnSync(
    "python3",
    [`${client}/counterweight_verify.py`, ...files, "--json", ...options],
    { encoding: "utf8", maxBuffer: 100_000_000 },
  );
  expect(stderr).toBe("");
  const answers = stdout.split("\n").filter((line) => line !== "");
  return { status, answers: answers.map((line) => JSON.parse(line) as { holds: boolean; checks: Check[] }) };
}

/** Which check found fault with which object; sentences may differ. */
const named = (checks: readonly Check[]) =>
  checks.flatMap(({ check, object, fault }) => (fault === null ? [] : `${check}: ${object}`)).sort();
const looked = (checks: readonly Check[]) => checks.map(({ check, object }) => `${check}: ${object}`).sort();

withPython("the verifier in Python", () => {
  it("passes its own tests", () => {
    const { status, stderr } = spawnSync("python3", ["-m", "unittest"], { cwd: client, encoding: "utf8" });
    expect(status === 0 ? "" : stderr).toBe("");
  });

  it("looks at the same things and finds every example whole", () => {
    const files = Object.entries(evaluations).map(([name, each]) => written(`${name}.json`, receiptOf(each)));
    const { status, answers } = python(files, "--key", key.text);
    expect(status).toBe(0);
    for (const [index, each] of Object.values(evaluations).entries())
      expect(looked(answers[index]?.checks ?? [])).toEqual(
        looked(verifyReceipt(receiptOf(each), { trustedKey: key.text }).checks),
      );
  });

  it("recomputes the result from the exported rows and the decisions", () => {
    const receipt = written("receipt.json", receiptOf(evaluations.uploaded));
    const uploaded = written("decisions.jsonl", uploadedFile);
    const data = written("export.jsonl", lines([...rows].reverse()));
    expect(python([receipt], "--data", data, "--decisions", uploaded).status).toBe(0);
    const { evidence } = verifyReceipt(receiptOf(evaluations.uploaded));
    if (evidence === null) throw new Error("the example holds");
    for (const [at, row] of rows.entries()) {
      const bent = rows.map((each, index) =>
        index === at ? { ...row, fired: true, to: 0, after: "wrong" as const } : each,
      );
      if (canonical(bent) === canonical(rows) || at % 4 !== 0) continue;
      const { status, answers } = python(
        [receipt],
        "--data",
        written("bent.jsonl", lines(bent)),
        "--decisions",
        uploaded,
      );
      expect(status).toBe(1);
      expect(named(answers[0]?.checks ?? [])).toEqual(named(recompute(evidence, bent, decisions)));
    }
  });

  it("finds a log rolled back or forked behind an older checkpoint", () => {
    const { digest, positions } = evaluations.graded;
    const forked = logOf(
      statements.map((each, index) => (index === 2 ? readStatement({ ...each, rationale: "kinder" }) : each)),
    );
    const cases: [string, string, string | undefined, number][] = [
      [receiptOf(evaluations.graded), log.checkpoint(10), log.consistency(10), 0],
      [receiptOf(evaluations.graded), log.checkpoint(statements.length), undefined, 0],
      [receiptOf(evaluations.graded), log.checkpoint(10), undefined, 1],
      [receiptOf(evaluations.graded), log.checkpoint(10), log.consistency(11), 1],
      [receiptOf(evaluations.graded), forked.checkpoint(10), forked.consistency(10), 1],
      [receiptOf(evaluations.graded), forked.checkpoint(statements.length), undefined, 1],
      [logOf(statements.slice(0, 15)).receipt(digest, positions), log.checkpoint(16), undefined, 1],
    ];
    for (const [receipt, since, consistency, wanted] of cases) {
      const options = ["--since", written("since", since)];
      if (consistency !== undefined) options.push("--consistency", written("consistency.json", consistency));
      const { status, answers } = python([written("receipt.json", receipt)], ...options);
      const ours = verifyReceipt(receipt, { since, consistency }).checks;
      expect(status).toBe(wanted);
      expect(named(answers[0]?.checks ?? [])).toEqual(named(ours));
      expect(named(ours)).toEqual(wanted === 0 ? [] : ["history: older checkpoint"]);
    }
  });

  it("names the same checks and objects as this one in every tenth changed receipt, signed anew or not", () => {
    const file = receiptOf(evaluations.sensitivity);
    const envelope = JSON.parse(file) as { payload: string };
    const receipts = [...bends(payloadOf(file) as unknown as Json)]
      .filter((_, index) => index % 10 === 0)
      .flatMap(({ where, value }) => {
        const payload = Buffer.from(canonical(value));
        const stale = JSON.stringify({ ...envelope, payload: payload.toString("base64") });
        return [
          { where, file: sealedEnvelope(key, payload) },
          { where: `${where}, not signed anew`, file: stale },
        ];
      });
    const files = receipts.map((each, index) => written(`changed-${index}.json`, each.file));
    const { status, answers } = python(files);
    expect(status).toBe(1);
    expect(receipts.length).toBeGreaterThan(100);
    for (const [index, { where, file: changed }] of receipts.entries()) {
      const theirs = named(answers[index]?.checks ?? []);
      expect([where, ...theirs]).toEqual([where, ...named(verifyReceipt(changed).checks)]);
      expect(theirs).not.toEqual([]);
    }
  });

  it("takes runs that share debates with the cohort's into account, and misses those that are named and not there", () => {
    const copy = { ...statements[18], slug: "copy" } as StatementOf<"run">;
    const again = { ...statements[0], overlaps: [copy.content] } as Statement;
    const earlier = logOf([copy, again, ...statements.slice(1, 10)]);
    const later = { ...copy, overlaps: [(statements[0] as StatementOf<"run">).content] };
    const asked = { ...statements[6], runs: [copy.content] } as Statement;
    const answered = logOf([statements[0], later, asked, ...statements.slice(1, 10)]);
    const { digest } = evaluations.graded;
    const cases: [receipt: string, faults: string[]][] = [
      [earlier.receipt(digest, [0, 1, 3, 4, 5, 6, 7, 8, 9, 10]), []],
      [earlier.receipt(digest, [1, 3, 4, 5, 6, 7, 8, 9, 10]), [`references: run of content ${copy.content}`]],
      [answered.receipt(digest, [0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11]), ["grade: result at position 11"]],
      [answered.receipt(digest, [0, 2, 4, 5, 6, 7, 8, 9, 10, 11]), ["references: firstAnswer at position 2"]],
    ];
    const { answers } = python(cases.map(([receipt], index) => written(`overlap-${index}.json`, receipt)));
    for (const [index, [receipt, faults]] of cases.entries()) {
      expect(named(verifyReceipt(receipt).checks)).toEqual(faults);
      expect(looked(answers[index]?.checks ?? [])).toEqual(looked(verifyReceipt(receipt).checks));
      expect(named(answers[index]?.checks ?? [])).toEqual(faults);
    }
  });

  it("names the same contradictions in a log that a dishonest server wrote", () => {
    const changes: [number, object][] = [
      [9, { net: 3, deltaAccuracy: { count: 3, of: 20 } }],
      [9, { utility: "-0.5" }],
      [9, { grade: "BEFORE_DATA", seed: "7" }],
      [9, { breakEven: { state: "UNBOUNDED", numerator: null, denominator: null } }],
      [9, { prevented: { collapses: 0, rescues: 1 } }],
      [9, { lost: { corrections: 0, breakages: 2 }, excluded: [] }],
      [9, { verification: "UNVERIFIED", declarations: { team: 3, all: 2 } }],
      [4, { size: 23 }],
      [5, { rule: { gate: "ALWAYS" } }],
      [2, { rationale: "kinder" }],
      [0, { debates: 12 }],
    ];
    const { digest, positions } = evaluations.graded;
    const receipts = changes.map(([at, change]) =>
      logOf(statements.map((each, index) => (index === at ? { ...each, ...change } : each))).receipt(digest, positions),
    );
    const { answers } = python(receipts.map((each, index) => written(`dishonest-${index}.json`, each)));
    for (const [index, each] of receipts.entries()) {
      const ours = named(verifyReceipt(each).checks);
      expect(ours).not.toEqual([]);
      expect(named(answers[index]?.checks ?? [])).toEqual(ours);
    }
  });

  it("leaves with 2 when the command cannot be carried out as given", () => {
    const run = (...given: string[]) => spawnSync("python3", [`${client}/counterweight_verify.py`, ...given]).status;
    expect(run()).toBe(2);
    expect(run(join(folder, "no such file"))).toBe(2);
    expect(run(written("receipt.json", receiptOf(evaluations.graded)), "--consistency", "x")).toBe(2);
    expect(run(written("not a receipt", "{}"))).toBe(1);
  });
});

/** What is shipped beside the Python verifier: `UPDATE_EXAMPLES=1` rewrites it on purpose. */
const shipped: Record<string, string> = {
  "receipt.json": receiptOf(evaluations.uploaded),
  "export.jsonl": lines(rows),
  "decisions.jsonl": uploadedFile,
  "older.checkpoint": log.checkpoint(10),
  "consistency.proof": log.consistency(10),
  "key.txt": `${key.text}\n`,
};
it.each(Object.keys(shipped))("the example %s beside the Python verifier is what this project makes", (name) => {
  const path = `${client}/example/${name}`;
  if (process.env.UPDATE_EXAMPLES) {
    mkdirSync(`${client}/example`, { recursive: true });
    writeFileSync(path, shipped[name] ?? "");
  }
  expect(existsSync(path) ? readFileSync(path, "utf8") : null).toBe(shipped[name]);
});
