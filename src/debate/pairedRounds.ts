import { UserError } from "../errors.js";
import { firstHole, type Hole } from "./firstHole.js";
import { type Columns } from "./panels.js";
import { subset } from "./subset.js";

const fixed = Symbol("a fixed cohort");

/**
 * A fixed cohort for a set of rounds: the debates in which every seat has a ballot in each of them. Whatever compares rounds takes one of these
 * and no debates beside it, and only `pairedRounds` makes them; so two rounds of one answer cannot be about different debates.
 */
export interface PairedRounds<P extends Columns = Columns> {
  /** The debates of the cohort, and no others. */
  readonly panels: P;
  /** In ascending order. */
  readonly rounds: readonly number[];
  /** All debates it was made from: the batch. */
  readonly batch: P;
  /** Per debate of the batch, its first missing ballot; null: it is in the cohort. */
  readonly holes: readonly (Hole | null)[];
  /** Who was left out: by round and reason of the first missing ballot. */
  readonly exclusions: readonly PairedExclusion[];
  readonly [fixed]: true;
}

export interface PairedExclusion extends Hole {
  readonly count: number;
}

/** The debates that are usable in all of these rounds. An empty cohort is an answer; a round that no run has is refused. */
export function pairedRounds<P extends Columns>(batch: P, wanted: readonly number[]): PairedRounds<P> {
  const rounds = [...new Set(wanted)].sort((a, b) => a - b);
  const present = new Set(batch.run);
  for (const { slug, rounds: recorded } of batch.runs.filter((_, run) => present.has(run)))
    for (const round of rounds)
      if (!Number.isInteger(round) || round < 0 || round > recorded - 1)
        throw new UserError(
          "ENDPOINT_BEYOND_LAST_ROUND",
          `rounds: run ${slug} has rounds 0 to ${recorded - 1}, round ${round} was asked for`,
        );
  const seats = batch.compositions.map(({ seats: all }) => all.map((_, seat) => seat));
  const holes = Array.from({ length: batch.size }, (_, debate) =>
    firstHole(batch, debate, seats[batch.composition[debate]], rounds, batch.runs[batch.run[debate]].carryForward),
  );
  const members = Uint32Array.from(holes.flatMap((hole, debate) => (hole === null ? [debate] : [])));
  return {
    panels: members.length === batch.size ? batch : subset(batch, members),
    rounds,
    batch,
    holes,
    exclusions: exclusionsOf(holes),
    [fixed]: true,
  };
}

/** Rounds 0 to `last`. */
export const through = (last: number): readonly number[] => Array.from({ length: last + 1 }, (_, round) => round);

function exclusionsOf(holes: readonly (Hole | null)[]): readonly PairedExclusion[] {
  const counts = new Map<string, PairedExclusion>();
  for (const hole of holes) {
    if (hole === null) continue;
    const key = `${hole.round} ${hole.reason}`;
    counts.set(key, { ...hole, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()].sort((a, b) => a.round - b.round || (a.reason < b.reason ? -1 : 1));
}
