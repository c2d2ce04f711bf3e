import { type CodedDebate } from "../debate/codeDebate.js";
import { type Ballot, type Debate, type Derived, NOT_ASKED, type Reported, type Seat } from "../debate/debate.js";
import { NOT_ASKED_CODE, UNPARSED } from "../debate/panels.js";
import { must } from "../errors.js";

/** A debate as it goes into the store. */
export interface NewDebate {
  readonly debate: Debate;
  readonly coded: CodedDebate;
  /** Reported fields that contradict the ballots. */
  readonly disagreements: readonly string[];
}

/** A debate as it comes out. */
export interface StoredDebate extends Debate {
  readonly runId: number;
  readonly ordinal: number;
  readonly disagreements: readonly string[];
}

export interface Shape {
  readonly rounds: number;
  readonly seats: number;
}

/**
 * A debate as columns, in the form in which a batch of them travels to the database: JSON with bytes in base64 and
 * lists as Postgres writes them. This file alone knows that form. What a
 * debate does not have is left out, which is how the database reads null.
 */
export interface DebateRow {
  readonly ordinal: number;
  readonly benchmark: string;
  readonly item: string;
  readonly replicate: number;
  readonly category?: string;
  readonly cluster: string;
  readonly gold?: string;
  readonly labels: string;
  readonly codes: string;
  readonly admissible: string;
  readonly rounds: number;
  readonly signals?: string;
  readonly displayed?: string;
  readonly seats?: string;
  readonly tokens?: number;
  readonly cost?: string;
  readonly reported?: string;
  readonly derived?: string;
  readonly disagreements: string;
  readonly meta?: string;
  readonly texts?: string;
}

/** `shape` is the one that the debate was coded under; the row keeps only the rounds and seats that the debate has. */
export function debateRow(ordinal: number, { debate, coded, disagreements }: NewDebate, shape: Shape): DebateRow {
  return {
    ordinal,
    benchmark: debate.benchmark,
    item: debate.item,
    replicate: debate.replicate,
    category: debate.category ?? undefined,
    cluster: debate.cluster,
    gold: debate.gold ?? undefined,
    labels: listText(coded.labels),
    codes: ownCodes(debate, coded.codes, shape).toString("base64"),
    admissible: listText(debate.labels),
    rounds: debate.rounds.length,
    signals: debate.signals.length === 0 ? undefined : JSON.stringify(debate.signals),
    displayed: given(debate.displayed),
    seats: given(debate.seats),
    tokens: debate.tokens ?? undefined,
    cost: debate.cost ?? undefined,
    reported: given(debate.reported),
    derived: given(debate.derived ?? null),
    disagreements: listText(disagreements),
    meta: debate.meta ?? undefined,
    texts: given(debate.texts),
  };
}

function ownCodes({ rounds }: Debate, codes: Uint8Array, shape: Shape): Buffer {
  const seats = seatsOf(rounds);
  if (rounds.length === shape.rounds && seats === shape.seats) return Buffer.from(codes);
  const own = Buffer.alloc(rounds.length * seats);
  for (let round = 0; round < rounds.length; round++) {
    own.set(codes.subarray(round * shape.seats, round * shape.seats + seats), round * seats);
  }
  return own;
}

const seatsOf = (rounds: Debate["rounds"]): number =>
  rounds.reduce((most, ballots) => Math.max(most, ballots.length), 0);

const given = (value: unknown): string | undefined => (value === null ? undefined : JSON.stringify(value));

/** A list of texts as Postgres reads it. Without nulls, which the embedded adapter cannot tell from the text "NULL". */
const listText = (values: readonly string[]): string =>
  `{${values.map((value) => `"${/["\\]/.test(value) ? value.replace(/["\\]/g, "\\$&") : value}"`).join(",")}}`;

/** What a query over debates gives; `codes` in base64. */
export interface FoundDebate {
  readonly runId: number;
  readonly ordinal: number;
  readonly benchmark: string;
  readonly item: string;
  readonly replicate: number;
  readonly category: string | null;
  readonly cluster: string;
  readonly gold: string | null;
  readonly labels: readonly string[];
  readonly codes: string;
  readonly admissible: readonly string[];
  readonly rounds: number;
  readonly signals: string | null;
  readonly displayed: string | null;
  readonly seats: string | null;
  readonly tokens: bigint | null;
  readonly cost: string | null;
  readonly reported: string | null;
  readonly derived: string | null;
  readonly disagreements: readonly string[];
  readonly meta: string | null;
  readonly texts: string | null;
}

export function debateOf(found: FoundDebate): StoredDebate {
  const codes = Buffer.from(found.codes, "base64");
  const seats = found.rounds === 0 ? 0 : codes.length / found.rounds;
  return {
    runId: found.runId,
    ordinal: found.ordinal,
    item: found.item,
    benchmark: found.benchmark,
    category: found.category,
    cluster: found.cluster,
    gold: found.gold,
    labels: found.admissible,
    replicate: found.replicate,
    rounds: Array.from({ length: found.rounds }, (_, round) =>
      Array.from(codes.subarray(round * seats, (round + 1) * seats), (code) => ballot(code, found.labels)),
    ),
    texts: parsed<Debate["texts"]>(found.texts),
    displayed: parsed<Debate["displayed"]>(found.displayed),
    signals: parsed<Debate["signals"]>(found.signals) ?? [],
    reported: parsed<Reported>(found.reported),
    ...(found.derived === null ? {} : { derived: parsed<Derived>(found.derived) }),
    seats: parsed<Seat[]>(found.seats),
    tokens: found.tokens === null ? null : Number(found.tokens),
    cost: found.cost,
    disagreements: found.disagreements,
    meta: found.meta,
  };
}

/** The row that was written, from what was found: equal rows have equal digests. */
export const rowOf = (found: FoundDebate): DebateRow => ({
  ordinal: found.ordinal,
  benchmark: found.benchmark,
  item: found.item,
  replicate: found.replicate,
  category: found.category ?? undefined,
  cluster: found.cluster,
  gold: found.gold ?? undefined,
  labels: listText(found.labels),
  codes: Buffer.from(found.codes, "base64").toString("base64"),
  admissible: listText(found.admissible),
  rounds: found.rounds,
  signals: found.signals ?? undefined,
  displayed: found.displayed ?? undefined,
  seats: found.seats ?? undefined,
  tokens: found.tokens === null ? undefined : Number(found.tokens),
  cost: found.cost ?? undefined,
  reported: found.reported ?? undefined,
  derived: found.derived ?? undefined,
  disagreements: listText(found.disagreements),
  meta: found.meta ?? undefined,
  texts: found.texts ?? undefined,
});

function ballot(code: number, labels: readonly string[]): Ballot {
  if (code === NOT_ASKED_CODE) return NOT_ASKED;
  if (code === UNPARSED) return null;
  const label = labels[code - 1];
  must(label !== undefined, `a stored ballot has code ${code}, its debate ${labels.length} labels`);
  return label;
}

const parsed = <T>(json: string | null): T | null => (json === null ? null : (JSON.parse(json) as T));
