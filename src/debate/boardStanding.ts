/** What an evaluation of a board's key is on that board. */
export type BoardStanding = "COUNTS" | "PENDING" | "ABANDONED" | "SENSITIVITY" | "UNVERIFIED" | "LATE" | "STALE";

/** What decides it, by positions in the log and never by a clock or by an outcome. */
export interface BoardRowFacts {
  readonly state: "DECLARED" | "COMPLETE" | "ABANDONED";
  /** Other weights are of record for this policy on these debates. */
  readonly isSensitivity: boolean;
  /** Uploaded decisions, which may have been fitted on gold that could be read. */
  readonly isUploaded: boolean;
  readonly declared: number;
  /** Computed by another version of the methods than the one that runs. */
  readonly isStale: boolean;
  /** When the board's cohort was opened, if it ever was blind; a position of null: it still is. */
  readonly blind: { readonly openedPosition: number | null } | null;
}

/**
 * The first that applies: ABANDONED and PENDING have no result; SENSITIVITY never enters; on a board whose cohort was blind, what was
 * declared after the opening is LATE; uploaded decisions are UNVERIFIED unless they were declared while the cohort was blind; STALE
 * rows were computed by other methods. The rest COUNTS.
 */
export function boardStanding(row: BoardRowFacts): BoardStanding {
  if (row.state === "ABANDONED") return "ABANDONED";
  if (row.state === "DECLARED") return "PENDING";
  if (row.isSensitivity) return "SENSITIVITY";
  const opened = row.blind === null ? null : (row.blind.openedPosition ?? Infinity);
  if (opened !== null && row.declared > opened) return "LATE";
  if (opened === null && row.isUploaded) return "UNVERIFIED";
  return row.isStale ? "STALE" : "COUNTS";
}
