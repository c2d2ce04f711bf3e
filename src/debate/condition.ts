import { must, UserError } from "../errors.js";
import { type Exact, type FeatureUse } from "./feature.js";
import { featureNamed } from "./features.js";
import { type Seen } from "./seen.js";

export const operators = ["=", "!=", "<", "<=", ">", ">="] as const;
export type Operator = (typeof operators)[number];

/** When a rule fires: a tree over named features. It holds no code, and every tree has an answer for every debate. */
export type Condition =
  | boolean
  | { readonly and: readonly Condition[] }
  | { readonly or: readonly Condition[] }
  | { readonly not: Condition }
  /** A flag by itself. */
  | (FeatureUse & { readonly test: "HOLDS" })
  /** Whether the feature is defined. */
  | (FeatureUse & { readonly test: "KNOWN"; readonly known: boolean })
  | (FeatureUse & { readonly test: "COMPARED"; readonly operator: Operator; readonly value: Exact });

/** Three-valued: a comparison with a feature that is null is neither true nor false, and its negation is not either. */
export const FALSE = 0;
export const UNKNOWN = 1;
export const TRUE = 2;

/** FALSE, UNKNOWN or TRUE for each debate. `and` is the least of its parts, `or` the greatest (Kleene). */
export function truth(condition: Condition, seen: Seen): Uint8Array {
  if (typeof condition === "boolean") return new Uint8Array(seen.size).fill(condition ? TRUE : FALSE);
  if ("not" in condition) return truth(condition.not, seen).map((value) => TRUE - value);
  if ("and" in condition) return joined(condition.and, seen, TRUE, (part, whole) => part < whole);
  if ("or" in condition) return joined(condition.or, seen, FALSE, (part, whole) => part > whole);
  const feature = featureNamed(condition.feature);
  must(feature, `the feature ${condition.feature} is known`);
  const { codes, values } = feature.read(seen, condition);
  // Few values occur, so each is compared once, exactly, and a debate looks its answer up.
  const answers = Uint8Array.from(values, (value) => answer(condition, value));
  const found = new Uint8Array(seen.size);
  for (let debate = 0; debate < seen.size; debate++) found[debate] = answers[codes[debate]];
  const { derived, rounds } = seen;
  if (derived === null) return found;
  if (feature.readDerived === undefined) throw noBallots(condition.feature);
  for (let debate = 0; debate < seen.size; debate++)
    if (derived.is[debate] === 1)
      found[debate] = answer(
        condition,
        feature.readDerived(derived, debate * rounds + (condition.round ?? 0), debate, condition.round),
      );
  return found;
}

export const noBallots = (feature: string): UserError =>
  new UserError(
    "NO_BALLOTS",
    `policy: the feature ${feature} looks at single ballots, and some of these debates have derived columns only`,
  );

function joined(
  parts: readonly Condition[],
  seen: Seen,
  start: number,
  replaces: (part: number, whole: number) => boolean,
): Uint8Array {
  const whole = new Uint8Array(seen.size).fill(start);
  for (const condition of parts) {
    const part = truth(condition, seen);
    for (let debate = 0; debate < seen.size; debate++)
      if (replaces(part[debate], whole[debate])) whole[debate] = part[debate];
  }
  return whole;
}

type Leaf = Extract<Condition, { test: string }>;

function answer(leaf: Leaf, value: Exact | null): number {
  if (leaf.test === "KNOWN") return (value !== null) === leaf.known ? TRUE : FALSE;
  if (value === null) return UNKNOWN;
  if (leaf.test === "HOLDS") return value.numerator === 0n ? FALSE : TRUE;
  const difference = value.numerator * leaf.value.denominator - leaf.value.numerator * value.denominator;
  return holds[leaf.operator](difference) ? TRUE : FALSE;
}

const holds: Readonly<Record<Operator, (difference: bigint) => boolean>> = {
  "=": (difference) => difference === 0n,
  "!=": (difference) => difference !== 0n,
  "<": (difference) => difference < 0n,
  "<=": (difference) => difference <= 0n,
  ">": (difference) => difference > 0n,
  ">=": (difference) => difference >= 0n,
};

/** Every feature that a condition names. */
export function featuresOf(condition: Condition): readonly FeatureUse[] {
  if (typeof condition === "boolean") return [];
  if ("not" in condition) return featuresOf(condition.not);
  if ("and" in condition) return condition.and.flatMap(featuresOf);
  if ("or" in condition) return condition.or.flatMap(featuresOf);
  return [condition];
}
