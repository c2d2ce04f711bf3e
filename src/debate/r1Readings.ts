import { type Coding } from "./coding.js";
import { isDerived } from "./derivedColumns.js";
import { majority } from "./majority.js";
import { CHANGED, MAX_LABELS, NOT_ASKED_CODE, type Panels, UNKNOWN, UNPARSED } from "./panels.js";
import { hasGold, RIGHT, UNDEFINED, verdict } from "./transition.js";

/**
 * What DebateLedger's feature table says of a round, counted from ballots or read from derived columns. Unlike everywhere else a ballot that
 * could not be read is an entry of its own in `agreement`. Null where nobody was asked, or the source does not say.
 */
export interface R1Readings {
  /** Whether the majority is right; an undefined one is not. Needs gold. */
  readonly right: (debate: number, round: number) => boolean | null;
  /** Whether it differs from that of the round before; none at all is a majority like another. */
  readonly changed: (debate: number, round: number) => boolean | null;
  /** The largest number of equal entries over the seats that were asked. */
  readonly agreement: (debate: number, round: number) => number | null;
  /** Seats with an answer in round 0 and in this round, and not the same. */
  readonly flipped: (debate: number, round: number) => number | null;
  /** Seats whose entry is not gold. Needs gold. */
  readonly disagreeing: (debate: number, round: number) => number | null;
  /** Whether the answers of round 0 that could be read are one and the same, or none. */
  readonly initialUnanimous: (debate: number) => boolean | null;
}

export function r1Readings(panels: Panels, coding: Coding): R1Readings {
  const { ballots, gold, rounds, seats } = panels;
  const majorityOf = majority(panels, coding);
  const verdictOf = verdict(panels, { undefined: "WRONG", noVote: "WRONG" });
  const column = (values: ArrayLike<number> | undefined, debate: number, round: number): number | null => {
    const value = round < rounds ? values?.[debate * rounds + round] : undefined;
    return value === undefined || Number.isNaN(value) || value >= UNKNOWN ? null : value;
  };
  const entries = (debate: number, round: number): Uint8Array => {
    const start = (debate * rounds + round) * seats;
    return ballots.subarray(start, round < rounds ? start + seats : start).filter((code) => code !== NOT_ASKED_CODE);
  };
  const standing = (debate: number, round: number): number =>
    round < rounds ? majorityOf(debate, round) : NOT_ASKED_CODE;
  const isAnswer = (code: number): boolean => code !== UNPARSED && code <= MAX_LABELS;
  const { derived, derivedByGold } = panels;
  return {
    right: (debate, round) => {
      const label = standing(debate, round);
      if (label === NOT_ASKED_CODE || !hasGold(panels, debate)) return null;
      const found = verdictOf(debate, label);
      return found === UNDEFINED ? null : found === RIGHT;
    },
    changed: (debate, round) => {
      if (isDerived(panels, debate)) {
        const code = column(derived!.changed, debate, round);
        return code === null ? null : code === CHANGED;
      }
      const [before, now] = [standing(debate, round - 1), standing(debate, round)];
      return before === NOT_ASKED_CODE || now === NOT_ASKED_CODE ? null : before !== now;
    },
    agreement: (debate, round) => {
      if (isDerived(panels, debate)) return column(derived!.agreement, debate, round);
      const found = entries(debate, round);
      let most = 0;
      for (const code of found) most = Math.max(most, found.filter((other) => other === code).length);
      return found.length === 0 ? null : most / found.length;
    },
    flipped: (debate, round) => {
      if (isDerived(panels, debate)) return column(derived!.flipped, debate, round);
      if (entries(debate, round).length === 0) return null;
      let flips = 0;
      for (let seat = 0; seat < seats; seat++) {
        const before = ballots[debate * rounds * seats + seat];
        const now = ballots[(debate * rounds + round) * seats + seat];
        if (isAnswer(before) && isAnswer(now) && before !== now) flips++;
      }
      return flips;
    },
    disagreeing: (debate, round) => {
      if (isDerived(panels, debate)) return column(derivedByGold!.disagreeing, debate, round);
      const found = entries(debate, round);
      return found.length === 0 || !hasGold(panels, debate)
        ? null
        : found.filter((code) => code !== gold[debate]).length;
    },
    initialUnanimous: (debate) => {
      if (isDerived(panels, debate)) {
        const code = derived!.initialUnanimous[debate];
        return code === UNKNOWN ? null : code === 1;
      }
      const found = entries(debate, 0);
      return found.length === 0 ? null : new Set(found.filter(isAnswer)).size <= 1;
    },
  };
}
