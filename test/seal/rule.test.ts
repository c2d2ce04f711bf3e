import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { canonical, type Json } from "../../src/seal/canonical.js";
import { policyDigest } from "../../src/seal/citedDigests.js";
import { readRule, readRuleText, replacedBy, ruleLimits } from "../../src/seal/rule.js";

const freeze = { do: "freeze", round: 0 };
const rule = (when: unknown, more: object = {}) => ({ v: 2, at: 1, when, then: freeze, ...more });
const margin = (more: object = {}) => ({ feature: "margin", round: 0, "<=": "1", ...more });
const read = (when: unknown, more: object = {}) => readRule(rule(when, more));

it("a rule has one text: keys sorted, decimals shortest, defaults filled in, so that equal rules are one policy", () => {
  const one = read(margin({ "<=": "1.50" })).json;
  const same = readRuleText(
    '{"then":{"round":0,"do":"freeze"},"when":{"<=":"1.5","round":0,"feature":"margin"},"at":1,"v":2}',
  );
  expect(canonical(one)).toBe(
    '{"at":1,"chosen":"FIXED","then":{"do":"freeze","round":0},"v":2,"when":{"<=":"1.5","feature":"margin","round":0}}',
  );
  expect(policyDigest({ rule: same.json, decisions: null })).toBe(policyDigest({ rule: one, decisions: null }));
  expect(readRule(JSON.parse(canonical(one))).json).toEqual(one);
  const add = readRule(rule(true, { then: { do: "add", signal: "s", round: 0 } })).json;
  expect(add).toMatchObject({ then: { do: "add", signal: "s", round: 0, tie: "CODING" } });
});

it("rules of the first version keep the digest that they have been stored under", () => {
  const first = { gate: "round1MajorityChanged", action: { freezeTo: 0 }, chosen: "FIXED" };
  expect(policyDigest({ rule: first, decisions: null })).toBe(
    "459886b1a193737b99321ede3e2ede2bed0f58f41ad6473b9985701970359460",
  );
});

it("what a row of an export says in `to` is in the rule", () => {
  expect(replacedBy({ gate: "always", action: { freezeTo: 1 }, chosen: "FIXED" })).toBe(1);
  expect(replacedBy(read(true).json)).toBe(0);
  expect(replacedBy(read(true, { then: { do: "abstain" } }).json)).toEqual({ do: "abstain" });
  expect(replacedBy({ some: "later version" })).toBeUndefined();
});

describe("what cannot be read is refused by name", () => {
  it.each(["gold", "correct", "finalVerdict", "collapsed", "prevented", "__proto__", "constructor", "toString"])(
    "%s is no feature",
    (feature) => {
      expect(() => read({ feature, round: 0 })).toThrow(
        `rule.when.feature: no feature is named "${feature}"; gold, verdicts and outcomes cannot be read`,
      );
    },
  );

  it("a feature of a round later than the decision", () => {
    expect(() => read({ and: [true, { not: margin({ round: 2 }) }] })).toThrow(
      "rule.when: margin of round 2 exists after round 2, and the rule decides after round 1",
    );
    expect(() => read({ feature: "signalDiffers", signal: "s", round: 3 })).toThrow("signalDiffers of round 3");
    expect(() => read(true, { then: { do: "freeze", round: 2 } })).toThrow(
      "rule.then.round: round 2 does not exist yet, the rule decides after round 1",
    );
    expect(() => read(true, { then: { do: "add", signal: "s", round: 2 } })).toThrow("round 2 does not exist yet");
  });

  it.each<[string, unknown, string]>([
    ["another version", { ...rule(true), v: 1 }, "rule.v: expected 2"],
    ["no round to decide after", { v: 2, when: true, then: freeze }, "rule.at: missing"],
    ["a round that is none", rule(true, { at: 1.5 }), "rule.at: expected a round from 0 to 63, got 1.5"],
    ["minus zero", rule(true, { at: -0 }), "rule.at: expected a round"],
    ["a key of its own", { ...rule(true), weights: 1 }, 'rule: "weights" is not a key here'],
    ["a chosen rule", rule(true, { chosen: "LEARNED" }), "rule.chosen"],
    ["a list", [], "rule: expected an object, got a list of 0"],
    ["an empty and", rule({ and: [] }), "rule.when.and: expected a list of one condition or more, got a list of 0"],
    ["an or beside an and", rule({ and: [true], or: [true] }), 'rule.when: "or" is not a key here'],
    ["a text for a condition", rule("true"), "rule.when: expected an object"],
    ["nothing", rule({}), "rule.when: expected true, false, and, or, not or a feature"],
    ["two comparisons", rule(margin({ ">=": "0" })), "rule.when: expected one comparison, got <= and >="],
    ["a number that is not compared", rule({ feature: "margin", round: 0 }), "margin is a number; compare it"],
    ["a flag that is", rule({ feature: "unanimous", round: 0, "=": "1" }), "unanimous is a condition by itself"],
    ["a fraction that is no text", rule(margin({ "<=": 0.1 })), "expected a decimal as text"],
    ["an exponent", rule(margin({ "<=": "1e3" })), 'expected a decimal such as "0.5", got "1e3"'],
    ["a long decimal", rule(margin({ "<=": `0.${"1".repeat(30)}` })), "at most 20 characters"],
    ["a change in the first round", rule({ feature: "flips", round: 0, ">": "0" }), "flips is defined from round 1 on"],
    [
      "a round that a feature does not take",
      rule({ feature: "signalPresent", signal: "s", round: 0 }),
      '"round" is not a key',
    ],
    ["no signal", rule({ feature: "signalPresent" }), "rule.when.signal: missing"],
    ["a nameless signal", rule({ feature: "signalPresent", signal: "" }), "a name of 1 to 200 characters"],
    ["an action that is none", rule(true, { then: { do: "flip" } }), "rule.then.do: expected freeze, override"],
    ["an action with more", rule(true, { then: { do: "abstain", round: 1 } }), 'rule.then: "round" is not a key here'],
    ["a tie that is none", rule(true, { then: { do: "add", signal: "s", round: 0, tie: "GOLD" } }), "rule.then.tie"],
  ])("%s", (_, given, message) => {
    expect(() => readRule(given)).toThrow(message);
  });
});

describe("hostile rules", () => {
  const nested = (depth: number): unknown => (depth === 0 ? true : { not: nested(depth - 1) });

  it("are refused for their depth, their size and their length", () => {
    expect(() => read(nested(ruleLimits.depth))).toThrow("at most 16 conditions inside each other");
    expect(read(nested(ruleLimits.depth - 1)).rule.at).toBe(1);
    const many = { and: Array.from({ length: ruleLimits.parts }, () => true) };
    expect(() => read(many)).toThrow("at most 200 conditions in all");
    expect(() => readRuleText(" ".repeat(ruleLimits.characters + 1))).toThrow("at most 65536 characters");
    expect(() => readRuleText("[".repeat(60_000))).toThrow("rule: expected JSON");
    expect(() => readRuleText(`${"[".repeat(30_000)}${"]".repeat(30_000)}`)).toThrow("rule: expected an object");
    expect(() => readRuleText("")).toThrow("rule: expected JSON");
  });

  it("with keys that every object inherits get nowhere", () => {
    expect(() => readRuleText('{"__proto__":{"v":2,"at":0,"when":true,"then":{"do":"abstain"}}}')).toThrow(
      'rule: "__proto__" is not a key here',
    );
    expect(() => readRuleText('{"v":2,"at":1,"when":{"__proto__":[true]},"then":{"do":"abstain"}}')).toThrow(
      "rule.when: expected true, false, and, or, not or a feature",
    );
  });

  it("of any kind are refused with a sentence, or read to the same text twice", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (when, then) => {
        let json: Json;
        try {
          ({ json } = readRule({ v: 2, at: 0, when, then }));
        } catch (error) {
          return expect(error).toMatchObject({ name: "UserError" });
        }
        expect(canonical(readRule(json).json)).toBe(canonical(json));
      }),
    );
  });
});
