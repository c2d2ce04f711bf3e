import { createHash } from "node:crypto";
import { type MapFaults } from "./mapFaults.js";
import { literal, type Match, type Pattern, pattern } from "./mapPattern.js";

/** From a text to what it says; null: nothing that can be read. Complains through `fault` when it cannot be decided. */
export type Reading = (text: string, fault: (expected: string, got: string) => void) => string | null;

/** Reading steps inside each other. */
const MAX_NESTING = 16;

/** The steps under a `read` key, one after the other, each on what the last one read. */
export function reading(steps: unknown, path: string, faults: MapFaults, nesting = 0): Reading {
  if (nesting > MAX_NESTING) faults.say(path, `at most ${MAX_NESTING} steps inside each other`, "more");
  else if (Array.isArray(steps)) {
    const each = steps.map((step: unknown, index) => readingStep(step, `${path}[${index}]`, faults, nesting));
    return (text, fault) => each.reduce<string | null>((at, step) => (at === null ? null : step(at, fault)), text);
  } else faults.add(path, "an array of steps", steps);
  return (text) => text;
}

type Make = (step: Readonly<Record<string, unknown>>, path: string, faults: MapFaults, nesting: number) => Reading;

/** Each step is an object with exactly one of these keys, and the keys that go with it. */
const steps: Readonly<Record<string, { readonly beside: readonly string[]; readonly make: Make }>> = {
  after: { beside: ["take", "ignoreCase"], make: (step, path, faults) => cut("after", "LAST", step, path, faults) },
  before: { beside: ["take", "ignoreCase"], make: (step, path, faults) => cut("before", "FIRST", step, path, faults) },
  match: { beside: ["take", "group", "ignoreCase"], make: match },
  replace: { beside: ["with", "ignoreCase"], make: replace },
  braces: { beside: [], make: ({ braces }, path, faults) => bracesAfter(text(braces, `${path}.braces`, faults)) },
  number: { beside: [], make: number },
  case: { beside: [], make: letterCase },
  table: { beside: ["else"], make: table },
  first: { beside: [], make: first },
  sha256: { beside: [], make: hashed },
};

function readingStep(step: unknown, path: string, faults: MapFaults, nesting: number): Reading {
  const given =
    typeof step === "object" && step !== null ? Object.keys(steps).filter((key) => Object.hasOwn(step, key)) : [];
  if (given.length !== 1) {
    faults.add(path, `a step with one of ${Object.keys(steps).join(", ")}`, step);
    return (text) => text;
  }
  const { beside, make } = steps[given[0]];
  return make(faults.object(step, path, [given[0], ...beside]), path, faults, nesting);
}

function text(value: unknown, path: string, faults: MapFaults): string {
  if (typeof value === "string" && value !== "") return value;
  faults.add(path, "a text", value);
  return "";
}

function compiled(source: string, ignoreCase: unknown, path: string, faults: MapFaults): Pattern {
  if (ignoreCase !== undefined && typeof ignoreCase !== "boolean")
    faults.add(`${path} (ignoreCase)`, "boolean", ignoreCase);
  try {
    if (source.length > 10_000) throw new Error("more than 10000 characters");
    return pattern(source, ignoreCase === true);
  } catch (error) {
    faults.say(path, "a pattern in RE2's syntax", error instanceof Error ? error.message : String(error));
    return { groups: 0, all: () => [] };
  }
}

function matches(found: Pattern, value: string, fault: Parameters<Reading>[1]): readonly Match[] {
  const all = found.all(value);
  if (all === null) fault("a text that a pattern can be held against", `one of ${value.length} characters`);
  return all ?? [];
}

function cut(
  side: "after" | "before",
  otherwise: "FIRST" | "LAST",
  step: Readonly<Record<string, unknown>>,
  path: string,
  faults: MapFaults,
): Reading {
  const take = faults.choice(step.take, `${path}.take`, ["FIRST", "LAST"], otherwise);
  const mark = compiled(
    literal(text(step[side], `${path}.${side}`, faults)),
    step.ignoreCase,
    `${path}.${side}`,
    faults,
  );
  return (value, fault) => {
    const found = matches(mark, value, fault).at(take === "FIRST" ? 0 : -1);
    if (found === undefined) return null;
    return side === "after" ? value.slice(found.end) : value.slice(0, found.start);
  };
}

function match(step: Readonly<Record<string, unknown>>, path: string, faults: MapFaults): Reading {
  const found = compiled(text(step.match, `${path}.match`, faults), step.ignoreCase, `${path}.match`, faults);
  const take = faults.choice(step.take, `${path}.take`, ["FIRST", "LAST", "ONLY"], "LAST");
  const group = step.group ?? Math.min(1, found.groups);
  if (typeof group !== "number" || !Number.isInteger(group) || group < 0 || group > found.groups) {
    faults.add(`${path}.group`, `a group from 0 to ${found.groups}`, group);
    return (value) => value;
  }
  return (value, fault) => {
    const all = matches(found, value, fault).map(({ groups }) => groups[group]);
    if (take === "ONLY") return new Set(all.map((one) => one?.toUpperCase())).size === 1 ? all[0] : null;
    return all.at(take === "FIRST" ? 0 : -1) ?? null;
  };
}

function replace(step: Readonly<Record<string, unknown>>, path: string, faults: MapFaults): Reading {
  const found = compiled(text(step.replace, `${path}.replace`, faults), step.ignoreCase, `${path}.replace`, faults);
  if (typeof step.with !== "string") faults.add(`${path}.with`, "a text, $1 for a group", step.with);
  const parts = (typeof step.with === "string" ? step.with : "").split(/(\$\d)/);
  return (value, fault) => {
    let out = "";
    let from = 0;
    for (const { start, end, groups } of matches(found, value, fault)) {
      out += value.slice(from, start);
      for (const part of parts) out += /^\$\d$/.test(part) ? (groups[Number(part[1])] ?? "") : part;
      from = end;
    }
    return out + value.slice(from);
  };
}

/** What stands between the braces that the last such mark opens and the one that closes them. */
const bracesAfter =
  (mark: string): Reading =>
  (value) => {
    const start = value.lastIndexOf(mark);
    if (start < 0 || mark === "") return null;
    let depth = 1;
    for (let at = start + mark.length; at < value.length; at++) {
      if (value[at] === "{") depth++;
      else if (value[at] === "}" && --depth === 0) return value.slice(start + mark.length, at);
    }
    return null;
  };

/** Plain decimal: `055` is `55`, `1,050.50` is `1050.5`, `-0` is `0`. Null: not a number. */
function canonicalNumber(value: string): string | null {
  const parts = /^([-+]?)(\d*)(?:\.(\d*))?$/.exec(value.trim().replaceAll(",", ""));
  if (parts === null) return null;
  const [, sign, whole, fraction = ""] = parts;
  if (whole === "" && fraction === "") return null;
  const digits = whole.replace(/^0+(?=\d)/, "") || "0";
  const rest = fraction.replace(/0+$/, "");
  const plain = rest === "" ? digits : `${digits}.${rest}`;
  return sign === "-" && plain !== "0" ? `-${plain}` : plain;
}

function number(step: Readonly<Record<string, unknown>>, path: string, faults: MapFaults): Reading {
  const rule = faults.choice(step.number, `${path}.number`, ["REQUIRED", "IF_NUMBER"], "REQUIRED");
  return (value) => canonicalNumber(value) ?? (rule === "REQUIRED" ? null : value);
}

function letterCase(step: Readonly<Record<string, unknown>>, path: string, faults: MapFaults): Reading {
  const to = faults.choice(step.case, `${path}.case`, ["UPPER", "LOWER"], "UPPER");
  return (value) => (to === "UPPER" ? value.toUpperCase() : value.toLowerCase());
}

/** Trimmed texts by what they mean; others stay as they are, or are nothing under `"else": null`. */
function table(step: Readonly<Record<string, unknown>>, path: string, faults: MapFaults): Reading {
  const meaning = new Map<string, string | null>();
  if (typeof step.table !== "object" || step.table === null || Array.isArray(step.table))
    faults.add(`${path}.table`, "an object of texts", step.table);
  else
    for (const [from, to] of Object.entries(step.table as Readonly<Record<string, unknown>>)) {
      if (to !== null && typeof to !== "string") faults.add(`${path}.table.${from}`, "a text or null", to);
      else meaning.set(from, to);
    }
  if (step.else !== undefined && step.else !== null && typeof step.else !== "string")
    faults.add(`${path}.else`, "a text or null", step.else);
  const otherwise = step.else as string | null | undefined;
  return (value) => {
    const known = meaning.get(value.trim());
    if (known !== undefined) return known;
    return otherwise === undefined ? value : otherwise;
  };
}

function first(step: Readonly<Record<string, unknown>>, path: string, faults: MapFaults, nesting: number): Reading {
  const ways = faults
    .array(step.first, `${path}.first`)
    .map((way, index) => reading(way, `${path}.first[${index}]`, faults, nesting + 1));
  return (value, fault) => {
    for (const way of ways) {
      const found = way(value, fault);
      if (found !== null) return found;
    }
    return null;
  };
}

function hashed(step: Readonly<Record<string, unknown>>, path: string, faults: MapFaults): Reading {
  const digits = step.sha256;
  if (typeof digits !== "number" || !Number.isInteger(digits) || digits < 8 || digits > 64) {
    faults.add(`${path}.sha256`, "how many hex digits, from 8 to 64", digits);
    return (value) => value;
  }
  return (value) => createHash("sha256").update(value).digest("hex").slice(0, digits);
}
