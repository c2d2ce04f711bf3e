import { type Columns, NOT_ASKED_CODE } from "./panels.js";
import { type PairedRounds } from "./pairedRounds.js";

/**
 * The votes of a fixed cohort, each different one kept once: a panel of seven with two labels has at most 128 of them, however many debates
 * there are. What is a function of one round's ballots is counted over these.
 */
export interface DistinctRounds {
  readonly seats: number;
  /** How many different votes occur. */
  readonly size: number;
  /** `ballots[vote * seats + seat]`. */
  readonly ballots: Uint8Array;
  /** What belongs to each vote beside its ballots, such as its gold. */
  readonly beside: Uint8Array;
  /** `counts[round][vote]`, for the cohort's rounds in their order. */
  readonly counts: readonly Uint32Array[];
}

/** `beside`, one byte per debate of the cohort, tells votes of the same ballots apart. */
export function distinctRounds({ panels, rounds }: PairedRounds, beside?: Uint8Array): DistinctRounds {
  const { seats } = panels;
  const ballots: number[] = [];
  const labels: number[] = [];
  const counts = rounds.map((): number[] => []);
  // A vote is found ballot by ballot: each prefix has a number, and with the next ballot it leads to another.
  const next = new Map<number, number>();
  const votes = new Map<number, number>();
  for (let debate = 0; debate < panels.size; debate++) {
    const own = beside?.[debate] ?? 0;
    rounds.forEach((round, at) => {
      const start = standingStart(panels, debate, round);
      let prefix = 0;
      for (let seat = -1; seat < seats; seat++) {
        const key = prefix * 256 + (seat < 0 ? own : panels.ballots[start + seat]);
        let number = next.get(key);
        if (number === undefined) next.set(key, (number = next.size + 1));
        prefix = number;
      }
      let vote = votes.get(prefix);
      if (vote === undefined) {
        votes.set(prefix, (vote = votes.size));
        labels.push(own);
        for (let seat = 0; seat < seats; seat++) ballots.push(panels.ballots[start + seat]);
      }
      counts[at][vote] = (counts[at][vote] ?? 0) + 1;
    });
  }
  return {
    seats,
    size: votes.size,
    ballots: Uint8Array.from(ballots),
    beside: Uint8Array.from(labels),
    counts: counts.map((row) => Uint32Array.from({ length: votes.size }, (_, vote) => row[vote] ?? 0)),
  };
}

/** Where the ballots of the round that stands for this one begin. In a fixed cohort a round was asked whole or, where it is carried, not at all. */
function standingStart({ ballots, rounds, seats }: Columns, debate: number, round: number): number {
  let standing = round;
  while (ballots[(debate * rounds + standing) * seats] === NOT_ASKED_CODE) standing--;
  return (debate * rounds + standing) * seats;
}
