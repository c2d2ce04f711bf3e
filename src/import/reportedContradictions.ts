import { type CodedDebate } from "../debate/codeDebate.js";
import { type Derived, type Reported } from "../debate/debate.js";
import { chosen, tally } from "../debate/majority.js";
import { MAX_LABELS } from "../debate/panels.js";
import { quoted } from "./fault.js";
import { type ReadDebate } from "./reader.js";

/** Where the source's report of a debate differs from its ballots. */
export interface Contradiction {
  /** A key of `Reported`, or `round2Majority` and the like. */
  readonly field: string;
  /** In words: `final majority: reported B, ballots A`. */
  readonly says: string;
}

interface Verdict {
  /** Code of the majority; null: none. */
  readonly code: number | null;
  readonly tie: boolean;
  readonly asked: boolean;
}

const none: readonly Contradiction[] = [];

/**
 * Compares what the source reports of a debate with its ballots: majorities of parsed ballots, ties to the first label in code
 * point order, an undefined majority not right. Initial is the blind round, final the last round in which somebody was asked. What
 * the source does not say, and what cannot be known without gold or without the final round, is not compared.
 */
export function reportedContradictions(
  read: ReadDebate,
  coded: CodedDebate,
  shape: { readonly rounds: number; readonly seats: number },
): readonly Contradiction[] {
  if (read.debate.reported === null && read.roundMajorities === null) return none;
  if (read.debate.derived) return derivedContradictions(read.debate.reported ?? {}, read.debate.derived);
  const count = tally({ ballots: coded.codes, ...shape });
  const verdict = (round: number): Verdict => {
    const leads = count(0, round);
    const code = chosen(leads, "ALPHABETICAL");
    return { code: code >= 1 && code <= MAX_LABELS ? code : null, tie: leads.leaders > 1, asked: leads.asked };
  };
  let last = read.debate.rounds.length - 1;
  while (last > 0 && !verdict(last).asked) last--;
  return contradictions(read, coded, verdict, last);
}

/** The flags of a debate without ballots against the columns by round that stand in their place. */
function derivedContradictions(reported: Reported, { byGold: { right } }: Derived): readonly Contradiction[] {
  const initial = right[0] ?? null;
  const final = right[right.length - 1] ?? null;
  if (initial === null || final === null) return none;
  const known = right.every((one) => one !== null);
  const collapsed = initial && !final;
  const first = collapsed ? right.indexOf(false) : null;
  const compared = [
    ["initialCorrect", "initial correct", reported.initialCorrect, initial],
    ["finalCorrect", "final correct", reported.finalCorrect, final],
    ["collapsed", "collapsed", reported.collapsed, collapsed],
    ["corrected", "corrected", reported.corrected, !initial && final],
    ["onset", "onset", known ? reported.onset : undefined, first],
  ] as const;
  return compared.flatMap(([field, words, says, rounds]) =>
    says === undefined || says === rounds ? [] : [{ field, says: `${words}: reported ${says}, rounds ${rounds}` }],
  );
}

function contradictions(
  { debate, roundMajorities, finalStored }: ReadDebate,
  coded: CodedDebate,
  verdict: (round: number) => Verdict,
  last: number,
): readonly Contradiction[] {
  const { reported, gold } = debate;
  const found: Contradiction[] = [];
  const label = ({ code }: Verdict) => (code === null ? null : coded.labels[code - 1]);
  const shown = (value: string | null | undefined) => (value === null || value === undefined ? "none" : plain(value));
  const compareMajority = (field: string, words: string, says: string | null | undefined, ballots: Verdict) => {
    if (says === undefined || !ballots.asked || says === label(ballots)) return;
    found.push({
      field,
      says: `${words}: reported ${shown(says)}, ballots ${shown(label(ballots))}${ballots.tie ? " (tie)" : ""}`,
    });
  };
  const compareFlag = (field: string, words: string, says: boolean | undefined, ballots: boolean) => {
    if (says === undefined || says === ballots) return;
    found.push({ field, says: `${words}: reported ${says}, ballots ${ballots}` });
  };
  roundMajorities?.forEach((says, index) =>
    compareMajority(`round${index + 1}Majority`, `majority of round ${index + 1}`, says, verdict(index + 1)),
  );
  const initial = verdict(0);
  const final = verdict(last);
  compareMajority("initialMajority", "initial majority", reported?.initialMajority, initial);
  if (finalStored) compareMajority("finalMajority", "final majority", reported?.finalMajority, final);
  if (gold === null || !initial.asked) return found;
  const right = (one: Verdict) => one.code !== null && one.code === coded.gold;
  compareFlag("initialCorrect", "initial correct", reported?.initialCorrect, right(initial));
  if (!finalStored) return found;
  compareFlag("finalCorrect", "final correct", reported?.finalCorrect, right(final));
  compareFlag("collapsed", "collapsed", reported?.collapsed, right(initial) && !right(final));
  compareFlag("corrected", "corrected", reported?.corrected, !right(initial) && right(final));
  return found;
}

/** A label in a sentence: as it is when that is one plain word. */
const plain = (label: string): string => (/^[\w.+-]{1,40}$/.test(label) ? label : quoted(label));
