import { type Coding } from "./coding.js";
import { endpoints } from "./endpoint.js";
import { type IntervalOptions } from "./intervalOptions.js";
import { type Columns, NO_GOLD, NOT_ASKED_CODE, type Panels, UNPARSED } from "./panels.js";
import { type Rate } from "./rate.js";
import { summed } from "./summed.js";
import { RIGHT, transitions } from "./transition.js";

/** How much members differ before they see each other, and how many change until the final round. Looks at no gold. */
export interface Diversity {
  /** Debates in whose blind round somebody was asked: the denominator of the first four. */
  readonly debates: number;
  /** Two or more different answers among those that were read. */
  readonly disagreement: Rate;
  /** Everybody who was asked could be read, and all said the same. */
  readonly unanimity: Rate;
  /** Mean entropy of the answers that were read, over the log of how many were asked: 0 to 1. count is the sum. */
  readonly entropy: Rate;
  /** Mean share of the most frequent answer among those that were read, 0 where none was. count is the sum. */
  readonly agreement: Rate;
  /** Seats whose final ballot differs from their initial one, of those with both read: the flip rate of the debates by agent. */
  readonly seatFlips: Rate;
  /** Debates with such a seat, of those with a seat that has both read. */
  readonly debatesWithFlip: Rate;
}

const DEBATES = 0;
const [DISAGREE, UNANIMOUS, ENTROPY, AGREEMENT, PAIRS, FLIPS, WITH_PAIR, WITH_FLIP] = [1, 2, 3, 4, 5, 6, 7, 8];
const WIDTH = 9;

export function diversity(columns: Columns, coding: Coding, interval: IntervalOptions): Diversity {
  const final = finalBallot(columns, coding);
  const one = new Float64Array(WIDTH);
  const totals = new Array<number>(WIDTH).fill(0);
  const read = (debate: number): Float64Array => {
    one.fill(0);
    const start = debate * columns.rounds * columns.seats;
    const counts = new Map<number, number>();
    let [asked, parsed, pairs, flips] = [0, 0, 0, 0];
    for (let seat = 0; seat < columns.seats; seat++) {
      const ballot = columns.ballots[start + seat];
      if (ballot === NOT_ASKED_CODE) continue;
      asked++;
      if (ballot === UNPARSED) continue;
      parsed++;
      counts.set(ballot, (counts.get(ballot) ?? 0) + 1);
      const last = final(debate, seat);
      if (last === NOT_ASKED_CODE || last === UNPARSED) continue;
      pairs++;
      if (last !== ballot) flips++;
    }
    if (asked === 0) return one;
    one[DEBATES] = 1;
    one[DISAGREE] = counts.size > 1 ? 1 : 0;
    one[UNANIMOUS] = counts.size === 1 && parsed === asked ? 1 : 0;
    one[AGREEMENT] = parsed === 0 ? 0 : Math.max(...counts.values()) / parsed;
    if (asked > 1)
      for (const count of counts.values())
        one[ENTROPY] -= ((count / parsed) * Math.log(count / parsed)) / Math.log(asked);
    one[PAIRS] = pairs;
    one[FLIPS] = flips;
    one[WITH_PAIR] = pairs > 0 ? 1 : 0;
    one[WITH_FLIP] = flips > 0 ? 1 : 0;
    return one;
  };
  for (let debate = 0; debate < columns.size; debate++) read(debate).forEach((value, at) => (totals[at] += value));
  const { rate } = summed(
    columns,
    totals,
    (sums, debate, cluster) => read(debate).forEach((value, at) => (sums[at][cluster] += value)),
    interval,
  );
  const of = (count: number, denominator: number) => rate(single(WIDTH, count), single(WIDTH, denominator));
  return {
    debates: totals[DEBATES],
    disagreement: of(DISAGREE, DEBATES),
    unanimity: of(UNANIMOUS, DEBATES),
    entropy: of(ENTROPY, DEBATES),
    agreement: of(AGREEMENT, DEBATES),
    seatFlips: of(FLIPS, PAIRS),
    debatesWithFlip: of(WITH_FLIP, WITH_PAIR),
  };
}

/**
 * What became of single members from the blind to the final round, as the pilot's `outcome` counts it: an unparsed ballot is not right.
 * These are events of agents, not of majorities.
 */
export interface SeatOutcomes {
  /** Seats of debates with gold that were asked in both rounds. */
  readonly seats: number;
  /** Right, then not right; of those that started right. */
  readonly collapse: Rate;
  /** Not right, then right; of those that did not start right. */
  readonly correction: Rate;
  /** From one wrong label to another; of the same. */
  readonly wrongToWrong: Rate;
  /** Debates with a seat that collapsed, and with one that was corrected; of the debates with such seats. */
  readonly debatesWithCollapse: Rate;
  readonly debatesWithCorrection: Rate;
  /** Debates whose members disagree at the start, of those whose initial majority is right. */
  readonly atRiskDisagreement: Rate;
}

const [RIGHT_START, COLLAPSES, WRONG_START, CORRECTIONS, TO_WRONG] = [0, 1, 2, 3, 4];
const [SEATED, WITH_COLLAPSE, WITH_CORRECTION, AT_RISK, AT_RISK_SPLIT] = [5, 6, 7, 8, 9];
const OUTCOMES = 10;

export function seatOutcomes(panels: Panels, coding: Coding, interval: IntervalOptions): SeatOutcomes {
  const final = finalBallot(panels, coding);
  const states = transitions(panels, coding);
  const one = new Float64Array(OUTCOMES);
  const totals = new Array<number>(OUTCOMES).fill(0);
  const read = (debate: number): Float64Array => {
    one.fill(0);
    const gold = panels.gold[debate];
    if (gold === NO_GOLD) return one;
    const start = debate * panels.rounds * panels.seats;
    const labels = new Set<number>();
    for (let seat = 0; seat < panels.seats; seat++) {
      const ballot = panels.ballots[start + seat];
      const last = final(debate, seat);
      if (ballot !== NOT_ASKED_CODE && ballot !== UNPARSED) labels.add(ballot);
      if (ballot === NOT_ASKED_CODE || last === NOT_ASKED_CODE) continue;
      one[ballot === gold ? RIGHT_START : WRONG_START]++;
      if (ballot === gold && last !== gold) one[COLLAPSES]++;
      if (ballot !== gold && last === gold) one[CORRECTIONS]++;
      if (ballot !== gold && last !== gold && ballot !== UNPARSED && last !== UNPARSED && ballot !== last)
        one[TO_WRONG]++;
    }
    one[SEATED] = one[RIGHT_START] + one[WRONG_START] > 0 ? 1 : 0;
    one[WITH_COLLAPSE] = one[COLLAPSES] > 0 ? 1 : 0;
    one[WITH_CORRECTION] = one[CORRECTIONS] > 0 ? 1 : 0;
    // Of states below 16 the initial verdict is the fourth part.
    one[AT_RISK] = states[debate] < 16 && Math.floor(states[debate] / 4) === RIGHT ? 1 : 0;
    one[AT_RISK_SPLIT] = one[AT_RISK] === 1 && labels.size > 1 ? 1 : 0;
    return one;
  };
  for (let debate = 0; debate < panels.size; debate++) read(debate).forEach((value, at) => (totals[at] += value));
  const { rate } = summed(
    panels,
    totals,
    (sums, debate, cluster) => read(debate).forEach((value, at) => (sums[at][cluster] += value)),
    interval,
  );
  const of = (count: number, denominator: number) => rate(single(OUTCOMES, count), single(OUTCOMES, denominator));
  return {
    seats: totals[RIGHT_START] + totals[WRONG_START],
    collapse: of(COLLAPSES, RIGHT_START),
    correction: of(CORRECTIONS, WRONG_START),
    wrongToWrong: of(TO_WRONG, WRONG_START),
    debatesWithCollapse: of(WITH_COLLAPSE, SEATED),
    debatesWithCorrection: of(WITH_CORRECTION, SEATED),
    atRiskDisagreement: of(AT_RISK_SPLIT, AT_RISK),
  };
}

const single = (width: number, column: number): number[] =>
  Array.from({ length: width }, (_, at) => (at === column ? 1 : 0));

/** A seat's ballot in the final round; in a run that carries forward, of the last round in which it was asked. */
function finalBallot(columns: Columns, coding: Coding): (debate: number, seat: number) => number {
  const last = endpoints(columns.runs, coding);
  return (debate, seat) => {
    const run = columns.run[debate];
    for (let round = last[run]; ; round--) {
      const ballot = columns.ballots[(debate * columns.rounds + round) * columns.seats + seat];
      if (ballot !== NOT_ASKED_CODE || round === 0 || !columns.runs[run].carryForward) return ballot;
    }
  };
}
