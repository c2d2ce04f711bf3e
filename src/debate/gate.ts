import { UserError } from "../errors.js";
import { isDerived } from "./derivedColumns.js";
import { type TieRule } from "./coding.js";
import { type Ballots, chosen, tally } from "./majority.js";
import { CHANGED, type Columns, MAX_LABELS, NOT_ASKED_CODE, type Panels, TIED, UNKNOWN, UNPARSED } from "./panels.js";

/**
 * What a gate may look at: the ballots of one debate up to the last round that the gate declares, as label codes. It is a copy, so
 * neither gold nor a later round can be read from it. A carried round stands as the one it repeats.
 */
export interface GateView {
  /** Whether anybody was asked. */
  readonly asked: (round: number) => boolean;
  /** A label code, UNPARSED or NOT_ASKED_CODE. */
  readonly ballot: (round: number, seat: number) => number;
  readonly seats: number;
  /** The running majority under the coding's tie rule; null when it is undefined. */
  readonly majority: (round: number) => number | null;
}

export interface Gate {
  /** The last round it looks at. A debate in which that round was not asked does not fire. */
  readonly sees: number;
  readonly fires: (view: GateView) => boolean;
  /** The same of a debate without ballots, from its derived columns; absent where they cannot tell. */
  readonly firesOnDerived?: (view: DerivedView) => boolean;
}

/** What a gate may look at of a debate without ballots: derived columns of the rounds that it declares. Null: the source does not say. */
export interface DerivedView {
  readonly changed: (round: number) => boolean | null;
  readonly flipped: (round: number) => number | null;
  readonly agreement: (round: number) => number | null;
  readonly initialUnanimous: () => boolean | null;
}

/** The fixed gates of the papers' baselines. */
export const fixedGates = {
  never: { sees: 0, fires: () => false, firesOnDerived: () => false },
  always: { sees: 0, fires: () => true, firesOnDerived: () => true },
  /** Round 1 has a majority, and it is not round 0's; an undefined round 0 counts as different. */
  round1MajorityChanged: {
    sees: 1,
    fires: ({ majority }) => majority(1) !== null && majority(1) !== majority(0),
    firesOnDerived: ({ changed }) => known(changed(1)),
  },
  /** Some seat has parsed ballots in rounds 0 and 1, and they differ. */
  round1AnyFlip: { sees: 1, fires: anyFlip, firesOnDerived: ({ flipped }) => known(flipped(1)) > 0 },
  /** Two or more different parsed ballots in the round. */
  round0NotUnanimous: {
    sees: 0,
    fires: (view) => isSplit(view, 0),
    firesOnDerived: (view) => !known(view.initialUnanimous()),
  },
  round1NotUnanimous: { sees: 1, fires: (view) => isSplit(view, 1) },
  /** The largest number of equal entries of round 1 is below its seats, an unparsed ballot being an entry of its own. */
  round1AgreementBelowOne: {
    sees: 1,
    fires: (view) => isMixed(view, 1),
    firesOnDerived: ({ agreement }) => known(agreement(1)) < 1,
  },
} as const satisfies Record<string, Gate>;

export type FixedGate = keyof typeof fixedGates;

function anyFlip({ seats, ballot }: GateView): boolean {
  for (let seat = 0; seat < seats; seat++) {
    const before = ballot(0, seat);
    const after = ballot(1, seat);
    if (isLabel(before) && isLabel(after) && before !== after) return true;
  }
  return false;
}

function isSplit({ seats, ballot }: GateView, round: number): boolean {
  let first = UNPARSED;
  for (let seat = 0; seat < seats; seat++) {
    const label = ballot(round, seat);
    if (!isLabel(label)) continue;
    if (first !== UNPARSED && label !== first) return true;
    first = label;
  }
  return false;
}

/** Whether two seats that were asked have different entries. */
function isMixed({ seats, ballot }: GateView, round: number): boolean {
  let first = NOT_ASKED_CODE;
  for (let seat = 0; seat < seats; seat++) {
    const entry = ballot(round, seat);
    if (entry === NOT_ASKED_CODE) continue;
    if (first !== NOT_ASKED_CODE && entry !== first) return true;
    first = entry;
  }
  return false;
}

function known<T>(value: T | null): T {
  if (value === null)
    throw new UserError("NO_BALLOTS", "gate: a debate without ballots lacks the derived column that this gate reads");
  return value;
}

const isLabel = (code: number): boolean => code !== UNPARSED && code <= MAX_LABELS;

/** 1 where the gate fires. Gold is not among what this function is given. */
export function decisions(
  panels: Omit<Columns, "signals">,
  tie: TieRule,
  { sees, fires, firesOnDerived }: Gate,
): Uint8Array {
  if (panels.derived !== null && firesOnDerived === undefined)
    throw new UserError(
      "NO_BALLOTS",
      "gate: it looks at single ballots, and some of these debates have derived columns only",
    );
  const { view, show } = window(panels, tie, sees);
  const fired = new Uint8Array(panels.size);
  for (let debate = 0; debate < panels.size; debate++) {
    if (isDerived(panels, debate)) {
      fired[debate] = Number(firesOnDerived!(derivedView(panels, debate, sees)));
      continue;
    }
    show(debate);
    if (view.asked(sees) && fires(view)) fired[debate] = 1;
  }
  return fired;
}

function derivedView({ derived, rounds }: Omit<Columns, "signals">, debate: number, sees: number): DerivedView {
  const { changed, flipped, agreement, initialUnanimous } = derived!;
  const read = (column: Uint8Array | Float64Array, round: number): number | null => {
    const value = round <= sees && round < rounds ? column[debate * rounds + round] : NaN;
    return Number.isNaN(value) || (column instanceof Uint8Array && value >= UNKNOWN) ? null : value;
  };
  return {
    changed: (round) => {
      const code = read(changed, round);
      return code === null ? null : code === CHANGED;
    },
    flipped: (round) => read(flipped, round),
    agreement: (round) => read(agreement, round),
    initialUnanimous: () => (initialUnanimous[debate] === UNKNOWN ? null : initialUnanimous[debate] === 1),
  };
}

/** One view, moved from debate to debate. */
function window(
  { ballots, rounds, seats, run, runs }: Pick<Panels, "ballots" | "rounds" | "seats" | "run" | "runs">,
  tie: TieRule,
  sees: number,
) {
  const size = (sees + 1) * seats;
  const copy: Ballots = { ballots: new Uint8Array(size), rounds: sees + 1, seats };
  const count = tally(copy);
  const carries = runs.map(({ carryForward }) => carryForward);
  const view: GateView = {
    seats,
    asked: (round) => round <= sees && count(0, round).asked,
    ballot: (round, seat) => (round <= sees && seat < seats ? copy.ballots[round * seats + seat] : NOT_ASKED_CODE),
    majority: (round) => {
      const label = round <= sees ? chosen(count(0, round), tie) : TIED;
      return isLabel(label) ? label : null;
    },
  };
  const show = (debate: number) => {
    const start = debate * rounds * seats;
    for (let at = 0; at < size; at++) copy.ballots[at] = ballots[start + at];
    if (!carries[run[debate]]) return;
    for (let round = 1; round <= sees; round++)
      if (!view.asked(round)) copy.ballots.copyWithin(round * seats, (round - 1) * seats, round * seats);
  };
  return { view, show };
}
