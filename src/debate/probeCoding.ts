import { UserError } from "../errors.js";
import { type Channel, channels, type Strength, strengths } from "./probe.js";
import { type ProbeColumns } from "./probeColumns.js";

/**
 * Which of the published definitions of a flip rate.
 * EXTENSION: the plain mean of the probes' own rates, over all conditions and seats; an unparsed reply is no revision. The paper's for its
 * extension lanes, and the default.
 * SEALED: half the pooled rate of the solo replies plus half that of the social ones, under the default prompt, over parsed replies.
 * SOLO: pooled over the solo replies under the default prompt; an unparsed reply is no revision.
 */
export const flipDefinitions = ["EXTENSION", "SEALED", "SOLO"] as const;
export type FlipDefinition = (typeof flipDefinitions)[number];

/** What an unparsed reply is: no revision, a revision, or left out of the denominator too. */
export const unparsedReplies = ["NO_REVISION", "REVISION", "DROP"] as const;
export type UnparsedReply = (typeof unparsedReplies)[number];

/** Which replies are counted, and how. Part of a number's identity. */
export interface ProbeCoding {
  readonly definition: FlipDefinition;
  readonly unparsed: UnparsedReply;
  /** Null: all. */
  readonly conditions: readonly string[] | null;
  readonly seats: readonly string[] | null;
  readonly channels: readonly Channel[];
  readonly strengths: readonly Strength[];
}

type Loose<T> = { readonly [K in keyof T]?: T[K] | null };

const defaults: Readonly<Record<FlipDefinition, Omit<ProbeCoding, "definition" | "seats" | "strengths">>> = {
  EXTENSION: { unparsed: "NO_REVISION", conditions: null, channels },
  SEALED: { unparsed: "DROP", conditions: ["default"], channels },
  SOLO: { unparsed: "NO_REVISION", conditions: ["default"], channels: ["SOLO"] },
};

/** Fills in what the definition says; an explicit null means that. What is given beside it wins. */
export function probeCoding(given: Loose<ProbeCoding> = {}): ProbeCoding {
  const definition = given.definition ?? "EXTENSION";
  const named = defaults[definition];
  const coding: ProbeCoding = {
    definition,
    unparsed: given.unparsed ?? named.unparsed,
    conditions: given.conditions ?? named.conditions,
    seats: given.seats ?? null,
    channels: given.channels ?? named.channels,
    strengths: given.strengths ?? strengths,
  };
  for (const [name, list] of Object.entries(coding))
    if (Array.isArray(list) && list.length === 0)
      throw new UserError("BAD_INPUT", `${name}: at least one was expected, got none`);
  return coding;
}

/** Which probes and which of their places a coding counts; NOT_FOUND for a condition or seat that no probe has. */
export function countedCells(columns: ProbeColumns, coding: ProbeCoding) {
  const wanted = (what: string, names: readonly string[] | null, known: readonly string[]) => {
    const unknown = names?.filter((name) => !known.includes(name)) ?? [];
    if (unknown.length > 0)
      throw new UserError("NOT_FOUND", `${what}: these probes have ${known.join(", ")}, not ${unknown.join(", ")}`);
    return known.map((name) => names === null || names.includes(name));
  };
  const conditions = wanted("conditions", coding.conditions, columns.conditions);
  const seats = wanted("seats", coding.seats, columns.seats);
  const places = strengths.flatMap((strength, s) =>
    channels.flatMap((channel, c) =>
      coding.strengths.includes(strength) && coding.channels.includes(channel) ? [s * channels.length + c] : [],
    ),
  );
  return {
    rows: (row: number) => conditions[columns.condition[row]] && seats[columns.seat[row]],
    places,
    /** Whether every reply counts: then a source's own count of them does too. */
    whole: places.length === strengths.length * channels.length,
  };
}
