import { UserError } from "../errors.js";
import { codePointOrder } from "./codePointOrder.js";
import { type Ballot, type Debate, NOT_ASKED } from "./debate.js";
import { MAX_LABELS, NO_GOLD, NOT_ASKED_CODE, NOT_STATED_CODE, UNPARSED } from "./panels.js";

/** A debate as bytes. Code k stands for `labels[k - 1]`. */
export interface CodedDebate {
  /** The distinct labels of ballots, gold, signals and displayed labels together, in code point order. */
  readonly labels: readonly string[];
  /** `codes[round * seats + seat]`; rounds and seats that the debate does not have are NOT_ASKED_CODE. */
  readonly codes: Uint8Array;
  /** NO_GOLD when there is none. */
  readonly gold: number;
  readonly signals: readonly (readonly [name: string, code: number])[];
  /**
   * For round 1, 2, ... and each seat: how many labels it was shown, then their codes. NOT_STATED_CODE instead of the number where
   * the source does not say. Null when the source says nothing at all.
   */
  readonly displayed: Uint8Array | null;
}

type Coded = Pick<Debate, "item" | "gold" | "rounds" | "signals" | "displayed">;

/**
 * Numbers a debate's labels. Two labels are the same when they are the same string after white space is trimmed at both ends; a blank
 * one is unparsed (in gold: no gold; among displayed labels: nothing shown).
 */
export function codeDebate(debate: Coded, shape: { readonly rounds: number; readonly seats: number }): CodedDebate {
  const labels = distinctLabels(debate);
  const codeOf = new Map<string, number>(labels.map((label, index) => [label, index + 1]));
  const code = (label: string): number => codeOf.get(label.trim()) ?? UNPARSED;
  return {
    labels,
    codes: ballotCodes(debate, shape, code),
    gold: debate.gold === null ? NO_GOLD : code(debate.gold),
    signals: debate.signals.map(([name, label]) => [name, code(label)]),
    displayed: debate.displayed && displayedCodes(debate.item, debate.displayed, shape, code),
  };
}

function distinctLabels({ item, gold, rounds, signals, displayed }: Coded): readonly string[] {
  const seen = new Set<string>();
  const add = (label: Ballot) => {
    if (typeof label === "string") seen.add(label.trim());
  };
  for (const ballots of rounds) ballots.forEach(add);
  add(gold);
  for (const [, label] of signals) add(label);
  if (displayed) for (const seats of displayed) for (const shown of seats) shown.forEach(add);
  seen.delete("");
  if (seen.size > MAX_LABELS)
    throw new UserError(
      "BAD_LINE",
      `item ${JSON.stringify(item)}: expected at most ${MAX_LABELS} distinct labels in one debate, got ${seen.size}`,
    );
  return [...seen].sort(codePointOrder);
}

function ballotCodes(
  { item, rounds }: Coded,
  shape: { readonly rounds: number; readonly seats: number },
  code: (label: string) => number,
): Uint8Array {
  if (rounds.length > shape.rounds)
    throw new UserError(
      "BAD_LINE",
      `item ${JSON.stringify(item)}: expected at most ${shape.rounds} rounds, got ${rounds.length}`,
    );
  const codes = new Uint8Array(shape.rounds * shape.seats).fill(NOT_ASKED_CODE);
  for (let round = 0; round < rounds.length; round++) {
    const ballots = rounds[round];
    if (ballots.length > shape.seats)
      throw new UserError(
        "BAD_LINE",
        `item ${JSON.stringify(item)}, round ${round}: expected at most ${shape.seats} ballots, got ${ballots.length}`,
      );
    for (let seat = 0; seat < ballots.length; seat++) {
      const ballot = ballots[seat];
      if (ballot !== NOT_ASKED) codes[round * shape.seats + seat] = ballot === null ? UNPARSED : code(ballot);
    }
  }
  return codes;
}

function displayedCodes(
  item: string,
  displayed: NonNullable<Debate["displayed"]>,
  shape: { readonly rounds: number; readonly seats: number },
  code: (label: string) => number,
): Uint8Array {
  const bytes: number[] = [];
  for (let round = 1; round < shape.rounds; round++)
    for (let seat = 0; seat < shape.seats; seat++) {
      const shown = displayed[round - 1]?.[seat];
      const codes = shown?.map(code).filter((shownCode) => shownCode !== UNPARSED);
      if (codes && codes.length > MAX_LABELS)
        throw new UserError(
          "BAD_LINE",
          `item ${JSON.stringify(item)}: expected at most ${MAX_LABELS} labels shown to a seat, got ${codes.length}`,
        );
      if (codes) bytes.push(codes.length, ...codes);
      else bytes.push(NOT_STATED_CODE);
    }
  return Uint8Array.from(bytes);
}
