import { type Debate } from "../debate/debate.js";
import { type JsonObject } from "./jsonLine.js";
import { type Notes } from "./notes.js";
import { type RunLine } from "./runLine.js";

export interface ReadDebate {
  readonly debate: Debate;
  /** What the source says of the majority after rounds 1, 2, ...: compared, never used. Null when it says nothing. */
  readonly roundMajorities: readonly (string | null)[] | null;
  /** False when the source stored no rounds after the blind one: what it reports of the end cannot be compared. */
  readonly finalStored: boolean;
}

/** Reads the lines of one file of one format in order. */
export interface Reader {
  /** The debate of this line; null for a run line, and when something is wrong, which is then in the notes. */
  read(line: JsonObject, notes: Notes): ReadDebate | null;
  /** What the run says of itself; null before a line was read without fault. */
  run(): RunLine | null;
}

/** Keys of the run line that are given from outside. They win over the file. */
export interface RunOverrides extends JsonObject {
  readonly slug?: string;
  /** For every seat: what the file does not say, or says otherwise. */
  readonly model?: string;
  readonly family?: string;
  readonly provider?: string;
  /** Of a table that holds several models: the one whose rows are read. */
  readonly only?: string;
}

/** The object under `run`, overridden. What is undefined is not given. */
export function overridden(run: JsonObject, { model, family, provider, only: _, ...keys }: RunOverrides): JsonObject {
  const everySeat = given({ model, family, provider });
  const merged: Record<string, unknown> = { ...run, ...given(keys) };
  if (Array.isArray(merged.seats))
    merged.seats = merged.seats.map((seat: unknown) =>
      typeof seat === "object" && seat !== null ? { ...seat, ...everySeat } : seat,
    );
  return merged;
}

const given = (keys: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(keys).filter(([, value]) => value !== undefined));

/** The name of a file without folders and without `.jsonl`, `.ndjson`, `.json` , `.csv` and `.gz`. */
export const fileStem = (file: string): string =>
  file
    .replace(/^.*[/\\]/, "")
    .replace(/\.gz$/i, "")
    .replace(/\.(jsonl|ndjson|json|csv)$/i, "");

/** A file's name as a slug. */
export const slugOfFile = (file: string): string =>
  fileStem(file)
    .replace(/[^A-Za-z0-9._+-]+/g, "-")
    .replace(/^[^A-Za-z0-9]+/, "");
