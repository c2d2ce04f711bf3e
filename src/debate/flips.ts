import { type FlipKind, flipColumn, flipKinds } from "./flipKinds.js";
import { type Coding } from "./coding.js";
import { fixedCohort } from "./fixedCohort.js";
import { type Grouped, grouped } from "./grouped.js";
import { type Grouping } from "./grouping.js";
import { type IntervalOptions } from "./intervalOptions.js";
import { type PanelSeat, panelSeats } from "./panelSeats.js";
import { type Columns } from "./panels.js";
import { type Rate } from "./rate.js";
import { summed } from "./summed.js";

/** Flips of one seat or of all, in one step from a round to the next or in all of them. */
export interface Flips {
  /** Ballots that differ from the same seat's ballot one round earlier. Denominator: pairs of ballots that were both read. */
  readonly flips: Rate;
  /** Flips to the majority of what the seat was shown: toward / (toward + away). Shown ties, nothing shown and not stated stand beside it. */
  readonly toward: Rate;
  /** Of the seats whose earlier ballot differs from the shown majority, those that moved to it: toward / (toward + held out + elsewhere). */
  readonly yielded: Rate;
  /** Flips to something else than the shown majority, and those of them that left it. With two labels all of them did. */
  readonly away: number;
  readonly left: number;
  readonly shownTie: number;
  readonly nothingShown: number;
  /** Nobody says what was shown: made-up ballots that the record does not have. */
  readonly notStated: number;
  /** Ballots read before and not after, and the reverse: in no denominator. */
  readonly lost: number;
  readonly found: number;
}

export interface FlipStep {
  /** From the round before to this one. */
  readonly round: number;
  readonly all: Flips;
  readonly seats: readonly SeatFlips[];
}

export interface SeatFlips extends PanelSeat, Flips {}

export interface FlipCounts {
  /** Rounds 1 to the last. */
  readonly steps: readonly FlipStep[];
  /** All steps together, and by seat. */
  readonly all: Flips;
  readonly bySeat: readonly SeatFlips[];
}

/**
 * Who changes, how often, and towards what. Over the debates as they are: for steps that can be compared give the debates of `pairedRounds`. Null rates
 * where there is no pair, no decided direction, no seat that disagreed.
 */
export function flips(panels: Columns, last: number, interval: IntervalOptions): FlipCounts {
  const column = flipColumn(panels);
  const { seats, of } = panelSeats(panels);
  const steps = Math.min(last, Math.max(0, panels.rounds - 1));
  const width = panels.seats;
  const kinds = flipKinds.length;
  // counts[((step * seats) + seat) * kinds + kind]
  const counts = new Float64Array(steps * seats.length * kinds);
  for (let debate = 0; debate < panels.size; debate++) {
    const own = of[panels.composition[debate]];
    for (let step = 0; step < steps; step++)
      for (let position = 0; position < own.length; position++) {
        const found = column[(debate * (panels.rounds - 1) + step) * width + position];
        counts[(step * seats.length + own[position]) * kinds + found]++;
      }
  }

  /** Of one step or (null) all, of one seat or (null) all. */
  const select = (step: number | null, seat: number | null): Flips => {
    const [from, to] = step === null ? [0, steps] : [step, step + 1];
    const totals = new Array<number>(kinds).fill(0);
    for (let each = from; each < to; each++)
      for (let one = seat ?? 0; one < (seat === null ? seats.length : seat + 1); one++)
        for (let kind = 0; kind < kinds; kind++) totals[kind] += counts[(each * seats.length + one) * kinds + kind];
    const add = (sums: readonly Float64Array[], debate: number, cluster: number) => {
      const own = of[panels.composition[debate]];
      for (let each = from; each < to; each++)
        for (let position = 0; position < own.length; position++)
          if (seat === null || own[position] === seat)
            sums[column[(debate * (panels.rounds - 1) + each) * width + position]][cluster]++;
    };
    const { rate } = summed(panels, totals, add, interval);
    const among = (...wanted: FlipKind[]) => flipKinds.map((kind): number => (wanted.includes(kind) ? 1 : 0));
    const count = (...wanted: FlipKind[]) =>
      among(...wanted).reduce((sum, weight, kind) => sum + weight * totals[kind], 0);
    return {
      flips: rate(among(...FLIPPED), among("HELD_OUT", "KEPT", ...FLIPPED)),
      toward: rate(among("TOWARD"), among("TOWARD", "LEFT", "ELSEWHERE")),
      yielded: rate(among("TOWARD"), among("TOWARD", "HELD_OUT", "ELSEWHERE")),
      away: count("LEFT", "ELSEWHERE"),
      left: count("LEFT"),
      shownTie: count("SHOWN_TIE"),
      nothingShown: count("NOTHING_SHOWN"),
      notStated: count("NOT_STATED"),
      lost: count("LOST"),
      found: count("FOUND"),
    };
  };

  const bySeat = (step: number | null) => seats.map((seat, index) => ({ ...seat, ...select(step, index) }));
  return {
    steps: Array.from({ length: steps }, (_, step) => ({
      round: step + 1,
      all: select(step, null),
      seats: bySeat(step),
    })),
    all: select(null, null),
    bySeat: bySeat(null),
  };
}

const FLIPPED = [
  "TOWARD",
  "LEFT",
  "ELSEWHERE",
  "SHOWN_TIE",
  "NOTHING_SHOWN",
  "NOT_STATED",
] as const satisfies readonly FlipKind[];

/**
 * The report: on the debates that are usable in every round up to the endpoint; or, unpaired, each step on whatever pairs it has, so that
 * its steps are about different debates and must not be compared.
 */
export function flipReport(
  columns: Columns,
  coding: Coding,
  by: Grouping | null,
  interval: IntervalOptions,
  paired: boolean,
): Grouped<FlipCounts & { readonly debates: number }> {
  return grouped(columns, by, (batch) => {
    const { panels, rounds } = fixedCohort(batch, coding);
    const used = paired ? panels : batch;
    return {
      debates: used.size,
      ...flips(used, paired || coding.endpoint !== null ? rounds.length - 1 : batch.rounds - 1, interval),
    };
  });
}
