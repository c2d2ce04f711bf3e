import { UserError } from "../errors.js";
import { type Json } from "./canonical.js";
import { decimal, minimalDecimal } from "./decimal.js";

/** Gives the value back typed, or refuses it with a sentence that begins with its place. */
export type Shape<T> = (value: unknown, where: string) => T;
export type Shaped<S> = S extends Shape<infer T> ? T : never;

type Fields = Record<string, Shape<unknown>>;
type Read<S extends Fields> = { readonly [K in keyof S]: Shaped<S[K]> };

/** Exactly these keys and none besides, so that a thing has one canonical form. Those of `unless` are absent where there is nothing to say. */
export const record =
  <S extends Fields, U extends Fields = Record<never, never>>(
    shapes: S,
    unless: U = {} as U,
  ): Shape<Read<S> & Partial<Read<U>>> =>
  (value, where) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) refusal(where, "an object", value);
    const surplus = Object.keys(value).find((key) => !Object.hasOwn(shapes, key) && !Object.hasOwn(unless, key));
    if (surplus !== undefined) throw new UserError("BAD_INPUT", `${where}.${surplus}: no such key is known here`);
    const fields = value as Record<string, unknown>;
    for (const [key, shape] of Object.entries(shapes)) {
      if (!Object.hasOwn(fields, key)) throw new UserError("BAD_INPUT", `${where}.${key}: missing`);
      shape(fields[key], `${where}.${key}`);
    }
    for (const [key, shape] of Object.entries(unless))
      if (Object.hasOwn(fields, key)) shape(fields[key], `${where}.${key}`);
    return value as Read<S> & Partial<Read<U>>;
  };

export const list =
  <T>(shape: Shape<T>): Shape<readonly T[]> =>
  (value, where) =>
    Array.isArray(value)
      ? value.map((inner, index) => shape(inner, `${where}[${index}]`))
      : refusal(where, "a list", value);

/** At least one, each once, in code point order. */
export const sortedDigests: Shape<readonly string[]> = (value, where) => {
  const digests = list(hexDigest)(value, where);
  const sorted = digests.length > 0 && digests.every((digest, index) => index === 0 || digests[index - 1] < digest);
  return sorted ? digests : refusal(where, "digests, sorted, each once", value);
};

export const nullable =
  <T>(shape: Shape<T>): Shape<T | null> =>
  (value, where) =>
    value === null ? null : shape(value, where);

export const oneOf =
  <const T extends string | number>(...words: readonly T[]): Shape<T> =>
  (value, where) =>
    words.find((word) => word === value) ??
    refusal(where, words.map((word) => JSON.stringify(word)).join(" or "), value);

export const text: Shape<string> = (value, where) =>
  typeof value === "string" ? value : refusal(where, "a text", value);

export const count: Shape<number> = (value, where) =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : refusal(where, "a whole number from 0 on", value);

export const integer: Shape<number> = (value, where) =>
  Number.isSafeInteger(value) ? Number(value) : refusal(where, "a whole number", value);

export const flag: Shape<boolean> = (value, where) =>
  typeof value === "boolean" ? value : refusal(where, "true or false", value);

/** SHA-256 in lower-case hex. */
export const hexDigest: Shape<string> = (value, where) =>
  typeof value === "string" && /^[0-9a-f]{64}$/.test(value) ? value : refusal(where, "64 hex digits", value);

/** A decimal in its shortest form, so that equal amounts are equal texts. */
export const amount: Shape<string> = (value, where) =>
  typeof value === "string" && minimalDecimal(value) === value ? value : refusal(where, "a shortest decimal", value);

/** At most 20 characters, so that the utility of any number of debates is still a decimal. */
export const price: Shape<string> = (value, where) => {
  const read = amount(value, where);
  return read.length <= 20 && decimal(read).numerator >= 0n ? read : refusal(where, "a price of 0 or more", value);
};

/** Anything; whoever reads the whole asks for its canonical form, once. */
export const json: Shape<Json> = (value) => value as Json;

function refusal(where: string, expected: string, got: unknown): never {
  const shown = (JSON.stringify(got) ?? typeof got).slice(0, 60);
  throw new UserError("BAD_INPUT", `${where}: expected ${expected}, got ${shown}`);
}
