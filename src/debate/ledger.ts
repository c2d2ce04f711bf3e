import { must } from "../errors.js";
import { type Caveat } from "./caveat.js";
import { type Coding } from "./coding.js";
import { type Counted, counted, OUTSIDE } from "./counted.js";
import { type Group, type Grouping, type Groups, groupsOf } from "./grouping.js";
import { type IntervalOptions } from "./intervalOptions.js";
import { ledgerCaveats } from "./ledgerCaveats.js";
import { type Panels } from "./panels.js";
import { type Rate } from "./rate.js";
import {
  type Cell,
  cell,
  cells,
  type ExclusionReason,
  exclusionOf,
  exclusionReasons,
  finalVerdict,
  initialVerdict,
  RIGHT,
  STATES,
  transitions,
  UNDEFINED_AS_WRONG,
} from "./transition.js";

/**
 * The four-cell ledger. preservation: started right, ended right; collapse: started right, ended wrong; correction: started wrong,
 * ended right; unrepaired: started wrong, ended wrong. undecided: the initial or the final majority is undefined and the coding
 * excludes it. debates = cells + undecided + exclusions.
 */
export interface Ledger extends Readonly<Record<Cell, number>> {
  readonly debates: number;
  /** preservation + collapse, over the four cells. Null when no debate is in a cell; so are the other rates. */
  readonly initialAccuracy: Rate;
  /** preservation + correction, over the four cells. */
  readonly finalAccuracy: Rate;
  /** Of the debates that started right, those that ended wrong: collapse / (preservation + collapse). */
  readonly conditionalCollapse: Rate;
  /** Of the debates that started wrong, those that ended right: correction / (correction + unrepaired). */
  readonly conditionalCorrection: Rate;
  /** correction - collapse. */
  readonly net: number;
  readonly identity: AccuracyIdentity;
  readonly exclusions: readonly Exclusion[];
}

export interface Exclusion {
  readonly reason: ExclusionReason;
  readonly count: number;
}

/**
 * net = final right - initial right. Counted over all scored debates (gold, both rounds asked), an undefined majority being not
 * right, so that undecided debates can break it: residue = net - (finalRight - initialRight). It is 0 unless undefined majorities are
 * excluded, and then exactly the undecided debates that started right less those that ended right.
 */
export interface AccuracyIdentity {
  /** Whether the residue is 0. */
  readonly holds: boolean;
  readonly residue: number;
  readonly initialRight: number;
  readonly finalRight: number;
  /** Debates that started right and have no final majority, and the reverse, whether the coding excludes them or counts them as wrong. */
  readonly rightToUndefined: number;
  readonly undefinedToRight: number;
}

export interface LedgerReport {
  readonly coding: Coding;
  readonly total: Ledger;
  readonly groups: readonly (Group & { readonly ledger: Ledger })[];
  readonly caveats: () => readonly Caveat[];
}

export function ledgerReport(
  panels: Panels,
  coding: Coding,
  by: Grouping | null,
  interval: IntervalOptions,
): LedgerReport {
  const states = transitions(panels, coding);
  const groups = by && groupsOf(panels, by);
  const kinds = { of: new Uint16Array(panels.size), columns: cells.length, shareDraws: true };
  for (let debate = 0; debate < panels.size; debate++) kinds.of[debate] = kindOf[states[debate]];
  const rates = counted(panels, kinds, groups, interval);
  const counts = stateCounts(states, groups);
  const all = new Float64Array(STATES);
  for (const table of counts) table.forEach((count, state) => (all[state] += count));
  const total = ledger(all, rates.total);
  const ledgers = groups?.groups.map((group, index) => ({
    ...group,
    ledger: ledger(counts[index], rates.groups[index]),
  }));
  return {
    coding,
    total,
    groups: ledgers ?? [],
    caveats: () =>
      ledgerCaveats({ panels, coding, by, interval, states, groups, total, ledgers: ledgers ?? [], rates }),
  };
}

const kindOf = Uint16Array.from({ length: STATES }, (_, state) => {
  const found = cell(state);
  return found === null ? OUTSIDE : found === "undecided" ? cells.length : cells.indexOf(found);
});

function stateCounts(states: Uint8Array, groups: Groups | null): Float64Array[] {
  const tables = Array.from({ length: groups?.groups.length ?? 1 }, () => new Float64Array(STATES));
  for (let debate = 0; debate < states.length; debate++) tables[groups ? groups.of[debate] : 0][states[debate]]++;
  return tables;
}

/** The ledger of debates counted by state. */
function ledger(counts: Float64Array, { rate }: Counted): Ledger {
  const among = (holds: (state: number) => boolean) =>
    counts.reduce((sum, n, state) => (holds(state) ? sum + n : sum), 0);
  const inCell = (name: Cell) => among((state) => cell(state) === name);
  const [preservation, collapse, correction, unrepaired] = cells.map(inCell);
  const undecided = inCell("undecided");
  const net = correction - collapse;
  return {
    debates: among(() => true),
    preservation,
    collapse,
    correction,
    unrepaired,
    undecided,
    initialAccuracy: rate([1, 1, 0, 0], [1, 1, 1, 1]),
    finalAccuracy: rate([1, 0, 1, 0], [1, 1, 1, 1]),
    conditionalCollapse: rate([0, 1, 0, 0], [1, 1, 0, 0]),
    conditionalCorrection: rate([0, 0, 1, 0], [0, 0, 1, 1]),
    net,
    identity: identity(net, among),
    exclusions: exclusionReasons
      .map((reason) => ({ reason, count: among((state) => exclusionOf(state) === reason) }))
      .filter(({ count }) => count > 0),
  };
}

function identity(net: number, among: (holds: (state: number) => boolean) => number): AccuracyIdentity {
  const startsRight = (state: number) => initialVerdict(state) === RIGHT;
  const endsRight = (state: number) => finalVerdict(state) === RIGHT;
  const isUndefined = (verdict: number | null) => verdict !== null && verdict >= UNDEFINED_AS_WRONG;
  const isUndecided = (state: number) => cell(state) === "undecided";
  const initialRight = among(startsRight);
  const finalRight = among(endsRight);
  const residue = net - (finalRight - initialRight);
  const explained =
    among((state) => isUndecided(state) && startsRight(state)) -
    among((state) => isUndecided(state) && endsRight(state));
  must(residue === explained, `the ledger's residue is ${residue}, its undecided debates explain ${explained}`);
  return {
    holds: residue === 0,
    residue,
    initialRight,
    finalRight,
    rightToUndefined: among((state) => startsRight(state) && isUndefined(finalVerdict(state))),
    undefinedToRight: among((state) => isUndefined(initialVerdict(state)) && endsRight(state)),
  };
}
