import { type DerivedColumns } from "./panels.js";
import { type Seen } from "./seen.js";

/** When a feature exists: before the debate, after the blind round, or after the round that it is asked about. */
export type FeatureStage = "PRE_DEBATE" | "BLIND_ROUND" | "ROUND" | "SIGNAL";

/** A feature, with what it is asked about: a round, a signal, both, or neither. */
export interface FeatureUse {
  readonly feature: string;
  readonly round: number | null;
  readonly signal: string | null;
}

/** An exact value. A yes is 1, a no 0. */
export interface Exact {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** A value for each debate: an index into the values that occur. Null where the feature is not defined. */
export interface FeatureColumn {
  readonly codes: Uint8Array | Uint16Array | Uint32Array;
  readonly values: readonly (Exact | null)[];
}

export interface Feature {
  readonly stage: FeatureStage;
  /** A flag is a condition by itself; a number is compared. */
  readonly kind: "FLAG" | "NUMBER";
  /** The first round that it can be asked about; null: it takes no round, and exists before the blind one. */
  readonly firstRound: number | null;
  readonly takesSignal: boolean;
  /** In words, with the case in which it is null. */
  readonly description: string;
  readonly read: (seen: Seen, use: FeatureUse) => FeatureColumn;
  /** The same of a debate without ballots, at its place in columns by debate and round; absent where those cannot tell. */
  readonly readDerived?: (derived: DerivedColumns, at: number, debate: number, round: number | null) => Exact | null;
}

/** The round after which a feature exists; before the debate it is -1. */
export const existsAfter = ({ round }: FeatureUse): number => round ?? -1;
