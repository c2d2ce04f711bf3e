import { type Bitset } from "./bitset.js";

/** Debates of one run, by the run's content, whatever it is called. */
export interface DebateSet {
  readonly contentDigest: string;
  /** Null: every debate. */
  readonly bits: Bitset | null;
}

/** Whether two selections have a debate in common. A run of which nothing is selected has an all-zero bitset. */
export const shareDebate = (left: readonly DebateSet[], right: readonly DebateSet[]): boolean =>
  left.some((one) =>
    right.some((other) => one.contentDigest === other.contentDigest && intersect(one.bits, other.bits)),
  );

function intersect(left: Bitset | null, right: Bitset | null): boolean {
  if (left === null || right === null) return (left ?? right)?.some((byte) => byte !== 0) ?? true;
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at++) if ((left[at] & right[at]) !== 0) return true;
  return false;
}
