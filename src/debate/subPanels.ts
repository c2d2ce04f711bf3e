import { UserError } from "../errors.js";
import { combinationCount, combinations } from "../stats/combinations.js";
import { proportion, type Proportion } from "../stats/proportion.js";
import { type Spread, spread } from "../stats/spread.js";
import { type Coding } from "./coding.js";
import { type DistinctRounds, distinctRounds } from "./distinctRounds.js";
import { chosen, tally, type Tally } from "./majority.js";
import { NO_GOLD, type Columns, type Panels } from "./panels.js";
import { type PairedRounds } from "./pairedRounds.js";
import { RIGHT, UNDEFINED, verdict } from "./transition.js";

/**
 * Every panel that some of the seats would have been, counted on the whole panel's fixed cohort so that all of them are comparable. It is a recount
 * and not a rerun: the seats left out had still been shown to the others.
 *
 * Cost: one walk over debates x rounds to find the votes that differ, then sub-panels x different votes. A panel of seven with two labels has at most
 * 128 different votes, so all 99 sub-panels of 3 to 7 seats of 600 debates and 4 rounds take well under a second, about a quarter of a recount of every
 * debate sub-panel by sub-panel; that share falls with the number of debates (`bench/subPanels.ts`).
 */
export interface SubPanels {
  /** Seats by name, in the panel's order. */
  readonly seats: readonly string[];
  readonly rounds: readonly number[];
  /** Debates of the cohort: the same for each sub-panel and round. */
  readonly debates: number;
  readonly sizes: readonly SubPanelSize[];
}

export interface SubPanelSize {
  readonly size: number;
  /** Over the sub-panels of this size, by round: share of debates that are unanimous. */
  readonly unanimity: readonly Spread[];
  /** Over the sub-panels of this size. */
  readonly frontLoading: Spread;
  readonly panels: readonly SubPanel[];
}

export interface SubPanel {
  readonly seats: readonly string[];
  /** By round: debates in which all its seats said the same, of the cohort; null without debates. */
  readonly unanimity: readonly Proportion[];
  /** By round: debates in which two or more labels lead. */
  readonly ties: readonly number[];
  /**
   * Debates that the first debate round made unanimous, net, of those that all rounds did. May be negative or above 1. Null when the whole jump is 0, or
   * when there is no debate round.
   */
  readonly frontLoading: Proportion;
}

/** More sub-panels than this are refused. */
export const MAX_SUB_PANELS = 5000;

/** `sizes`: null for all of 3 and more. Needs no gold. */
export function subPanels(paired: PairedRounds<Columns>, sizes: readonly number[] | null): SubPanels {
  const { panels, rounds } = paired;
  const seats = roster(panels);
  const votes = distinctRounds(paired);
  return {
    seats,
    rounds,
    debates: panels.size,
    sizes: wantedSizes(sizes, seats.length).map((size) => {
      const each = combinations(seats.length, size).map((members): SubPanel => {
        const { unanimous, ties } = agreement(votes, members);
        return {
          seats: members.map((seat) => seats[seat]),
          unanimity: unanimous.map((count) => proportion(count, panels.size)),
          ties,
          frontLoading: proportion((unanimous[1] ?? 0) - unanimous[0], unanimous[unanimous.length - 1] - unanimous[0]),
        };
      });
      return {
        size,
        unanimity: rounds.map((_, round) => spread(each.map(({ unanimity }) => unanimity[round].value))),
        frontLoading: spread(each.map(({ frontLoading }) => frontLoading.value)),
        panels: each,
      };
    }),
  };
}

export interface SubPanelAccuracy {
  readonly seats: readonly string[];
  readonly rounds: readonly number[];
  /** Debates of the cohort that have gold. */
  readonly debates: number;
  readonly sizes: readonly {
    readonly size: number;
    /** Over the sub-panels of this size, by round. */
    readonly accuracy: readonly Spread[];
    readonly unanimousAndWrong: readonly Spread[];
    readonly panels: readonly SubPanelVerdicts[];
  }[];
}

export interface SubPanelVerdicts {
  readonly seats: readonly string[];
  /** By round: right majorities, of the debates with gold; a tie that the coding leaves undecided and excludes is in neither number. */
  readonly accuracy: readonly Proportion[];
  /** By round: debates in which all its seats said the same, and wrong; of the debates with gold. */
  readonly unanimousAndWrong: readonly Proportion[];
}

/** What the sub-panels' majorities are against gold, under the coding's tie rule. */
export function subPanelAccuracy(
  paired: PairedRounds<Panels>,
  coding: Coding,
  sizes: readonly number[] | null,
): SubPanelAccuracy {
  const { panels, rounds } = paired;
  const seats = roster(panels);
  const votes = distinctRounds(paired, panels.gold);
  const debates = panels.gold.reduce((sum, gold) => sum + (gold === NO_GOLD ? 0 : 1), 0);
  return {
    seats,
    rounds,
    debates,
    sizes: wantedSizes(sizes, seats.length).map((size) => {
      const each = combinations(seats.length, size).map((members): SubPanelVerdicts => {
        const { right, decided, unanimousAndWrong } = verdicts(votes, members, coding);
        return {
          seats: members.map((seat) => seats[seat]),
          accuracy: right.map((count, round) => proportion(count, decided[round])),
          unanimousAndWrong: unanimousAndWrong.map((count) => proportion(count, debates)),
        };
      });
      const over = (of: (one: SubPanelVerdicts) => readonly Proportion[]) =>
        rounds.map((_, round) => spread(each.map((one) => of(one)[round].value)));
      return {
        size,
        accuracy: over(({ accuracy }) => accuracy),
        unanimousAndWrong: over(({ unanimousAndWrong }) => unanimousAndWrong),
        panels: each,
      };
    }),
  };
}

/** Each different vote as these seats alone cast it. */
function recounted({ seats, size, ballots }: DistinctRounds, members: readonly number[]): (vote: number) => Tally {
  const own = new Uint8Array(size * members.length);
  for (let vote = 0; vote < size; vote++)
    members.forEach((seat, at) => (own[vote * members.length + at] = ballots[vote * seats + seat]));
  const count = tally({ ballots: own, rounds: 1, seats: members.length });
  return (vote) => count(vote, 0);
}

function agreement(votes: DistinctRounds, members: readonly number[]): { unanimous: number[]; ties: number[] } {
  const count = recounted(votes, members);
  const unanimous = votes.counts.map(() => 0);
  const ties = votes.counts.map(() => 0);
  for (let vote = 0; vote < votes.size; vote++) {
    const found = count(vote);
    if (found.count === members.length) votes.counts.forEach((row, round) => (unanimous[round] += row[vote]));
    else if (found.leaders > 1) votes.counts.forEach((row, round) => (ties[round] += row[vote]));
  }
  return { unanimous, ties };
}

function verdicts(votes: DistinctRounds, members: readonly number[], coding: Coding) {
  const count = recounted(votes, members);
  const verdictOf = verdict({ gold: votes.beside, derived: null, derivedByGold: null, rounds: 1 }, coding);
  const [right, decided, unanimousAndWrong] = [0, 1, 2].map(() => votes.counts.map(() => 0));
  for (let vote = 0; vote < votes.size; vote++) {
    if (votes.beside[vote] === NO_GOLD) continue;
    const found = count(vote);
    const is = verdictOf(vote, chosen(found, coding.tie));
    votes.counts.forEach((row, round) => {
      if (is === RIGHT) right[round] += row[vote];
      else if (found.count === members.length) unanimousAndWrong[round] += row[vote];
      if (is !== UNDEFINED) decided[round] += row[vote];
    });
  }
  return { right, decided, unanimousAndWrong };
}

/** The seats that all panels of the debates have. Panels of other seats have no sub-panels in common. */
export function roster({ size, composition, compositions }: Columns): readonly string[] {
  const named = (index: number) => compositions[index].seats.map(({ seat }) => seat);
  const seats = compositions.length === 0 ? [] : named(size === 0 ? 0 : composition[0]);
  const met = new Set<number>();
  for (let debate = 0; debate < size; debate++) {
    if (met.has(composition[debate])) continue;
    met.add(composition[debate]);
    const other = named(composition[debate]);
    if (other.length !== seats.length || other.some((name, at) => name !== seats[at]))
      throw new UserError(
        "BAD_INPUT",
        `seats: the same seats were expected in all debates, got ${seats.join(", ")} and ${other.join(", ")}`,
      );
  }
  return seats;
}

function wantedSizes(given: readonly number[] | null, seats: number): readonly number[] {
  const sizes = [...new Set(given ?? Array.from({ length: Math.max(0, seats - 2) }, (_, at) => at + 3))];
  for (const size of sizes)
    if (!(Number.isInteger(size) && size >= 1 && size <= seats))
      throw new UserError("BAD_INPUT", `sizes: numbers from 1 to ${seats} seats were expected, got ${size}`);
  const count = sizes.reduce((sum, size) => sum + combinationCount(seats, size), 0);
  if (count > MAX_SUB_PANELS)
    throw new UserError(
      "TOO_LARGE",
      `sizes: at most ${MAX_SUB_PANELS} sub-panels were expected in one answer, got ${count}; ask for fewer sizes`,
    );
  return sizes.sort((a, b) => a - b);
}
