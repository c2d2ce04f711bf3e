import canonicalize from "canonicalize";
import { UserError } from "../errors.js";

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Deeper than any statement, shallow enough that no reader's stack ends first. */
const deepest = 100;

/**
 * The one text of a JSON value (RFC 8785): keys sorted, no white space, so that equal values have equal digests.
 * Numbers are safe integers only, because readers in other languages print fractions differently; decimals travel
 * as strings (decimal.ts). What JSON.stringify would drop or bend without a word is refused, with its place.
 */
export function canonical(value: unknown): string {
  refuseUnfaithful(value, "$", 0);
  return canonicalize(value) ?? refusal("$", "there is no value here");
}

function refuseUnfaithful(value: unknown, where: string, depth: number): void {
  if (value === null || typeof value === "boolean") return;
  if (typeof value === "string") return refuseLoneSurrogate(value, where);
  if (typeof value === "number") {
    if (!Number.isSafeInteger(value))
      refusal(where, `expected a safe integer, got ${value}; write decimals as strings`);
    if (Object.is(value, -0)) refusal(where, "minus zero has the text of zero; write 0");
    return;
  }
  if (typeof value !== "object") refusal(where, `${typeof value} is not JSON`);
  if (depth === deepest) refusal(where, `nested deeper than ${deepest} levels`);
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) refuseUnfaithful(value[index], `${where}[${index}]`, depth + 1);
    return;
  }
  if (!isPlain(value)) refusal(where, "only plain objects are JSON");
  if (Object.getOwnPropertySymbols(value).length > 0) refusal(where, "a symbol is not a key of JSON");
  for (const [key, inner] of Object.entries(value)) {
    refuseLoneSurrogate(key, `${where}, a key`);
    refuseUnfaithful(inner, `${where}.${key}`, depth + 1);
  }
}

/** Made by braces or JSON.parse, in this realm or another: its prototype is the root of all. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Half of a surrogate pair has no UTF-8 bytes, and so no digest. */
function refuseLoneSurrogate(text: string, where: string): void {
  if (/\p{Surrogate}/u.test(text)) refusal(where, "the text holds half of a surrogate pair");
}

function refusal(where: string, sentence: string): never {
  throw new UserError("BAD_INPUT", `no canonical form: ${where}: ${sentence}`);
}
