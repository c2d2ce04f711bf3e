import { cholesky } from "./cholesky.js";
import { log1p } from "./log1p.js";

export interface Logistic {
  readonly intercept: number;
  readonly coefficients: Float64Array;
  /** w'w / 2 + C sum log(1 + exp(-t (x'w + b))) at the optimum. */
  readonly objective: number;
  /** Largest absolute slope left, columns centred: below 1e-9 unless very large values leave only rounding. */
  readonly gradient: number;
  readonly iterations: number;
}

const STEEPEST = 1e-10;
const ITERATIONS = 100;

/**
 * L2-penalised logistic regression: minimises w'w / 2 + C sum log(1 + exp(-t (x'w + b))) with t = -1 or 1 and b free, which
 * is scikit-learn's objective. Columns are `features[j][row]`; outcomes are 0 or 1, and both must occur (with one alone b
 * would run off to infinity: an error here). Damped Newton on a strictly convex function, so there is one optimum, finite
 * even when the classes are separable; a constant column gets the coefficient 0.
 */
export function logistic(features: readonly ArrayLike<number>[], outcomes: ArrayLike<number>, c: number): Logistic {
  checkInput(features, outcomes, c);
  // Columns are centred, which only moves the free intercept: no digits are lost to columns far from zero. The intercept is
  // the last parameter, with a column of ones and no penalty.
  const means = features.map(average);
  const centred = features.map((column, j) => Float64Array.from(column, (value) => value - means[j]));
  const columns = [...centred, new Float64Array(outcomes.length).fill(1)];
  let parameters = new Float64Array(columns.length);
  let here = at(parameters, columns, outcomes, c);
  let iterations = 0;
  for (; iterations < ITERATIONS && here.steepest > STEEPEST; iterations++) {
    const step = cholesky(curvature(columns, here.chances, c), here.slope);
    let length = 1;
    let next = parameters.map((value, j) => value - step[j]);
    let there = at(next, columns, outcomes, c);
    // Beyond the last digit of the objective a rise is rounding, and the full step is the better one.
    while (there.objective > here.objective * (1 + 1e-13) && length > 1e-9) {
      length /= 2;
      next = parameters.map((value, j) => value - length * step[j]);
      there = at(next, columns, outcomes, c);
    }
    if (there.objective >= here.objective && there.steepest >= here.steepest) break;
    parameters = next;
    here = there;
  }
  const coefficients = parameters.slice(0, features.length);
  return {
    intercept: means.reduce((intercept, mean, j) => intercept - mean * coefficients[j], parameters[features.length]),
    coefficients,
    objective: here.objective,
    gradient: here.steepest,
    iterations,
  };
}

/** The fitted chance of outcome 1 for x'w + b = `score`. */
export const logisticChance = (score: number): number => {
  const odds = Math.exp(-Math.abs(score));
  return score >= 0 ? 1 / (1 + odds) : odds / (1 + odds);
};

interface Point {
  readonly chances: Float64Array;
  readonly objective: number;
  readonly slope: Float64Array;
  readonly steepest: number;
}

/** Fitted chances, objective and slope at a set of parameters. */
function at(
  parameters: Float64Array,
  columns: readonly ArrayLike<number>[],
  outcomes: ArrayLike<number>,
  c: number,
): Point {
  const rows = outcomes.length;
  const scores = new Float64Array(rows);
  columns.forEach((column, j) => {
    for (let row = 0; row < rows; row++) scores[row] += parameters[j] * column[row];
  });
  let loss = 0;
  const excess = new Float64Array(rows);
  const chances = scores.map(logisticChance);
  for (let row = 0; row < rows; row++) {
    const margin = outcomes[row] === 1 ? scores[row] : -scores[row];
    loss += log1p(Math.exp(-Math.abs(margin))) + Math.max(0, -margin);
    excess[row] = chances[row] - outcomes[row];
  }
  let penalty = 0;
  let steepest = 0;
  const slope = parameters.map((parameter, j) => {
    let sum = 0;
    for (let row = 0; row < rows; row++) sum += excess[row] * columns[j][row];
    const penalised = j < parameters.length - 1 ? parameter : 0;
    penalty += penalised * penalised;
    steepest = Math.max(steepest, Math.abs(penalised + c * sum));
    return penalised + c * sum;
  });
  return { chances, objective: penalty / 2 + c * loss, slope, steepest };
}

/** Second derivatives: C X' diag(p (1 - p)) X, plus 1 on the diagonal of the penalised coefficients. */
function curvature(columns: readonly ArrayLike<number>[], chances: Float64Array, c: number): Float64Array[] {
  return columns.map((column, j) => {
    const weighted = chances.map((chance, row) => c * chance * (1 - chance) * column[row]);
    return Float64Array.from({ length: columns.length }, (_, k) => {
      let sum = j === k && j < columns.length - 1 ? 1 : 0;
      if (k <= j) for (let row = 0; row < weighted.length; row++) sum += weighted[row] * columns[k][row];
      return sum;
    });
  });
}

function average(column: ArrayLike<number>): number {
  let sum = 0;
  for (let row = 0; row < column.length; row++) sum += column[row];
  return sum / column.length;
}

function checkInput(features: readonly ArrayLike<number>[], outcomes: ArrayLike<number>, c: number): void {
  if (!(c > 0 && Number.isFinite(c))) throw new Error(`the inverse penalty C must be positive, not ${c}`);
  let ones = 0;
  for (let row = 0; row < outcomes.length; row++) {
    if (outcomes[row] !== 0 && outcomes[row] !== 1) throw new Error(`outcome ${row} is ${outcomes[row]}, not 0 or 1`);
    ones += outcomes[row];
  }
  if (ones === 0 || ones === outcomes.length) throw new Error("both outcomes must occur for a logistic regression");
  for (const column of features) {
    if (column.length !== outcomes.length)
      throw new Error(`a feature has ${column.length} values for ${outcomes.length} outcomes`);
    for (let row = 0; row < column.length; row++)
      if (!Number.isFinite(column[row])) throw new Error(`a feature is ${column[row]} in row ${row}`);
  }
}
