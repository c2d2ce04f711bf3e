import { type Tails } from "./tailCounter.js";

/** How many rearrangements to draw, and the seed that makes them the same again. */
export interface Resampling {
  readonly resamples: number;
  readonly seed: string;
}

/**
 * What every permutation test here answers: the chance, over the rearrangements that the null hypothesis calls equally
 * likely, of a statistic at least as far out as the observed one. All are walked when that is affordable; otherwise a
 * seeded sample is drawn, p is (c + 1) / (B + 1) (Phipson & Smyth 2010), and the answer carries its own error.
 */
export interface PermutationP {
  /** P(|T| >= |observed|); null, like all the others, when there is nothing to compare. */
  readonly pTwoSided: number | null;
  /** P(T >= observed). */
  readonly pGreater: number | null;
  /** P(T <= observed). */
  readonly pLess: number | null;
  readonly method: "EXACT" | "MONTE_CARLO" | null;
  /** Standard error of `pTwoSided` that comes from drawing: 0 when exact. */
  readonly monteCarloError: number;
  /** What was drawn; null when exact. */
  readonly resampling: Resampling | null;
}

export interface PermutationTest extends PermutationP {
  readonly statistic: number | null;
  readonly reason: "empty" | null;
  /** What was rearranged (pairs, clusters or values), and how many rows were left out because a value was missing. */
  readonly units: number;
  readonly omitted: number;
}

/** p values when every rearrangement was walked. */
export const exactly = ({ twoSided, greater, less, total }: Tails): PermutationP => ({
  pTwoSided: twoSided / total,
  pGreater: greater / total,
  pLess: less / total,
  method: "EXACT",
  monteCarloError: 0,
  resampling: null,
});

/** At least one rearrangement is drawn; anything but a whole number from 1 up is an error. */
export function checkResamples({ resamples }: Resampling): void {
  if (!(Number.isSafeInteger(resamples) && resamples >= 1))
    throw new Error(`resamples are a whole number from 1 up, got ${resamples}`);
}

/** Sums of the values have to stay finite: those of all of them, as often as there are values. */
export function checkAddable(values: Float64Array): void {
  const size = values.reduce((sum, value) => sum + Math.abs(value), 0);
  if (!Number.isFinite(size * values.length)) throw new Error("the values are too large to be added up");
}

/** The observed arrangement counts as one more draw, so that p is never 0 and the test keeps its level. */
export function drawn({ twoSided, greater, less, total }: Tails, resampling: Resampling): PermutationP {
  checkResamples(resampling);
  const pTwoSided = (twoSided + 1) / (total + 1);
  return {
    pTwoSided,
    pGreater: (greater + 1) / (total + 1),
    pLess: (less + 1) / (total + 1),
    method: "MONTE_CARLO",
    monteCarloError: Math.sqrt((pTwoSided * (1 - pTwoSided)) / (total + 1)),
    resampling,
  };
}

/** No p value, as when there is nothing to rearrange. */
export const NO_P: PermutationP = {
  pTwoSided: null,
  pGreater: null,
  pLess: null,
  method: null,
  monteCarloError: 0,
  resampling: null,
};

/** The answer to a test without data: everything null, reason `empty`. */
export const nothingToCompare = (omitted: number): PermutationTest => ({
  ...NO_P,
  statistic: null,
  reason: "empty",
  units: 0,
  omitted,
});
