import { logisticChance } from "./logistic.js";

export interface DescentOptions {
  readonly rate: number;
  readonly steps: number;
  /** Penalty on coefficients, none on the intercept. */
  readonly l2: number;
}

export interface Descent {
  readonly intercept: number;
  readonly coefficients: Float64Array;
}

/**
 * Logistic regression by so many steps of full-batch gradient descent from zero, on columns as they are: where it stops is part of the
 * method, and no optimum. For repeating a published procedure; `logistic` finds the optimum. `rows` are the training rows. Equal ones are
 * computed once and counted as often as they occur, which moves no more than the last digits.
 */
export function gradientDescent(
  features: readonly ArrayLike<number>[],
  outcomes: ArrayLike<number>,
  rows: ArrayLike<number>,
  { rate, steps, l2 }: DescentOptions,
): Descent {
  const { distinct, times } = distinctRows(features, outcomes, rows);
  const count = distinct.length;
  const columns = features.map((column) => Float64Array.from(distinct, (row) => column[row]));
  const outcome = Float64Array.from(distinct, (row) => outcomes[row]);
  const coefficients = new Float64Array(features.length);
  let intercept = 0;
  const excess = new Float64Array(count);
  for (let step = 0; step < steps; step++) {
    excess.fill(intercept);
    columns.forEach((column, j) => {
      for (let i = 0; i < count; i++) excess[i] += coefficients[j] * column[i];
    });
    let total = 0;
    for (let i = 0; i < count; i++) {
      excess[i] = times[i] * (logisticChance(excess[i]) - outcome[i]);
      total += excess[i];
    }
    columns.forEach((column, j) => {
      let slope = 0;
      for (let i = 0; i < count; i++) slope += excess[i] * column[i];
      coefficients[j] -= rate * (slope / rows.length + l2 * coefficients[j]);
    });
    intercept -= (rate * total) / rows.length;
  }
  return { intercept, coefficients };
}

/** One row of each kind, in order of first appearance, and how many there are of it. */
function distinctRows(
  features: readonly ArrayLike<number>[],
  outcomes: ArrayLike<number>,
  rows: ArrayLike<number>,
): { distinct: number[]; times: number[] } {
  const places = new Map<string, number>();
  const distinct: number[] = [];
  const times: number[] = [];
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    const key = features.reduce((text, column) => `${text} ${column[row]}`, String(outcomes[row]));
    const place = places.get(key);
    if (place !== undefined) times[place]++;
    else {
      places.set(key, distinct.push(row) - 1);
      times.push(1);
    }
  }
  return { distinct, times };
}
