import { type TieRule } from "./coding.js";
import { type Columns, type DerivedColumns, NOT_ASKED_CODE } from "./panels.js";

/**
 * What a policy may look at when it decides: the columns up to the round after which it does. Later rounds are cut off and gold is not
 * carried over, so neither can be read. A carried round stands as the one it repeats.
 */
export interface Seen extends Columns {
  /** Rounds 0 to the one that it decides after. */
  readonly rounds: number;
  readonly tie: TieRule;
}

export function seen(panels: Columns, at: number, tie: TieRule): Seen {
  const { size, seats, rounds, ballots, run, runs } = panels;
  const kept = Math.min(at + 1, rounds);
  const width = kept * seats;
  const copy = new Uint8Array(size * width);
  for (let debate = 0; debate < size; debate++) {
    const from = debate * rounds * seats;
    const to = debate * width;
    for (let offset = 0; offset < width; offset++) copy[to + offset] = ballots[from + offset];
  }
  if (runs.some(({ carryForward }) => carryForward))
    for (let debate = 0; debate < size; debate++)
      if (runs[run[debate]].carryForward)
        for (let round = 1; round < kept; round++) {
          const start = debate * width + round * seats;
          if (copy.subarray(start, start + seats).every((code) => code === NOT_ASKED_CODE))
            copy.copyWithin(start, start - seats, start);
        }
  // Each by name: what is added to the columns later is seen only once somebody has thought about when it exists.
  return {
    size,
    seats,
    rounds: kept,
    ballots: copy,
    derived: panels.derived && derivedUpTo(panels.derived, size, rounds, kept),
    signals: panels.signals,
    displayed: null,
    run,
    ordinal: panels.ordinal,
    replicate: panels.replicate,
    item: panels.item,
    cluster: panels.cluster,
    benchmark: panels.benchmark,
    category: panels.category,
    composition: panels.composition,
    runs,
    items: panels.items,
    clusters: panels.clusters,
    benchmarks: panels.benchmarks,
    categories: panels.categories,
    compositions: panels.compositions,
    digest: panels.digest,
    tie,
  };
}

function derivedUpTo(derived: DerivedColumns, size: number, rounds: number, kept: number): DerivedColumns {
  const cut = <T extends Uint8Array | Float64Array>(column: T, empty: T): T => {
    for (let debate = 0; debate < size; debate++)
      for (let round = 0; round < kept; round++) empty[debate * kept + round] = column[debate * rounds + round];
    return empty;
  };
  return {
    ...derived,
    changed: cut(derived.changed, new Uint8Array(size * kept)),
    agreement: cut(derived.agreement, new Float64Array(size * kept)),
    flipped: cut(derived.flipped, new Uint8Array(size * kept)),
  };
}
