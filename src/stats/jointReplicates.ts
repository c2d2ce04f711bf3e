import { combinedColumn } from "./clusterSums.js";
import { type ResampledTotals } from "./resampledTotals.js";

/**
 * Several statistics in the same replicates: `columns[s][r]` is statistic s in replicate r. Statistics that are compared must
 * come from one draw of the clusters; from draws of their own, ranks and differences look too certain or too wild. Only
 * replicates in which every statistic has a value are kept; the others are counted.
 */
export interface JointReplicates {
  readonly columns: readonly Float64Array[];
  readonly dropped: number;
}

/** Keeps the replicates in which every value is present; null is a statistic without a value. */
export function jointReplicates(values: readonly ArrayLike<number | null>[]): JointReplicates {
  const drawn = values[0]?.length ?? 0;
  for (const column of values)
    if (column.length !== drawn)
      throw new Error(`statistics with ${drawn} and ${column.length} replicates share no draw`);
  const kept: number[] = [];
  for (let replicate = 0; replicate < drawn; replicate++)
    if (values.every((column) => column[replicate] !== null)) kept.push(replicate);
  const columns = values.map((column) => Float64Array.from(kept, (replicate) => column[replicate] ?? 0));
  for (const column of columns)
    for (const value of column)
      if (!Number.isFinite(value)) throw new Error(`a replicate is ${value}; no value is null`);
  return { columns, dropped: drawn - kept.length };
}

/**
 * Ratios of the same resampled totals, one per model or policy: each is (numerator . totals) / (denominator . totals), with a
 * weight for every column. An empty denominator has no value and drops the replicate for all.
 */
export function jointRatios(
  { replicates, columns }: ResampledTotals,
  ratios: readonly { readonly numerator: readonly number[]; readonly denominator: readonly number[] }[],
): JointReplicates {
  const totals = { clusters: replicates, columns };
  return jointReplicates(
    ratios.map(({ numerator, denominator }) => {
      const above = combinedColumn(totals, numerator);
      const below = combinedColumn(totals, denominator);
      return Array.from(above, (value, replicate) => (below[replicate] === 0 ? null : value / below[replicate]));
    }),
  );
}
