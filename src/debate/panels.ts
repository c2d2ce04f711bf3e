import { type Condition, type Seat } from "./debate.js";

/**
 * A cohort's ballots as columns: the one value that every measure is computed on. Only equality inside one debate
 * matters, so each debate's distinct labels (over ballots, gold, signals and displayed labels together) are numbered
 * in code point order 1...k. This file is the only one that knows the byte codes.
 */
export interface Panels {
  /** Debates. */
  readonly size: number;
  /** Seats of the widest panel; narrower panels are padded with NOT_ASKED_CODE. */
  readonly seats: number;
  /** Rounds of the longest run, the blind round included. */
  readonly rounds: number;
  /** `ballots[(debate * rounds + round) * seats + seat]`: a label code, or one of the two codes below. */
  readonly ballots: Uint8Array;
  /** Label code of the gold answer; NO_GOLD when there is none. */
  readonly gold: Uint8Array;
  /** What stands in place of ballots, where a source gives none; null when all debates have ballots. */
  readonly derived: DerivedColumns | null;
  /** What such a source says by gold. */
  readonly derivedByGold: DerivedGoldColumns | null;
  /** Outside ballots by name; UNPARSED where a debate has no such signal. */
  readonly signals: ReadonlyMap<string, Uint8Array>;
  /** What seats were shown before they answered again; null where no debate says. See `shown`. */
  readonly displayed: Displayed | null;
  /** Index into `runs`, and the debate's ordinal within that run. */
  readonly run: Uint32Array;
  readonly ordinal: Uint32Array;
  /** Which repetition of its item within its run. */
  readonly replicate: Uint32Array;
  /** Indexes into the tables of the same name. */
  readonly item: Uint32Array;
  readonly cluster: Uint32Array;
  readonly benchmark: Uint32Array;
  readonly category: Uint32Array;
  readonly composition: Uint32Array;
  readonly runs: readonly PanelRun[];
  /** Items and clusters are told apart by benchmark: `benchmark + "\u0000" + key`. */
  readonly items: readonly string[];
  readonly clusters: readonly string[];
  readonly benchmarks: readonly string[];
  readonly categories: readonly (string | null)[];
  readonly compositions: readonly Composition[];
  /** SHA-256 over the content digests and bitsets that these columns were selected by. */
  readonly digest: string;
}

/**
 * Displayed labels, as many as there are for each seat: of one debate, for round 1 to the last and for each seat, the number of labels and then
 * their codes; or NOT_STATED_CODE.
 */
export interface Displayed {
  readonly bytes: Uint8Array;
  /** Per debate, where it begins; and where the last one ends. */
  readonly start: Uint32Array;
}

/** Columns without the right answers: what may be looked at before outcomes are. */
export type Columns = Omit<Panels, "gold" | "derivedByGold">;

/**
 * Debates whose ballots are not known: their ballots are NOT_ASKED_CODE throughout, and this is what their source derived from them.
 * Columns by debate and round are laid out as `[debate * rounds + round]`.
 */
export interface DerivedColumns {
  /** 1 for such a debate, 0 for one with ballots. */
  readonly is: Uint8Array;
  /** Against the round before: SAME, CHANGED or UNKNOWN; NO_ROUND where the debate has no such round. */
  readonly changed: Uint8Array;
  /** NaN where unknown. */
  readonly agreement: Float64Array;
  /** Seats that flipped since round 0; UNKNOWN where nobody says. */
  readonly flipped: Uint8Array;
  /** By debate: 0, 1 or UNKNOWN. */
  readonly initialUnanimous: Uint8Array;
}

export interface DerivedGoldColumns {
  /** 0, 1 or UNKNOWN. */
  readonly right: Uint8Array;
  /** Seats that are not right, or UNKNOWN. */
  readonly disagreeing: Uint8Array;
}

export interface PanelRun {
  readonly slug: string;
  readonly rounds: number;
  readonly carryForward: boolean;
  /** What its seats were shown between rounds, where a record does not say. */
  readonly condition: Condition;
}

/** The ordered seats of a panel. Homogeneous panels are named by their model, mixed ones by all of theirs in order. */
export interface Composition {
  readonly seats: readonly Seat[];
}

export const UNPARSED = 0;
export const NOT_ASKED_CODE = 255;
export const NO_GOLD = 0;
/** In the place of a round's majority: two or more labels lead, and the tie rule does not choose. */
export const TIED = 254;
/** In the place of a round's majority: somebody was asked and nobody could be read. */
export const NO_VOTE = 0;
/** In derived columns. */
export const SAME = 0;
export const CHANGED = 1;
export const UNKNOWN = 254;
export const NO_ROUND = 255;
/** In the place of a number of displayed labels: the source does not say what this seat was shown. */
export const NOT_STATED_CODE = 255;
/** More distinct labels than this in one debate are refused. */
export const MAX_LABELS = 250;
