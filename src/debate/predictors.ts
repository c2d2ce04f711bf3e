import { delong } from "../stats/delong.js";
import { rocAuc, type RocAuc } from "../stats/rocAuc.js";
import { type Access } from "./r1Features.js";

/** One number per debate that is larger where a collapse is expected, and how well its order alone tells collapses. */
export interface Predictor {
  readonly name: string;
  readonly access: Access;
  /** Debates for which it is not defined: left out of its AUC. */
  readonly missing: number;
  readonly auc: RocAuc;
  /** By DeLong for independent debates, on the logit scale. */
  readonly limits: readonly [number, number] | null;
}

type Columns = ReadonlyMap<string, ArrayLike<number>>;

/** New predictors, such as those of probes, are added here. */
const single: readonly (readonly [name: string, needs: readonly string[], of: (...values: number[]) => number])[] = [
  ["initial_disagreement", ["init_agree_frac"], (agreement) => 1 - agreement],
  ["initial_split", ["init_unanimous"], (unanimous) => 1 - unanimous],
  ["r1_majority_changed", ["r1_majority_changed"], (changed) => changed],
  ["r1_n_flipped_from_init", ["r1_n_flipped_from_init"], (flipped) => flipped],
  ["r1_disagreement", ["r1_agree_frac"], (agreement) => 1 - agreement],
  [
    "r1_changed_x_init_split",
    ["r1_majority_changed", "init_agree_frac"],
    (changed, agreement) => changed * (1 - agreement),
  ],
  [
    "r1_changed_x_nonunanimous",
    ["r1_majority_changed", "r1_agree_frac"],
    (changed, agreement) => changed * Number(agreement < 1),
  ],
];

/** Of all rows, or of these. A predictor whose columns do not exist is left out. */
export function predictors(
  columns: Columns,
  collapsed: ArrayLike<number>,
  rows: readonly number[] | null,
  level: number,
): readonly Predictor[] {
  const all = rows ?? Array.from(collapsed, (_, row) => row);
  return single.flatMap(([name, needs, of]) => {
    if (!needs.every((need) => columns.has(need))) return [];
    const values = all.map((row) => {
      const given = needs.map((need) => columns.get(need)![row]);
      return given.some(Number.isNaN) ? NaN : of(...given);
    });
    const defined = values.flatMap((value, at) => (Number.isNaN(value) ? [] : [at]));
    const labels = defined.map((at) => collapsed[all[at]]);
    const scores = defined.map((at) => values[at]);
    return [
      {
        name,
        access: "PROSPECTIVE" as const,
        missing: all.length - defined.length,
        auc: rocAuc(labels, scores),
        limits: delong(labels, scores, level).logit,
      },
    ];
  });
}
