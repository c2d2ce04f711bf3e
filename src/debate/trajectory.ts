import { type Coding } from "./coding.js";
import { fixedCohort } from "./fixedCohort.js";
import { type FlipCounts, flips } from "./flips.js";
import { type Grouped, grouped } from "./grouped.js";
import { type Grouping } from "./grouping.js";
import { type IntervalOptions } from "./intervalOptions.js";
import { margin, unanimous } from "./margin.js";
import { type MarginCount, marginClasses, marginHistogram } from "./marginHistogram.js";
import { type PairedExclusion, type PairedRounds } from "./pairedRounds.js";
import { type Columns } from "./panels.js";
import { pivotal } from "./pivotal.js";
import { type Rate } from "./rate.js";
import { type SurvivorInflation, survivorInflation } from "./survivorInflation.js";
import { summed } from "./summed.js";
import { withoutSeats } from "./withoutSeats.js";

/** How contested a fixed cohort was, round by round. */
export interface Trajectory {
  /** Debates of the batch, and of the cohort: every seat has a ballot in each round. */
  readonly batch: number;
  readonly debates: number;
  readonly exclusions: readonly PairedExclusion[];
  /** Round 0 to the last. */
  readonly rounds: readonly TrajectoryRound[];
  /** From each round to the next. */
  readonly steps: readonly TrajectoryStep[];
  /** Unanimity in the last round less that in round 0. */
  readonly jump: Rate;
  readonly flips: FlipCounts;
  /** The figure that survivors of attrition would give. */
  readonly naive: readonly SurvivorInflation[];
}

export interface TrajectoryRound {
  readonly round: number;
  /** Sums to the cohort, zeros listed. */
  readonly margins: readonly MarginCount[];
  /** All seats say the same. Denominator: the cohort. */
  readonly unanimity: Rate;
  /** One ballot can change the majority. Denominator: the cohort. */
  readonly pivotal: Rate;
  /** Two or more labels lead. */
  readonly tied: number;
}

export interface TrajectoryStep {
  /** From the round before to this one. */
  readonly round: number;
  /** Unanimity here less that of the round before: the net of those that became unanimous and those that ceased to be. Denominator: the cohort. */
  readonly jump: Rate;
  readonly became: number;
  readonly ceased: number;
  /** This step's net over the net from round 0 to the last: below 0 or above 1 where unanimity falls somewhere. Null when that net is 0. */
  readonly share: Rate;
  /** Debates by margin before and after. */
  readonly moves: readonly MarginMove[];
}

export interface MarginMove {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** Rounds 0 to the coding's endpoint of one cohort; of its coding only the tie rule (for pivotal panels) plays another part. */
export function trajectoryReport(
  columns: Columns,
  coding: Coding,
  by: Grouping | null,
  interval: IntervalOptions,
  without: readonly string[] = [],
): Grouped<Trajectory> {
  return grouped(withoutSeats(columns, without), by, (batch) =>
    trajectory(fixedCohort(batch, coding), coding, interval),
  );
}

export function trajectory(paired: PairedRounds, { tie }: Pick<Coding, "tie">, interval: IntervalOptions): Trajectory {
  const { panels, rounds } = paired;
  const marginOf = margin(panels);
  const unanimousIn = unanimous(panels);
  const pivotalIn = pivotal(panels, { tie });
  const classes = marginClasses(panels, rounds);
  // Columns: the debate itself; unanimous by round; pivotal by round.
  const add = (columns: readonly Float64Array[] | readonly number[][], debate: number, at: number) => {
    columns[0][at]++;
    rounds.forEach((round, index) => {
      if (unanimousIn(debate, round)) columns[1 + index][at]++;
      if (pivotalIn(debate, round)) columns[1 + rounds.length + index][at]++;
    });
  };
  const totals = Array.from({ length: 1 + 2 * rounds.length }, () => [0]);
  for (let debate = 0; debate < panels.size; debate++) add(totals, debate, 0);
  const flat = totals.map(([total]) => total);
  const { rate, signedRate } = summed(panels, flat, add, interval);
  const weights = (...terms: readonly (readonly [column: number, weight: number])[]) => {
    const all = flat.map(() => 0);
    for (const [column, weight] of terms) all[column] += weight;
    return all;
  };
  const everyone = weights([0, 1]);
  const rise = (from: number, to: number) => weights([1 + to, 1], [1 + from, -1]);
  const last = rounds.length - 1;
  return {
    batch: paired.batch.size,
    debates: panels.size,
    exclusions: paired.exclusions,
    rounds: rounds.map((round, index) => {
      const margins = marginHistogram(panels, round, classes);
      return {
        round,
        margins,
        unanimity: rate(weights([1 + index, 1]), everyone),
        pivotal: rate(weights([1 + rounds.length + index, 1]), everyone),
        tied: margins.reduce((sum, each) => (each.margin === 0 ? sum + each.count : sum), 0),
      };
    }),
    steps: rounds.slice(1).map((round, index) => {
      const jump = signedRate(rise(index, index + 1), everyone);
      let became = 0;
      for (let debate = 0; debate < panels.size; debate++)
        if (unanimousIn(debate, round) && !unanimousIn(debate, rounds[index])) became++;
      return {
        round,
        jump,
        became,
        ceased: became - jump.count,
        share: signedRate(rise(index, index + 1), rise(0, last)),
        moves: marginMoves(
          panels.size,
          (debate) => marginOf(debate, rounds[index]),
          (debate) => marginOf(debate, round),
        ),
      };
    }),
    jump: signedRate(rise(0, last), everyone),
    flips: flips(panels, last, interval),
    naive: survivorInflation(paired),
  };
}

function marginMoves(
  size: number,
  before: (debate: number) => number | null,
  after: (debate: number) => number | null,
): readonly MarginMove[] {
  const counts = new Map<number, number>();
  for (let debate = 0; debate < size; debate++) {
    const key = (before(debate) ?? 0) * 256 + (after(debate) ?? 0);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].sort(([a], [b]) => a - b).map(([key, count]) => ({ from: key >> 8, to: key & 255, count }));
}
