import { type Replicates } from "./bootstrapLimits.js";
import { combinedColumn } from "./clusterSums.js";
import { type DistinctSums } from "./distinctSums.js";
import { type ResampledTotals } from "./resampledTotals.js";

/**
 * One ratio of sums: (numerator . totals) / (denominator . totals), times a weight. A rate is one term; the difference of two
 * conditions is two, with weights 1 and -1; net utility per debate is one, with (prevented, -lost) above.
 */
export interface RatioTerm {
  readonly weight: number;
  /** One weight per column of sums. */
  readonly numerator: readonly number[];
  readonly denominator: readonly number[];
}

/** A weighted sum of ratios on the distinct clusters: all that standard errors, jackknife and tests need. */
export interface RatioContrast {
  /** All clusters, and those with any denominator. */
  readonly clusters: number;
  readonly clustersAtRisk: number;
  readonly times: Uint32Array;
  readonly terms: readonly {
    readonly weight: number;
    readonly numerator: Float64Array;
    readonly denominator: Float64Array;
    readonly above: number;
    readonly below: number;
  }[];
  /** Null when a term has nothing to divide by. */
  readonly estimate: number | null;
}

/** The estimate and its parts; a weight that is not finite, or not one weight per column, is an error. One pass over distinct sums. */
export function ratioContrast(distinct: DistinctSums, terms: readonly RatioTerm[]): RatioContrast {
  const { clusters, multiplicity: times } = distinct;
  const size = times.length;
  const rows = { clusters: size, columns: distinct.columns };
  const prepared = terms.map(({ weight, ...term }) => {
    for (const each of [weight, ...term.numerator, ...term.denominator])
      if (!Number.isFinite(each)) throw new Error(`a weight of a contrast is ${each}`);
    const numerator = combinedColumn(rows, term.numerator);
    const denominator = combinedColumn(rows, term.denominator);
    let above = 0;
    let below = 0;
    for (let k = 0; k < size; k++) {
      above += times[k] * numerator[k];
      below += times[k] * denominator[k];
    }
    return { weight, numerator, denominator, above, below };
  });
  let clustersAtRisk = 0;
  for (let k = 0; k < size; k++)
    if (prepared.some(({ denominator }) => denominator[k] !== 0)) clustersAtRisk += times[k];
  const estimate = prepared.some(({ below }) => below === 0)
    ? null
    : prepared.reduce((sum, { weight, above, below }) => sum + weight * (above / below), 0);
  return { clusters, clustersAtRisk, times, terms: prepared, estimate };
}

/** The contrast in every replicate; one with an empty denominator has no value. */
export function contrastReplicates(totals: ResampledTotals, terms: readonly RatioTerm[]): Replicates {
  const { replicates, columns } = totals;
  const values = new Float64Array(replicates);
  const defined = new Uint8Array(replicates).fill(1);
  const rows = { clusters: replicates, columns };
  for (const { weight, numerator, denominator } of terms) {
    const above = combinedColumn(rows, numerator);
    const below = combinedColumn(rows, denominator);
    for (let r = 0; r < replicates; r++) {
      if (below[r] === 0) defined[r] = 0;
      else values[r] += weight * (above[r] / below[r]);
    }
  }
  const ascending = values.filter((_, r) => defined[r] === 1).sort();
  return { ascending, undefinedReplicates: replicates - ascending.length };
}

/** The contrast without one cluster of each distinct kind; null where that empties a denominator. */
export function jackknife({ terms, times, estimate }: RatioContrast): (number | null)[] {
  return Array.from(times, (_, k) => {
    if (estimate === null || terms.some(({ denominator, below }) => denominator[k] === below)) return null;
    return terms.reduce(
      (sum, { weight, numerator, denominator, above, below }) =>
        sum + weight * ((above - numerator[k]) / (below - denominator[k])),
      0,
    );
  });
}

/**
 * BCa's acceleration, sum d^3 / (6 (sum d^2)^1.5) with d = mean of the jackknife - jackknife, over all clusters. 0 when all are equal,
 * null when any is undefined or there are no clusters.
 */
export function acceleration(contrast: RatioContrast): number | null {
  const values = jackknife(contrast);
  if (contrast.clusters === 0 || values.includes(null)) return null;
  const { times, clusters } = contrast;
  const mean = values.reduce<number>((sum, value, k) => sum + times[k] * (value ?? 0), 0) / clusters;
  let squares = 0;
  let cubes = 0;
  values.forEach((value, k) => {
    const d = mean - (value ?? 0);
    squares += times[k] * d * d;
    cubes += times[k] * d * d * d;
  });
  return squares === 0 ? 0 : cubes / (6 * squares * Math.sqrt(squares));
}
