import { type Coding } from "./coding.js";
import { type Counted, counted, OUTSIDE } from "./counted.js";
import { endpoints } from "./endpoint.js";
import { type Group, type Grouping, groupsOf } from "./grouping.js";
import { type IntervalOptions } from "./intervalOptions.js";
import { standingRound, tally } from "./majority.js";
import { type Panels } from "./panels.js";
import { type Rate } from "./rate.js";
import { exclusionOf, transitions } from "./transition.js";

/**
 * Accuracy if every tie were broken by a fair draw: a debate scores 1 / leaders when gold is among the leading labels, else 0. The tie
 * rule of the coding plays no part. A round without any vote scores 0 under noVote WRONG; under EXCLUDE such a debate leaves.
 * Denominator: debates with gold, both rounds asked (under DROP: all parsed) and both scored.
 */
export interface ExpectedAccuracy {
  readonly initial: Rate;
  readonly final: Rate;
  /** final - initial, debate by debate. */
  readonly difference: Rate;
}

export interface ExpectedAccuracyReport {
  readonly coding: Coding;
  readonly total: ExpectedAccuracy;
  readonly groups: readonly (Group & { readonly expectedAccuracy: ExpectedAccuracy })[];
}

export function expectedAccuracyReport(
  panels: Panels,
  coding: Coding,
  by: Grouping | null,
  interval: IntervalOptions,
): ExpectedAccuracyReport {
  const groups = by && groupsOf(panels, by);
  const { of, pairs } = scores(panels, coding);
  const rates = counted(panels, { of, columns: pairs.length }, groups, interval);
  return {
    coding,
    total: expectedAccuracy(rates.total, pairs),
    groups:
      groups?.groups.map((group, index) => ({
        ...group,
        expectedAccuracy: expectedAccuracy(rates.groups[index], pairs),
      })) ?? [],
  };
}

/** Initial and final score of a debate. */
type Pair = readonly [initial: number, final: number];

/** The pairs of scores that occur, and which one each debate has. */
function scores(panels: Panels, coding: Coding): { of: Uint16Array; pairs: readonly Pair[] } {
  const last = endpoints(panels.runs, coding);
  const scoreOf = score(panels, coding);
  const pairs: Pair[] = [];
  const places = new Map<string, number>();
  const of = Uint16Array.from(transitions(panels, coding), (state, debate) => {
    if (exclusionOf(state) !== null) return OUTSIDE;
    const initial = scoreOf(debate, 0);
    const final = scoreOf(debate, last[panels.run[debate]]);
    if (initial === null || final === null) return OUTSIDE - 1;
    const key = `${initial}/${final}`;
    const place = places.get(key) ?? pairs.push([initial, final]) - 1;
    places.set(key, place);
    return place;
  });
  return { of, pairs };
}

function score(panels: Panels, { noVote }: Pick<Coding, "noVote">): (debate: number, round: number) => number | null {
  const leads = tally(panels);
  return (debate, round) => {
    const { count, leaders, ballotsFor } = leads(debate, standingRound(panels, debate, round));
    if (count === 0) return noVote === "WRONG" ? 0 : null;
    return ballotsFor(panels.gold[debate]) === count ? 1 / leaders : 0;
  };
}

function expectedAccuracy({ rate }: Counted, pairs: readonly Pair[]): ExpectedAccuracy {
  const everyone = pairs.map(() => 1);
  return {
    initial: rate(
      pairs.map(([initial]) => initial),
      everyone,
    ),
    final: rate(
      pairs.map(([, final]) => final),
      everyone,
    ),
    difference: rate(
      pairs.map(([initial, final]) => final - initial),
      everyone,
    ),
  };
}
