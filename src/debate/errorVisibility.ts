import { delongClusteredPaired, type DelongClusteredPaired } from "../stats/delongClustered.js";
import { type Coding } from "./coding.js";
import { clustersOf } from "./clustering.js";
import { type EffectiveVotes, effectiveVotes } from "./effectiveVotes.js";
import { type ErrorAuc, errorAuc } from "./errorAuc.js";
import { type Grouped, grouped } from "./grouped.js";
import { type Grouping } from "./grouping.js";
import { type IntervalOptions } from "./intervalOptions.js";
import { majority, standingRound } from "./majority.js";
import { margin, seatCount } from "./margin.js";
import { type MarginCount, marginClasses } from "./marginHistogram.js";
import { once } from "./once.js";
import { type PairedExclusion, type PairedRounds } from "./pairedRounds.js";
import { NO_GOLD, type Panels } from "./panels.js";
import { type ParseFlag, parseFlags } from "./parseFlag.js";
import { type Rate } from "./rate.js";
import { type SelectivePrediction, selectivePrediction } from "./selectivePrediction.js";
import { summed } from "./summed.js";
import { fixedCohort } from "./fixedCohort.js";
import { RIGHT, UNDEFINED, verdict } from "./transition.js";
import { type VerdictChange, verdictChange } from "./verdictChange.js";
import { withoutSeats } from "./withoutSeats.js";

/** Whether disagreement points at errors, round by round on one fixed cohort. */
export interface ErrorVisibility {
  /** Debates of the cohort: every seat has a ballot in each round; and those of them without gold, which are in nothing below. */
  readonly debates: number;
  readonly noGold: number;
  readonly exclusions: readonly PairedExclusion[];
  readonly rounds: readonly VisibilityRound[];
  /** From round 0 to each later round. */
  readonly changes: readonly VerdictChange[];
  /** Margins of round 0 and of the last round as signals of the last round's errors, on the same debates. */
  readonly lastErrors: () => DelongClusteredPaired;
  /** A reply that could not be read after round 0, as a flag; over the batch. */
  readonly parseFlags: readonly ParseFlag[];
}

export interface VisibilityRound {
  readonly round: number;
  /** Debates whose majority the coding leaves undefined: in nothing below. */
  readonly undecided: number;
  /** Right majorities. Denominator: debates with gold and a decided majority. */
  readonly accuracy: Rate;
  /** Wrong majorities: with a dissent there to see, and without. */
  readonly wrong: number;
  readonly wrongSplit: number;
  readonly wrongUnanimous: number;
  /** wrongSplit / wrong: denominator errors, not debates. Null without an error. */
  readonly visibility: Rate;
  /** The price of the signal: right majorities with a dissent. Denominator: right majorities. */
  readonly rightSplit: Rate;
  /** Wrong majorities although some seat was right. Denominator: wrong majorities. */
  readonly outvoted: Rate;
  /** Right majorities by margin, zeros listed. */
  readonly byMargin: readonly MarginAccuracy[];
  readonly selective: SelectivePrediction;
  /** The chance that a wrong majority has a smaller margin than a right one, ties half. */
  readonly auc: () => ErrorAuc;
  readonly effectiveVotes: readonly EffectiveVotes[];
}

export interface MarginAccuracy extends Omit<MarginCount, "count"> {
  readonly accuracy: Rate;
}

export function errorVisibilityReport(
  panels: Panels,
  coding: Coding,
  by: Grouping | null,
  interval: IntervalOptions,
  without: readonly string[] = [],
): Grouped<ErrorVisibility> {
  return grouped(withoutSeats(panels, without), by, (batch) =>
    errorVisibility(fixedCohort(batch, coding), coding, interval),
  );
}

export function errorVisibility(
  paired: PairedRounds<Panels>,
  coding: Coding,
  interval: IntervalOptions,
): ErrorVisibility {
  const { panels, rounds } = paired;
  const last = rounds[rounds.length - 1];
  let noGold = 0;
  for (let debate = 0; debate < panels.size; debate++) if (panels.gold[debate] === NO_GOLD) noGold++;
  return {
    debates: panels.size,
    noGold,
    exclusions: paired.exclusions,
    rounds: rounds.map((round) => visibilityRound(paired, round, coding, interval)),
    changes: rounds.slice(1).map((round) => verdictChange(paired, rounds[0], round, coding, interval)),
    lastErrors: once(() => {
      const { debates, wrong } = decidedIn(paired, last, coding);
      const doubt = doubtOf(paired);
      const clusters = clustersOf(panels, interval.cluster).of;
      return delongClusteredPaired(
        wrong,
        debates.map((debate) => doubt(debate, rounds[0])),
        debates.map((debate) => doubt(debate, last)),
        debates.map((debate) => clusters[debate]),
        interval.level,
      );
    }),
    parseFlags: parseFlags(paired, coding),
  };
}

/** 1 less the margin over the seats: 0 is unanimous, 1 a tie. */
function doubtOf({ panels }: PairedRounds<Panels>): (debate: number, round: number) => number {
  const marginOf = margin(panels);
  const seatsOf = seatCount(panels);
  return (debate, round) => (seatsOf(debate) - (marginOf(debate, round) ?? 0)) / seatsOf(debate);
}

/** Debates with gold and a decided majority in this round, and whether it is wrong (1) or right (0). */
function decidedIn({ panels }: PairedRounds<Panels>, round: number, coding: Coding) {
  const majorityOf = majority(panels, coding);
  const verdictOf = verdict(panels, coding);
  const debates: number[] = [];
  const wrong: number[] = [];
  for (let debate = 0; debate < panels.size; debate++) {
    if (panels.gold[debate] === NO_GOLD) continue;
    const found = verdictOf(debate, majorityOf(debate, round));
    if (found === UNDEFINED) continue;
    debates.push(debate);
    wrong.push(found === RIGHT ? 0 : 1);
  }
  return { debates, wrong };
}

function visibilityRound(
  paired: PairedRounds<Panels>,
  round: number,
  coding: Coding,
  interval: IntervalOptions,
): VisibilityRound {
  const { panels } = paired;
  const marginOf = margin(panels);
  const seatsOf = seatCount(panels);
  const standing = standingRound(panels);
  const { debates, wrong } = decidedIn(paired, round, coding);
  const gold = panels.gold.reduce((sum, label) => (label === NO_GOLD ? sum : sum + 1), 0);
  const classes = marginClasses(panels, paired.rounds);
  const places = new Map(classes.map(({ seats, margin: each }, at) => [seats * 256 + each, at]));
  const classOf = (debate: number) => places.get(seatsOf(debate) * 256 + (marginOf(debate, round) ?? 0)) ?? 0;
  const someRight = (debate: number): boolean => {
    const start = (debate * panels.rounds + standing(debate, round)) * panels.seats;
    for (let at = start; at < start + panels.seats; at++) if (panels.ballots[at] === panels.gold[debate]) return true;
    return false;
  };

  // Per debate one of four columns by (wrong, split), a fifth for outvoted ones beside it; then right and all by margin class.
  const isWrong = new Int8Array(panels.size).fill(-1);
  debates.forEach((debate, index) => (isWrong[debate] = wrong[index]));
  const add = (columns: readonly (Float64Array | number[])[], debate: number, at: number) => {
    if (isWrong[debate] < 0) return;
    const split = marginOf(debate, round) === seatsOf(debate) ? 0 : 1;
    columns[2 * isWrong[debate] + split][at]++;
    if (isWrong[debate] === 1 && someRight(debate)) columns[4][at]++;
    const place = 5 + 2 * classOf(debate);
    if (isWrong[debate] === 0) columns[place][at]++;
    columns[place + 1][at]++;
  };
  const totals = Array.from({ length: 5 + 2 * classes.length }, () => [0]);
  for (let debate = 0; debate < panels.size; debate++) add(totals, debate, 0);
  const flat = totals.map(([total]) => total);
  const { rate } = summed(panels, flat, add, interval);
  const sum = (...columns: number[]) => flat.map((_, column): number => (columns.includes(column) ? 1 : 0));
  const [RIGHT_UNANIMOUS, RIGHT_SPLIT, WRONG_UNANIMOUS, WRONG_SPLIT, OUTVOTED] = [0, 1, 2, 3, 4];

  return {
    round,
    undecided: gold - debates.length,
    accuracy: rate(sum(RIGHT_UNANIMOUS, RIGHT_SPLIT), sum(RIGHT_UNANIMOUS, RIGHT_SPLIT, WRONG_UNANIMOUS, WRONG_SPLIT)),
    wrong: flat[WRONG_UNANIMOUS] + flat[WRONG_SPLIT],
    wrongSplit: flat[WRONG_SPLIT],
    wrongUnanimous: flat[WRONG_UNANIMOUS],
    visibility: rate(sum(WRONG_SPLIT), sum(WRONG_UNANIMOUS, WRONG_SPLIT)),
    rightSplit: rate(sum(RIGHT_SPLIT), sum(RIGHT_UNANIMOUS, RIGHT_SPLIT)),
    outvoted: rate(sum(OUTVOTED), sum(WRONG_UNANIMOUS, WRONG_SPLIT)),
    byMargin: classes.map((each, at) => ({ ...each, accuracy: rate(sum(5 + 2 * at), sum(6 + 2 * at)) })),
    selective: selectivePrediction(
      byConfidence(
        classes.map((each, at) => ({
          confidence: each.margin / each.seats,
          debates: flat[6 + 2 * at],
          wrong: flat[6 + 2 * at] - flat[5 + 2 * at],
        })),
      ),
    ),
    auc: once(() => {
      const doubt = doubtOf(paired);
      const clusters = clustersOf(panels, interval.cluster).of;
      return errorAuc(
        wrong,
        debates.map((debate) => doubt(debate, round)),
        debates.map((debate) => clusters[debate]),
        interval.level,
      );
    }),
    effectiveVotes: effectiveVotes(panels, round, (debate) => panels.gold[debate] !== NO_GOLD),
  };
}

/** Panels of different sizes can agree equally much: their classes are one. */
function byConfidence(classes: Parameters<typeof selectivePrediction>[0]): Parameters<typeof selectivePrediction>[0] {
  const found = new Map<number, (typeof classes)[number]>();
  for (const each of classes) {
    const before = found.get(each.confidence);
    found.set(
      each.confidence,
      before ? { ...each, debates: before.debates + each.debates, wrong: before.wrong + each.wrong } : each,
    );
  }
  return [...found.values()];
}
