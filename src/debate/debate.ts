/**
 * The words of the field, as values. A `Debate` is what a source recorded and nothing that was computed from it.
 */

/** Not asked: an early stop or a pruned seat. Different from `null`, a reply that was asked for and could not be read. */
export const NOT_ASKED = Symbol("not asked");

/** The answer read from one reply; `null` when the reply could not be parsed. */
export type Ballot = string | null | typeof NOT_ASKED;

export interface Seat {
  readonly seat: string;
  readonly model: string;
  readonly family: string | null;
  readonly provider: string | null;
  readonly temperature: number | null;
}

export type Condition =
  "FULL_DEBATE" | "LABELS_ONLY" | "FAKE_PEERS" | "NO_PEERS" | "PRIVATE_REVISION" | "BLIND" | "OTHER";

/** What a run says of itself: one panel under one condition. */
export interface RunHeader {
  readonly slug: string;
  readonly title: string | null;
  readonly condition: Condition;
  readonly scaffold: string | null;
  readonly benchmark: string;
  readonly seats: readonly Seat[];
  /** Rounds of the longest debate, the blind round included. */
  readonly rounds: number;
  /** A debate that ended early repeats its last asked round. */
  readonly carryForward: boolean;
  /** Answers were folded to upper case when they were read. */
  readonly foldUpper: boolean;
  readonly synthetic: boolean;
  readonly license: string | null;
  readonly note: string | null;
  readonly createdAt: string | null;
  /** What the source put in so that nobody can guess gold from a digest over it. Shown only where gold is. */
  readonly salt: string | null;
}

/** What the source itself says of a debate: kept and compared, never used. `undefined` where it says nothing. */
export interface Reported {
  readonly initialMajority?: string | null;
  readonly finalMajority?: string | null;
  readonly initialCorrect?: boolean;
  readonly finalCorrect?: boolean;
  readonly collapsed?: boolean;
  readonly corrected?: boolean;
  /** First wrong round of a collapse; null where the source says that there is none. */
  readonly onset?: number | null;
}

/**
 * What a source derived from ballots that it does not give. By round from 0; null where it says nothing. The debate's own ballots are then
 * NOT_ASKED throughout, and only tell how many rounds and seats there were.
 */
export interface Derived {
  /** Whether the majority differs from that of the round before. */
  readonly changed: readonly (boolean | null)[];
  /** The largest number of equal entries over the number of seats; what could not be read is an entry of its own. */
  readonly agreement: readonly (number | null)[];
  /** Seats with an answer in round 0 and in this round, and not the same one. */
  readonly flipped: readonly (number | null)[];
  /** Whether the answers of round 0 that could be read are one and the same, or none. */
  readonly initialUnanimous: boolean | null;
  readonly byGold: DerivedByGold;
}

/** The part of it that tells about gold. */
export interface DerivedByGold {
  /** Whether the majority is the gold answer; one that is undefined is not. */
  readonly right: readonly (boolean | null)[];
  /** Seats whose entry is not the gold answer, unread ones included. */
  readonly disagreeing: readonly (number | null)[];
}

export interface Debate {
  readonly item: string;
  readonly benchmark: string;
  readonly category: string | null;
  /** What is resampled together; the item when the source says nothing. */
  readonly cluster: string;
  readonly gold: string | null;
  /** Admissible answers; empty: free form. */
  readonly labels: readonly string[];
  readonly replicate: number;
  /** Ballots by round, seats inside in seat order. Round 0 is the blind round. May be shorter than the run's rounds. */
  readonly rounds: readonly (readonly Ballot[])[];
  /** Raw replies where the source keeps them, in the shape of `rounds`. */
  readonly texts: readonly (readonly (string | null)[])[] | null;
  /** `displayed[r - 1][seat]`: the labels that seat was shown before round r. */
  readonly displayed: readonly (readonly (readonly string[])[])[] | null;
  /** Outside ballots by name; entries, because names such as `__proto__` are data. */
  readonly signals: readonly (readonly [name: string, label: string])[];
  readonly reported: Reported | null;
  /** In place of ballots; absent where there are ballots. */
  readonly derived?: Derived | null;
  /** Only when this debate's panel differs from the run's. */
  readonly seats: readonly Seat[] | null;
  readonly tokens: number | null;
  /** US dollars, an exact decimal. */
  readonly cost: string | null;
  /** Whatever else the line held, as JSON text; null when nothing. */
  readonly meta: string | null;
}
