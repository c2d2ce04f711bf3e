import { ADDED, recount, type RecountTie } from "./action.js";
import { type Coding } from "./coding.js";
import { counted } from "./counted.js";
import { endpoints } from "./endpoint.js";
import { type Grouping } from "./grouping.js";
import { type IntervalOptions } from "./intervalOptions.js";
import { chosen, tally } from "./majority.js";
import { margin as marginOf } from "./margin.js";
import { pivotal } from "./pivotal.js";
import { type Columns, MAX_LABELS, NOT_ASKED_CODE, UNPARSED } from "./panels.js";
import { type Rate } from "./rate.js";
import { type Seen, seen } from "./seen.js";
import { kindsOf } from "./tuples.js";
import { UserError } from "../errors.js";

/**
 * What one outside ballot could still change in a round, whether for better or worse: gold is not looked at. A debate counts where
 * somebody was asked in the round and the signal exists; a decision is the majority of the round, none being one too.
 */
export interface InterventionRound {
  readonly round: number;
  /** Debates with the signal, of those in which somebody was asked. */
  readonly coverage: Rate;
  /** The signal stands for each asked seat in turn: instances whose recounted decision differs, of all instances. */
  readonly substitution: Rate;
  /** Debates in which some seat's does. */
  readonly debatesChanged: number;
  /** The signal is one ballot more: decisions that differ, of debates; and how many then have no single leader. */
  readonly addition: Rate;
  readonly additionTies: number;
  /** The signal is another label than the decision: what an ungated override would change, of debates. */
  readonly override: Rate;
  /** One replaced ballot can change the decision: by a label of the round or the signal's. Of debates. */
  readonly pivotal: Rate;
  /** The same by margin and by who leads, with what the signal differs from and changes. */
  readonly standings: readonly Standing[];
}

/** Who leads: the first of the labels in question in code point order, a later one, or nobody alone. */
export const sides = ["FIRST", "LATER", "TIED"] as const;
export type Side = (typeof sides)[number];

export interface Standing {
  /** Ballots of the leader less those of the runner-up, among the parsed. Null where nobody could be read. */
  readonly margin: number | null;
  readonly side: Side;
  readonly debates: number;
  readonly pivotal: number;
  /** The signal is another label than the decision. */
  readonly differs: number;
  /** Instances of substitution that change the decision. */
  readonly changes: number;
}

export interface InterventionReport {
  readonly coding: Coding;
  readonly rounds: readonly InterventionRound[];
}

export const interventions =
  (signal: string, tie: RecountTie) =>
  (panels: Columns, coding: Coding, _by: Grouping | null, interval: IntervalOptions): InterventionReport => {
    if (panels.derived !== null)
      throw new UserError(
        "NO_BALLOTS",
        "interventions: some of these debates have derived columns only, and no ballots",
      );
    const last = endpoints(panels.runs, coding);
    const rounds = Math.max(0, ...last.map((end) => end + 1));
    const view = seen(panels, rounds - 1, coding.tie);
    const label = view.signals.get(signal);
    if (label === undefined && panels.size > 0)
      throw new UserError(
        "NOT_FOUND",
        `signal: no debate has one named ${signal}; there are ${[...view.signals.keys()].join(", ") || "none"}`,
      );
    const column = label ?? new Uint8Array(panels.size);
    return {
      coding,
      rounds: Array.from({ length: rounds }, (_, round) =>
        interventionRound(panels, view, { round, label: column, last, tie }, interval),
      ),
    };
  };

interface Asked {
  readonly round: number;
  readonly label: Uint8Array;
  readonly last: readonly number[];
  readonly tie: RecountTie;
}

function interventionRound(
  panels: Columns,
  view: Seen,
  { round, label, last, tie }: Asked,
  interval: IntervalOptions,
): InterventionRound {
  const look = lookAt(view, tie);
  const standings = new Map<string, { -readonly [K in keyof Standing]: Standing[K] }>();
  const tuples = kindsOf(panels.size);
  let debatesChanged = 0;
  let additionTies = 0;
  for (let debate = 0; debate < panels.size; debate++) {
    if (round > last[panels.run[debate]] || !look.asked(debate, round)) continue;
    if (label[debate] === UNPARSED) {
      tuples.put(debate, [1, 0, 0, 0, 0, 0, 0]);
      continue;
    }
    const found = look.at(debate, round, label[debate]);
    tuples.put(debate, [
      1,
      1,
      found.instances,
      found.changes,
      Number(found.addition),
      Number(found.differs),
      Number(found.pivotal),
    ]);
    if (found.changes > 0) debatesChanged++;
    if (found.additionTies) additionTies++;
    const key = `${found.margin} ${found.side}`;
    let standing = standings.get(key);
    if (standing === undefined) {
      standing = { margin: found.margin, side: found.side, debates: 0, pivotal: 0, differs: 0, changes: 0 };
      standings.set(key, standing);
    }
    standing.debates++;
    standing.pivotal += Number(found.pivotal);
    standing.differs += Number(found.differs);
    standing.changes += found.changes;
  }
  const { of, tuples: kinds } = tuples.done();
  const { total } = counted(panels, { of, columns: kinds.length, shareDraws: false }, null, interval);
  const each = (place: number) => kinds.map((tuple) => tuple[place]);
  const rate = (counts: number, among: number): Rate => total.rate(each(counts), each(among));
  return {
    round,
    coverage: rate(1, 0),
    substitution: rate(3, 2),
    debatesChanged,
    addition: rate(4, 1),
    additionTies,
    override: rate(5, 1),
    pivotal: rate(6, 1),
    standings: [...standings.values()].sort(
      (a, b) => (a.margin ?? -1) - (b.margin ?? -1) || sides.indexOf(a.side) - sides.indexOf(b.side),
    ),
  };
}

interface Look {
  readonly margin: number | null;
  readonly side: Side;
  readonly instances: number;
  readonly changes: number;
  readonly addition: boolean;
  readonly additionTies: boolean;
  readonly differs: boolean;
  readonly pivotal: boolean;
}

function lookAt(view: Seen, tie: RecountTie) {
  const { ballots, rounds, seats } = view;
  const count = tally(view);
  const margins = marginOf(view, "PARSED");
  const isPivotal = pivotal(view, view, "PARSED");
  const again = recount(view, tie);
  const undecided = recount(view, "UNDECIDED");
  return {
    asked: (debate: number, round: number): boolean => count(debate, round).asked,
    at(debate: number, round: number, signal: number): Look {
      const stands = count(debate, round);
      const [decision, first, leaders] = [chosen(stands, view.tie), stands.first, stands.leaders];
      const margin = margins(debate, round);
      let instances = 0;
      let changes = 0;
      let smallest = signal;
      const start = (debate * rounds + round) * seats;
      for (let seat = 0; seat < seats; seat++) {
        const ballot = ballots[start + seat];
        if (ballot === NOT_ASKED_CODE) continue;
        instances++;
        if (ballot !== UNPARSED && ballot < smallest) smallest = ballot;
        // One ballot moves a margin by two at most, so that beyond it nothing has to be counted again.
        if ((margin ?? 0) <= 2 && again(debate, round, seat, signal) !== decision) changes++;
      }
      return {
        margin,
        side: leaders !== 1 ? "TIED" : first === smallest ? "FIRST" : "LATER",
        instances,
        changes,
        addition: again(debate, round, ADDED, signal) !== decision,
        additionTies: undecided(debate, round, ADDED, signal) > MAX_LABELS,
        differs: signal !== decision,
        pivotal: changes > 0 || isPivotal(debate, round) === true,
      };
    },
  };
}

/** Debates in which one replaced ballot can change the decision of the round: by a label of it or the signal's. */
export function pivotalIn(view: Seen, round: number, signal: Uint8Array, tie: RecountTie): Uint8Array {
  const look = lookAt(view, tie);
  const found = new Uint8Array(view.size);
  for (let debate = 0; debate < view.size; debate++)
    if (look.asked(debate, round) && signal[debate] !== UNPARSED)
      found[debate] = Number(look.at(debate, round, signal[debate]).pivotal);
  return found;
}
