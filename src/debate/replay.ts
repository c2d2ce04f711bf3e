import { must, UserError } from "../errors.js";
import { breakEven, type BreakEven } from "./breakEven.js";
import { type Coding } from "./coding.js";
import { type ClusterSums } from "../stats/clusterSums.js";
import { type Counted, counted, OUTSIDE } from "./counted.js";
import { endpoints } from "./endpoint.js";
import { decisions, type Gate } from "./gate.js";
import { type Group, type Grouping, groupsOf } from "./grouping.js";
import { type IntervalOptions } from "./intervalOptions.js";
import { majority, tally } from "./majority.js";
import { NOT_ASKED_CODE, type Panels } from "./panels.js";
import { type Rate } from "./rate.js";
import { type Cell, cell, RIGHT, transitions, UNDEFINED, verdict } from "./transition.js";

/** What a policy does to a debate whose gate fires: the majority of round `freezeTo` replaces the final one. */
export interface FixedPolicy {
  readonly gate: Gate;
  readonly freezeTo: number;
}

/**
 * What happened to a debate in a replay. The first two are without effect; then wrong to right (a collapse prevented, an unrepaired debate
 * rescued), right to wrong (a correction lost, a preserved debate broken), and verdicts given up because the round frozen to has no
 * majority (by whether the saved one was right).
 */
export const effects = [
  "notFired",
  "unchanged",
  "collapsePrevented",
  "rescue",
  "correctionLost",
  "breakage",
  "abstentionRight",
  "abstentionWrong",
] as const;
export type Effect = (typeof effects)[number];

/** Over the debates in the four cells; all others are in no replay. */
export interface Replay extends Readonly<Record<Effect, number>> {
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
   * freeze need.
   */
  readonly roundsSaved: number;
  /** Debates by effect and cluster, in the order of `effects`. */
  readonly sums: () => ClusterSums;
}

export interface ReplayReport {
  readonly coding: Coding;
  readonly total: Replay;
  readonly groups: readonly (Group & { readonly replay: Replay })[];
  /** Per debate an index into `effects`; OUTSIDE for a debate in no cell. */
  readonly effectOf: Uint16Array;
}

export function replayReport(
  panels: Panels,
  coding: Coding,
  policy: FixedPolicy,
  by: Grouping | null,
  interval: IntervalOptions,
): ReplayReport {
  const last = endpoints(panels.runs, coding);
  panels.runs.forEach(({ slug }, run) => {
    const needed = Math.max(policy.gate.sees, policy.freezeTo);
    if (needed > last[run])
      throw new UserError(
        "BAD_INPUT",
        `policy: it needs round ${needed}, the final round of run ${slug} is ${last[run]}`,
      );
  });
  const groups = by && groupsOf(panels, by);
  const effectOf = replay(panels, coding, policy);
  const rates = counted(panels, { of: effectOf, columns: effects.length, shareDraws: true }, groups, interval);
  const saved = savedRounds(panels, coding, policy, effectOf);
  const savedBy = new Float64Array(groups?.groups.length ?? 0);
  if (groups) saved.forEach((rounds, debate) => (savedBy[groups.of[debate]] += rounds));
  return {
    coding,
    total: summary(
      rates.total,
      saved.reduce((sum, rounds) => sum + rounds, 0),
    ),
    groups: groups?.groups.map((group, at) => ({ ...group, replay: summary(rates.groups[at], savedBy[at]) })) ?? [],
    effectOf,
  };
}

/** The effect of the policy on every debate. */
function replay(panels: Panels, coding: Coding, { gate, freezeTo }: FixedPolicy): Uint16Array {
  const fired = decisions(panels, coding.tie, gate);
  const majorityOf = majority(panels, coding);
  const verdictOf = verdict(panels, coding);
  const states = transitions(panels, coding);
  const effectOf = new Uint16Array(panels.size).fill(OUTSIDE);
  for (let debate = 0; debate < panels.size; debate++) {
    const found = cell(states[debate]);
    if (found === null || found === "undecided") continue;
    const label = majorityOf(debate, freezeTo);
    const frozen = label === NOT_ASKED_CODE ? UNDEFINED : verdictOf(debate, label);
    effectOf[debate] = effects.indexOf(fired[debate] === 1 ? effect(found, frozen) : "notFired");
  }
  return effectOf;
}

/** The saved verdict's cell, and the verdict that replaces the saved one. */
function effect(saved: Exclude<Cell, "undecided">, frozen: number): Effect {
  const wasRight = saved === "preservation" || saved === "correction";
  if (frozen === UNDEFINED) return wasRight ? "abstentionRight" : "abstentionWrong";
  if (wasRight === (frozen === RIGHT)) return "unchanged";
  if (wasRight) return saved === "correction" ? "correctionLost" : "breakage";
  return saved === "collapse" ? "collapsePrevented" : "rescue";
}

function savedRounds(
  panels: Panels,
  coding: Coding,
  { gate, freezeTo }: FixedPolicy,
  effectOf: Uint16Array,
): Uint16Array {
  const last = endpoints(panels.runs, coding);
  const count = tally(panels);
  const notFired = effects.indexOf("notFired");
  const saved = new Uint16Array(panels.size);
  for (let debate = 0; debate < panels.size; debate++) {
    if (effectOf[debate] === OUTSIDE || effectOf[debate] === notFired) continue;
    for (let round = Math.max(gate.sees, freezeTo) + 1; round <= last[panels.run[debate]]; round++)
      if (count(debate, round).asked) saved[debate]++;
  }
  return saved;
}

function summary({ counts, signedRate, sums }: Counted, roundsSaved: number): Replay {
  const count = Object.fromEntries(effects.map((name, at) => [name, counts[at]])) as Record<Effect, number>;
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
