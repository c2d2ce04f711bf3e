import { type Json } from "../../src/seal/canonical.js";

export interface Bent {
  /** Where the change is, such as `predicate.entries[3].statement.net`. */
  readonly where: string;
  readonly value: Json;
}

/** Every change of one leaf, one key or one member of a JSON value that makes another value of it. */
export function* bends(value: Json, where = ""): Generator<Bent> {
  if (Array.isArray(value)) {
    const items = value as readonly Json[];
    for (const [index, item] of items.entries()) {
      const at = `${where}[${index}]`;
      for (const bent of bends(item, at))
        yield { ...bent, value: items.map((each, place) => (place === index ? bent.value : each)) };
      yield { where: at, value: items.filter((_, place) => place !== index) };
      yield { where: at, value: [...items, item] };
    }
    yield { where, value: [...items, "more"] };
  } else if (typeof value === "object" && value !== null) {
    const fields = value as { readonly [key: string]: Json };
    for (const [key, inner] of Object.entries(fields)) {
      const at = where === "" ? key : `${where}.${key}`;
      for (const bent of bends(inner, at)) yield { ...bent, value: { ...fields, [key]: bent.value } };
      yield { where: at, value: Object.fromEntries(Object.entries(fields).filter(([name]) => name !== key)) };
    }
    yield { where, value: { ...fields, more: null } };
  } else for (const bent of bentLeaf(value)) yield { where, value: bent };
}

function bentLeaf(value: null | boolean | number | string): Json[] {
  if (value === null) return ["", 0];
  if (typeof value === "boolean") return [!value, null];
  if (typeof value === "number") return [value + 1, -value - 1, `${value}`];
  return [...(value === "" ? [] : [changedAt(value, value.length >> 1)]), `${value} `, null];
}

/** One character changed to another that could stand there. */
export function changedAt(text: string, place: number): string {
  const other = text[place] === "0" ? "1" : text[place] === "a" ? "b" : /[0-9]/.test(text[place] ?? "") ? "0" : "a";
  return text.slice(0, place) + other + text.slice(place + 1);
}
