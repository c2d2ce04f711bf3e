import { hash } from "node:crypto";
import { type Bitset, bitset, hasBit, setBit } from "./bitset.js";
import { type Debate, NOT_ASKED, type RunHeader, type Seat } from "./debate.js";

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
  const bytes = Buffer.alloc(debates.length * IDENTITY_BYTES);
  const panels = new Set<string>();
  const json = remembered((text) => JSON.stringify(text));
  const answers = remembered(answerText);
  debates.forEach((debate, index) => {
    const { models, columns } = castOf(debate, debate.seats ?? run.seats, json, answers);
    const place = json(debate.benchmark);
    panels.add(`[${place},[${models.sort().join(",")}]]`);
    const text = `[${place},${JSON.stringify(debate.item)},[${columns.sort().join(",")}]${derivedText(debate)}]`;
    // A text of bytes: twice as fast as a buffer of them, and an import has a million.
    bytes.write(hash("sha256", text, "binary"), index * IDENTITY_BYTES, IDENTITY_BYTES, "latin1");
  });
  const panelKeys = [...panels].map((panel) => hash("sha256", panel, "hex").slice(0, 16)).sort();
  return { identities: bytes, panelKeys };
}

type Written = (text: string) => string;

/** A block has few different texts, and writing them is most of the work. */
function remembered(write: Written): Written {
  const known = new Map<string, string>();
  return (text) => {
    let found = known.get(text);
    if (found === undefined) known.set(text, (found = write(text)));
    return found;
  };
}

/** As JSON: the models of the seats that were asked, and of each what it answered, up to the last round in which it was asked. All models, where none ever was. */
function castOf({ rounds, texts }: Identified, seats: readonly Seat[], json: Written, answers: Written) {
  const models: string[] = [];
  const columns: string[] = [];
  const parsed = rounds.some((round) => round.some((ballot) => typeof ballot === "string"));
  for (let seat = 0; seat < seats.length; seat++) {
    const model = json(seats[seat].model);
    let column = `[${model}`;
    let asked = 0;
    for (let round = 0; round < rounds.length; round++) {
      const ballot = rounds[round][seat];
      const reply = ballot === null && !parsed ? texts?.[round]?.[seat] : null;
      if (typeof ballot === "string") column += `,${answers(ballot)}`;
      else if (typeof reply === "string") column += `,${JSON.stringify(reply)}`;
      else column += ballot === null ? ",null" : ",0";
      if (ballot !== NOT_ASKED && ballot !== undefined) asked = column.length;
    }
    if (asked === 0) continue;
    models.push(model);
    columns.push(`${column.slice(0, asked)}]`);
  }
  if (columns.length > 0) return { models, columns };
  const all = seats.map(({ model }) => json(model));
  return { models: all, columns: all.map((model) => `[${model}]`) };
}

function answerText(ballot: string): string {
  const label = ballot.trim();
  return label === "" ? "null" : JSON.stringify(label.toUpperCase());
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
