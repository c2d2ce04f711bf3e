import { createHash } from "node:crypto";
import { type Debate, NOT_ASKED, type RunHeader } from "../debate/debate.js";
import { canonicalJson } from "./canonicalJson.js";

/**
 * The digest of what a run holds, whatever file it came in: SHA-256 over one canonical JSON text and a line feed for each debate in
 * order, and for the run at the end. White space, gzip and the order of keys in the file make no difference.
 */
export function contentDigest(): {
  add(debates: readonly Debate[]): void;
  hex(run: RunHeader): string;
} {
  const hash = createHash("sha256");
  return {
    add: (debates) => void hash.update(debates.map((debate) => `${canonicalRecord(debate)}\n`).join("")),
    hex: (run) =>
      hash
        .copy()
        .update(`${canonicalJson(withoutAbsentSalt(run))}\n`)
        .digest("hex"),
  };
}

/** Runs without a salt keep the digest that they had before there were any. */
function withoutAbsentSalt({ salt, ...run }: RunHeader): object {
  return salt === null ? run : { ...run, salt };
}

/** A debate as canonical JSON, defaults resolved; what the source does not say is left out. Keys stand in their sorted order. */
export function canonicalRecord(debate: Debate): string {
  return JSON.stringify({
    benchmark: debate.benchmark,
    category: debate.category ?? undefined,
    cluster: debate.cluster,
    cost: debate.cost ?? undefined,
    derived: debate.derived ? canonicalJson(debate.derived) : undefined,
    displayed: debate.displayed ?? undefined,
    gold: debate.gold ?? undefined,
    item: debate.item,
    labels: debate.labels.length > 0 ? debate.labels : undefined,
    // A text inside a text: numbers in it are those of the source.
    meta: debate.meta ?? undefined,
    replicate: debate.replicate,
    reported: debate.reported ? sorted(debate.reported) : undefined,
    rounds: roundsOf(debate.rounds),
    seats: debate.seats?.map(sorted),
    // Pairs, because objects order keys that look like numbers in their own way.
    signals: debate.signals.length > 0 ? debate.signals : undefined,
    texts: debate.texts ?? undefined,
    tokens: debate.tokens ?? undefined,
  });
}

const sorted = (value: object): object =>
  Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));

/** Symbols would be dropped by JSON, so seats that were not asked are written as in the neutral format. */
function roundsOf(rounds: Debate["rounds"]): unknown {
  for (const round of rounds)
    if (round.includes(NOT_ASKED))
      return rounds.map((ballots) => ballots.map((ballot) => (ballot === NOT_ASKED ? { asked: false } : ballot)));
  return rounds;
}
