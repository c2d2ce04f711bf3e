import { chosen, tally } from "../debate/majority.js";
import { MAX_LABELS } from "../debate/panels.js";
import { described } from "./fault.js";
import { type MapFaults } from "./mapFaults.js";
import { mapPath, type Place, places, roots, type Scope } from "./mapPath.js";
import { pattern, type Pattern } from "./mapPattern.js";
import { type Reading, reading } from "./mapReading.js";

/** A value and where it came from, in words. Undefined: there is none. */
export interface Found {
  readonly value: unknown;
  readonly from: string;
  /** What stood there before it was read. */
  readonly raw?: unknown;
}

/** What a map's value is, asked at a record. `fault` takes what cannot be read there. */
export type Value = (scope: Scope, fault: SayFault) => Found | undefined;
export type Condition = (scope: Scope, fault: SayFault) => boolean;
export type SayFault = (path: string, expected: string, got: string) => void;

/** Values and conditions inside each other. */
const MAX_NESTING = 16;

/** Compiles values, conditions and paths of one map, and knows its tables. */
export class ValueCompiler {
  constructor(
    private readonly faults: MapFaults,
    private readonly tables: ReadonlySet<string>,
  ) {}

  /**
   * A text that starts with `/` or `@` is a path (`/` alone is not), every other scalar is itself, an array is a list of values, and an object is
   * `{from, read?, where?}`, `{value}`, `{join}`, `{first}`, `{majority}` or `{count}`.
   */
  value(given: unknown, path: string, nesting = 0): Value {
    const { faults } = this;
    if (nesting > MAX_NESTING) {
      faults.say(path, `at most ${MAX_NESTING} values inside each other`, "more");
      return () => undefined;
    }
    if (typeof given === "string" && /^(\/.|@)/s.test(given)) return this.path(given, path);
    if (given === null || typeof given !== "object") return () => ({ value: given, from: "the map" });
    if (Array.isArray(given)) return this.list(given, path, nesting);
    const keys = ["from", "value", "join", "first", "majority", "count"].filter((key) => Object.hasOwn(given, key));
    if (keys.length !== 1) {
      faults.add(
        path,
        "a value: a path, a constant, or an object with one of from, value, join, first, majority, count",
        given,
      );
      return () => undefined;
    }
    const [key] = keys;
    const object = faults.object(given, path, [key, "where", "read"]);
    const inside = `${path}.${key}`;
    const found: Value =
      key === "value"
        ? () => ({ value: object.value, from: "the map" })
        : key === "from"
          ? this.value(object.from, inside, nesting + 1)
          : key === "join"
            ? this.joined(object.join, inside, nesting)
            : key === "first"
              ? this.firstOf(object.first, inside, nesting)
              : key === "majority"
                ? this.majority(object.majority, inside, nesting)
                : this.counted(object.count, inside, nesting);
    const read = object.read === undefined ? null : reading(object.read, `${path}.read`, faults);
    const where = object.where === undefined ? null : this.condition(object.where, `${path}.where`, nesting + 1);
    return (scope, fault) => {
      if (where !== null && !where(scope, fault)) return undefined;
      const at = found(scope, fault);
      return at === undefined || read === null
        ? at
        : { ...at, value: readAt(at, read, fault), raw: at.raw ?? at.value };
    };
  }

  /** All places of a path, for ballots. */
  places(given: unknown, path: string): (scope: Scope) => readonly Place[] {
    const parsed = typeof given === "string" ? this.parsed(given, path) : null;
    if (typeof given !== "string") this.faults.add(path, "a path", given);
    return parsed === null ? () => [] : (scope) => places(parsed, scope);
  }

  /** `{of, is | in | matches | count}`, `{not}`, `{all}`, `{any}`; `{of}` alone: there is such a value, and it is not null. */
  condition(given: unknown, path: string, nesting = 0): Condition {
    const { faults } = this;
    const keys = ["of", "not", "all", "any"];
    const object = faults.object(
      given,
      path,
      [...keys, "is", "in", "matches", "ignoreCase", "min", "max"],
      "a condition",
    );
    const named = keys.filter((key) => Object.hasOwn(object, key));
    if (named.length !== 1 || nesting > MAX_NESTING) {
      faults.say(
        path,
        "a condition with one of of, not, all, any",
        nesting > MAX_NESTING ? "too many inside each other" : String(named.length),
      );
      return () => false;
    }
    if (named[0] === "not") {
      const inner = this.condition(object.not, `${path}.not`, nesting + 1);
      return (scope, fault) => !inner(scope, fault);
    }
    if (named[0] !== "of") {
      const inner = faults
        .array(object[named[0]], `${path}.${named[0]}`)
        .map((one, index) => this.condition(one, `${path}.${named[0]}[${index}]`, nesting + 1));
      return named[0] === "all"
        ? (scope, fault) => inner.every((one) => one(scope, fault))
        : (scope, fault) => inner.some((one) => one(scope, fault));
    }
    const of = this.value(object.of, `${path}.of`, nesting + 1);
    const test = this.test(object, path);
    return (scope, fault) => test(of(scope, fault)?.value, fault);
  }

  private test(object: Readonly<Record<string, unknown>>, path: string): (value: unknown, fault: SayFault) => boolean {
    const { faults } = this;
    if (object.matches !== undefined) {
      const found = this.pattern(object.matches, object.ignoreCase === true, `${path}.matches`);
      return (value, fault) => {
        const text = scalarText(value);
        const all = text === null ? [] : found.all(text);
        if (all === null) fault(path, "a text that a pattern can be held against", `one of ${text?.length} characters`);
        return all !== null && all.length > 0;
      };
    }
    if (object.in !== undefined) {
      const words = faults.array(object.in, `${path}.in`);
      return (value) => words.includes(value ?? null);
    }
    if (Object.hasOwn(object, "is")) return (value) => (value ?? null) === object.is;
    if (object.min !== undefined || object.max !== undefined) {
      const { min = -Infinity, max = Infinity } = object;
      if (typeof min !== "number") faults.add(`${path}.min`, "a number", min);
      if (typeof max !== "number") faults.add(`${path}.max`, "a number", max);
      return (value) => typeof value === "number" && value >= Number(min) && value <= Number(max);
    }
    return (value) => value !== undefined && value !== null;
  }

  pattern(source: unknown, ignoreCase: boolean, path: string): Pattern {
    try {
      if (typeof source === "string") return pattern(source, ignoreCase);
      this.faults.add(path, "a pattern in RE2's syntax", source);
    } catch (error) {
      this.faults.say(path, "a pattern in RE2's syntax", error instanceof Error ? error.message : String(error));
    }
    return { groups: 0, all: () => [] };
  }

  private parsed(given: string, path: string) {
    const parsed = mapPath(given);
    const known = [...roots, ...this.tables];
    if (parsed === null) this.faults.add(path, "a path that starts with / or @", given);
    else if (parsed.root !== null && !known.includes(parsed.root))
      this.faults.add(path, `a path from / or one of ${known.map((root) => `@${root}`).join(", ")}`, given);
    else return parsed;
    return null;
  }

  private path(given: string, path: string): Value {
    const parsed = this.parsed(given, path);
    if (parsed === null) return () => undefined;
    return (scope) => {
      const found = places(parsed, scope);
      if (parsed.many) return { value: found.map(({ value }) => value), from: given };
      return found.length === 0 ? undefined : { value: found[0].value, from: found[0].at || "/" };
    };
  }

  private many(given: unknown, path: string, nesting: number): readonly Value[] {
    return this.faults.array(given, path).map((one, index) => this.value(one, `${path}[${index}]`, nesting + 1));
  }

  private list(given: unknown, path: string, nesting: number): Value {
    const all = this.many(given, path, nesting);
    return (scope, fault) => {
      const found = all.map((one) => one(scope, fault));
      return {
        value: found.flatMap((one) =>
          one === undefined ? [] : Array.isArray(one.value) ? (one.value as unknown[]) : [one.value],
        ),
        from: [...new Set(found.flatMap((one) => (one === undefined ? [] : [one.from])))].join(", "),
      };
    };
  }

  /** The texts one after the other; nothing when one of them is. */
  private joined(given: unknown, path: string, nesting: number): Value {
    const all = this.many(given, path, nesting);
    return (scope, fault) => {
      let text = "";
      const from: string[] = [];
      for (const one of all) {
        const found = one(scope, fault);
        if (found === undefined || found.value === null) return undefined;
        const part = scalarText(found.value);
        if (part === null) fault(found.from, "a text or a number", described(found.value));
        text += part ?? "";
        if (found.from !== "the map") from.push(found.from);
      }
      return { value: text, from: from.join(", ") };
    };
  }

  /** The first that is there and not null; null when one of them is. */
  private firstOf(given: unknown, path: string, nesting: number): Value {
    const all = this.many(given, path, nesting);
    return (scope, fault) => {
      let nothing: Found | undefined;
      for (const one of all) {
        const found = one(scope, fault);
        if (found !== undefined && found.value !== null) return found;
        nothing ??= found;
      }
      return nothing;
    };
  }

  private majority(given: unknown, path: string, nesting: number): Value {
    const all = this.value(given, path, nesting + 1);
    return (scope, fault) => {
      const found = all(scope, fault);
      if (!Array.isArray(found?.value) || found.value.length === 0) return undefined;
      return { value: majorityOf(found.value.map(scalarText)), from: found.from };
    };
  }

  private counted(given: unknown, path: string, nesting: number): Value {
    const of = this.value(given, path, nesting + 1);
    return (scope, fault) => {
      const found = of(scope, fault);
      const value = found?.value;
      const entries = typeof value === "object" && value !== null ? Object.keys(value).length : 0;
      return { value: entries, from: found?.from ?? "nothing" };
    };
  }
}

function readAt({ value, from }: Found, read: Reading, fault: SayFault): unknown {
  if (value === null) return null;
  if (Array.isArray(value)) return value.map((one: unknown) => readAt({ value: one, from }, read, fault));
  const text = scalarText(value);
  if (text === null) {
    fault(from, "a text or a number to read", described(value));
    return null;
  }
  return read(text, (expected, got) => fault(from, expected, got));
}

/** The text that stands there most often; null when two do, or none. */
function majorityOf(texts: readonly (string | null)[]): string | null {
  const labels = [...new Set(texts.filter((text) => text !== null))].slice(0, MAX_LABELS);
  const ballots = Uint8Array.from(texts, (text) => (text === null ? 0 : labels.indexOf(text) + 1));
  const count = tally({ ballots, rounds: 1, seats: texts.length });
  return labels[chosen(count(0, 0), "UNDECIDED") - 1] ?? null;
}

/** A text, or a number or a truth value as JSON writes it; null for anything else. */
export function scalarText(value: unknown): string | null {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : null;
}
