import { standingTally } from "./majority.js";
import { type Columns } from "./panels.js";

/**
 * COMPLETE: of a panel whose seats all voted; any other has no margin. PARSED: over whatever ballots could be read, so that a panel of which
 * few could be read looks unanimous. Never mix the two.
 */
export type Counting = "COMPLETE" | "PARSED";

/** The margin of one debate in one round, or null where it has none. */
export type MarginOf = (debate: number, round: number) => number | null;

/**
 * How contested a round is: ballots of the leading label less those of the runner-up, 0 in a tie and, where all voted alike, the number of ballots. With
 * two labels it has the parity of the ballots. Null when nobody could be read, and under COMPLETE when somebody could not. In a run that carries
 * forward, a round that nobody was asked in stands as the last asked one.
 */
export function margin(panels: Columns, counting: Counting = "COMPLETE"): MarginOf {
  const standing = standingTally(panels);
  const seatsOf = seatCount(panels);
  return (debate, round) => {
    const { count, runnerUp, votes } = standing(debate, round);
    if (votes === 0 || (counting === "COMPLETE" && votes < seatsOf(debate))) return null;
    return count - runnerUp;
  };
}

/** Seats of each debate's own panel: what a margin is out of. */
export function seatCount({ composition, compositions }: Columns): (debate: number) => number {
  const seats = compositions.map((each) => each.seats.length);
  return (debate) => seats[composition[debate]];
}

/** Whether all seats said the same; null for a panel that is not complete, which is neither unanimous nor split. */
export function unanimous(panels: Columns): (debate: number, round: number) => boolean | null {
  const marginOf = margin(panels);
  const seatsOf = seatCount(panels);
  return (debate, round) => {
    const found = marginOf(debate, round);
    return found === null ? null : found === seatsOf(debate);
  };
}
