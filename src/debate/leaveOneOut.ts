import { proportion, type Proportion } from "../stats/proportion.js";
import { flips } from "./flips.js";
import { intervalOptions } from "./intervalOptions.js";
import { pairedRounds, type PairedRounds } from "./pairedRounds.js";
import { type Columns } from "./panels.js";
import { roster, type SubPanel, subPanels } from "./subPanels.js";
import { withoutSeats } from "./withoutSeats.js";

/** The panel without one seat, on its own fixed cohort: an item that was lost only through that seat comes back if it was played on. */
export interface LeftOut extends Omit<SubPanel, "seats"> {
  readonly without: string;
  /** Debates that the remaining seats answered in every round. Not the whole panel's cohort: compare rows of this table with each other. */
  readonly debates: number;
  /** Of them, those that the whole panel's cohort lacks. */
  readonly regained: number;
  /** From each round to the next: ballots that differ from the same seat's ballot before; of the remaining seats' ballots. */
  readonly flips: readonly Proportion[];
}

/** Each seat left out in turn; none where the panel has one seat. Costs a walk over debates x rounds x seats for each. Needs no gold. */
export function leaveOneOut({ batch, panels, rounds }: PairedRounds<Columns>): readonly LeftOut[] {
  const seats = roster(batch);
  if (seats.length < 2) return [];
  return seats.map((without) => {
    const paired = pairedRounds(withoutSeats<Columns>(batch, [without]), rounds);
    const [{ panels: whole }] = subPanels(paired, [seats.length - 1]).sizes;
    const { unanimity, ties, frontLoading } = whole[0];
    const steps = flips(paired.panels, rounds[rounds.length - 1], intervalOptions()).steps;
    return {
      without,
      debates: paired.panels.size,
      regained: paired.panels.size - panels.size,
      unanimity,
      ties,
      frontLoading,
      flips: steps.map(({ all: { flips: rate } }) => proportion(rate.count, rate.of)),
    };
  });
}
