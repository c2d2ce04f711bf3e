import { type Coding } from "./coding.js";
import { chosen, tally } from "./majority.js";
import { MAX_LABELS, type Panels, TIED, UNPARSED } from "./panels.js";
import { type Seen } from "./seen.js";

/**
 * What a tie in a recount becomes: what the coding says; the panel's own verdict, as if nothing had been put in; the signal; the first or
 * the last of the tied labels in code point order; nothing.
 */
export const recountTies = ["CODING", "PANEL_STANDS", "SIGNAL", "FIRST_LABEL", "LAST_LABEL", "UNDECIDED"] as const;
export type RecountTie = (typeof recountTies)[number];

/** What a rule does to a debate on which it fires: something else takes the place of the saved verdict. */
export type Action =
  /** The majority of a round. */
  | { readonly do: "freeze"; readonly round: number }
  /** An outside ballot. */
  | { readonly do: "override"; readonly signal: string }
  /** The majority of a round in which an outside ballot stands for one seat's. */
  | {
      readonly do: "substitute";
      readonly seat: string;
      readonly signal: string;
      readonly round: number;
      readonly tie: RecountTie;
    }
  /** The majority of a round with an outside ballot more. */
  | { readonly do: "add"; readonly signal: string; readonly round: number; readonly tie: RecountTie }
  /** Nothing: the verdict is given up. */
  | { readonly do: "abstain" };

export const actions = [
  "freeze",
  "override",
  "substitute",
  "add",
  "abstain",
] as const satisfies readonly Action["do"][];

/** The round that an action looks at; null where it looks at none. */
export const roundOf = (action: Action): number | null => ("round" in action ? action.round : null);

export const signalNameOf = (action: Action): string | null => ("signal" in action ? action.signal : null);

/** Effects beyond collapses prevented and corrections lost: whoever can have them needs a price for each. */
export type FurtherEffect = "rescue" | "breakage" | "abstention";

/**
 * What an action can do besides. Freezing to round 0 gives back the initial verdict, so nothing more. A later round can also rescue, break
 * and be without a majority; an outside ballot is never without one, but ties may be.
 */
export function furtherEffects(action: Action, { tie }: Pick<Coding, "tie">): readonly FurtherEffect[] {
  switch (action.do) {
    case "freeze":
      return action.round === 0 ? [] : ["rescue", "breakage", "abstention"];
    case "override":
      return ["rescue", "breakage"];
    case "substitute":
    case "add": {
      const undecided =
        action.tie === "UNDECIDED" || (["CODING", "PANEL_STANDS"].includes(action.tie) && tie === "UNDECIDED");
      return ["rescue", "breakage", ...(undecided ? (["abstention"] as const) : [])];
    }
    case "abstain":
      return ["abstention"];
  }
}

/** Instead of a label: the action cannot be done here, because the signal or the seat is missing. */
export const CANNOT = 253;
/** Instead of a label: the verdict is given up. */
export const GIVEN_UP = 252;

/** Per debate what takes the place of the saved verdict: a label, a majority's code for none (panels.ts), CANNOT or GIVEN_UP. */
export function replacements(
  action: Exclude<Action, { do: "freeze" }>,
  seen: Seen,
  panels: Pick<Panels, "composition" | "compositions">,
) {
  const signal = "signal" in action ? seen.signals.get(action.signal) : undefined;
  const found = new Uint8Array(seen.size).fill(CANNOT);
  switch (action.do) {
    case "abstain":
      return found.fill(GIVEN_UP);
    case "override":
      for (let debate = 0; debate < seen.size; debate++)
        if (signal !== undefined && signal[debate] !== UNPARSED) found[debate] = signal[debate];
      return found;
    case "substitute":
    case "add": {
      const seats = panels.compositions.map(({ seats }) =>
        action.do === "add" ? ADDED : seats.findIndex(({ seat }) => seat === action.seat),
      );
      const count = recount(seen, action.tie);
      for (let debate = 0; debate < seen.size; debate++) {
        const seat = seats[panels.composition[debate]];
        if (signal === undefined || signal[debate] === UNPARSED || seat === NO_SEAT) continue;
        found[debate] = count(debate, action.round, seat, signal[debate]);
      }
      return found;
    }
  }
}

const NO_SEAT = -1;
/** In the place of a seat: the ballot is added, and nobody's is replaced. */
export const ADDED = -2;

/**
 * The majority of a round in which `label` replaces the ballot of a seat, or comes on top of all. CANNOT where that seat was not asked, or
 * nobody was.
 */
export function recount(
  { ballots, rounds, seats, tie }: Pick<Seen, "ballots" | "rounds" | "seats" | "tie">,
  ties: RecountTie,
): (debate: number, round: number, seat: number, label: number) => number {
  const copy = new Uint8Array(seats + 1);
  const count = tally({ ballots: copy, rounds: 1, seats: seats + 1 });
  const before = tally({ ballots, rounds, seats });
  return (debate, round, seat, label) => {
    const start = (debate * rounds + round) * seats;
    const stood = before(debate, round);
    if (!stood.asked || (seat !== ADDED && ballots[start + seat] > MAX_LABELS)) return CANNOT;
    const panel = ties === "PANEL_STANDS" ? chosen(stood, tie) : TIED;
    for (let at = 0; at < seats; at++) copy[at] = ballots[start + at];
    copy[seats] = seat === ADDED ? label : NOTHING;
    if (seat !== ADDED) copy[seat] = label;
    const found = count(0, 0);
    if (found.leaders < 2) return found.first;
    switch (ties) {
      case "CODING":
        return chosen(found, tie);
      case "PANEL_STANDS":
        return panel;
      case "SIGNAL":
        return label;
      case "FIRST_LABEL":
        return found.smallest;
      case "LAST_LABEL":
        return largest(copy, found.count);
      case "UNDECIDED":
        return TIED;
    }
  };
}

/** No ballot: NOT_ASKED_CODE. */
const NOTHING = 255;

/** Of the labels with so many ballots, the last in code point order. */
function largest(ballots: Uint8Array, count: number): number {
  let found = 0;
  for (const label of ballots)
    if (label !== UNPARSED && label <= MAX_LABELS && label > found)
      if (ballots.reduce((sum, other) => sum + Number(other === label), 0) === count) found = label;
  return found;
}
