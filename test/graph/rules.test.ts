// Aim: a rule of the policy language from its text to a verified receipt, and what is refused on the way. Method: small runs written out
// here, over an embedded store whose statements are listened to.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { ask } from "../../src/graph/ask.js";
import { createContext, createServices, type Services } from "../../src/graph/context.js";
import { receiptFile } from "../../src/graph/receipt.js";
import { type ExportedEffect } from "../../src/seal/effects.js";
import { recompute } from "../../src/seal/recompute.js";
import { verifyReceipt } from "../../src/seal/verifyReceipt.js";
import { openMemoryStore } from "../store/openMemoryStore.js";
import { addFixed, evaluate, seal, sealOneToOne } from "./evaluations.js";
import { createCohort, importLines, seats } from "./exampleServices.js";
import { testKey } from "./testKey.js";

let services: Services;
let heard: string[] = [];
const python = spawnSync("python3", ["--version"]).status === 0;

/** Gold A. Rounds of three seats as letters, and an outside ballot. */
const debate = (item: string, text: string, tests?: string) => ({
  item,
  gold: "A",
  rounds: text.split(" ").map((round) => [...round]),
  ...(tests === undefined ? {} : { signals: { tests } }),
});
const debates = [
  debate("collapse", "AAB ABB", "A"),
  debate("correction", "BBA AAB", "B"),
  debate("kept", "AAA AAA", "A"),
  debate("broken", "AAB AAB", "B"),
  debate("rescued", "BBA BBA", "A"),
  debate("untested", "BBB BBB"),
];

beforeAll(async () => {
  services = createServices(await openMemoryStore((sql) => void heard.push(sql)), testKey);
  await importLines(
    services.store,
    { slug: "run", benchmark: "b", condition: "FULL_DEBATE", seats: seats(3) },
    debates,
  );
  await createCohort(services, { slug: "all", runs: ["run"] });
  await sealOneToOne(services);
  const words = { rationale: "all priced", principal: "tests" };
  const prices = { prevented: "3", lost: "0.5", rescue: "2", breakage: "1" };
  await seal(services, { slug: "but-abstention", ...prices, ...words });
  await seal(services, { slug: "all-priced", ...prices, abstention: "0.25", ...words });
}, 60_000);
afterAll(() => services.store.close());

const add = (slug: string, rule: object) =>
  ask<{ addPolicy: { policy: { digest: string; kind: string; rule: unknown } } }>(
    services,
    "mutation ($input: AddPolicyInput!) { addPolicy(input: $input) { policy { digest kind rule } } }",
    { input: { slug, ruleText: JSON.stringify(rule) } },
  ).then(({ addPolicy: { policy } }) => policy);

const override = { do: "override", signal: "tests" };
const split = { feature: "margin", round: 1, "<=": 1 };

it("a rule is stored as its one text, under a digest that its white space and defaults do not change", async () => {
  const one = await add("one", { v: 2, at: 1, when: split, then: override });
  expect(one).toMatchObject({ kind: "FIXED", rule: { v: 2, when: { "<=": "1" }, chosen: "FIXED" } });
  const other = await add("other", { then: override, when: { ...split, "<=": "1.0" }, v: 2, at: 1, chosen: "FIXED" });
  expect(other.digest).toBe(one.digest);
  await expect(add("one", { v: 2, at: 1, when: true, then: override })).rejects.toMatchObject({ code: "CONFLICT" });
});

describe("before anything is declared", () => {
  it("a rule that names gold or a later round is refused, and nothing is stored", async () => {
    const refused = add("gold", { v: 2, at: 1, when: { feature: "gold", "=": "A" }, then: override });
    await expect(refused).rejects.toMatchObject({
      code: "BAD_INPUT",
      message: expect.stringContaining('named "gold"'),
    });
    const later = add("later", { v: 2, at: 0, when: split, then: override });
    await expect(later).rejects.toMatchObject({
      message: expect.stringContaining("margin of round 1 exists after round 1"),
    });
    await expect(ask(services, '{ policy(slug: "gold") { slug } }')).resolves.toEqual({ policy: null });
  });

  it.each([
    ["an outside ballot, where rescues have no price", override, "one-to-one", "rescue, breakage"],
    ["giving up, where that has no price", { do: "abstain" }, "but-abstention", "abstention"],
    ["a later freeze", { do: "freeze", round: 1 }, "but-abstention", "abstention"],
  ])("weights that do not price %s are refused before any debate is read", async (name, then, weights, missing) => {
    const policy = `unpriced ${name}`.replaceAll(/[^a-z]+/g, "-");
    await add(policy, { v: 2, at: 1, when: true, then });
    const entries = await services.store.prisma.logEntry.count();
    heard = [];
    await expect(evaluate(services, { policy, cohort: "all", weights })).rejects.toMatchObject({
      code: "UNPRICED",
      message: expect.stringContaining(`no price for ${missing}`),
    });
    expect(heard.length).toBeGreaterThan(0);
    expect(heard.filter((sql) => /"(Debate|PanelBlock|Response)"/.test(sql))).toEqual([]);
    expect(await services.store.prisma.logEntry.count()).toBe(entries);
  });

  it("a signal or a seat that no debate has is refused, and so is a round beyond the last", async () => {
    const evaluated = async (slug: string, rule: object) => {
      await add(slug, rule);
      return evaluate(services, { policy: slug, cohort: "all", weights: "all-priced" });
    };
    await expect(evaluated("typo", { v: 2, at: 0, when: true, then: { ...override, signal: "test" } })).rejects.toThrow(
      "policy: it names the signal test; the debates of all have tests",
    );
    const substitute = { do: "substitute", seat: "9", signal: "tests", round: 0 };
    await expect(evaluated("seat-9", { v: 2, at: 0, when: true, then: substitute })).rejects.toThrow(
      "policy: it names the seat 9; the panels of all have",
    );
    await expect(evaluated("round-2", { v: 2, at: 2, when: true, then: override })).rejects.toThrow(
      "policy: it needs round 2, the final round of run run is 1",
    );
  });
});

interface Exported {
  evaluation: { effectsByDebate: { edges: { node: ExportedEffect & { by: ExportedEffect["to"] } }[] } };
}

describe("a receipt of a rule", () => {
  const rows = async (digest: string) => {
    const document = `query ($digest: String!) { evaluation(digest: $digest) { effectsByDebate(first: 20) {
      edges { node { run item replicate fired to by initial before after } } } } }`;
    const { evaluation } = await ask<Exported>(services, document, { digest });
    return evaluation.effectsByDebate.edges.map(({ node: { by, to, ...rest } }) => ({ ...rest, to: to ?? by }));
  };

  it.each([
    [
      "override",
      { v: 2, at: 1, when: split, then: override },
      { fired: 4, prevented: 2, lost: 2, utility: "3.5" },
      { collapsePrevented: 1, rescue: 1, correctionLost: 1, breakage: 1 },
      override,
    ],
    [
      "abstain",
      { v: 2, at: 1, when: split, then: { do: "abstain" } },
      { fired: 4, prevented: 0, lost: 0, utility: "-1" },
      { abstentionRight: 2, abstentionWrong: 2 },
      { do: "abstain" },
    ],
    [
      "substitute",
      { v: 2, at: 1, when: true, then: { do: "substitute", seat: "1", signal: "tests", round: 0 } },
      { fired: 5, prevented: 2, lost: 2 },
      { collapsePrevented: 1, rescue: 1, correctionLost: 1, breakage: 1 },
      { do: "substitute", seat: "1", signal: "tests", round: 0, tie: "CODING" },
    ],
    [
      "add",
      { v: 2, at: 0, when: true, then: { do: "add", signal: "tests", round: 0, tie: "SIGNAL" } },
      { fired: 5, prevented: 2, lost: 2 },
      { collapsePrevented: 1, rescue: 1, correctionLost: 1, breakage: 1 },
      { do: "add", signal: "tests", round: 0, tie: "SIGNAL" },
    ],
  ])(
    "%s says what took each verdict's place, and both verifiers count it again",
    async (slug, rule, counts, effects, by) => {
      await add(slug, rule);
      const found = await evaluate(services, { policy: slug, cohort: "all", weights: "all-priced" });
      expect(found).toMatchObject({ ...counts, effects, verification: "VERIFIED" });
      const exported = await rows(found.digest);
      expect(exported.filter(({ fired }) => fired).map(({ to }) => to)).toEqual(Array(counts.fired).fill(by));
      const file = await receiptFile(createContext(services), found.digest);
      const { checks, evidence } = verifyReceipt(file);
      const again = recompute(evidence!, exported);
      expect([...checks, ...again].filter(({ fault }) => fault !== null)).toEqual([]);
      const bent = exported.map((row) => (row.fired ? { ...row, to: 0 } : row));
      expect(recompute(evidence!, bent).filter(({ fault }) => fault !== null)).toMatchObject([
        { check: "data: digest" },
        { check: "data: action", fault: expect.stringContaining("was given 0, the rule's action is {") },
      ]);
      if (!python) return console.warn("python3 is not here, so the second verifier is not run");
      const directory = mkdtempSync(join(tmpdir(), "rules-"));
      try {
        writeFileSync(join(directory, "receipt.json"), file);
        const verified = (data: readonly object[]) => {
          writeFileSync(join(directory, "rows.jsonl"), data.map((row) => `${JSON.stringify(row)}\n`).join(""));
          const args = ["clients/python/counterweight_verify.py", join(directory, "receipt.json")];
          return spawnSync("python3", [...args, "--data", join(directory, "rows.jsonl")], { encoding: "utf8" });
        };
        expect(verified(exported)).toMatchObject({ status: 0, stdout: expect.stringContaining("holds") });
        const { status, stdout } = verified(bent);
        expect(status).not.toBe(0);
        expect(stdout).toContain("data: action");
      } finally {
        rmSync(directory, { recursive: true });
      }
    },
  );
});

it("a rule that does what a fixed gate does is another policy with the same effects, and they differ by nothing", async () => {
  await addFixed(services, "changed", "round1MajorityChanged");
  const when = { feature: "majorityChanged", round: 1 };
  await add("changed-again", { v: 2, at: 1, when, then: { do: "freeze", round: 0 } });
  const [gate, rule] = await Promise.all(
    ["changed", "changed-again"].map((policy) => evaluate(services, { policy, cohort: "all", weights: "one-to-one" })),
  );
  expect(rule.digest).not.toBe(gate.digest);
  expect(rule).toMatchObject({
    fired: gate.fired,
    prevented: gate.prevented,
    lost: gate.lost,
    roundsSaved: gate.roundsSaved,
  });
});

it("the features are listed with the round from which they exist", async () => {
  const { policyFeatures } = await ask<{ policyFeatures: { name: string; firstRound: number | null }[] }>(
    services,
    "{ policyFeatures { name stage kind firstRound takesSignal description } }",
  );
  expect(policyFeatures).toContainEqual(
    expect.objectContaining({
      name: "margin",
      stage: "BLIND_ROUND",
      kind: "NUMBER",
      firstRound: 0,
      takesSignal: false,
    }),
  );
  expect(policyFeatures.map(({ name }) => name).filter((name) => /gold|right|correct|outcome/i.test(name))).toEqual([]);
});

describe("an intervention", () => {
  const fields = `instances cannot fired fixes breaks net { count of } flipPrecision { count of value } precision { count of }
    recall { count of } pivotal { share { count of } gain { count of value } outside holds }`;
  const asked = (digest: string, others?: readonly string[]) =>
    ask<{ evaluation: { intervention: unknown } }>(
      services,
      `query ($digest: String!, $with: [String!]) { evaluation(digest: $digest) { intervention(with: $with) { ${fields} } } }`,
      { digest, with: others },
    ).then(({ evaluation }) => evaluation.intervention);
  const substituted = async (seat: string) => {
    const then = { do: "substitute", seat, signal: "tests", round: 1 };
    await add(`seat-${seat}`, { v: 2, at: 1, when: true, then });
    return evaluate(services, {
      policy: `seat-${seat}`,
      cohort: "all",
      weights: "all-priced",
      coding: { endpoint: 1 },
    });
  };

  it("of every seat in turn is counted over one sealed evaluation for each", async () => {
    const [one, two, three] = [await substituted("1"), await substituted("2"), await substituted("3")];
    expect(one.caveats).toContainEqual(expect.objectContaining({ code: "SIGNAL_FALLIBLE" }));
    // Round 1 is ABB A, AAB B, AAA A, AAB B, BBA A and one without a signal: four pivotal panels, in each the two seats of the majority.
    expect(await asked(one.digest, [two.digest, three.digest])).toEqual({
      instances: 15,
      cannot: 3,
      fired: 15,
      fixes: 4,
      breaks: 4,
      net: { count: 0, of: 15 },
      flipPrecision: { count: 4, of: 8, value: 0.5 },
      precision: { count: 4, of: 15 },
      recall: { count: 4, of: 6 },
      pivotal: { share: { count: 12, of: 15 }, gain: { count: 0, of: 12, value: 0 }, outside: 0, holds: true },
    });
    expect(await asked(two.digest, [one.digest, three.digest])).toEqual(
      await asked(one.digest, [three.digest, two.digest, one.digest]),
    );
    expect(await asked(one.digest)).toMatchObject({ instances: 5, cannot: 1, fixes: 1, breaks: 2 });
  });

  it("counts nothing together that is not the same rule for another seat", async () => {
    const one = await substituted("1");
    const frozen = await evaluate(services, { policy: "changed", cohort: "all", weights: "one-to-one" });
    await expect(asked(one.digest, [frozen.digest])).rejects.toThrow("differs in coding and weights");
    const other = await evaluate(services, {
      policy: "one",
      cohort: "all",
      weights: "all-priced",
      coding: { endpoint: 1 },
    });
    await expect(asked(one.digest, [other.digest])).rejects.toThrow("each another seat");
    await expect(asked(one.digest, ["0".repeat(64)])).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await asked(frozen.digest)).toBeNull();
  });

  it("of a run tells what could change, before anybody is right or wrong", async () => {
    const document = `{ run(slug: "run") { interventions(signal: "tests", interval: { resamples: 100 }) { rounds {
      round coverage { count of } substitution { count of } debatesChanged override { count } pivotal { count of } } } } }`;
    const { run } = await ask<{ run: { interventions: { rounds: unknown[] } } }>(services, document);
    expect(run.interventions.rounds[1]).toEqual({
      round: 1,
      coverage: { count: 5, of: 6 },
      substitution: { count: 8, of: 15 },
      debatesChanged: 4,
      override: { count: 4 },
      pivotal: { count: 4, of: 5 },
    });
  });
});

it("an evaluation of a rule that abstains says how many verdicts are left, and how many of them are right", async () => {
  const { digest } = await evaluate(services, { policy: "abstain", cohort: "all", weights: "all-priced" });
  const document =
    "query ($digest: String!) { evaluation(digest: $digest) { answered { count of } accuracyAnswered { count of } } }";
  const { evaluation } = await ask<{ evaluation: unknown }>(services, document, { digest });
  expect(evaluation).toEqual({ answered: { count: 2, of: 6 }, accuracyAnswered: { count: 1, of: 2 } });
});
