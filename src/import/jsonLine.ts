import { type Fault, quoted } from "./fault.js";

/** Arrays and objects inside each other. */
export const MAX_DEPTH = 64;
/** Characters in the name of a key. */
export const MAX_KEY_LENGTH = 256;

export type JsonObject = Readonly<Record<string, unknown>>;
type Complaint = Pick<Fault, "path" | "expected" | "got">;

export interface JsonLine {
  /** The object of the line; null when there are complaints. */
  readonly value: JsonObject | null;
  readonly complaints: readonly Complaint[];
  /** `NaN`, `Infinity` and `-Infinity`, which JSON does not have: read as null. */
  readonly notNumbers: number;
  /** Numbers that a double cannot hold, as they stand in the line. */
  readonly inexact: readonly string[];
  /** The line breaks off inside an object: half a line, or an object that goes on over several lines. */
  readonly endsEarly: boolean;
}

/**
 * A line as one JSON object, strictly: nothing is lost or converted without a word. Beyond what `JSON.parse` checks, a key that
 * stands twice in one object is refused (which of the two was meant?), so are text that no database holds (NUL characters,
 * lone surrogates), and keys or nesting beyond the limits.
 */
export function jsonLine(text: string): JsonLine {
  const start = text.trimStart();
  const other = start.startsWith("{")
    ? null
    : start.startsWith("[")
      ? "the start of an array"
      : `text that starts with ${quoted(start.slice(0, 24))}`;
  const read = jsonValue(text, "object", MAX_DEPTH, other);
  const { value, seen, ...said } = read;
  const complaints = [...said.complaints];
  if (value !== null && (seen.escapes || seen.longKeys)) complainOfStrings(value, "", complaints);
  return { ...said, complaints, value: complaints.length > 0 ? null : (value as JsonObject) };
}

export interface JsonValue extends Omit<JsonLine, "value"> {
  /** Null when there are complaints, too. */
  readonly value: unknown;
  readonly seen: Scan;
}

/**
 * A text as one JSON value, as strictly, but for the texts inside: whoever picks some of them says of those whether a database can
 * hold them. `other`: why the text is refused at once, as something that is no such value.
 */
export function jsonValue(text: string, kind: string, maxDepth: number, other: string | null = null): JsonValue {
  const seen = scanned(text);
  const refused = (expected: string, got: string): JsonValue => ({
    value: null,
    complaints: [{ path: "", expected, got }],
    notNumbers: 0,
    inexact: [],
    endsEarly: seen.endsEarly,
    seen,
  });
  if (seen.depth > maxDepth) return refused(`at most ${maxDepth} arrays and objects inside each other`, "more");
  if (other !== null) return refused("one JSON object per line", other);
  if (seen.endsEarly) return refused(`a whole JSON ${kind}`, `one that breaks off after ${text.length} characters`);
  let value: unknown;
  try {
    value = JSON.parse(seen.notNumbers === 0 ? text : withNulls(text));
  } catch (error) {
    return refused(`a JSON ${kind}`, `something else ${placeOf(error)}`);
  }
  const twice = keys(value) !== seen.keys;
  return {
    value: twice ? null : value,
    complaints: twice ? [{ path: "", expected: "each key once", got: repeatedKey(text) }] : [],
    notNumbers: seen.notNumbers,
    inexact: seen.longNumbers ? inexactNumbers(text) : [],
    endsEarly: false,
    seen,
  };
}

export interface Scan {
  /** Colons outside of strings: one for each key. */
  keys: number;
  depth: number;
  endsEarly: boolean;
  notNumbers: number;
  /** Some number has more digits than a double is sure to hold, or an exponent. */
  longNumbers: boolean;
  /** Some string holds a `\u` escape: the only way for NUL and lone surrogates to come in. */
  escapes: boolean;
  /** Some string is longer than a key may be. */
  longKeys: boolean;
}

const QUOTE = 34;
const BACKSLASH = 92;

/** One pass over the characters, to see what `JSON.parse` does not tell. */
function scanned(text: string): Scan {
  let keys = 0;
  let depth = 0;
  let deepest = 0;
  let notNumbers = 0;
  let digits = 0;
  let longNumbers = false;
  let longKeys = false;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const c = text.charCodeAt(at);
    if (c === QUOTE) {
      const end = endOfString(text, at);
      if (end < 0) {
        inString = true;
        break;
      }
      if (end - at > MAX_KEY_LENGTH) longKeys = true;
      at = end;
    } else if (c >= 48 && c <= 57) {
      if (++digits > 15) longNumbers = true;
    } else if (c !== 46) {
      digits = 0;
      if (c === 58) keys++;
      else if (c === 123 || c === 91) {
        if (++depth > deepest) deepest = depth;
      } else if (c === 125 || c === 93) depth--;
      else if (c === 101 || c === 69) longNumbers = true;
      else if (c === 78 || c === 73) {
        const word = notNumberAt(text, at);
        if (word > 0) {
          notNumbers++;
          at += word - 1;
        }
      }
    }
  }
  return {
    keys,
    depth: deepest,
    endsEarly: inString || depth > 0,
    notNumbers,
    longNumbers,
    escapes: text.includes("\\u"),
    longKeys,
  };
}

/** Index of the quotation mark that closes the string opened at `start`; -1 when none does. */
function endOfString(text: string, start: number): number {
  for (let at = start; ;) {
    at = text.indexOf('"', at + 1);
    if (at < 0) return -1;
    let before = at - 1;
    while (text.charCodeAt(before) === BACKSLASH) before--;
    if ((at - before) % 2 === 1) return at;
  }
}

/** Length of the `NaN` or `Infinity` at this place; 0 when there is none. */
const notNumberAt = (text: string, at: number): number =>
  text.startsWith("NaN", at) ? 3 : text.startsWith("Infinity", at) ? 8 : 0;

/** The line with null in place of `NaN`, `Infinity` and `-Infinity`, strings left alone. */
function withNulls(text: string): string {
  let out = "";
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) === QUOTE) at = endOfString(text, at);
    else if (notNumberAt(text, at) > 0) {
      const sign = text.charAt(at - 1) === "-" ? 1 : 0;
      out += `${text.slice(from, at - sign)}null`;
      at += notNumberAt(text, at) - 1;
      from = at + 1;
    }
  }
  return out + text.slice(from);
}

/** How many keys all objects in a value have together. */
function keys(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) for (const entry of value) count += keys(entry);
  else
    for (const key in value) {
      count += 1 + keys((value as JsonObject)[key]);
    }
  return count;
}

/** Engines word the complaint differently; the position is the part they agree on. */
function placeOf(error: unknown): string {
  const found = /position (\d+)/.exec(String(error));
  return found ? `at character ${Number(found[1]) + 1}` : "at its end";
}

/** The first key that stands twice in one object, found by walking the text with a stack of the objects that are open. */
function repeatedKey(text: string): string {
  const open: (Set<string> | null)[] = [];
  for (let at = 0; at < text.length; at++) {
    const c = text[at];
    if (c === "{") open.push(new Set());
    else if (c === "[") open.push(null);
    else if (c === "}" || c === "]") open.pop();
    else if (c === '"') {
      const end = endOfString(text, at);
      if (/^\s*:/.test(text.slice(end + 1, end + 64))) {
        const key = JSON.parse(text.slice(at, end + 1)) as string;
        const names = open.at(-1);
        if (names?.has(key)) return `${quoted(key)} twice in one object`;
        names?.add(key);
      }
      at = end;
    }
  }
  return "one of them twice in one object";
}

/** What a database cannot hold of the texts in a value, and keys that are too long. */
export function complainOfStrings(value: unknown, path: string, complaints: Complaint[]): void {
  if (typeof value === "string") complainOfText(value, path, complaints);
  else if (Array.isArray(value))
    value.forEach((entry, index) => complainOfStrings(entry, `${path}[${index}]`, complaints));
  else if (typeof value === "object" && value !== null)
    for (const [key, inner] of Object.entries(value)) {
      const name = key.length > 60 ? `${key.slice(0, 57)}...` : key;
      const inside = path === "" ? name : `${path}.${name}`;
      if (key.length > MAX_KEY_LENGTH)
        complaints.push({
          path: inside,
          expected: `a key of at most ${MAX_KEY_LENGTH} characters`,
          got: `one of ${key.length}`,
        });
      complainOfText(key, inside, complaints);
      complainOfStrings(inner, inside, complaints);
    }
}

/** What JSON can write and a database cannot hold. */
function complainOfText(text: string, path: string, complaints: Complaint[]): void {
  if (text.includes("\u0000"))
    complaints.push({ path, expected: "text that a database can hold", got: "a NUL character" });
  if (/\p{Surrogate}/u.test(text))
    complaints.push({ path, expected: "text that a database can hold", got: "a lone surrogate" });
}

/** Numbers that come back as another number, such as ids of 20 digits and 1e999. */
function inexactNumbers(text: string): string[] {
  const outside = text.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  return [...outside.matchAll(/-?\d[\d.]*(?:[eE][-+]?\d+)?/g)]
    .map(([token]) => token)
    .filter((token) => decimalOf(token) !== decimalOf(String(Number(token))));
}

/** Sign, significant digits and power of ten: the same for all ways to write one decimal number. */
function decimalOf(token: string): string {
  const parts = /^(-?)(\d+)(?:\.(\d*))?(?:[eE]([-+]?\d+))?$/.exec(token);
  if (!parts) return token;
  const [, sign, whole, fraction = "", power = "0"] = parts;
  const digits = (whole + fraction).replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (significant === "") return "0";
  return `${sign}${significant}e${Number(power) - fraction.length + digits.length - significant.length}`;
}
