import { chiSquared, type ChiSquared, type TwoCounts } from "../stats/chiSquared.js";
import { fisherFreemanHalton, type FisherFreemanHalton } from "../stats/fisherFreemanHalton.js";
import { proportion, type Proportion } from "../stats/proportion.js";
import { type Caveat, caveat } from "./caveat.js";
import { type Coding } from "./coding.js";
import { type Grouped, grouped } from "./grouped.js";
import { type Grouping } from "./grouping.js";
import { type IntervalOptions } from "./intervalOptions.js";
import { margin, unanimous } from "./margin.js";
import { type MarginCount, marginClasses, marginHistogram } from "./marginHistogram.js";
import { once } from "./once.js";
import { type PairedExclusion, pairedRounds, through } from "./pairedRounds.js";
import { type PanelSeat, panelSeats } from "./panelSeats.js";
import { type Columns } from "./panels.js";
import { type ParseFailures, parseFailures } from "./parseFailures.js";
import { pivotal } from "./pivotal.js";
import { fixedCohort } from "./fixedCohort.js";
import { withoutSeats } from "./withoutSeats.js";

/** Whether the debates that were lost were like those that were kept. */
export interface AttritionTables {
  /** Debates before anybody is lost. */
  readonly batch: number;
  /** For rounds 0 to each round from 1 on. */
  readonly tables: readonly AttritionTable[];
  /** Replies that could not be read, by round and seat. */
  readonly failures: readonly ParseFailures[];
  /** How many debates would be usable in all rounds if one seat were left out. */
  readonly withoutOne: () => readonly (PanelSeat & { readonly usable: number })[];
  readonly caveats: () => readonly Caveat[];
}

export interface AttritionTable {
  /** Retained is what is usable in rounds 0 to this one. */
  readonly round: number;
  readonly exclusions: readonly PairedExclusion[];
  readonly retained: AttritionSide;
  readonly dropped: AttritionSide;
  /** Dropped debates whose round 0 is not complete: they have no margin class and are in neither side's table. */
  readonly unclassed: number;
  /** Pearson's test of the 2 x c table of margin classes, c the classes that occur; df c - 1. */
  readonly chiSquared: ChiSquared;
  /** Its exact twin: all tables with these margins walked, or drawn by relabelling debates. */
  readonly permutation: () => FisherFreemanHalton;
}

export interface AttritionSide {
  readonly debates: number;
  /** Round-0 margins, zeros listed. */
  readonly margins: readonly MarginCount[];
  readonly pivotal: Proportion;
  readonly unanimous: Proportion;
}

export function attritionReport(
  columns: Columns,
  coding: Coding,
  by: Grouping | null,
  interval: IntervalOptions,
): Grouped<AttritionTables> {
  return grouped(columns, by, (batch) => attrition(batch, coding, interval));
}

function attrition(batch: Columns, coding: Coding, interval: IntervalOptions): AttritionTables {
  const { rounds } = fixedCohort(batch, coding);
  const failures = parseFailures(batch, rounds);
  const seats = panelSeats(batch).seats;
  return {
    batch: batch.size,
    tables: rounds.slice(1).map((round) => attritionTable(batch, round, coding, interval)),
    failures,
    withoutOne: once(() =>
      seats.length < 2 ? [] : seats.map((seat) => ({ ...seat, usable: usableWithout(batch, seat, coding) })),
    ),
    caveats: () => dominating(failures),
  };
}

/** Seats are left out by name; where a name stands for several models, all of them go. */
const usableWithout = (batch: Columns, { seat }: PanelSeat, coding: Coding): number =>
  batch.compositions.some(({ seats }) => seats.every((each) => each.seat === seat))
    ? 0
    : fixedCohort(withoutSeats(batch, [seat]), coding).panels.size;

/** One seat has more unread replies than all others together. */
function dominating(failures: readonly ParseFailures[]): readonly Caveat[] {
  const bySeat = new Map<string, number>();
  let all = 0;
  for (const { seats } of failures)
    for (const { seat, unparsed } of seats) {
      bySeat.set(seat, (bySeat.get(seat) ?? 0) + unparsed);
      all += unparsed;
    }
  const found = [...bySeat].filter(([, unparsed]) => 2 * unparsed > all && bySeat.size > 1).map(([seat]) => seat);
  return all < MANY || found.length === 0 ? [] : [caveat("ONE_SEAT_DOMINATES", found)];
}

/** Of fewer unread replies nobody has "most". */
const MANY = 10;

export function attritionTable(
  batch: Columns,
  round: number,
  coding: Coding,
  { resamples, seed }: Pick<IntervalOptions, "resamples" | "seed">,
): AttritionTable {
  const { holes, exclusions } = pairedRounds(batch, through(round));
  const marginOf = margin(batch);
  const classes = marginClasses(batch, [0]);
  const side = (retained: boolean): AttritionSide => {
    const among = (debate: number) => (holes[debate] === null) === retained;
    const margins = marginHistogram(batch, 0, classes, among);
    const classed = margins.reduce((sum, { count }) => sum + count, 0);
    const unanimousIn = unanimous(batch);
    const pivotalIn = pivotal(batch, coding);
    let debates = 0;
    let agreed = 0;
    let decisive = 0;
    for (let debate = 0; debate < batch.size; debate++) {
      if (!among(debate)) continue;
      debates++;
      if (unanimousIn(debate, 0)) agreed++;
      if (pivotalIn(debate, 0)) decisive++;
    }
    return { debates, margins, pivotal: proportion(decisive, classed), unanimous: proportion(agreed, classed) };
  };
  const [retained, dropped] = [side(true), side(false)];
  const table: TwoCounts[] = retained.margins.map(({ count }, at) => [count, dropped.margins[at].count]);
  let unclassed = 0;
  for (let debate = 0; debate < batch.size; debate++) if (marginOf(debate, 0) === null) unclassed++;
  return {
    round,
    exclusions,
    retained,
    dropped,
    unclassed,
    chiSquared: chiSquared(table),
    permutation: once(() =>
      fisherFreemanHalton(table, {
        seed,
        resamples: Math.max(99, Math.min(resamples, Math.floor(DRAWN / batch.size))),
      }),
    ),
  };
}

/** Debates relabelled in all draws together: a second or so. Of more than 10,000 debates fewer tables are drawn than were asked for. */
const DRAWN = 100_000_000;
