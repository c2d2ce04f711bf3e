import { percentileLimits, replicatesOf } from "../stats/bootstrapLimits.js";
import { correlation } from "../stats/correlation.js";
import { distinctSums } from "../stats/distinctSums.js";
import { interval, type Interval } from "../stats/interval.js";
import { doubledMidranks } from "../stats/midranks.js";
import { proportion, type Proportion } from "../stats/proportion.js";
import { resampledTotals } from "../stats/resampledTotals.js";
import { spearman, type Spearman } from "../stats/spearman.js";
import { UserError } from "../errors.js";
import { clustersOf } from "./clustering.js";
import { type Coding } from "./coding.js";
import { endpoints } from "./endpoint.js";
import { flipColumn, isFlip, isPair } from "./flipKinds.js";
import { type IntervalOptions } from "./intervalOptions.js";
import { once } from "./once.js";
import { pairedRounds, through } from "./pairedRounds.js";
import { type PanelSeat } from "./panelSeats.js";
import { type Columns } from "./panels.js";
import { subset } from "./subset.js";

/** Whether the seats that change most under one condition are those that change most under another. */
export interface Susceptibility {
  /** Debates that are usable under both, in rounds 0 to the last: every rate is over them. */
  readonly debates: number;
  readonly lastRound: number;
  /** In the order of the first condition's seats. */
  readonly seats: readonly SeatSusceptibility[];
  /** Spearman's correlation of the two columns of flip rates, with mid-ranks; p over all pairings of few seats. Null when a column is constant. */
  readonly spearman: Spearman;
  /** Clusters resampled, both columns and their correlation computed again: percentile. */
  readonly interval: () => Interval | null;
}

export interface SeatSusceptibility extends PanelSeat {
  /** Flips over pairs of ballots, in all steps. */
  readonly here: Proportion;
  readonly there: Proportion;
}

/** Compare ranks only: how often seats flip depends on what they were shown. Each side is one run; seats are matched by name. */
export function susceptibility(
  one: Columns,
  other: Columns,
  { endpoint }: Pick<Coding, "endpoint">,
  options: IntervalOptions,
): Susceptibility {
  const sides = [one, other].map((panels) => panels.runs.filter((_, run) => new Set(panels.run).has(run)));
  if (sides.some((runs) => runs.length > 1))
    throw new UserError("BAD_INPUT", "susceptibility: two conditions of one run each were expected, got several runs");
  const last = Math.min(...sides.flatMap((runs) => endpoints(runs, { endpoint })));
  const lastRound = Number.isFinite(last) ? last : 0;
  const { here, there } = common(one, other, lastRound);
  const seats = (here.compositions[0]?.seats ?? []).filter(({ seat }) =>
    there.compositions[0]?.seats.some((each) => each.seat === seat),
  );
  if (here.compositions.length > 1 || there.compositions.length > 1)
    throw new UserError("BAD_INPUT", "susceptibility: one panel for all debates of a run was expected, got several");
  const clusters = clustersOf(here, options.cluster);
  // Per seat: flips and pairs here, flips and pairs there; by cluster.
  const columns = Array.from({ length: 4 * seats.length }, () => new Float64Array(clusters.count));
  [here, there].forEach((panels, side) => {
    const kinds = flipColumn(panels);
    const positions = seats.map(({ seat }) => panels.compositions[0].seats.findIndex((each) => each.seat === seat));
    for (let debate = 0; debate < panels.size; debate++)
      for (let step = 0; step < lastRound; step++)
        positions.forEach((position, at) => {
          const kind = kinds[(debate * (panels.rounds - 1) + step) * panels.seats + position];
          if (isFlip(kind)) columns[4 * at + 2 * side][clusters.of[debate]]++;
          if (isPair(kind)) columns[4 * at + 2 * side + 1][clusters.of[debate]]++;
        });
  });
  const totals = columns.map((column) => column.reduce((sum, each) => sum + each, 0));
  const rates = (side: number) =>
    seats.map((_, at) => proportion(totals[4 * at + 2 * side], totals[4 * at + 2 * side + 1]));
  const [first, second] = [rates(0), rates(1)];
  const found = spearman(
    first.map(({ value }) => value),
    second.map(({ value }) => value),
    options,
    options.level,
  );
  return {
    debates: here.size,
    lastRound,
    seats: seats.map(({ seat, model }, at) => ({ seat, model, here: first[at], there: second[at] })),
    spearman: found,
    interval: once(() => (found.rho === null ? null : resampled(columns, clusters.of, seats.length, options))),
  };
}

/** The debates of both that are usable under both, in one order. A debate is known by its item and replicate. */
function common(one: Columns, other: Columns, lastRound: number): { here: Columns; there: Columns } {
  const [here, there] = [one, other].map((panels) => pairedRounds(panels, through(lastRound)).panels);
  const key = ({ items, item, replicate }: Columns, debate: number) => `${replicate[debate]} ${items[item[debate]]}`;
  const places = new Map<string, number>();
  for (let debate = 0; debate < there.size; debate++) places.set(key(there, debate), debate);
  const pairs: [number, number][] = [];
  for (let debate = 0; debate < here.size; debate++) {
    const place = places.get(key(here, debate));
    if (place !== undefined) pairs.push([debate, place]);
  }
  return {
    here: subset(
      here,
      Uint32Array.from(pairs, ([place]) => place),
    ),
    there: subset(
      there,
      Uint32Array.from(pairs, ([, place]) => place),
    ),
  };
}

function resampled(
  columns: readonly Float64Array[],
  clusterOf: Uint32Array,
  seats: number,
  { level, resamples, seed }: IntervalOptions,
): Interval {
  const present = [...new Set(clusterOf)];
  const sums = {
    clusters: present.length,
    columns: columns.map((column) => Float64Array.from(present, (at) => column[at])),
  };
  const totals = resampledTotals(distinctSums(sums), { seed, to: resamples });
  const values = Array.from({ length: totals.replicates }, (_, replicate) => {
    const rate = (seat: number, side: number) => {
      const of = totals.columns[4 * seat + 2 * side + 1][replicate];
      return of === 0 ? null : totals.columns[4 * seat + 2 * side][replicate] / of;
    };
    const sides = [0, 1].map((side) => Array.from({ length: seats }, (_seat, at) => rate(at, side)));
    if (sides.flat().includes(null)) return null;
    const [x, y] = sides.map((side) => doubledMidranks(side as number[]));
    return correlation(x, y)?.r ?? null;
  });
  const replicates = replicatesOf(values);
  const { undefinedReplicates } = replicates;
  return interval(
    { level, method: "PERCENTILE", clusters: present.length, resampling: { seed, resamples, undefinedReplicates } },
    percentileLimits(replicates, level),
  );
}
