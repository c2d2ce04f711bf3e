import { must } from "../errors.js";
import { counted, OUTSIDE } from "./counted.js";
import { type EffectCounts, effects, effectKinds, type Outcomes } from "./effect.js";
import { type Worth } from "./evaluation.js";
import { type IntervalOptions } from "./intervalOptions.js";
import { type Columns } from "./panels.js";
import { type Rate } from "./rate.js";

/** Of the debates in the four cells, those that have something under both policies, under one only, under neither. */
export interface Overlap {
  readonly both: number;
  readonly onlyThis: number;
  readonly onlyOther: number;
  readonly neither: number;
}

/** Two policies on the same debates under the same coding and weights, debate by debate: this one less the other. */
export interface Comparison {
  readonly debates: number;
  readonly fired: Overlap;
  readonly prevented: Overlap;
  readonly lost: Overlap;
  /** Differences over debates, both policies in the same draws. Null without debates. */
  readonly utilityPerDebate: Rate;
  readonly deltaAccuracy: Rate;
}

export function comparison(
  panels: Columns,
  mine: Outcomes,
  other: Outcomes,
  worth: Worth,
  interval: IntervalOptions,
): Comparison {
  const { of, pairs } = joint(effectKinds(mine), effectKinds(other));
  const { total } = counted(panels, { of, columns: pairs.length, shareDraws: true }, null, interval);
  const { counts, signedRate } = total;
  const all = pairs.map(() => 1);
  const difference = (each: readonly number[]) =>
    signedRate(
      pairs.map(([a, b]) => each[a] - each[b]),
      all,
    );
  const overlap = (has: (effect: number) => boolean): Overlap => {
    const among = (a: boolean, b: boolean) =>
      pairs.reduce((sum, [one, two], at) => sum + (has(one) === a && has(two) === b ? counts[at] : 0), 0);
    return {
      both: among(true, true),
      onlyThis: among(true, false),
      onlyOther: among(false, true),
      neither: among(false, false),
    };
  };
  const debates = counts.reduce((sum, count) => sum + count, 0);
  const exact = worth.total(surplus(pairs, counts));
  return {
    debates,
    fired: overlap((effect) => effects[effect] !== "notFired"),
    prevented: overlap((effect) => gains[effect] > 0),
    lost: overlap((effect) => gains[effect] < 0),
    utilityPerDebate: { ...difference(worth.each), count: exact, value: debates === 0 ? null : exact / debates },
    deltaAccuracy: difference(gains),
  };
}

/** What each effect adds to the number of right verdicts; verdicts given up are counted apart. */
const gains: readonly number[] = effects.map((name) =>
  name === "collapsePrevented" || name === "rescue" ? 1 : name === "correctionLost" || name === "breakage" ? -1 : 0,
);

/** How many more debates have each effect under this policy than under the other. */
function surplus(pairs: readonly Pair[], counts: Float64Array): EffectCounts {
  const of = (effect: number) =>
    pairs.reduce((sum, [a, b], at) => sum + (Number(a === effect) - Number(b === effect)) * counts[at], 0);
  return Object.fromEntries(effects.map((name, effect) => [name, of(effect)])) as unknown as EffectCounts;
}

type Pair = readonly [mine: number, other: number];

/** Pairs of effects that occur, and per debate which of them it has. Both policies replay the same debates. */
function joint(mine: Uint16Array, other: Uint16Array): { of: Uint16Array; pairs: readonly Pair[] } {
  const packed = mine.map((one, debate) => {
    must((one === OUTSIDE) === (other[debate] === OUTSIDE), "under one coding both policies replay the same debates");
    return one === OUTSIDE ? OUTSIDE : one * effects.length + other[debate];
  });
  const present = [...new Set(packed)].filter((pair) => pair !== OUTSIDE).sort((a, b) => a - b);
  const places = new Map(present.map((pair, place) => [pair, place]));
  return {
    of: packed.map((pair) => places.get(pair) ?? OUTSIDE),
    pairs: present.map((pair) => [Math.floor(pair / effects.length), pair % effects.length]),
  };
}
