import { proportion, type Proportion } from "../stats/proportion.js";
import { type Caveat, caveat } from "./caveat.js";
import { type Coding } from "./coding.js";
import { type Grouped, grouped } from "./grouped.js";
import { type Grouping } from "./grouping.js";
import { majority } from "./majority.js";
import { margin } from "./margin.js";
import { pairedRounds, through } from "./pairedRounds.js";
import { NO_GOLD, type Panels } from "./panels.js";
import { fixedCohort } from "./fixedCohort.js";
import { RIGHT, UNDEFINED, verdict } from "./transition.js";

/** Whether the debates that were lost started right as often as those that were kept. */
export interface AttritionAccuracy {
  readonly rounds: readonly AttritionAccuracyRound[];
  /** SURVIVORS_EASIER where those that were kept for some round started right more often than those that were lost. */
  readonly caveats: readonly Caveat[];
}

export interface AttritionAccuracyRound {
  /** Retained is what is usable in rounds 0 to this one. */
  readonly round: number;
  /** Right majorities in round 0. Denominator: debates with gold whose round 0 is complete and decided. */
  readonly retained: Proportion;
  readonly dropped: Proportion;
  /** retained - dropped; null when one of them is. */
  readonly difference: number | null;
}

export const attritionAccuracyReport = (
  panels: Panels,
  coding: Coding,
  by: Grouping | null,
): Grouped<AttritionAccuracy> => grouped(panels, by, (batch) => attritionAccuracy(batch, coding));

function attritionAccuracy(batch: Panels, coding: Coding): AttritionAccuracy {
  const majorityOf = majority(batch, coding);
  const verdictOf = verdict(batch, coding);
  const marginOf = margin(batch);
  const rounds = fixedCohort(batch, coding)
    .rounds.slice(1)
    .map((round): AttritionAccuracyRound => {
      const { holes } = pairedRounds(batch, through(round));
      const right = [0, 0];
      const of = [0, 0];
      for (let debate = 0; debate < batch.size; debate++) {
        if (batch.gold[debate] === NO_GOLD || marginOf(debate, 0) === null) continue;
        const found = verdictOf(debate, majorityOf(debate, 0));
        if (found === UNDEFINED) continue;
        const side = holes[debate] === null ? 0 : 1;
        of[side]++;
        if (found === RIGHT) right[side]++;
      }
      const [retained, dropped] = [0, 1].map((side) => proportion(right[side], of[side]));
      const difference = retained.value === null || dropped.value === null ? null : retained.value - dropped.value;
      return { round, retained, dropped, difference };
    });
  return {
    rounds,
    caveats: rounds.some(({ difference }) => (difference ?? 0) > 0) ? [caveat("SURVIVORS_EASIER")] : [],
  };
}
