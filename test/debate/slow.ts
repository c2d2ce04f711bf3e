import { type Coding } from "../../src/debate/coding.js";
import { type Ballot, type Debate, NOT_ASKED } from "../../src/debate/debate.js";

/** The measures again, on strings and for one debate at a time: slow, obvious, and sharing no code with the fast ones. */

export interface SlowRun {
  readonly rounds: number;
  readonly carryForward: boolean;
}

const byCodePoint = (a: string, b: string): number => {
  const left = Array.from(a, (letter) => letter.codePointAt(0)!);
  const right = Array.from(b, (letter) => letter.codePointAt(0)!);
  for (let i = 0; i < Math.min(left.length, right.length); i++) if (left[i] !== right[i]) return left[i] - right[i];
  return left.length - right.length;
};

const asked = (round: readonly Ballot[] | undefined): boolean => (round ?? []).some((ballot) => ballot !== NOT_ASKED);

const votes = (round: readonly Ballot[]): string[] =>
  round.flatMap((ballot) => (typeof ballot === "string" && ballot.trim() !== "" ? [ballot.trim()] : []));

/** The labels with most votes, in seat order of their first vote. */
export function leaders(round: readonly Ballot[]): string[] {
  const counts = new Map<string, number>();
  for (const vote of votes(round)) counts.set(vote, (counts.get(vote) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return [...counts].filter(([, count]) => count === most).map(([label]) => label);
}

export const goldOf = (debate: Debate): string | null => (debate.gold?.trim() ? debate.gold.trim() : null);

/** The round that stands for this one, or null when it was not asked. */
export function standing(debate: Debate, round: number, run: SlowRun): readonly Ballot[] | null {
  if (asked(debate.rounds[round])) return debate.rounds[round];
  if (!run.carryForward || round === 0) return null;
  return standing(debate, round - 1, run);
}

/** A label; "tie" or "no vote" in an object where there is none; null when nobody was asked. */
export type SlowMajority = string | { readonly none: "tie" | "no vote" } | null;

export function slowMajority(debate: Debate, round: number, run: SlowRun, coding: Coding): SlowMajority {
  const ballots = standing(debate, round, run);
  if (!ballots) return null;
  if (votes(ballots).length === 0) return { none: "no vote" };
  const found = leaders(ballots);
  if (found.length === 1) return found[0];
  if (coding.tie === "UNDECIDED") return { none: "tie" };
  return coding.tie === "FIRST_SEEN" ? found[0] : [...found].sort(byCodePoint)[0];
}

export type SlowVerdict = "right" | "wrong" | "undefined as wrong" | "undefined";

export function slowVerdict(majority: SlowMajority, gold: string, coding: Coding): SlowVerdict {
  if (typeof majority === "string") return majority === gold ? "right" : "wrong";
  const rule = majority?.none === "no vote" ? coding.noVote : coding.undefined;
  return rule === "WRONG" ? "undefined as wrong" : "undefined";
}

export type SlowOutcome =
  | { readonly excluded: "NO_GOLD" | "NOT_ASKED" | "UNPARSED" }
  | { readonly cell: string; readonly initial: SlowVerdict; readonly final: SlowVerdict };

export function slowOutcome(debate: Debate, run: SlowRun, coding: Coding): SlowOutcome {
  const end = coding.endpoint ?? run.rounds - 1;
  const gold = goldOf(debate);
  if (gold === null) return { excluded: "NO_GOLD" };
  if (!standing(debate, 0, run) || !standing(debate, end, run)) return { excluded: "NOT_ASKED" };
  const isUnparsed = (ballot: Ballot) => ballot === null || (typeof ballot === "string" && ballot.trim() === "");
  if (coding.unparsed === "DROP" && debate.rounds.slice(0, end + 1).some((round) => round.some(isUnparsed)))
    return { excluded: "UNPARSED" };
  const initial = slowVerdict(slowMajority(debate, 0, run, coding), gold, coding);
  const final = slowVerdict(slowMajority(debate, end, run, coding), gold, coding);
  return { cell: slowCell(initial, final), initial, final };
}

function slowCell(initial: SlowVerdict, final: SlowVerdict): string {
  if (initial === "undefined" || final === "undefined") return "undecided";
  const names = { "right right": "preservation", "right wrong": "collapse", "wrong right": "correction" } as const;
  const short = (verdict: SlowVerdict) => (verdict === "right" ? "right" : "wrong");
  return names[`${short(initial)} ${short(final)}` as keyof typeof names] ?? "unrepaired";
}

/** First wrong round and last switch from right to wrong of a debate that starts right; null where there is none. */
export function slowCourse(
  debate: Debate,
  run: SlowRun,
  coding: Coding,
): { onset: number | null; final: number | null } {
  const outcome = slowOutcome(debate, run, coding);
  if ("excluded" in outcome || outcome.initial !== "right" || outcome.final === "undefined")
    return { onset: null, final: null };
  const end = coding.endpoint ?? run.rounds - 1;
  const path: { round: number; right: boolean }[] = [];
  for (let round = 0; round <= end; round++) {
    const majority = slowMajority(debate, round, run, coding);
    if (majority === null) continue;
    const found = slowVerdict(majority, goldOf(debate)!, coding);
    if (found !== "undefined") path.push({ round, right: found === "right" });
  }
  const switches = path.filter(({ right }, index) => index > 0 && !right && path[index - 1].right);
  return { onset: path.find(({ right }) => !right)?.round ?? null, final: switches.at(-1)?.round ?? null };
}

/** 1 / leaders when gold leads, else 0; null without any vote. */
export function slowScore(debate: Debate, round: number, run: SlowRun): number | null {
  const ballots = standing(debate, round, run)!;
  if (votes(ballots).length === 0) return null;
  const found = leaders(ballots);
  return found.includes(goldOf(debate)!) ? 1 / found.length : 0;
}

/** Recorded rounds up to the end in which two or more labels lead. */
export const slowTies = (debate: Debate, end: number): number[] =>
  debate.rounds.flatMap((round, index) =>
    index <= end && asked(round) && votes(round).length > 0 && leaders(round).length > 1 ? [index] : [],
  );
