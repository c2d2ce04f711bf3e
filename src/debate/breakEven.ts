/**
 * FINITE: prevents and loses. FREE: prevents, loses nothing. NO_EFFECT: fires, changes no verdict's rightness.
 * NEVER_FIRES: fires on no debate. UNBOUNDED: loses and prevents nothing, so that no ratio redeems it.
 */
export type BreakEvenState = "FINITE" | "FREE" | "NO_EFFECT" | "NEVER_FIRES" | "UNBOUNDED";

export interface BreakEven {
  readonly state: BreakEvenState;
  /** Lowest terms; both null when UNBOUNDED. */
  readonly numerator: number | null;
  readonly denominator: number | null;
  readonly value: number | null;
}

/**
 * Break-even: how many lost recoveries one prevented error must be worth before the policy's utility reaches 0, which
 * is lost / prevented, exact. 0 when nothing is lost (utility is then never negative); null when something is lost and
 * nothing prevented.
 */
export function breakEven(fired: number, prevented: number, lost: number): BreakEven {
  if (lost === 0) {
    const state = prevented > 0 ? "FREE" : fired > 0 ? "NO_EFFECT" : "NEVER_FIRES";
    return { state, numerator: 0, denominator: 1, value: 0 };
  }
  if (prevented === 0) return { state: "UNBOUNDED", numerator: null, denominator: null, value: null };
  const divisor = greatestCommonDivisor(lost, prevented);
  return { state: "FINITE", numerator: lost / divisor, denominator: prevented / divisor, value: lost / prevented };
}

const greatestCommonDivisor = (a: number, b: number): number => (b === 0 ? a : greatestCommonDivisor(b, a % b));
