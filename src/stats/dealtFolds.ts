import { PythonRandom } from "./pythonRandom.js";
import { gradientDescent, type DescentOptions } from "./gradientDescent.js";
import { logisticChance } from "./logistic.js";

export interface DealtFolds {
  readonly count: number;
  /** The fold of each row. */
  readonly fold: Uint32Array;
  /** Rows in the order in which they were dealt. */
  readonly order: Uint32Array;
}

/** Folds as a published script deals them: rows shuffled by Python's generator, fold k every count-th of them from the k-th on. */
export function dealtFolds(rows: number, count: number, seed: number): DealtFolds {
  const order = new PythonRandom(seed).shuffled(rows);
  const fold = new Uint32Array(rows);
  order.forEach((row, place) => (fold[row] = place % count));
  return { count, fold, order };
}

/** Out-of-fold chances by gradient descent over dealt folds; 0.5 where a training part has one class. */
export function descentOutOfFold(
  features: readonly ArrayLike<number>[],
  outcomes: ArrayLike<number>,
  { count, fold, order }: DealtFolds,
  options: DescentOptions,
): Float64Array {
  const chances = new Float64Array(outcomes.length).fill(0.5);
  for (let held = 0; held < count; held++) {
    const train = order.filter((row) => fold[row] !== held);
    const ones = train.reduce((sum, row) => sum + outcomes[row], 0);
    if (ones === 0 || ones === train.length) continue;
    const { intercept, coefficients } = gradientDescent(features, outcomes, train, options);
    for (const row of order)
      if (fold[row] === held)
        chances[row] = logisticChance(
          features.reduce((score, column, j) => score + coefficients[j] * column[row], intercept),
        );
  }
  return chances;
}
