import { completeRows } from "./completeRows.js";
import { correlation, correlationT, fisherInterval } from "./correlation.js";
import { checkLevel, type Limits } from "./interval.js";

export interface Pearson {
  /** Null, like all that follows from it, with a reason: fewer than 3 units, or a constant column. */
  readonly r: number | null;
  /** Null also at |r| = 1, where it is infinite. */
  readonly t: number | null;
  readonly df: number | null;
  readonly pTwoSided: number | null;
  /** Fisher's; null also with 3 units, where it has no width to give. Too trusting below some 10 units. */
  readonly interval: Limits | null;
  readonly reason: "n_too_small" | "constant_input" | null;
  readonly used: number;
  readonly omitted: number;
}

/** Pearson's correlation of paired values, its t test (df = n - 2) and Fisher's interval. Pairs with a null leave. */
export function pearson(x: readonly (number | null)[], y: readonly (number | null)[], level = 0.95): Pearson {
  checkLevel(level);
  const { columns, used, omitted } = completeRows([x, y]);
  const found = used < 3 ? null : correlation(columns[0], columns[1]);
  if (found === null) {
    const reason = used < 3 ? "n_too_small" : "constant_input";
    return { r: null, t: null, df: null, pTwoSided: null, interval: null, reason, used, omitted };
  }
  const interval = used < 4 ? null : fisherInterval(found, 1 / (used - 3), level);
  return { r: found.r, ...correlationT(found, used - 2), interval, reason: null, used, omitted };
}
