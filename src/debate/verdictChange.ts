import { mcnemar } from "../stats/mcnemar.js";
import { type Coding } from "./coding.js";
import { type IntervalOptions } from "./intervalOptions.js";
import { majority } from "./majority.js";
import { margin, seatCount } from "./margin.js";
import { type MarginCount } from "./marginHistogram.js";
import { type PairedRounds } from "./pairedRounds.js";
import { NO_GOLD, type Panels } from "./panels.js";
import { type Rate } from "./rate.js";
import { summed } from "./summed.js";
import { RIGHT, UNDEFINED, verdict } from "./transition.js";

/** What became of verdicts from one round to another, on the debates of one cohort with gold that are decided in both. */
export interface VerdictChange {
  readonly from: number;
  readonly round: number;
  readonly stayedRight: number;
  /** Wrong to right, and right to wrong: the ledger's correction and collapse. */
  readonly corrected: number;
  readonly broken: number;
  readonly stayedWrong: number;
  /** (corrected - broken) / debates. */
  readonly change: Rate;
  /** McNemar's exact test of corrected against broken, two-sided; 1 when nothing changed. It takes debates as independent. */
  readonly pExact: number;
  readonly pMid: number;
  /** Split in the first round, wrong and unanimous in the second: by margin in the first. */
  readonly silenced: readonly (MarginCount & { readonly startedRight: number })[];
  /** Debates by margin before and after, and how many of them changed to a right and to a wrong majority. */
  readonly moves: readonly VerdictMove[];
}

export interface VerdictMove {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly corrected: number;
  readonly broken: number;
}

export function verdictChange(
  { panels }: PairedRounds<Panels>,
  from: number,
  round: number,
  coding: Coding,
  interval: IntervalOptions,
): VerdictChange {
  const majorityOf = majority(panels, coding);
  const verdictOf = verdict(panels, coding);
  const marginOf = margin(panels);
  const seatsOf = seatCount(panels);
  // 0 stayed right, 1 broken, 2 corrected, 3 stayed wrong; -1 without gold or undecided.
  const kind = (debate: number): number => {
    if (panels.gold[debate] === NO_GOLD) return -1;
    const before = verdictOf(debate, majorityOf(debate, from));
    const after = verdictOf(debate, majorityOf(debate, round));
    if (before === UNDEFINED || after === UNDEFINED) return -1;
    return (
      (before === RIGHT ? 0 : 2) +
      ((before === RIGHT) === (after === RIGHT) ? (before === RIGHT ? 0 : 1) : before === RIGHT ? 1 : 0)
    );
  };
  const kinds = Int8Array.from({ length: panels.size }, (_, debate) => kind(debate));
  const totals = [0, 0, 0, 0];
  const moves = new Map<number, { count: number; corrected: number; broken: number }>();
  const silenced = new Map<number, { count: number; startedRight: number }>();
  for (let debate = 0; debate < panels.size; debate++) {
    if (kinds[debate] < 0) continue;
    totals[kinds[debate]]++;
    const [before, after] = [marginOf(debate, from) ?? 0, marginOf(debate, round) ?? 0];
    const move = moves.get(before * 256 + after) ?? { count: 0, corrected: 0, broken: 0 };
    moves.set(before * 256 + after, move);
    move.count++;
    if (kinds[debate] === 2) move.corrected++;
    if (kinds[debate] === 1) move.broken++;
    const seats = seatsOf(debate);
    if (before === seats || after !== seats || (kinds[debate] !== 1 && kinds[debate] !== 3)) continue;
    const found = silenced.get(seats * 256 + before) ?? { count: 0, startedRight: 0 };
    silenced.set(seats * 256 + before, found);
    found.count++;
    if (kinds[debate] === 1) found.startedRight++;
  }
  const [stayedRight, broken, corrected, stayedWrong] = totals;
  const add = (columns: readonly Float64Array[], debate: number, cluster: number) => {
    if (kinds[debate] >= 0) columns[kinds[debate]][cluster]++;
  };
  const { pExact, pMid } = mcnemar(corrected, broken);
  return {
    from,
    round,
    stayedRight,
    corrected,
    broken,
    stayedWrong,
    change: summed(panels, totals, add, interval).signedRate([0, -1, 1, 0], [1, 1, 1, 1]),
    pExact,
    pMid,
    silenced: inOrder(silenced).map(([key, found]) => ({ seats: key >> 8, margin: key & 255, ...found })),
    moves: inOrder(moves).map(([key, found]) => ({ from: key >> 8, to: key & 255, ...found })),
  };
}

const inOrder = <T>(found: ReadonlyMap<number, T>): [number, T][] => [...found].sort(([a], [b]) => a - b);
