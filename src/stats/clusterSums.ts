const { isFinite, isInteger } = Number;

/**
 * What a cluster contributes, summed once: column c of cluster g is `columns[c][g]`. A clustered ratio needs nothing else, so
 * estimates, jackknife, standard errors and any number of resamples never touch the rows again. Every cluster of the cohort has its
 * place, also one whose denominator is empty, because resampling draws from all of them.
 */
export interface ClusterSums {
  readonly clusters: number;
  readonly columns: readonly Float64Array[];
}

/**
 * Sums rows by cluster: row i belongs to cluster `clusterOf[i]` (0..clusters-1) and adds `values[c][i]` to column c.
 * A cluster number out of range, or a value that is not finite, is an error: missing rows are to be left out by the caller.
 */
export function clusterSums(
  clusters: number,
  clusterOf: ArrayLike<number>,
  values: readonly ArrayLike<number>[],
): ClusterSums {
  const columns = values.map((value, c) => {
    if (value.length !== clusterOf.length) {
      throw new Error(`clusterSums: column ${c} has ${value.length} rows, there are ${clusterOf.length}`);
    }
    const column = new Float64Array(clusters);
    for (let i = 0; i < value.length; i++) {
      const cluster = clusterOf[i];
      if (!(isInteger(cluster) && cluster >= 0 && cluster < clusters)) {
        throw new Error(`clusterSums: row ${i} is in cluster ${cluster}, there are ${clusters}`);
      }
      if (!isFinite(value[i])) throw new Error(`clusterSums: column ${c}, row ${i} is ${value[i]}`);
      column[cluster] += value[i];
    }
    return column;
  });
  return { clusters, columns };
}

/** The sum of every column over the clusters, each counted as often as `times` says (once when not given). */
export const columnTotals = ({ columns }: ClusterSums, times?: ArrayLike<number>): number[] =>
  columns.map((column) => column.reduce((sum, value, g) => sum + (times ? times[g] : 1) * value, 0));

/** The one column that is the weighted sum of the columns: weights (1, -1) give a difference. */
export function combinedColumn({ clusters, columns }: ClusterSums, weights: readonly number[]): Float64Array {
  if (weights.length !== columns.length) {
    throw new Error(`there are ${columns.length} columns, but ${weights.length} weights`);
  }
  const combined = new Float64Array(clusters);
  columns.forEach((column, c) => {
    const weight = weights[c];
    if (weight !== 0) for (let g = 0; g < clusters; g++) combined[g] += weight * column[g];
  });
  return combined;
}
