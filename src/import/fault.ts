/** One thing that is wrong with an input file. `path` is empty when the whole line, or the file, is meant. */
export interface Fault {
  readonly line: number;
  readonly path: string;
  readonly expected: string;
  readonly got: string;
  /** Where a run comes from several files: which of them. */
  readonly file?: string;
}

/** `file:line: path: expected ..., got ...`, which editors and terminals turn into a link. */
export const faultText = (file: string, { line, path, expected, got }: Fault): string =>
  `${file}:${line}: ${path === "" ? "" : `${path}: `}expected ${expected}, got ${got}`;

/** What came, in words: its type, and the value where it is short enough to recognise. */
export function described(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "string") return `string ${quoted(value)}`;
  if (typeof value === "number" || typeof value === "boolean") return `${typeof value} ${value}`;
  return "object";
}

/** A text of the input in quotation marks, cut where it is long, with control characters and lone surrogates escaped. */
export function quoted(text: string): string {
  const shown = text.length > 60 ? `${text.slice(0, 57)}...` : text;
  return JSON.stringify(shown);
}
