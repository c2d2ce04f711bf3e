import { type Action, actions, recountTies, roundOf } from "../debate/action.js";
import { type Condition, featuresOf, operators } from "../debate/condition.js";
import { existsAfter, type FeatureUse } from "../debate/feature.js";
import { featureNamed, features } from "../debate/features.js";
import { type Rule } from "../debate/rule.js";
import { UserError } from "../errors.js";
import { canonical, type Json } from "./canonical.js";
import { decimal, minimalDecimal } from "./decimal.js";
import { type ExportedEffect } from "./effects.js";

/** Beyond these a rule is no longer read by anybody, and is refused. */
export const ruleLimits = { depth: 16, parts: 200, characters: 65_536, name: 200, decimal: 20, round: 63 } as const;

/** A rule, and the one text of it: with defaults filled in and decimals at their shortest, so that equal rules have equal digests. */
export interface ReadRule {
  readonly rule: Rule;
  readonly json: Json;
}

/**
 * Reads a rule of the policy language, version 2 (docs/policies.md): `{ v, at, when, then }`. Whatever is not in the language is refused
 * with its place: unknown keys, features that nobody knows (gold and outcomes are none), and features of a round later than `at`.
 */
export function readRule(value: unknown): ReadRule {
  const { v, at, when, then, chosen = "FIXED" } = keyed(value, "rule", ["v", "at", "when", "then"], ["chosen"]);
  if (v !== 2) refuse("rule.v", "2, the version of the language", v);
  if (chosen !== "FIXED") refuse("rule.chosen", '"FIXED": nothing is fitted here', chosen);
  const after = roundNumber(at, "rule.at");
  const parts = { left: ruleLimits.parts };
  const condition = conditionAt(when, "rule.when", parts, 1);
  for (const use of featuresOf(condition.condition)) refuseLater(use, after);
  const action = actionAt(then, after);
  return {
    rule: { at: after, when: condition.condition, then: action },
    json: { v: 2, at: after, when: condition.json, then: { ...action }, chosen: "FIXED" },
  };
}

/** The same of a text, before it is JSON. */
export function readRuleText(text: string): ReadRule {
  if (text.length > ruleLimits.characters)
    throw new UserError("TOO_LARGE", `rule: expected at most ${ruleLimits.characters} characters, got ${text.length}`);
  let value: unknown;
  try {
    value = JSON.parse(text) as unknown;
  } catch (error) {
    throw new UserError("BAD_INPUT", `rule: expected JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  return readRule(value);
}

/**
 * What a rule puts in the verdict's place, as an exported row says it in `to`: the round that it freezes to, or its action. Undefined for a
 * rule of a version that is not known here. Rules of the first version are a fixed gate and a round.
 */
export function replacedBy(rule: Json): Json | undefined {
  if (typeof rule !== "object" || rule === null) return undefined;
  const { action, v, then } = rule as { action?: { freezeTo?: Json }; v?: Json; then?: Action };
  if (v === undefined) return action?.freezeTo;
  if (v !== 2 || typeof then !== "object") return undefined;
  return then.do === "freeze" ? then.round : then;
}

/** The first debate in whose verdict's place stands something else than the rule says, as a sentence; null when all agree. */
export function strayAction(rule: Json, rows: Iterable<ExportedEffect>): string | null {
  const wanted = rule === null ? undefined : replacedBy(rule);
  if (wanted === undefined) return null;
  const text = canonical(wanted);
  for (const { run, item, replicate, fired, to } of rows)
    if (canonical(to) !== (fired ? text : "null"))
      return `${JSON.stringify([run, item, replicate])} was given ${canonical(to)}, the rule's action is ${text}`;
  return null;
}

type Fields = Readonly<Record<string, unknown>>;

interface ReadCondition {
  readonly condition: Condition;
  readonly json: Json;
}

function conditionAt(value: unknown, where: string, parts: { left: number }, depth: number): ReadCondition {
  if (depth > ruleLimits.depth)
    throw new UserError("BAD_INPUT", `${where}: expected at most ${ruleLimits.depth} conditions inside each other`);
  if (parts.left-- === 0)
    throw new UserError("BAD_INPUT", `${where}: expected at most ${ruleLimits.parts} conditions in all`);
  if (typeof value === "boolean") return { condition: value, json: value };
  const fields = anObject(value, where);
  const inner = (of: unknown, place: string) => conditionAt(of, `${where}.${place}`, parts, depth + 1);
  const many = (key: "and" | "or") => {
    const list = keyed(value, where, [key])[key];
    if (!Array.isArray(list) || list.length === 0) refuse(`${where}.${key}`, "a list of one condition or more", list);
    return list.map((of, index) => inner(of, `${key}[${index}]`));
  };
  if ("and" in fields) {
    const read = many("and");
    return { condition: { and: read.map(({ condition }) => condition) }, json: { and: read.map(({ json }) => json) } };
  }
  if ("or" in fields) {
    const read = many("or");
    return { condition: { or: read.map(({ condition }) => condition) }, json: { or: read.map(({ json }) => json) } };
  }
  if ("not" in fields) {
    const { condition, json } = inner(keyed(value, where, ["not"]).not, "not");
    return { condition: { not: condition }, json: { not: json } };
  }
  if ("feature" in fields) return leafAt(fields, where);
  return refuse(where, "true, false, and, or, not or a feature", value);
}

function leafAt(fields: Fields, where: string): ReadCondition {
  const name = aName(fields.feature, `${where}.feature`);
  const feature = featureNamed(name);
  if (feature === null)
    throw new UserError(
      "BAD_INPUT",
      `${where}.feature: no feature is named ${shown(name)}; gold, verdicts and outcomes cannot be read. Known: ${Object.keys(features).join(", ")}`,
    );
  const tests = ["known", ...operators].filter((key) => Object.hasOwn(fields, key));
  const asked = [
    "feature",
    ...(feature.firstRound === null ? [] : ["round"]),
    ...(feature.takesSignal ? ["signal"] : []),
  ];
  keyed(fields, where, [...asked, ...tests]);
  const round = feature.firstRound === null ? null : roundNumber(fields.round, `${where}.round`);
  if (round !== null && feature.firstRound !== null && round < feature.firstRound)
    throw new UserError(
      "BAD_INPUT",
      `${where}.round: ${name} is defined from round ${feature.firstRound} on, got ${round}`,
    );
  const signal = feature.takesSignal ? aName(fields.signal, `${where}.signal`) : null;
  const use: FeatureUse = { feature: name, round, signal };
  const said: Record<string, Json> = {
    feature: name,
    ...(round === null ? {} : { round }),
    ...(signal === null ? {} : { signal }),
  };
  if (tests.length > 1)
    throw new UserError("BAD_INPUT", `${where}: expected one comparison, got ${tests.join(" and ")}`);
  const [test] = tests;
  if (test === "known") {
    if (typeof fields.known !== "boolean") refuse(`${where}.known`, "true or false", fields.known);
    return { condition: { ...use, test: "KNOWN", known: fields.known }, json: { ...said, known: fields.known } };
  }
  const operator = operators.find((one) => one === test);
  if (operator === undefined) {
    if (feature.kind === "NUMBER")
      throw new UserError("BAD_INPUT", `${where}: ${name} is a number; compare it with one of ${operators.join(" ")}`);
    return { condition: { ...use, test: "HOLDS" }, json: said };
  }
  if (feature.kind === "FLAG")
    throw new UserError("BAD_INPUT", `${where}: ${name} is a condition by itself, and not to be compared`);
  const text = aDecimal(fields[operator], `${where}[${shown(operator)}]`);
  return {
    condition: { ...use, test: "COMPARED", operator, value: decimal(text) },
    json: { ...said, [operator]: text },
  };
}

function refuseLater(use: FeatureUse, at: number): void {
  const after = existsAfter(use);
  if (after > at)
    throw new UserError(
      "BAD_INPUT",
      `rule.when: ${use.feature} of round ${use.round} exists after round ${after}, and the rule decides after round ${at}`,
    );
}

function actionAt(value: unknown, at: number): Action {
  const where = "rule.then";
  const fields = anObject(value, where);
  const kind = actions.find((one) => one === fields.do);
  const round = (given: unknown) => roundNumber(given, `${where}.round`);
  const signal = (given: unknown) => aName(given, `${where}.signal`);
  const tie = (given: unknown = "CODING") =>
    recountTies.find((one) => one === given) ?? refuse(`${where}.tie`, recountTies.join(", "), given);
  let action: Action;
  switch (kind) {
    case "freeze":
      action = { do: kind, round: round(keyed(value, where, ["do", "round"]).round) };
      break;
    case "override":
      action = { do: kind, signal: signal(keyed(value, where, ["do", "signal"]).signal) };
      break;
    case "substitute": {
      const given = keyed(value, where, ["do", "seat", "signal", "round"], ["tie"]);
      const seat = aName(given.seat, `${where}.seat`);
      action = { do: kind, seat, signal: signal(given.signal), round: round(given.round), tie: tie(given.tie) };
      break;
    }
    case "add": {
      const given = keyed(value, where, ["do", "signal", "round"], ["tie"]);
      action = { do: kind, signal: signal(given.signal), round: round(given.round), tie: tie(given.tie) };
      break;
    }
    case "abstain":
      keyed(value, where, ["do"]);
      action = { do: kind };
      break;
    default:
      return refuse(`${where}.do`, actions.join(", "), fields.do);
  }
  const needed = roundOf(action);
  if (needed !== null && needed > at)
    throw new UserError(
      "BAD_INPUT",
      `${where}.round: round ${needed} does not exist yet, the rule decides after round ${at}`,
    );
  return action;
}

function anObject(value: unknown, where: string): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) refuse(where, "an object", value);
  return value as Fields;
}

/** Exactly these keys, own ones. */
function keyed(value: unknown, where: string, needed: readonly string[], optional: readonly string[] = []): Fields {
  const fields = anObject(value, where);
  const surplus = Object.keys(fields).find((key) => !needed.includes(key) && !optional.includes(key));
  if (surplus !== undefined) throw new UserError("BAD_INPUT", `${where}: ${shown(surplus)} is not a key here`);
  const missing = needed.find((key) => !Object.hasOwn(fields, key));
  if (missing !== undefined) throw new UserError("BAD_INPUT", `${where}.${missing}: missing`);
  return fields;
}

function aName(value: unknown, where: string): string {
  if (typeof value !== "string" || value === "" || value.length > ruleLimits.name)
    refuse(where, `a name of 1 to ${ruleLimits.name} characters`, value);
  return value;
}

function roundNumber(value: unknown, where: string): number {
  if (!Number.isSafeInteger(value) || Object.is(value, -0) || Number(value) < 0 || Number(value) > ruleLimits.round)
    refuse(where, `a round from 0 to ${ruleLimits.round}`, value);
  return Number(value);
}

/** A decimal as text, or a whole number. */
function aDecimal(value: unknown, where: string): string {
  const text = Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text !== "string" || text.length > ruleLimits.decimal)
    return refuse(where, `a decimal as text, at most ${ruleLimits.decimal} characters`, value);
  try {
    return minimalDecimal(text);
  } catch {
    return refuse(where, 'a decimal such as "0.5"', value);
  }
}

/** Nothing nested is printed: who sends thirty thousand brackets gets none of them back. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === "object" && value !== null
    ? "an object"
    : (JSON.stringify(value) ?? typeof value).slice(0, 60);
}

function refuse(where: string, expected: string, got: unknown): never {
  throw new UserError("BAD_INPUT", `${where}: expected ${expected}, got ${shown(got)}`);
}
