// Aim: the commands about weights, policies, evaluations, log and receipts, as a user runs them: exit codes, --json shapes, and both
// verifiers on good and tampered receipts. Method: one store and one server for all of them; what `verify` reads, it reads from files.
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { changedAt } from "../seal/bend.js";
import { build, counterweight, type Ended, serving, temporaryHome } from "./counterweight.js";

const python = fileURLToPath(new URL("../../clients/python/counterweight_verify.py", import.meta.url));
const hasPython = spawnSync("python3", ["--version"]).status === 0;
if (!hasPython) console.warn("python3 is not here, so the second verifier is not run");

const home = temporaryHome();
let server: Awaited<ReturnType<typeof serving>>;
const run = (...args: string[]) => counterweight(home, args);
const json = <T>({ code, stdout, stderr }: Ended): T => {
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout) as T;
};
const at = (name: string) => join(home, name);
const write = (name: string, text: string) => {
  writeFileSync(at(name), text);
  return at(name);
};
const lines = (values: readonly unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join("");

// Two debates of each cell. Freezing all collapses and one correction to round 0 prevents 2 and loses 1.
const seats = ["1", "2", "3"].map((seat) => ({ seat, model: "m", family: "F" }));
const right = ["A", "A", "B"];
const wrong = ["B", "B", "A"];
const cells = {
  kept: [right, right],
  collapsed: [right, wrong],
  corrected: [wrong, right],
  unrepaired: [wrong, wrong],
};
const debates = Object.entries(cells).flatMap(([cell, rounds]) =>
  [1, 2].map((copy) => ({ item: `${cell}-${copy}`, gold: "A", labels: ["A", "B"], rounds })),
);
const frozen = ["collapsed-1", "collapsed-2", "corrected-1"];
const decisions = debates.map(({ item }) => ({ item, freeze: frozen.includes(item) }));
const asCsv = ["item,freeze", ...decisions.map(({ item, freeze }) => `${item},${freeze}`)].join("\n");

interface Evaluation {
  readonly digest: string;
}
let evaluation: Evaluation;
let key: string;

beforeAll(async () => {
  await build();
  write("small.jsonl", lines([{ run: { slug: "small", benchmark: "b", seats } }, ...debates]));
  write("decisions.ndjson", lines(decisions));
  write("decisions.csv", asCsv);
  server = await serving(home, ["serve"]);
});
afterAll(async () => {
  await server.stop();
  rmSync(home, { recursive: true, force: true });
});

const said = ["--rationale", "why", "--principal", "who"];

it("a draft is sealed by its name, an abandoned one never, and the list shows both", async () => {
  const prices = ["--prevented", "2.50", "--lost", "1"];
  const draft = json(await run("weights", "draft", "even", ...prices, ...said, "--json"));
  expect(draft).toMatchObject({ slug: "even", state: "DRAFT", prevented: "2.5", sealedPosition: null });
  expect(await run("weights", "seal", "even")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("sealed for"),
  });
  await run("weights", "draft", "left", ...prices, ...said);
  expect(await run("weights", "abandon", "left", "--reason", "not needed")).toMatchObject({ code: 0 });
  expect(await run("weights", "seal", "left")).toMatchObject({ code: 1, stderr: expect.stringContaining("abandoned") });
  expect(json(await run("weights", "list", "--json"))).toMatchObject([
    { slug: "even", state: "SEALED", sealedPosition: 1 },
    { slug: "left", state: "ABANDONED", abandonedBecause: "not needed" },
  ]);
});

it("a rule comes from a file; what it names is listed, and what it may not name is refused", async () => {
  const rule = (feature: object) => JSON.stringify({ v: 2, at: 0, when: feature, then: { do: "abstain" } });
  const split = write("split.json", rule({ not: { feature: "unanimous", round: 0 } }));
  expect(await run("policy", "add", "split", "--rule", split)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('when {"not":{"feature":"unanimous","round":0}}: {"do":"abstain"}'),
  });
  const gold = write("gold.json", rule({ feature: "gold", "=": "A" }));
  expect(await run("policy", "add", "gold", "--rule", gold)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no feature is named "gold"'),
  });
  expect(json(await run("policy", "features", "--json"))).toContainEqual(
    expect.objectContaining({ name: "unanimous", kind: "FLAG", firstRound: 0 }),
  );
});

it("decisions as NDJSON and as CSV are one policy; their faults are listed by line", async () => {
  await run("import", at("small.jsonl"));
  await run("cohort", "create", "all", "--runs", "small");
  const add = (slug: string, file: string) =>
    run("policy", "add", slug, "--decisions", file, "--fitted-on", "nothing", "--json");
  const first = json<{ digest: string }>(await add("mine", at("decisions.ndjson")));
  expect(first).toMatchObject({ kind: "DECISIONS", decisions: { count: 8, fittedOn: "nothing" }, ignored: [] });
  const second = json<{ digest: string }>(await add("mine-again", at("decisions.csv")));
  expect(second.digest).toBe(first.digest);
  const bad = write("bad.csv", "item,freeze,score\nkept-1,maybe,1\nkept-2\n");
  const { code, stderr } = await run("policy", "add", "bad", "--decisions", bad, "--fitted-on", "nothing");
  expect(code).toBe(1);
  expect(stderr).toMatch(/:2: freeze: expected true or false, got string "maybe"\n.*:3: expected 3 fields, got 1/);
});

it.each([
  ["no gate, rule or decisions", ["policy", "add", "p"], "got none of them"],
  ["two of them", ["policy", "add", "p", "--gate", "never", "--rule", "r.json"], "got more of them"],
  ["a gate held against a cohort", ["policy", "add", "p", "--gate", "never", "--cohort", "c"], "--cohort goes with"],
  ["a gate that is none", ["policy", "add", "p", "--gate", "sometimes"], "expected one of never, always"],
  ["decisions fitted on who knows what", ["policy", "add", "p", "--decisions", "d.csv"], "needs --fitted-on"],
  ["an evaluation without weights", ["evaluate", "--policy", "p", "--cohort", "c"], "--weights"],
  ["an export of two things", ["export", "small", "--evaluation", "abc"], "got several"],
  ["a proof from nowhere", ["verify", "r.json", "--consistency", "p.json"], "expected --since as well"],
])("%s makes no sense and ends with 2", async (_what, args, complaint) => {
  const { code, stderr } = await run(...args);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(complaint) as unknown });
});

it("an evaluation is declared, computed and listed; the same again is the same; its receipt is written", async () => {
  const args = ["evaluate", "--policy", "mine", "--cohort", "all", "--weights", "even"];
  const first = json<Evaluation>(await run(...args, "--receipt", at("receipt.json"), "--json"));
  expect(first).toMatchObject({
    ...{ state: "COMPLETE", debates: 8, fired: 3, prevented: 2, lost: 1, net: 1, utility: "4" },
    ...{
      grade: "BEFORE_DATA",
      verification: "UNVERIFIED",
      breakEven: { state: "FINITE", numerator: 1, denominator: 2 },
    },
    deltaAccuracy: { count: 1, of: 8, value: 0.125 },
  });
  evaluation = first;
  const again = await run(...args);
  expect(again.stdout).toContain(first.digest);
  expect(again.stdout).toMatch(/all +8 +3 +2 +1 +\+1 +4 +12\.50 .*1\/2 = 0\.5000/);
  expect(json(await run("evaluations", "--cohort", "all", "--json"))).toMatchObject([{ digest: first.digest }]);
  expect(await run("evaluate", "--policy", "mine", "--cohort", "all", "--weights", "left")).toMatchObject({ code: 1 });
});

it("two policies are compared debate by debate", async () => {
  await run("policy", "add", "always", "--gate", "always");
  const args = ["evaluate", "--policy", "always", "--cohort", "all", "--weights", "even", "--json"];
  const always = json<Evaluation>(await run(...args));
  expect(json(await run("compare", evaluation.digest, always.digest, "--json"))).toMatchObject({
    debates: 8,
    fired: { both: 3, onlyThis: 0, onlyOther: 5, neither: 0 },
    lost: { both: 1, onlyThis: 0, onlyOther: 1, neither: 6 },
    deltaAccuracy: { count: 1, of: 8 },
  });
  expect(await run("compare", evaluation.digest, "0".repeat(64))).toMatchObject({ code: 1 });
});

it("decisions about no debate of the cohort are shown when they are stored and with every evaluation; missing ones too", async () => {
  const more = write("more.ndjson", lines([...decisions, { item: "typo-1", freeze: true }]));
  const args = ["policy", "add", "more", "--decisions", more, "--fitted-on", "nothing", "--cohort", "all"];
  const surplus = { count: 1, first: [{ run: null, item: "typo-1", replicate: 0 }] };
  const coverage = { debates: 8, decisions: 9, missing: { count: 0, first: [] }, surplus };
  expect(json(await run(...args, "--json"))).toMatchObject({ slug: "more", coverage });
  expect((await run(...args)).stdout).toContain("surplus: 1 decisions that no debate uses, the first: typo-1/0\n");
  const evaluated = ["evaluate", "--policy", "more", "--cohort", "all", "--weights", "even"];
  expect(json(await run(...evaluated, "--json"))).toMatchObject({ state: "COMPLETE", coverage });
  expect((await run(...evaluated)).stdout).toContain("surplus: 1 decisions that no debate uses, the first: typo-1/0\n");
  const few = write("few.ndjson", lines(decisions.slice(1)));
  const added = await run("policy", "add", "few", "--decisions", few, "--fitted-on", "nothing", "--cohort", "all");
  expect(added.stdout).toContain("missing: 1 debates that nothing was decided for, the first: small/kept-1/0\n");
});

it("the log shows what was said before what", async () => {
  const { stdout } = await run("log", "show", "--json");
  const kinds = stdout
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { kind: string }).kind);
  expect(kinds.indexOf("weights")).toBeLessThan(kinds.indexOf("run"));
  expect(kinds.indexOf("declaration")).toBeLessThan(kinds.indexOf("result"));
  key = (await run("log", "key")).stdout.trim();
  const { checkpoint } = json<{ checkpoint: string }>(await run("log", "checkpoint", "--json"));
  write("kept.txt", checkpoint);
  expect(checkpoint.split("\n")[1]).toBe(String(kinds.length));
});

describe("receipts", () => {
  const pythonSays = (...args: string[]) => spawnSync("python3", [python, ...args], { encoding: "utf8" }).status;

  it("a good one holds, is recomputed from exported rows and decisions, and continues the log that was kept", async () => {
    const { stdout, code } = await run("export", "--evaluation", evaluation.digest);
    expect(code).toBe(0);
    write("effects.jsonl", stdout);
    await run("weights", "draft", "more", "--prevented", "1", "--lost", "1", ...said);
    const fresh = ["evaluate", "--policy", "mine", "--cohort", "all", "--weights", "even"];
    expect(await run(...fresh, "--receipt", at("fresh.json"))).toMatchObject({ code: 0 });
    const [, size] = readFileSync(at("kept.txt"), "utf8").split("\n");
    write("proof.json", (await run("log", "consistency", size)).stdout);
    const files = ["--since", at("kept.txt"), "--consistency", at("proof.json"), "--data", at("effects.jsonl")];
    const args = [at("fresh.json"), "--key", key, ...files, "--decisions"];
    const good = json(await run("verify", ...args, at("decisions.csv"), "--json"));
    expect(good).toMatchObject({ file: at("fresh.json"), holds: true, key });
    if (hasPython) expect(pythonSays(...args, at("decisions.ndjson"))).toBe(0);
  });

  it("a tampered one, tampered rows, another key and an older log are found, and both verifiers agree", async () => {
    const receipt = JSON.parse(readFileSync(at("receipt.json"), "utf8")) as { payload: string; payloadType: string };
    const payload = Buffer.from(receipt.payload, "base64").toString();
    const bent = payload.replace('"prevented":{"collapses":2', '"prevented":{"collapses":3');
    write("bent.json", JSON.stringify({ ...receipt, payload: Buffer.from(bent).toString("base64") }));
    const effects = readFileSync(at("effects.jsonl"), "utf8");
    write("bent.jsonl", effects.replace('"after":"right"', '"after":"wrong"'));
    const attacks: readonly (readonly [args: string[], named: string])[] = [
      [[at("bent.json")], "FAILED  inclusion proof: result at position"],
      [[at("receipt.json"), "--data", at("bent.jsonl")], "FAILED  data"],
      [[at("receipt.json"), "--key", changedAt(key, key.length - 5)], "FAILED  trusted key"],
      [[at("receipt.json"), "--since", at("kept.txt")], "rolled back"],
    ];
    for (const [args, named] of attacks) {
      const { code, stdout } = await run("verify", ...args);
      expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining(named) as unknown });
      if (hasPython) expect(pythonSays(...args)).toBe(1);
    }
    expect(await run("verify", at("missing.json"))).toMatchObject({ code: 1, stdout: "" });
  });
});

it("a blind cohort answers nothing until it is opened, then completes what was declared on it", async () => {
  const answered = await run("cohort", "create", "hidden", "--runs", "small", "--blind-until", "2026-01-01");
  expect(answered).toMatchObject({ code: 1, stderr: expect.stringContaining("was answered about before") as unknown });
  const others = seats.map((seat) => ({ ...seat, model: "unseen" }));
  await run(
    "import",
    write("unseen.jsonl", lines([{ run: { slug: "unseen", benchmark: "b", seats: others } }, ...debates])),
  );
  await run("cohort", "create", "hidden", "--runs", "unseen", "--blind-until", "2026-01-01");
  const refused = await run("ledger", "unseen");
  expect({ code: refused.code, stderr: refused.stderr }).toEqual({
    code: 1,
    stderr: expect.stringContaining("hidden") as unknown,
  });
  await run("policy", "add", "never", "--gate", "never");
  const args = ["evaluate", "--policy", "never", "--cohort", "hidden", "--weights", "even"];
  expect(await run(...args)).toMatchObject({ code: 0, stdout: expect.stringContaining("its result waits") as unknown });
  await run("policy", "add", "dropped", "--gate", "round0NotUnanimous");
  const dropping = ["evaluate", "--policy", "dropped", "--cohort", "hidden", "--weights", "even", "--json"];
  const { digest } = json<Evaluation>(await run(...dropping));
  const abandoned = { digest, state: "ABANDONED", abandonedBecause: "a duplicate", fired: null };
  expect(json(await run("abandon", digest, "--reason", "a duplicate", "--json"))).toMatchObject(abandoned);
  expect(await run("abandon", evaluation.digest, "--reason", "no")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("it has a result") as unknown,
  });
  const opened = json<{ evaluations: unknown[] }>(await run("cohort", "open", "hidden", "--reason", "due", "--json"));
  expect(opened).toMatchObject({ cohort: { visibility: "OPEN" }, evaluations: [{ state: "COMPLETE", fired: 0 }] });
  expect(await run("ledger", "unseen")).toMatchObject({ code: 0 });
});

it("after the server has ended, a token is made once and can be taken back, the whole store is verified, and a team acts by its name", async () => {
  expect(await run("token", "create", "--team", "red")).toMatchObject({ code: 1, stdout: "" });
  expect(await run("weights", "seal", "w", "--team", "red", ...said)).toMatchObject({ code: 1 });
  await server.stop();
  expect(json(await run("token", "create", "--team", "red", "--json"))).toEqual({
    team: "red",
    token: expect.stringMatching(/^cw_.{43}$/) as unknown,
  });
  const [listed] = json<{ digest: string }[]>(await run("token", "list", "--json"));
  expect(listed).toMatchObject({ team: "red", revokedAt: null });
  const revoked = { ...listed, revokedAt: expect.stringMatching(/^\d{4}-/) as unknown };
  expect(json(await run("token", "revoke", listed.digest.slice(0, 12), "--json"))).toEqual(revoked);
  const sealed = await run(
    "weights",
    "seal",
    "red",
    "--prevented",
    "1",
    "--lost",
    "1",
    ...said,
    "--team",
    "red",
    "--json",
  );
  expect(json(sealed)).toMatchObject({ team: "red", state: "SEALED" });
  expect(json(await run("verify", "--store", "--json"))).toMatchObject({ holds: true, faults: [] });
});
