import { checkLevel } from "./interval.js";
import { type JointReplicates } from "./jointReplicates.js";

export interface RankInterval {
  /** Smallest and largest rank that the replicates call plausible, each for this entry alone: not simultaneous. */
  readonly low: number;
  readonly high: number;
  /** Mean of the mid-ranks. */
  readonly expected: number;
  /** Share of the replicates in which nobody is strictly better; with ties the shares of all entries can exceed 1. */
  readonly first: number;
}

export interface RankIntervals {
  /** Null when no replicate has a value for every entry. */
  readonly entries: readonly RankInterval[] | null;
  /** better[i][j]: chance that i is better than j, a tie counting half. */
  readonly better: readonly (readonly number[])[] | null;
  readonly used: number;
  readonly dropped: number;
  readonly reason: "too_many_undefined_replicates" | null;
}

/**
 * Ranks of the entries of a leaderboard over replicates that share their draws. In each replicate an entry's rank is 1 + the
 * number strictly better; its interval is the pair of type-1 quantiles (a value that occurs) of that whole number at
 * (1 - level) / 2 and 1 - (1 - level) / 2. `better` says which direction is good: collapse rates LOWER, utilities HIGHER.
 * These intervals hold one at a time; whether an entry is *really* ahead of another is `separation`'s to say.
 */
export function rankIntervals(
  { columns, dropped }: JointReplicates,
  direction: "LOWER" | "HIGHER",
  level = 0.95,
): RankIntervals {
  checkLevel(level);
  const entries = columns.length;
  const used = columns[0]?.length ?? 0;
  if (used === 0) return { entries: null, better: null, used, dropped, reason: "too_many_undefined_replicates" };
  const rankCounts = columns.map(() => new Uint32Array(entries + 1));
  const midranks = new Float64Array(entries);
  const wins = columns.map(() => new Float64Array(entries));
  const sign = direction === "LOWER" ? 1 : -1;
  for (let replicate = 0; replicate < used; replicate++)
    for (let i = 0; i < entries; i++) {
      let ahead = 0;
      let equal = 0;
      for (let j = 0; j < entries; j++) {
        const lead = sign * (columns[j][replicate] - columns[i][replicate]);
        if (lead < 0) ahead++;
        else if (lead === 0) equal++;
        wins[i][j] += lead > 0 ? 1 : lead === 0 ? 0.5 : 0;
      }
      rankCounts[i][ahead + 1]++;
      midranks[i] += ahead + (equal + 1) / 2;
    }
  const tail = (1 - level) / 2;
  return {
    entries: rankCounts.map((counts, i) => ({
      low: rankAt(counts, tail * used),
      high: rankAt(counts, (1 - tail) * used),
      expected: midranks[i] / used,
      first: counts[1] / used,
    })),
    better: wins.map((row) => Array.from(row, (win) => win / used)),
    used,
    dropped,
    reason: null,
  };
}

/** The smallest rank that at least `wanted` replicates do not exceed. A hair of slack keeps 0.025 x 200 at 5. */
function rankAt(counts: Uint32Array, wanted: number): number {
  let rank = 1;
  for (let seen = counts[1]; seen < wanted - 1e-9 && rank < counts.length - 1;) seen += counts[++rank];
  return rank;
}
