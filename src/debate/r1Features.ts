import { type Coding } from "./coding.js";
import { type Panels } from "./panels.js";
import { type R1Readings, r1Readings } from "./r1Readings.js";

/**
 * What a feature costs to look at: PROSPECTIVE, nothing but what a controller after round 1 has; AUDIT, gold; HINDSIGHT, a round that
 * such a controller has not seen yet. A set is what its worst feature is, HINDSIGHT before AUDIT.
 */
export const accesses = ["PROSPECTIVE", "AUDIT", "HINDSIGHT"] as const;
export type Access = (typeof accesses)[number];

export interface R1Feature {
  /** DebateLedger's name of the column. */
  readonly name: string;
  /** The round after which it exists. */
  readonly round: number;
  readonly access: Access;
  readonly description: string;
  readonly read: (readings: R1Readings, debate: number) => number | null;
}

const yes = (flag: boolean | null): number | null => (flag === null ? null : Number(flag));

const initial: readonly R1Feature[] = [
  {
    name: "init_correct",
    round: 0,
    access: "AUDIT",
    description: "The initial majority is right; an undefined one is not.",
    read: ({ right }, debate) => yes(right(debate, 0)),
  },
  {
    name: "init_unanimous",
    round: 0,
    access: "PROSPECTIVE",
    description: "At most one distinct answer among those of round 0 that could be read.",
    read: ({ initialUnanimous }, debate) => yes(initialUnanimous(debate)),
  },
  {
    name: "init_agree_frac",
    round: 0,
    access: "PROSPECTIVE",
    description: "The largest number of equal entries of round 0 over its seats, an unread ballot being an entry.",
    read: ({ agreement }, debate) => agreement(debate, 0),
  },
];

function ofRound(round: number): readonly R1Feature[] {
  const own = round === 1 ? "PROSPECTIVE" : "HINDSIGHT";
  const byGold = round === 1 ? "AUDIT" : "HINDSIGHT";
  const changed: R1Feature = {
    name: `r${round}_majority_changed`,
    round,
    access: own,
    description: `The majority of round ${round} is not that of round ${round - 1}.`,
    read: ({ changed }, debate) => yes(changed(debate, round)),
  };
  const agreement: R1Feature = {
    name: `r${round}_agree_frac`,
    round,
    access: own,
    description: `As init_agree_frac, of round ${round}.`,
    read: ({ agreement }, debate) => agreement(debate, round),
  };
  const correct: R1Feature = {
    name: `r${round}_majority_correct`,
    round,
    access: byGold,
    description: `The majority of round ${round} is right.`,
    read: ({ right }, debate) => yes(right(debate, round)),
  };
  if (round > 1) return [changed, agreement, correct];
  const flipped: R1Feature = {
    name: "r1_n_flipped_from_init",
    round,
    access: own,
    description: "Seats with an answer in rounds 0 and 1, and not the same.",
    read: ({ flipped }, debate) => flipped(debate, 1),
  };
  const disagreeing: R1Feature = {
    name: "r1_n_disagree_with_correct",
    round,
    access: byGold,
    description: "Seats whose entry in round 1 is not the right answer, unread ones included.",
    read: ({ disagreeing }, debate) => disagreeing(debate, 1),
  };
  return [changed, flipped, agreement, correct, disagreeing];
}

/** The features of debates of so many rounds, the blind one included, in the order of DebateLedger's table. New kinds are added here. */
export const r1Features = (rounds: number): readonly R1Feature[] => [
  ...initial,
  ...Array.from({ length: Math.max(0, rounds - 1) }, (_, at) => ofRound(at + 1)).flat(),
];

/** The worst of them. */
export const accessOf = (features: readonly Pick<R1Feature, "access">[]): Access =>
  accesses[Math.max(0, ...features.map(({ access }) => accesses.indexOf(access)))];

/** A column of the table: NaN where the feature is not defined. */
export function featureColumns(
  panels: Panels,
  coding: Coding,
  features: readonly Pick<R1Feature, "read">[],
): readonly Float64Array[] {
  const readings = r1Readings(panels, coding);
  return features.map(({ read }) =>
    Float64Array.from({ length: panels.size }, (_, debate) => read(readings, debate) ?? NaN),
  );
}
