import { type Action } from "./action.js";
import { OUTSIDE } from "./counted.js";
import { type Cell, cells } from "./transition.js";

/**
 * What happened to a debate in a replay. The first two are without effect; then wrong to right (a collapse prevented, an unrepaired debate
 * rescued), right to wrong (a correction lost, a preserved debate broken), and verdicts given up, by an action that says so or because what
 * takes their place has no majority (by whether the saved one was right).
 */
export const effects = [
  "notFired",
  "unchanged",
  "collapsePrevented",
  "rescue",
  "correctionLost",
  "breakage",
  "abstentionRight",
  "abstentionWrong",
] as const;
export type Effect = (typeof effects)[number];
export type EffectCounts = Readonly<Record<Effect, number>>;

/**
 * What a policy did, one byte per debate in each column: all that counts, intervals, groups and comparisons of an evaluation are made of,
 * without looking at gold again.
 */
export interface Outcomes {
  /** The saved verdict's cell and the effect, packed; NO_CELL for a debate that is in no replay. */
  readonly outcome: Uint8Array;
  /** The round frozen to; ACTED where `by` took the verdict's place, RUNS_ON where the policy let the debate run. */
  readonly to: Uint8Array;
  /** The action, where it is another than a freeze. */
  readonly by: Action | null;
  /** Rounds that were asked and would not have been. 0 where that is unknown. */
  readonly saved: Uint8Array;
}

export const NO_CELL = 255;
export const RUNS_ON = 255;
export const ACTED = 254;

export type DecidedCell = Exclude<Cell, "undecided">;

export const outcome = (cell: DecidedCell, effect: Effect): number =>
  cells.indexOf(cell) * effects.length + effects.indexOf(effect);

/** Null for a debate that is in no replay. */
export const effectAt = ({ outcome }: Outcomes, debate: number): Effect | null =>
  outcome[debate] === NO_CELL ? null : effects[outcome[debate] % effects.length];

export const cellAt = ({ outcome }: Outcomes, debate: number): DecidedCell | null =>
  outcome[debate] === NO_CELL ? null : cells[Math.floor(outcome[debate] / effects.length)];

/** The effects as kinds to be counted. */
export const effectKinds = ({ outcome }: Outcomes): Uint16Array =>
  Uint16Array.from(outcome, (packed) => (packed === NO_CELL ? OUTSIDE : packed % effects.length));

/** Outcomes as they are stored: a version, in the second version the action with its length before it, then the columns. */
export function outcomeBytes({ outcome, to, saved, by }: Outcomes): Uint8Array {
  const size = outcome.length;
  const action = by === null ? new Uint8Array() : new TextEncoder().encode(JSON.stringify(by));
  const head = by === null ? 1 : 3 + action.length;
  const bytes = new Uint8Array(head + 3 * size);
  bytes.set(by === null ? [FREEZES] : [ACTS, action.length >> 8, action.length & 255, ...action]);
  [outcome, to, saved].forEach((column, at) => bytes.set(column, head + at * size));
  return bytes;
}

/** Null when these are not the outcomes of so many debates. */
export function readOutcomes(bytes: Uint8Array, size: number): Outcomes | null {
  const head = bytes[0] === ACTS ? 3 + (bytes[1] << 8) + bytes[2] : 1;
  if ((bytes[0] !== FREEZES && bytes[0] !== ACTS) || bytes.length !== head + 3 * size) return null;
  const column = (at: number) => bytes.slice(head + at * size, head + (at + 1) * size);
  try {
    const by = head === 1 ? null : (JSON.parse(new TextDecoder().decode(bytes.subarray(3, head))) as Action);
    return { outcome: column(0), to: column(1), saved: column(2), by };
  } catch {
    return null;
  }
}

const FREEZES = 1;
const ACTS = 2;
