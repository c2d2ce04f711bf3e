import { type Action, CANNOT, replacements } from "./action.js";
import { type Coding } from "./coding.js";
import { counted } from "./counted.js";
import { cellAt, effectAt, type Outcomes } from "./effect.js";
import { endpoints } from "./endpoint.js";
import { type IntervalOptions } from "./intervalOptions.js";
import { pivotalIn } from "./interventions.js";
import { type Columns } from "./panels.js";
import { type Rate } from "./rate.js";
import { type Rule } from "./rule.js";
import { seen } from "./seen.js";
import { kindsOf } from "./tuples.js";

/** A sealed replay of a rule that brings in an outside ballot. */
export interface Replayed {
  readonly rule: Rule;
  readonly outcomes: Outcomes;
}

/**
 * What an outside ballot did to verdicts, in one replay or in several that put it in for a seat each. An instance is a debate of the four
 * cells in one replay, where the action can be done: the signal is there, and so is the seat.
 */
export interface Intervention {
  readonly instances: number;
  /** Debates of the four cells, once for each replay, in which the action cannot be done. */
  readonly cannot: number;
  readonly fired: number;
  /** Wrong to right, and right to wrong. */
  readonly fixes: number;
  readonly breaks: number;
  /** (fixes - breaks) / instances. */
  readonly net: Rate;
  /** fixes / (fixes + breaks). Null when nothing was fixed or broken. */
  readonly flipPrecision: Rate;
  /** fixes / fired. Null when it never fired. */
  readonly precision: Rate;
  /** fixes / instances whose saved verdict was wrong. Null without such. */
  readonly recall: Rate;
  /** Null unless every replay substitutes in the round that the coding calls final: only then is the verdict before that round's. */
  readonly pivotal: PivotalGain | null;
}

/** net = share of pivotal instances x (fixes - breaks among them): an identity, since elsewhere one ballot changes nothing. */
export interface PivotalGain {
  readonly share: Rate;
  readonly fixes: Rate;
  readonly breaks: Rate;
  /** (fixes - breaks) / pivotal instances. Null without such. */
  readonly gain: Rate;
  /** Fixes and breaks elsewhere. */
  readonly outside: number;
  readonly holds: boolean;
}

/** Null for a rule without an outside ballot. */
export function intervention(
  panels: Columns,
  coding: Coding,
  replayed: readonly Replayed[],
  interval: IntervalOptions,
): Intervention | null {
  const parts = replayed.map((one) => part(panels, coding, one));
  if (parts.some((one) => one === null)) return null;
  const known = parts.filter((one) => one !== null);
  const tuples = kindsOf(panels.size);
  let cannot = 0;
  for (let debate = 0; debate < panels.size; debate++) {
    const tuple = [0, 0, 0, 0, 0, 0, 0, 0];
    let counts = false;
    for (const { can, pivotal, outcomes } of known) {
      const cell = cellAt(outcomes, debate);
      const effect = effectAt(outcomes, debate);
      if (cell === null) continue;
      if (can[debate] === 0) {
        cannot++;
        continue;
      }
      counts = true;
      const fix = Number(effect === "collapsePrevented" || effect === "rescue");
      const broken = Number(effect === "correctionLost" || effect === "breakage");
      const within = pivotal?.[debate] ?? 0;
      const wrong = Number(cell === "collapse" || cell === "unrepaired");
      [1, Number(effect !== "notFired"), fix, broken, wrong, within, fix * within, broken * within].forEach(
        (value, place) => (tuple[place] += value),
      );
    }
    if (counts) tuples.put(debate, tuple);
  }
  const { of, tuples: kinds } = tuples.done();
  const { total } = counted(panels, { of, columns: kinds.length, shareDraws: true }, null, interval);
  const sum = (weights: readonly number[]) => total.counts.reduce((all, count, kind) => all + count * weights[kind], 0);
  const each = (place: number) => kinds.map((tuple) => tuple[place]);
  const less = (one: number, other: number) => kinds.map((tuple) => tuple[one] - tuple[other]);
  const [instances, fired, fixes, breaks] = [INSTANCES, FIRED, FIXES, BREAKS].map((place) => sum(each(place)));
  const inside = sum(each(PIVOTAL_FIXES)) + sum(each(PIVOTAL_BREAKS));
  return {
    instances,
    cannot,
    fired,
    fixes,
    breaks,
    net: total.signedRate(less(FIXES, BREAKS), each(INSTANCES)),
    flipPrecision: total.rate(
      each(FIXES),
      kinds.map((tuple) => tuple[FIXES] + tuple[BREAKS]),
    ),
    precision: total.rate(each(FIXES), each(FIRED)),
    recall: total.rate(each(FIXES), each(WRONG)),
    pivotal: known.some(({ pivotal }) => pivotal === null)
      ? null
      : {
          share: total.rate(each(PIVOTAL), each(INSTANCES)),
          fixes: total.rate(each(PIVOTAL_FIXES), each(PIVOTAL)),
          breaks: total.rate(each(PIVOTAL_BREAKS), each(PIVOTAL)),
          gain: total.signedRate(less(PIVOTAL_FIXES, PIVOTAL_BREAKS), each(PIVOTAL)),
          outside: fixes + breaks - inside,
          holds: fixes - breaks === sum(less(PIVOTAL_FIXES, PIVOTAL_BREAKS)),
        },
  };
}

const INSTANCES = 0;
const FIRED = 1;
const FIXES = 2;
const BREAKS = 3;
const WRONG = 4;
const PIVOTAL = 5;
const PIVOTAL_FIXES = 6;
const PIVOTAL_BREAKS = 7;

/** Where the action can be done, and where one ballot decides, before anybody looks at gold. */
function part(panels: Columns, coding: Coding, { rule: { at, then }, outcomes }: Replayed) {
  if (!bringsBallot(then)) return null;
  const view = seen(panels, at, coding.tie);
  const can = replacements(then, view, panels).map((label) => Number(label !== CANNOT));
  const final = then.do === "substitute" && endpoints(panels.runs, coding).every((round) => round === then.round);
  const signal = view.signals.get(then.signal);
  const pivotal = final && signal !== undefined ? pivotalIn(view, then.round, signal, then.tie) : null;
  return { can, pivotal, outcomes };
}

const bringsBallot = (then: Action): then is Extract<Action, { signal: string }> => "signal" in then;
