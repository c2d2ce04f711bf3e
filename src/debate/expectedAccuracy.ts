import { type Coding } from "./coding.js";
import { type Counted, counted, OUTSIDE } from "./counted.js";
import { endpoints } from "./endpoint.js";
import { type Group, type Grouping, groupsOf } from "./grouping.js";
import { type IntervalOptions } from "./intervalOptions.js";
import { standingTally } from "./majority.js";
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
  const rates = counted(panels, { of, columns: pairs.length, shareDraws: false }, groups, interval);
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
  const states = transitions(panels, coding);
  const standing = standingTally(panels, panels.gold);
  // A score is kept as its number of leaders, 0 when gold is not among them, until all pairs are known.
  const leaders = (debate: number, round: number): number => {
    const { count, leaders: number, includes } = standing(debate, round);
    return count === 0 && coding.noVote === "EXCLUDE" ? NO_SCORE : includes ? number : 0;
  };
  const pairs: Pair[] = [];
  const places = new Map<number, number>();
  const of = new Uint16Array(panels.size);
  for (let debate = 0; debate < panels.size; debate++) {
    of[debate] = OUTSIDE;
    if (exclusionOf(states[debate]) !== null) continue;
    const initial = leaders(debate, 0);
    const final = leaders(debate, last[panels.run[debate]]);
    if (initial === NO_SCORE || final === NO_SCORE) of[debate] = OUTSIDE - 1;
    else {
      const key = initial * NO_SCORE + final;
      let place = places.get(key);
      if (place === undefined) {
        place = pairs.push([initial && 1 / initial, final && 1 / final]) - 1;
        places.set(key, place);
      }
      of[debate] = place;
    }
  }
  return { of, pairs };
}

/** More leaders than there can be labels. */
const NO_SCORE = 256;

function expectedAccuracy({ rate, signedRate }: Counted, pairs: readonly Pair[]): ExpectedAccuracy {
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
    difference: signedRate(
      pairs.map(([initial, final]) => final - initial),
      everyone,
    ),
  };
}
