import { type BreakEven } from "./breakEven.js";
import { type EffectCounts, effects, type Outcomes } from "./effect.js";
import { type Group } from "./grouping.js";
import { type IntervalOptions, resamplingMethod } from "./intervalOptions.js";
import { type Columns } from "./panels.js";
import { type Rate } from "./rate.js";
import { type CountedReplay, type Replay, replays } from "./replay.js";

/** What the effects are worth under sealed weights. The prices are exact decimals: only intervals see them as numbers. */
export interface Worth {
  /** Per effect, in the order of `effects`; costs are negative. */
  readonly each: readonly number[];
  /** The exact utility of so many effects, rounded once. */
  readonly total: (counts: EffectCounts) => number;
}

/** The effects of a policy with what they are worth. */
export interface EvaluationPart extends Omit<Replay, "breakEven"> {
  /** Utility over debates. Null without debates. */
  readonly utilityPerDebate: Rate;
  readonly breakEven: BreakEven & {
    /** Of lost / prevented, by resampling; null unless something is prevented. */
    readonly interval: Rate["interval"];
  };
}

export interface Evaluation {
  readonly total: EvaluationPart;
  readonly byModel: readonly (Group & { readonly part: EvaluationPart })[];
  readonly byFamily: readonly (Group & { readonly part: EvaluationPart })[];
}

/** An evaluation is made of the outcomes alone: gold was looked at when these were found, and is not looked at again. */
export function evaluation(panels: Columns, outcomes: Outcomes, worth: Worth, interval: IntervalOptions): Evaluation {
  const { total, groups: models } = replays(panels, outcomes, "MODEL", interval);
  const { groups: families } = replays(panels, outcomes, "FAMILY", interval);
  const valued = (groups: typeof models) => groups.map(({ group, ...of }) => ({ ...group, part: part(of) }));
  const part = ({ replay, counted }: CountedReplay): EvaluationPart => {
    const utility = counted.signedRate(worth.each, everyDebate);
    const exact = worth.total(replay);
    const ratio = counted.signedRate(lost, prevented, resamplingMethod(interval));
    return {
      ...replay,
      utilityPerDebate: { ...utility, count: exact, value: replay.debates === 0 ? null : exact / replay.debates },
      breakEven: { ...replay.breakEven, interval: ratio.interval },
    };
  };
  return { total: part(total), byModel: valued(models), byFamily: valued(families) };
}

const everyDebate = effects.map(() => 1);
const prevented = effects.map((name) => (name === "collapsePrevented" || name === "rescue" ? 1 : 0));
const lost = effects.map((name) => (name === "correctionLost" || name === "breakage" ? 1 : 0));
