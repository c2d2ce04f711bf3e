import { logistic, logisticChance } from "./logistic.js";
import { type RocAuc, rocAuc } from "./rocAuc.js";

export interface Fold {
  /** The fold's key; with two ways of holding out, both keys. */
  readonly key: string;
  readonly train: number;
  readonly test: number;
  /** Training means and population standard deviations that both parts were scaled by; 0 and 1 when nothing was. */
  readonly means: readonly number[];
  readonly deviations: readonly number[];
  readonly intercept: number;
  /** On the standardised scale. */
  readonly coefficients: Float64Array;
  readonly objective: number;
  readonly gradient: number;
  /** Of the held-out rows alone; null when they have one class. */
  readonly auc: number | null;
}

export interface OutOfFold {
  /** Each row's fitted chance from a model that never saw its fold; null when some training part has one class. */
  readonly chances: Float64Array | null;
  /** Of the pooled chances. */
  readonly auc: RocAuc | null;
  readonly meanFoldAuc: number | null;
  readonly folds: readonly Fold[];
  readonly reason: "one_class_train" | null;
}

export interface FoldOptions {
  /** Inverse penalty, scikit-learn's C. */
  readonly c: number;
  readonly standardize: boolean;
}

/**
 * Out-of-fold chances of outcome 1 by L2 logistic regression. `heldOut` gives each row's fold, once for every way of
 * holding out: `[item]` holds items out, `[model]` models, `[model, itemBlock]` both at once. Rows that agree in every key
 * form a test part; a model for them is trained on the rows that differ in every key, so with two keys rows that share
 * either are in neither part. Centring and scaling come from the training part alone. A value that is NaN or infinite is an error.
 */
export function outOfFold(
  features: readonly ArrayLike<number>[],
  outcomes: ArrayLike<number>,
  heldOut: readonly ArrayLike<number | string>[],
  { c, standardize }: FoldOptions,
): OutOfFold {
  if (heldOut.length === 0) throw new Error("at least one way of holding out is needed");
  const rows = Array.from(outcomes, (_, row) => row);
  for (const column of [...features, ...heldOut])
    if (column.length !== rows.length) throw new Error(`${rows.length} outcomes, but a column of ${column.length}`);
  const tests = new Map<string, number[]>();
  for (const row of rows) {
    const key = heldOut.map((keys) => String(keys[row])).join(" / ");
    const test = tests.get(key);
    if (test === undefined) tests.set(key, [row]);
    else test.push(row);
  }
  const chances = new Float64Array(rows.length);
  const folds: Fold[] = [];
  for (const [key, test] of tests) {
    const train = rows.filter((row) => heldOut.every((keys) => keys[row] !== keys[test[0]]));
    const ones = train.reduce((sum, row) => sum + outcomes[row], 0);
    if (ones === 0 || ones === train.length)
      return { chances: null, auc: null, meanFoldAuc: null, folds: [], reason: "one_class_train" };
    const scales = features.map((column) => (standardize ? scale(column, train) : { mean: 0, deviation: 1 }));
    const scaled = (part: readonly number[]): Float64Array[] =>
      features.map((column, j) =>
        Float64Array.from(part, (row) => (column[row] - scales[j].mean) / scales[j].deviation),
      );
    const model = logistic(
      scaled(train),
      train.map((row) => outcomes[row]),
      c,
    );
    const held = scaled(test);
    test.forEach((row, i) => {
      const score = held.reduce((sum, column, j) => sum + model.coefficients[j] * column[i], model.intercept);
      chances[row] = logisticChance(score);
    });
    const { auc } = rocAuc(
      test.map((row) => outcomes[row]),
      test.map((row) => chances[row]),
    );
    const { intercept, coefficients, objective, gradient } = model;
    folds.push({
      key,
      train: train.length,
      test: test.length,
      means: scales.map(({ mean }) => mean),
      deviations: scales.map(({ deviation }) => deviation),
      intercept,
      coefficients,
      objective,
      gradient,
      auc,
    });
  }
  const aucs = folds.flatMap(({ auc }) => (auc === null ? [] : [auc]));
  const meanFoldAuc = aucs.length === 0 ? null : aucs.reduce((sum, auc) => sum + auc, 0) / aucs.length;
  return { chances, auc: rocAuc(outcomes, chances), meanFoldAuc, folds, reason: null };
}

/** Mean and population standard deviation of some rows of a column; a constant column is centred and left unscaled. */
function scale(column: ArrayLike<number>, rows: readonly number[]): { mean: number; deviation: number } {
  const first = column[rows[0]];
  if (rows.every((row) => column[row] === first)) return { mean: first, deviation: 1 };
  const mean = rows.reduce((sum, row) => sum + column[row], 0) / rows.length;
  const squares = rows.reduce((sum, row) => sum + (column[row] - mean) * (column[row] - mean), 0);
  return { mean, deviation: Math.sqrt(squares / rows.length) };
}
