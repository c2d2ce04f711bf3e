import { must } from "../errors.js";
import { breakEven, type BreakEven } from "./breakEven.js";
import { type Coding } from "./coding.js";
import { type Counted, counted } from "./counted.js";
import { type EffectCounts, effectKinds, effects, type Outcomes } from "./effect.js";
import { type Group, type Grouping, type Groups, groupsOf } from "./grouping.js";
import { type IntervalOptions } from "./intervalOptions.js";
import { outcomes } from "./outcomes.js";
import { type Columns, type Panels } from "./panels.js";
import { type Policy } from "./policy.js";
import { type Rate } from "./rate.js";
import { type ClusterSums } from "../stats/clusterSums.js";

/** Over the debates in the four cells; all others are in no replay. */
export interface Replay extends EffectCounts {
  readonly debates: number;
  readonly fired: number;
  /** collapsePrevented + rescue. */
  readonly prevented: number;
  /** correctionLost + breakage. */
  readonly lost: number;
  /** prevented - lost. */
  readonly net: number;
  /** net / debates: the change in accuracy. Null without debates. */
  readonly deltaAccuracy: Rate;
  readonly breakEven: BreakEven;
  /**
   * Rounds that were asked and would not have been, had the debate stopped where its gate fired: after the last round that gate and
   * freeze need. 0 for decisions made elsewhere, of which nobody knows what they needed.
   */
  readonly roundsSaved: number;
  /** Debates by effect and cluster, in the order of `effects`. */
  readonly sums: () => ClusterSums;
}

export interface ReplayReport {
  readonly coding: Coding;
  readonly total: Replay;
  readonly groups: readonly (Group & { readonly replay: Replay })[];
  readonly outcomes: Outcomes;
}

export function replayReport(
  panels: Panels,
  coding: Coding,
  policy: Policy,
  by: Grouping | null,
  interval: IntervalOptions,
): ReplayReport {
  const found = outcomes(panels, coding, policy);
  const { total, groups } = replays(panels, found, by, interval);
  return {
    coding,
    total: total.replay,
    groups: groups.map(({ group, replay }) => ({ ...group, replay })),
    outcomes: found,
  };
}

/** A replay, and the counts that more of its rates can be made of. */
export interface CountedReplay {
  readonly replay: Replay;
  readonly counted: Counted;
}

/** Outcomes counted over all debates and by group, with intervals that share their draws. */
export function replays(
  panels: Columns,
  found: Outcomes,
  by: Grouping | null,
  interval: IntervalOptions,
): { total: CountedReplay; groups: readonly (CountedReplay & { readonly group: Group })[] } {
  const groups = by && groupsOf(panels, by);
  const kinds = { of: effectKinds(found), columns: effects.length, shareDraws: true };
  const rates = counted(panels, kinds, groups, interval);
  const saved = savedBy(found, groups);
  const all = saved.reduce((sum, rounds) => sum + rounds, 0);
  return {
    total: { replay: summary(rates.total, all), counted: rates.total },
    groups:
      groups?.groups.map((group, at) => ({
        group,
        replay: summary(rates.groups[at], saved[at]),
        counted: rates.groups[at],
      })) ?? [],
  };
}

function savedBy({ saved }: Outcomes, groups: Groups | null): Float64Array {
  const rounds = new Float64Array(groups?.groups.length ?? 1);
  for (let debate = 0; debate < saved.length; debate++) rounds[groups ? groups.of[debate] : 0] += saved[debate];
  return rounds;
}

function summary({ counts, signedRate, sums }: Counted, roundsSaved: number): Replay {
  const count = Object.fromEntries(effects.map((name, at) => [name, counts[at]])) as unknown as EffectCounts;
  const prevented = count.collapsePrevented + count.rescue;
  const lost = count.correctionLost + count.breakage;
  const deltaAccuracy = signedRate([0, 0, 1, 1, -1, -1, 0, 0], [1, 1, 1, 1, 1, 1, 1, 1]);
  must(deltaAccuracy.count === prevented - lost, "a replay's net is prevented - lost");
  const debates = deltaAccuracy.of;
  const fired = debates - count.notFired;
  return {
    ...count,
    debates,
    fired,
    prevented,
    lost,
    net: prevented - lost,
    deltaAccuracy,
    breakEven: breakEven(fired, prevented, lost),
    roundsSaved,
    sums,
  };
}
