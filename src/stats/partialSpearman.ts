import { completeRows } from "./completeRows.js";
import { correlation, correlationT } from "./correlation.js";
import { doubledMidranks } from "./midranks.js";
import { permutation } from "./permutation.js";
import { drawn, exactly, NO_P, type PermutationP, type Resampling } from "./permutationTest.js";
import { Philox, STREAM } from "./philox.js";
import { tailCounter, type Tails } from "./tailCounter.js";

/** 10! rankings of the outcome take about a fifth of a second. */
const EXACT_LIMIT = 10;

/** A residual, or a difference between two correlations, that is this small is rounding. */
const ROUNDING = 1e-9;

/**
 * The p values to quote come from permuting the *outcome's* ranks over the units while x and its covariates stay attached,
 * and computing the partial correlation anew each time: the scheme of the published analysis, and the one to name in a
 * report, since others give other verdicts (the published ranking has 442 of 5,040 here, 360 when x is permuted instead).
 */
export interface PartialSpearman extends PermutationP {
  readonly rho: number | null;
  /** The t approximation, df = n - 2 - (independent covariates): for many units. */
  readonly approximation: { readonly t: number | null; readonly df: number; readonly pTwoSided: number } | null;
  readonly scheme: "OUTCOME_RANKS";
  readonly reason: "n_too_small" | "constant_input" | "collinear_with_covariate" | null;
  readonly used: number;
  readonly omitted: number;
}

/**
 * Spearman's correlation of x with the outcome y when what both share with the covariates is taken out: everything is ranked
 * (mid-ranks), the ranks of x and of y are regressed on the covariates' ranks, and the residuals are correlated. Units with a
 * missing value anywhere leave first. Null with a reason when no degree of freedom is left, a side is constant, or a side is
 * a linear function of the covariates. All n! rankings are walked up to 10 units; above, `resampling` says what is drawn.
 */
export function partialSpearman(
  x: readonly (number | null)[],
  y: readonly (number | null)[],
  covariates: readonly (readonly (number | null)[])[],
  resampling: Resampling,
): PartialSpearman {
  const { columns, used, omitted } = completeRows([x, y, ...covariates]);
  const [ranksX, ranksY, ...others] = columns.map(doubledMidranks).map(centred);
  const basis = independentDirections(others);
  const df = used - 2 - basis.length;
  const nothing = (reason: PartialSpearman["reason"]): PartialSpearman => {
    return { ...NO_P, rho: null, approximation: null, scheme: "OUTCOME_RANKS", reason, used, omitted };
  };
  if (df < 1) return nothing("n_too_small");
  if (dot(ranksX, ranksX) === 0 || dot(ranksY, ranksY) === 0) return nothing("constant_input");
  const restX = remainder(ranksX, basis);
  const restY = remainder(ranksY, basis);
  const found = restX === null || restY === null ? null : correlation(restX, restY);
  if (found === null || restX === null) return nothing("collinear_with_covariate");
  const tails =
    used <= EXACT_LIMIT ? allRankings(restX, ranksY, basis) : drawnRankings(restX, ranksY, basis, resampling);
  return {
    ...(used <= EXACT_LIMIT ? exactly(tails) : drawn(tails, resampling)),
    rho: found.r,
    approximation: correlationT(found, df),
    scheme: "OUTCOME_RANKS",
    reason: null,
    used,
    omitted,
  };
}

/** Deals the outcome's ranks to the units in every order, carrying the sums that the partial correlation is made of. */
function allRankings(restX: Float64Array, ranksY: Float64Array, basis: readonly Float64Array[]): Tails {
  const n = ranksY.length;
  const directions = [restX, ...basis];
  const width = directions.length;
  const partial = partialOf(restX, ranksY);
  const { tails, add } = tailCounter(partial(directions.map((direction) => dot(direction, ranksY))), ROUNDING);
  // sums[unit * width + d]: direction d times the ranks dealt to the units before this one.
  const sums = new Float64Array((n + 1) * width);
  const deal = (unit: number, free: number): void => {
    const here = unit * width;
    if (unit === n) {
      add(partial(sums.subarray(here)), 1);
      return;
    }
    for (let rank = 0; rank < n; rank++) {
      if ((free & (1 << rank)) === 0) continue;
      for (let d = 0; d < width; d++) sums[here + width + d] = sums[here + d] + directions[d][unit] * ranksY[rank];
      deal(unit + 1, free & ~(1 << rank));
    }
  };
  deal(0, (1 << n) - 1);
  return tails;
}

function drawnRankings(
  restX: Float64Array,
  ranksY: Float64Array,
  basis: readonly Float64Array[],
  { resamples, seed }: Resampling,
): Tails {
  const directions = [restX, ...basis];
  const partial = partialOf(restX, ranksY);
  const { tails, add } = tailCounter(partial(directions.map((direction) => dot(direction, ranksY))), ROUNDING);
  const random = new Philox(seed, STREAM.permutation);
  for (let replicate = 0; replicate < resamples; replicate++) {
    const order = permutation(ranksY.length, random.restart(replicate));
    const shuffled = ranksY.map((_, unit) => ranksY[order[unit]]);
    add(partial(directions.map((direction) => dot(direction, shuffled))), 1);
  }
  return tails;
}

/**
 * The partial correlation from the products of an outcome with x's residual and with the covariates' directions: what the
 * directions explain leaves the outcome's length. An outcome that they explain wholly counts as 0.
 */
function partialOf(restX: Float64Array, ranksY: Float64Array): (products: ArrayLike<number>) => number {
  const lengthX = Math.sqrt(dot(restX, restX));
  const squaresY = dot(ranksY, ranksY);
  return (products) => {
    let left = squaresY;
    for (let d = 1; d < products.length; d++) left -= products[d] * products[d];
    return left <= ROUNDING * squaresY ? 0 : products[0] / (lengthX * Math.sqrt(left));
  };
}

/** Orthogonal directions of length 1 that span the covariates' ranks; a covariate that adds none is left out. */
function independentDirections(columns: readonly Float64Array[]): Float64Array[] {
  const basis: Float64Array[] = [];
  for (const column of columns) {
    const rest = remainder(column, basis);
    const length = rest === null ? 0 : Math.sqrt(dot(rest, rest));
    if (rest !== null && length > 0) basis.push(rest.map((value) => value / length));
  }
  return basis;
}

/** What the directions do not explain of a column, taken out twice for the sake of rounding; null when nothing is left. */
function remainder(column: Float64Array, basis: readonly Float64Array[]): Float64Array | null {
  let rest = column;
  for (const direction of [...basis, ...basis]) {
    const along = dot(rest, direction);
    rest = rest.map((value, unit) => value - along * direction[unit]);
  }
  return dot(rest, rest) <= ROUNDING * ROUNDING * dot(column, column) ? null : rest;
}

function centred(values: Float64Array): Float64Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.map((value) => value - mean);
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
