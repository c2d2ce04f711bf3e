import { type JsonObject } from "./jsonLine.js";

/** What a path may start from, beside the record itself. */
export const roots = ["file", "index", "line", "key", "document", "seat"] as const;
export type Root = (typeof roots)[number];

/** What a map sees at one record. */
export interface Scope {
  readonly record: unknown;
  /** The file's name as it was given, folders included. */
  readonly file: string;
  readonly line: number;
  /** Position among the records of the file, from 0, those that are left out included. */
  readonly index: number;
  /** The record's key, where it stands in an object; the member's name, where it stands in an archive. */
  readonly key: string | null;
  /** The whole document that the record is a part of; undefined where records are read one by one. */
  readonly document: unknown;
  /** Name of the seat, while seats are described. */
  readonly seat?: string;
  /** The row of a table that belongs to the record. */
  row(table: string): JsonObject | undefined;
}

/** A value and where it stands. `captures` are what the named wildcards stood for. */
export interface Place {
  readonly value: unknown;
  readonly at: string;
  readonly captures: Readonly<Record<string, string | number>>;
}

interface Step {
  /** Null: every entry. */
  readonly key: string | null;
  readonly name: string | null;
  readonly where: readonly [key: string, value: string] | null;
}

export interface MapPath {
  readonly text: string;
  readonly root: string | null;
  readonly steps: readonly Step[];
  readonly many: boolean;
}

/**
 * A JSON Pointer (RFC 6901) from the record, or from `@file`, `@index`, `@line`, `@key`, `@document`, `@seat` or the row of a table
 * (`@gold`). Beyond the standard: `*` is every entry of an array or object, `*round` names it, `*(role=assistant)` takes the entries
 * whose `role` says so, counted after choosing; a negative index counts from the end. Null: not a path.
 */
export function mapPath(text: string): MapPath | null {
  const found = /^(?:@([A-Za-z][A-Za-z0-9_]*))?((?:\/[^/]*)*)$/s.exec(text);
  if (found === null || text === "") return null;
  const steps = found[2].split("/").slice(1).map(stepOf);
  return { text, root: found[1] ?? null, steps, many: steps.some(({ key }) => key === null) };
}

function stepOf(token: string): Step {
  const wild = /^\*([A-Za-z]*)(?:\(([^=()]+)=([^()]*)\))?$/.exec(token);
  if (wild === null) return { key: token.replaceAll("~1", "/").replaceAll("~0", "~"), name: null, where: null };
  return { key: null, name: wild[1] || null, where: wild[2] === undefined ? null : [wild[2], wild[3]] };
}

/** Every value that the path leads to, in order. Values are looked at, never run: a path ends where the data does. */
export function places(path: MapPath, scope: Scope): readonly Place[] {
  let found: Place[] = [
    { value: start(path.root, scope), at: path.root === null ? "" : `@${path.root}`, captures: {} },
  ];
  for (const step of path.steps) found = step.key === null ? entries(found, step) : members(found, step.key);
  return found.filter(({ value }) => value !== undefined);
}

function start(root: string | null, scope: Scope): unknown {
  if (root === null) return scope.record;
  if ((roots as readonly string[]).includes(root)) return scope[root as Root] ?? undefined;
  return scope.row(root);
}

function members(from: readonly Place[], key: string): Place[] {
  const found: Place[] = [];
  for (const { value, at, captures } of from) {
    const inner = member(value, key);
    if (inner !== undefined) found.push({ value: inner, at: `${at}/${key}`, captures });
  }
  return found;
}

function member(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return /^(0|-?[1-9]\d{0,9})$/.test(key) ? (value as unknown[]).at(Number(key)) : undefined;
  return typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? (value as JsonObject)[key]
    : undefined;
}

function entries(from: readonly Place[], { name, where }: Step): Place[] {
  const found: Place[] = [];
  for (const { value, at, captures } of from) {
    if (typeof value !== "object" || value === null) continue;
    const list = Array.isArray(value);
    let count = 0;
    for (const [key, inner] of Object.entries(value as JsonObject)) {
      if (where !== null && member(inner, where[0]) !== where[1]) continue;
      const capture = list ? count : key;
      count++;
      found.push({
        value: inner,
        at: `${at}/${key}`,
        captures: name === null ? captures : { ...captures, [name]: capture },
      });
    }
  }
  return found;
}
