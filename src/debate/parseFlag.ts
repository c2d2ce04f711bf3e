import { proportion, type Proportion } from "../stats/proportion.js";
import { type Coding } from "./coding.js";
import { majority } from "./majority.js";
import { margin, seatCount } from "./margin.js";
import { type PairedRounds } from "./pairedRounds.js";
import { NO_GOLD, type Panels } from "./panels.js";
import { pivotal } from "./pivotal.js";
import { RIGHT, UNDEFINED, verdict } from "./transition.js";

/** What a flag may point at, in round 0. */
export const flagTargets = ["PIVOTAL", "SPLIT", "WRONG"] as const;
export type FlagTarget = (typeof flagTargets)[number];

/**
 * A failure to parse as a warning: a debate is flagged when its first missing ballot after round 0 was asked for and could not be read. Denominators: debates of the batch
 * whose round 0 is complete, and for WRONG those with gold and a decided round-0 majority.
 */
export interface ParseFlag {
  readonly target: FlagTarget;
  /** Flagged, of those that are such. */
  readonly sensitivity: Proportion;
  /** Such, of those that are flagged. */
  readonly precision: Proportion;
  /** Such, of all: what a flag at random would have for precision. */
  readonly baseRate: Proportion;
}

export function parseFlags({ batch, holes }: PairedRounds<Panels>, coding: Coding): readonly ParseFlag[] {
  const marginOf = margin(batch);
  const seatsOf = seatCount(batch);
  const pivotalIn = pivotal(batch, coding);
  const majorityOf = majority(batch, coding);
  const verdictOf = verdict(batch, coding);
  const is: Record<FlagTarget, (debate: number) => boolean | null> = {
    PIVOTAL: (debate) => pivotalIn(debate, 0),
    SPLIT: (debate) => marginOf(debate, 0) !== seatsOf(debate),
    WRONG: (debate) => {
      if (batch.gold[debate] === NO_GOLD) return null;
      const found = verdictOf(debate, majorityOf(debate, 0));
      return found === UNDEFINED ? null : found !== RIGHT;
    },
  };
  return flagTargets.map((target) => {
    let [all, such, flagged, both] = [0, 0, 0, 0];
    for (let debate = 0; debate < batch.size; debate++) {
      const found = marginOf(debate, 0) === null ? null : is[target](debate);
      if (found === null) continue;
      const hole = holes[debate];
      const flag = hole !== null && hole.reason === "UNPARSED";
      all++;
      if (found) such++;
      if (flag) flagged++;
      if (found && flag) both++;
    }
    return {
      target,
      sensitivity: proportion(both, such),
      precision: proportion(both, flagged),
      baseRate: proportion(such, all),
    };
  });
}
