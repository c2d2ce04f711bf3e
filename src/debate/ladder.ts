import { mcnemar } from "../stats/mcnemar.js";
import { type Caveat, caveat } from "./caveat.js";
import { counted, type Counted } from "./counted.js";
import { type Coding } from "./coding.js";
import { type Condition } from "./debate.js";
import { flips } from "./flips.js";
import { type IntervalOptions } from "./intervalOptions.js";
import { joint } from "./joint.js";
import { unanimous } from "./margin.js";
import { type MatchedRungs } from "./matchedRungs.js";
import { type Columns } from "./panels.js";
import { pivotal } from "./pivotal.js";
import { type Rate } from "./rate.js";
import { showing } from "./shown.js";

/** How much of a panel's consensus each condition reproduces, on the runs' common cohort. Needs no gold. */
export interface Ladder extends Pick<MatchedRungs, "round" | "debates" | "unmatched"> {
  /** The blind round, which the runs share: the foot of the ladder. Matched on majorities alone, it is that of the first run. */
  readonly blind: Pick<Rung, "unanimity" | "pivotal">;
  readonly rungs: readonly Rung[];
  /** Each rung against the one before it, the first against the blind round. */
  readonly increments: readonly Increment[];
  readonly caveats: readonly Caveat[];
}

export interface Rung {
  readonly run: string;
  readonly condition: Condition;
  /** Debates in which all seats said the same in the compared round, of the cohort; null without debates. */
  readonly unanimity: Rate;
  /** Debates whose majority one other ballot could change, of the cohort. */
  readonly pivotal: Rate;
  /** Ballots that differ from the same seat's ballot one round earlier, over the rounds to the compared one. */
  readonly flips: Rate;
  /**
   * Flips to the majority of what the seat was shown, of the flips with such a majority. Null, the whole of it, where the condition shows nothing or
   * made-up ballots and the record does not say which.
   */
  readonly toward: Rate | null;
  /**
   * (unanimous here - in the blind round) / (in the rung of reference - in the blind round). A comparison of net counts and no causal split: it is not
   * additive, can be negative or above 1, and is null where the rung of reference did not move.
   */
  readonly shareOfJump: Rate;
}

export interface Increment {
  /** Null: the blind round. */
  readonly from: string | null;
  readonly to: string;
  /** (unanimous in `to` - in `from`) / debates = (onlyTo - onlyFrom) / debates. */
  readonly difference: Rate;
  readonly both: number;
  readonly onlyFrom: number;
  readonly onlyTo: number;
  readonly neither: number;
  /** Exact McNemar test of the debates that are unanimous in one of the two only; two-sided, debates taken as independent. */
  readonly pExact: number;
  readonly pMid: number;
}

/** `reference`: the place of the rung whose jump counts as the whole. */
export function ladder(
  matched: MatchedRungs<Columns>,
  reference: number,
  coding: Coding,
  interval: IntervalOptions,
): Ladder {
  const { rungs, round, debates, unmatched } = matched;
  const [{ paired: foot }] = rungs;
  const reached = [
    flags(foot.panels, 0, unanimous),
    ...rungs.map(({ paired }) => flags(paired.panels, round, unanimous)),
  ];
  const { of, states } = joint(reached);
  const { total } = counted(foot.panels, { of, columns: states.length, shareDraws: false }, null, interval);
  const all = states.map(() => 1);
  const at = (place: number) => states.map((state) => state[place]);
  const above = (upper: number, lower: number) => states.map((state) => state[upper] - state[lower]);
  const pivotalRate = (panels: Columns, when: number) =>
    rateOf(
      panels,
      flags(panels, when, (columns) => pivotal(columns, coding)),
      interval,
    );
  return {
    round,
    debates,
    unmatched,
    blind: { unanimity: total.rate(at(0), all), pivotal: pivotalRate(foot.panels, 0) },
    rungs: rungs.map(({ slug, condition, paired }, index) => {
      const { all: moved } = flips(paired.panels, round, interval);
      return {
        run: slug,
        condition,
        unanimity: total.rate(at(index + 1), all),
        pivotal: pivotalRate(paired.panels, round),
        flips: moved.flips,
        toward: showing[condition] === "PEERS" || paired.panels.displayed !== null ? moved.toward : null,
        shareOfJump: total.signedRate(above(index + 1, 0), above(reference + 1, 0)),
      };
    }),
    increments: rungs.map(({ slug }, index) => ({
      from: index === 0 ? null : rungs[index - 1].slug,
      to: slug,
      difference: total.signedRate(above(index + 1, index), all),
      ...discordance(total, states, index, index + 1),
    })),
    caveats: ladderCaveats(matched),
  };
}

/** 1 where something holds in this round of a debate. */
function flags(
  panels: Columns,
  round: number,
  of: (panels: Columns) => (debate: number, round: number) => boolean | null,
): Uint8Array {
  const holds = of(panels);
  return Uint8Array.from({ length: panels.size }, (_, debate) => (holds(debate, round) === true ? 1 : 0));
}

/** The share of debates with a flag. */
export function rateOf(panels: Columns, flag: Uint8Array, interval: IntervalOptions): Rate {
  const kinds = { of: Uint16Array.from(flag), columns: 2, shareDraws: false };
  return counted(panels, kinds, null, interval).total.rate([0, 1], [1, 1]);
}

function discordance({ counts }: Counted, states: readonly (readonly number[])[], from: number, to: number) {
  const among = (lower: number, upper: number) =>
    states.reduce((sum, state, kind) => sum + (state[from] === lower && state[to] === upper ? counts[kind] : 0), 0);
  const [both, onlyFrom, onlyTo, neither] = [among(1, 1), among(1, 0), among(0, 1), among(0, 0)];
  const { pExact, pMid } = mcnemar(onlyTo, onlyFrom);
  return { both, onlyFrom, onlyTo, neither, pExact, pMid };
}

/** Rungs that show their seats something else differ by that too; a rung that repeats another's ballots adds no evidence to it. */
function ladderCaveats({ rungs, round, match }: MatchedRungs): readonly Caveat[] {
  const interfaces = rungs.flatMap(({ slug, condition, scaffold }, index) => {
    const before = rungs[index - 1];
    return index > 0 && (before.condition !== condition || before.scaffold !== scaffold)
      ? [`${before.slug} to ${slug}`]
      : [];
  });
  // Who agrees with whom tells two runs apart only where they began with the same ballots.
  const repeats = (match === "SAME_MAJORITY" ? [] : rungs).flatMap(({ slug, paired: { panels } }, index) =>
    rungs
      .slice(0, index)
      .flatMap((other) => (sameBallots(panels, other.paired.panels, round) ? [`${other.slug}, ${slug}`] : [])),
  );
  return [
    ...(interfaces.length > 0 ? [caveat("INTERFACE_INCREMENT", interfaces)] : []),
    ...(match === "SAME_MAJORITY" && rungs.length > 1 ? [caveat("NEARLY_PAIRED", [rungs[0].slug])] : []),
    ...(repeats.length > 0 ? [caveat("NESTED_NOT_REPLICATION", repeats)] : []),
  ];
}

/**
 * Whether two runs of equal blind rounds also say the same in every round up to this one. Debates number their labels on their own, over gold too, so
 * what is compared is who agrees with whom.
 */
function sameBallots(one: Columns, other: Columns, round: number): boolean {
  for (let debate = 0; debate < one.size; debate++)
    if (agreements(one, debate, round) !== agreements(other, debate, round)) return false;
  return one.size > 0;
}

/** Ballots numbered by first appearance. */
function agreements({ ballots, rounds, seats }: Columns, debate: number, round: number): string {
  const numbers = new Map<number, number>();
  const start = debate * rounds * seats;
  return String.fromCharCode(
    ...ballots.subarray(start, start + (round + 1) * seats).map((label) => {
      const number = numbers.get(label) ?? numbers.size;
      numbers.set(label, number);
      return number;
    }),
  );
}
