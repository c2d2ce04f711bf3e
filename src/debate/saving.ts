/** Tokens, or US dollars, that would not have been spent. Null with a reason where nobody knows. */
export interface Saving {
  readonly value: number | null;
  readonly reason: SavingReason | null;
}

export type SavingReason = "NEED_UNKNOWN" | "NOT_BY_ROUND";

/**
 * What the saved rounds would have cost. Runs hold tokens and cost of whole debates, and rounds differ: later prompts carry the replies of
 * earlier rounds, and a seat may answer in a word or in a page. A share by rounds would be an invention, so the only amount that is
 * known is that of no round: 0. `roundsSaved` is null for decisions made elsewhere, of which nobody knows what they needed.
 */
export function saving(roundsSaved: number | null): Saving {
  if (roundsSaved === null) return { value: null, reason: "NEED_UNKNOWN" };
  return roundsSaved === 0 ? { value: 0, reason: null } : { value: null, reason: "NOT_BY_ROUND" };
}
