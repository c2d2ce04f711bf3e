import { type Proportion } from "../stats/proportion.js";
import { type Interval } from "../stats/interval.js";

/**
 * A rate with its denominator and its clustered interval. The interval is computed when it is first asked for: resampling costs more
 * than counting, and most readers of a ledger ask for few of its intervals.
 */
export interface Rate extends Proportion {
  /** The interval by the method that was asked for; null when there is nothing to divide by. */
  readonly interval: () => Interval | null;
  /** What the report shows beside it. */
  readonly beside: () => readonly Interval[];
}
