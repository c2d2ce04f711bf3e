import { percentileLimits, type Replicates } from "../stats/bootstrapLimits.js";
import { type Interval, interval } from "../stats/interval.js";
import { type PartialSpearman, partialSpearman } from "../stats/partialSpearman.js";
import { quantile } from "../stats/quantile.js";
import { type Spearman, spearman } from "../stats/spearman.js";
import { type Measured, noisySpearman, spearmanReplicates, spearmanRho } from "../stats/spearmanReplicates.js";
import { codePointOrder } from "./codePointOrder.js";
import { once } from "./once.js";

/** A model under a scaffold: how often it gives way to probes, and how its debates went. */
export interface AssociationRow {
  readonly label: string;
  readonly family: string;
  /** Flip rate of the screen; the count may be a sum of rates. */
  readonly alpha: Measured;
  /** Collapses of the debates that started right. */
  readonly collapse: Measured;
  readonly initialAccuracy: number;
  readonly finalAccuracy: number;
  /** Corrections of the debates that started wrong; null when none did. */
  readonly correction: number | null;
  /** Collapses of all debates. */
  readonly rawCollapse: number;
}

/** What a family's rows are made into: each variable on its own, every row with the same weight. */
export const aggregations = ["MEAN", "MEDIAN"] as const;
export type Aggregation = (typeof aggregations)[number];

export interface AssociationFamily {
  readonly family: string;
  readonly rows: number;
  readonly alpha: number;
  readonly collapse: number;
  readonly initialAccuracy: number;
}

/** A predictor's rank correlation with conditional collapse. */
export interface Correlated {
  readonly spearman: Spearman;
  /** With initial accuracy taken out. */
  readonly partial: PartialSpearman;
}

/** Without some rows: rho over the rows and over the families that are left, the family means formed anew. */
export interface LeftOut {
  /** The row, or null when a whole family is left out. */
  readonly label: string | null;
  readonly family: string;
  readonly byRow: number | null;
  readonly byFamily: Spearman;
}

export const predictors = {
  ALPHA: ({ alpha }: AssociationRow) => alpha.count / alpha.of,
  /** What a team has for nothing: the weaker the blind majority, the more collapse. */
  INITIAL_ERROR: ({ initialAccuracy }: AssociationRow) => 1 - initialAccuracy,
  FINAL_ERROR: ({ finalAccuracy }: AssociationRow) => 1 - finalAccuracy,
  CONDITIONAL_CORRECTION: ({ correction }: AssociationRow) => correction,
  RAW_COLLAPSE: ({ rawCollapse }: AssociationRow) => rawCollapse,
} as const satisfies Record<string, (row: AssociationRow) => number | null>;
export type Predictor = keyof typeof predictors;

/** Whether a flip rate measured beforehand goes with conditional collapse, over rows and over families. */
export interface Association {
  readonly families: readonly AssociationFamily[];
  readonly byRow: Correlated;
  readonly byFamily: Correlated;
  /** Every predictor beside the flip rate, on the same rows. */
  readonly predictors: () => readonly {
    readonly predictor: Predictor;
    readonly byRow: Spearman;
    readonly byFamily: Spearman;
  }[];
  readonly withoutRow: () => readonly LeftOut[];
  readonly withoutFamily: () => readonly LeftOut[];
  /** Of the rows' rho: families resampled with all their rows. */
  readonly familyInterval: () => Interval;
  readonly errorsInVariables: () => ErrorsInVariables;
}

/** Rho of the rows when both rates are measured with error. Null where no replicate has a value. */
export interface ErrorsInVariables {
  readonly median: number | null;
  readonly mean: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly level: number;
  readonly resamples: number;
  readonly seed: string;
  readonly undefinedReplicates: number;
}

export interface AssociationOptions {
  readonly aggregation: Aggregation;
  readonly level: number;
  readonly resamples: number;
  readonly seed: string;
}

/**
 * Rank correlation of the probes' flip rate with conditional collapse. A family's value is the unweighted mean (or median) of its rows'
 * rates, as in DebateLedger, not a pooled ratio. p values to quote are the permutation ones; those of the rows take each row as
 * independent, which rows of one family are not.
 */
export function association(rows: readonly AssociationRow[], options: AssociationOptions): Association {
  const resampling = { resamples: options.resamples, seed: options.seed };
  const correlate = (x: readonly (number | null)[], y: readonly number[]) => spearman(x, y, resampling, options.level);
  const outcome = (some: readonly AssociationRow[]) => some.map(({ collapse }) => collapse.count / collapse.of);
  const inFamilies = (some: readonly AssociationRow[], value: (row: AssociationRow) => number | null) =>
    byFamily(some).map(([, members]) => aggregate(members.map(value), options.aggregation));
  const familyOutcome = (some: readonly AssociationRow[]) =>
    inFamilies(some, ({ collapse }) => collapse.count / collapse.of) as number[];

  const families = byFamily(rows).map(([family, members]): AssociationFamily => {
    const value = (of: (row: AssociationRow) => number) => aggregate(members.map(of), options.aggregation)!;
    return {
      family,
      rows: members.length,
      alpha: value(predictors.ALPHA),
      collapse: value(({ collapse }) => collapse.count / collapse.of),
      initialAccuracy: value(({ initialAccuracy }) => initialAccuracy),
    };
  });
  const over = (units: readonly { alpha: number; collapse: number; initialAccuracy: number }[]): Correlated => {
    const x = units.map(({ alpha }) => alpha);
    const y = units.map(({ collapse }) => collapse);
    const control = units.map(({ initialAccuracy }) => initialAccuracy);
    return { spearman: correlate(x, y), partial: partialSpearman(x, y, [control], resampling) };
  };
  const without = (label: string | null, family: string, left: readonly AssociationRow[]): LeftOut => ({
    label,
    family,
    byRow: spearmanRho(left.map(predictors.ALPHA), outcome(left)),
    byFamily: correlate(inFamilies(left, predictors.ALPHA), familyOutcome(left)),
  });
  const units = rows.map((row) => ({
    alpha: predictors.ALPHA(row),
    collapse: row.collapse.count / row.collapse.of,
    initialAccuracy: row.initialAccuracy,
  }));
  return {
    families,
    byRow: over(units),
    byFamily: over(families),
    predictors: once(() =>
      (Object.keys(predictors) as Predictor[]).map((predictor) => ({
        predictor,
        byRow: correlate(rows.map(predictors[predictor]), outcome(rows)),
        byFamily: correlate(inFamilies(rows, predictors[predictor]), familyOutcome(rows)),
      })),
    ),
    withoutRow: once(() =>
      rows.map((row) =>
        without(
          row.label,
          row.family,
          rows.filter((other) => other !== row),
        ),
      ),
    ),
    withoutFamily: once(() =>
      families.map(({ family }) =>
        without(
          null,
          family,
          rows.filter((row) => row.family !== family),
        ),
      ),
    ),
    familyInterval: once(() => familyInterval(rows, options)),
    errorsInVariables: once(() => errorsInVariables(rows, options)),
  };
}

/** Families in code point order, each with its rows. */
function byFamily(rows: readonly AssociationRow[]): [string, AssociationRow[]][] {
  const found = new Map<string, AssociationRow[]>();
  for (const row of rows) found.set(row.family, [...(found.get(row.family) ?? []), row]);
  return [...found].sort(([a], [b]) => codePointOrder(a, b));
}

/** Null when a row has no value: a family's mean over some of its rows would be that of another family. */
function aggregate(values: readonly (number | null)[], how: Aggregation): number | null {
  const known = values.filter((value) => value !== null);
  if (known.length < values.length) return null;
  if (how === "MEDIAN")
    return quantile(
      [...known].sort((a, b) => a - b),
      0.5,
    );
  return known.reduce((sum, value) => sum + value, 0) / known.length;
}

function familyInterval(rows: readonly AssociationRow[], { level, resamples, seed }: AssociationOptions): Interval {
  const names = byFamily(rows).map(([family]) => family);
  const clusters = names.length;
  const replicates: Replicates =
    clusters === 0
      ? { ascending: new Float64Array(), undefinedReplicates: 0 }
      : spearmanReplicates(
          rows.map(predictors.ALPHA),
          rows.map(({ collapse }) => collapse.count / collapse.of),
          rows.map(({ family }) => names.indexOf(family)),
          clusters,
          { seed, to: resamples },
        );
  const { undefinedReplicates } = replicates;
  const origin = {
    method: "PERCENTILE" as const,
    level,
    clusters,
    resampling: { seed, resamples, undefinedReplicates },
  };
  return interval(origin, clusters < 2 ? { reason: "single_cluster" } : percentileLimits(replicates, level));
}

function errorsInVariables(
  rows: readonly AssociationRow[],
  { level, resamples, seed }: AssociationOptions,
): ErrorsInVariables {
  const { ascending, undefinedReplicates } = noisySpearman(
    rows.map(({ alpha }) => alpha),
    rows.map(({ collapse }) => collapse),
    { seed, to: resamples },
  );
  const at = (p: number) => (ascending.length === 0 ? null : quantile(ascending, p));
  return {
    median: at(0.5),
    mean: ascending.length === 0 ? null : ascending.reduce((sum, rho) => sum + rho, 0) / ascending.length,
    low: at((1 - level) / 2),
    high: at((1 + level) / 2),
    level,
    resamples,
    seed,
    undefinedReplicates,
  };
}
