import { hash } from "node:crypto";
import { type Bitset, bitset, hasBit, setBit } from "./bitset.js";
import { type Ballot, type Debate, NOT_ASKED, type RunHeader, type Seat } from "./debate.js";

/** Bytes of one identity: the beginning of a SHA-256. */
export const IDENTITY_BYTES = 16;

/** Which debates a block holds, whatever file they came in. */
export interface Identities {
  /** One after the other, in the order of the debates. */
  readonly identities: Uint8Array;
  /** Of each set of models on each benchmark in the block, sorted. Only debates that have one of these in common can be the same. */
  readonly panelKeys: readonly string[];
}

type Identified = Pick<Debate, "item" | "benchmark" | "rounds" | "texts" | "derived" | "seats">;

/**
 * What makes a debate that debate: benchmark, item, and what each model answered round by round. SHA-256 over JSON without white space,
 * `[benchmark,item,[[model,ballot,...],...]]`, a list for each seat, the lists sorted as texts: ballots trimmed and in upper case, as
 * `fold` reads them; null where unparsed, 0 where not asked. Rounds in which a seat was not asked are left off its end, and so are
 * seats that were never asked. Where no ballot was parsed, the raw replies stand in their place; where there are derived columns in place
 * of ballots, `[benchmark,item,[[model],...],[changed,agreement,flipped,initialUnanimous]]`.
 *
 * Not in it: slug, title, condition, gold, labels, meta, texts, tokens, the replicate's number, the names and order of seats, the place
 * in the file. Whoever changes only those imports the same debate again, and the log says so (docs/receipts.md#the-same-debates).
 */
export function identities(run: Pick<RunHeader, "seats">, debates: readonly Identified[]): Identities {
  const bytes = new Uint8Array(debates.length * IDENTITY_BYTES);
  const panels = new Set<string>();
  debates.forEach((debate, index) => {
    const place = JSON.stringify(debate.benchmark);
    const cast = castOf(debate, debate.seats ?? run.seats);
    panels.add(`[${place},${JSON.stringify(cast.map(([model]) => model).sort())}]`);
    const answered = cast.map((column) => JSON.stringify(column)).sort();
    const text = `[${place},${JSON.stringify(debate.item)},[${answered.join(",")}]${derivedText(debate)}]`;
    bytes.set(digest(text).subarray(0, IDENTITY_BYTES), index * IDENTITY_BYTES);
  });
  const panelKeys = [...panels].map((panel) => digest(panel).subarray(0, 8).toString("hex")).sort();
  return { identities: bytes, panelKeys };
}

const digest = (text: string): Buffer => hash("sha256", text, "buffer");

type Column = [model: string, ...answers: (string | number | null)[]];

/** The model of each seat and what it answered, up to the last round in which it was asked. All models, where none ever was. */
function castOf({ rounds, texts }: Identified, seats: readonly Seat[]): Column[] {
  const parsed = rounds.some((round) => round.some((ballot) => typeof ballot === "string"));
  const columns: Column[] = [];
  seats.forEach(({ model }, seat) => {
    const column: Column = [model];
    let asked = 1;
    rounds.forEach((round, at) => {
      const ballot = round[seat];
      column.push(ballot === null && !parsed ? (texts?.[at]?.[seat] ?? null) : answerOf(ballot));
      if (ballot !== NOT_ASKED && ballot !== undefined) asked = column.length;
    });
    column.length = asked;
    if (asked > 1) columns.push(column);
  });
  return columns.length > 0 ? columns : seats.map(({ model }) => [model]);
}

function answerOf(ballot: Ballot | undefined): string | number | null {
  if (typeof ballot !== "string") return ballot === null ? null : 0;
  const label = ballot.trim();
  return label === "" ? null : label.toUpperCase();
}

function derivedText({ derived }: Identified): string {
  if (!derived) return "";
  const { changed, agreement, flipped, initialUnanimous } = derived;
  return `,${JSON.stringify([changed, agreement, flipped, initialUnanimous])}`;
}

/** As members of sets; `bits` chooses some of them, null all. */
export function* identityKeys(identities: Uint8Array, bits: Bitset | null = null): Generator<string> {
  const bytes = Buffer.from(identities.buffer, identities.byteOffset, identities.byteLength);
  for (let ordinal = 0; ordinal * IDENTITY_BYTES < bytes.length; ordinal++)
    if (bits === null || hasBit(bits, ordinal))
      yield bytes.toString("latin1", ordinal * IDENTITY_BYTES, (ordinal + 1) * IDENTITY_BYTES);
}

/** The ordinals of the debates that are among these; null when none is. */
export function sharedOrdinals(keys: ReadonlySet<string>, identities: Uint8Array): Bitset | null {
  const bits = bitset(identities.length / IDENTITY_BYTES);
  let ordinal = 0;
  let found = false;
  for (const key of identityKeys(identities)) {
    if (keys.has(key)) {
      setBit(bits, ordinal);
      found = true;
    }
    ordinal++;
  }
  return found ? bits : null;
}
