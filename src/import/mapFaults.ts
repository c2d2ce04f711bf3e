import { UserError } from "../errors.js";
import { described } from "./fault.js";

/** Collects what is wrong with a map, each with its place in it: `map.json: ballots[0].read[1]: expected ..., got ...`. */
export class MapFaults {
  readonly texts: string[] = [];
  constructor(readonly name: string) {}

  add(path: string, expected: string, got: unknown): void {
    this.say(path, expected, described(got));
  }

  say(path: string, expected: string, got: string): void {
    this.texts.push(`${this.name}: ${path === "" ? "" : `${path}: `}expected ${expected}, got ${got}`);
  }

  throwIfAny(): void {
    if (this.texts.length > 0) throw new UserError("BAD_INPUT", this.texts.slice(0, 100).join("\n"));
  }

  /** The object at a place, with none but the known keys; an empty one when it is something else. */
  object(value: unknown, path: string, keys: readonly string[], what = "an object"): Readonly<Record<string, unknown>> {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      this.add(path, what, value);
      return {};
    }
    for (const key of Object.keys(value))
      if (!keys.includes(key))
        this.say(path === "" ? key : `${path}.${key}`, `one of ${keys.join(", ")}`, "an unknown key");
    return value as Readonly<Record<string, unknown>>;
  }

  /** One of some words, or the default when nothing is said. */
  choice<T extends string>(value: unknown, path: string, words: readonly T[], otherwise: T): T {
    if (value === undefined) return otherwise;
    const found = words.find((word) => word === value);
    if (found === undefined) this.add(path, `one of ${words.join(", ")}`, value);
    return found ?? otherwise;
  }

  array(value: unknown, path: string): readonly unknown[] {
    if (value === undefined) return [];
    if (Array.isArray(value)) return value;
    this.add(path, "an array", value);
    return [];
  }
}
