import { proportion, type Proportion } from "../stats/proportion.js";
import { unanimous } from "./margin.js";
import { pairedRounds, type PairedRounds, through } from "./pairedRounds.js";

/**
 * What comparing survivors with everybody does to the consensus jump. Contested debates are lost more often, so those that are left look as if debate
 * had united them. Only this diagnostic compares different debates, and it says so.
 */
export interface SurvivorInflation {
  readonly round: number;
  /** Unanimity of the survivors (usable in rounds 0 to this one) in this round, and in round 0. */
  readonly survivors: Proportion;
  readonly survivorsBefore: Proportion;
  /** Unanimity in round 0 of all debates whose round 0 is complete. */
  readonly everybodyBefore: Proportion;
  /** survivors - everybodyBefore, as a share; null when one of them is. */
  readonly naive: number | null;
  /** survivors - survivorsBefore: the same debates twice. */
  readonly paired: number | null;
  /** The paired jump of the cohort that is fixed for all rounds of the answer. */
  readonly fixed: number | null;
  /** naive - paired, and naive - fixed. */
  readonly inflation: number | null;
  readonly inflationOverFixed: number | null;
}

export function survivorInflation({ batch, panels, rounds }: PairedRounds): readonly SurvivorInflation[] {
  const everybodyBefore = unanimityOf(pairedRounds(batch, [0]), 0);
  const fixedIn = unanimityOf({ panels }, 0);
  return rounds.slice(1).map((round) => {
    const alive = pairedRounds(batch, through(round));
    const survivors = unanimityOf(alive, round);
    const survivorsBefore = unanimityOf(alive, 0);
    const naive = less(survivors.value, everybodyBefore.value);
    const paired = rise(survivorsBefore, survivors);
    const fixed = rise(fixedIn, unanimityOf({ panels }, round));
    return {
      round,
      survivors,
      survivorsBefore,
      everybodyBefore,
      naive,
      paired,
      fixed,
      inflation: less(naive, paired),
      inflationOverFixed: less(naive, fixed),
    };
  });
}

function unanimityOf({ panels }: Pick<PairedRounds, "panels">, round: number): Proportion {
  const unanimousIn = unanimous(panels);
  let count = 0;
  for (let debate = 0; debate < panels.size; debate++) if (unanimousIn(debate, round)) count++;
  return proportion(count, panels.size);
}

/** The same debates twice: one denominator. */
const rise = (before: Proportion, after: Proportion): number | null =>
  proportion(after.count - before.count, after.of).value;

const less = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one - other;
