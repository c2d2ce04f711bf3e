import { MAX_LABELS, NOT_ASKED_CODE, UNPARSED } from "./panels.js";

/** The first ballot that is missing, in order of rounds and then of seats: not asked for, or not understood. */
export interface Hole {
  readonly round: number;
  readonly reason: "NOT_ASKED" | "UNPARSED";
}

/**
 * What makes a debate unusable in these rounds (in ascending order) for these seats; null when every seat has a ballot in each of them. A carried
 * round stands as it was when it was asked.
 */
export function firstHole(
  { ballots, rounds: recorded, seats: width }: { ballots: Uint8Array; rounds: number; seats: number },
  debate: number,
  seats: readonly number[],
  rounds: readonly number[],
  carryForward: boolean,
): Hole | null {
  const asked = (round: number): boolean =>
    round < recorded && seats.some((seat) => ballots[(debate * recorded + round) * width + seat] !== NOT_ASKED_CODE);
  for (const round of rounds) {
    let standing = round;
    if (carryForward) while (standing > 0 && !asked(standing)) standing--;
    if (!asked(standing)) return { round, reason: "NOT_ASKED" };
    const start = (debate * recorded + standing) * width;
    for (const seat of seats) {
      if (ballots[start + seat] === UNPARSED) return { round, reason: "UNPARSED" };
      if (ballots[start + seat] > MAX_LABELS) return { round, reason: "NOT_ASKED" };
    }
  }
  return null;
}
