/** A rate with its denominator. Nothing to divide by is null with a reason, never 0: an untested model is not a perfect one. */
export interface Proportion {
  readonly count: number;
  readonly of: number;
  readonly value: number | null;
  readonly reason: "empty_denominator" | null;
}

/** count / of. */
export const proportion = (count: number, of: number): Proportion =>
  of === 0 ? { count, of, value: null, reason: "empty_denominator" } : { count, of, value: count / of, reason: null };
