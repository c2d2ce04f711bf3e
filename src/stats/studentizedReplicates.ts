import { type Replicates } from "./bootstrapLimits.js";
import { combinedColumn } from "./clusterSums.js";
import { type DistinctSums } from "./distinctSums.js";
import { type RatioTerm } from "./ratioContrast.js";
import { type Draws, resampledTotals } from "./resampledTotals.js";

/**
 * (t* - t) / SE* per replicate, SE* the CR1 standard error computed anew from the resample's own clusters. A replicate with an empty
 * denominator, fewer than two clusters at risk or no variance has no value. The draws are those of `resampledTotals` with the same
 * arguments: only the columns are others, namely products of sums, from which every replicate's variance follows.
 */
export function studentizedReplicates(
  distinct: DistinctSums,
  terms: readonly RatioTerm[],
  estimate: number,
  draws: Draws,
): Replicates {
  const rows = { clusters: distinct.multiplicity.length, columns: distinct.columns };
  const parts = terms.flatMap(({ numerator, denominator }) => [
    combinedColumn(rows, numerator),
    combinedColumn(rows, denominator),
  ]);
  const atRisk = Float64Array.from(distinct.multiplicity, (_, k) =>
    parts.some((part, i) => i % 2 === 1 && part[k] !== 0) ? 1 : 0,
  );
  const pairs = parts.flatMap((_, i) => parts.slice(i).map((_, j) => [i, i + j] as const));
  const products = pairs.map(([i, j]) => parts[i].map((value, k) => value * parts[j][k]));
  const { replicates, columns } = resampledTotals({ ...distinct, columns: [...parts, ...products, atRisk] }, draws);

  const values = new Float64Array(replicates);
  let defined = 0;
  for (let r = 0; r < replicates; r++) {
    const clusters = columns[columns.length - 1][r];
    let value = 0;
    const coefficients: number[] = [];
    terms.forEach(({ weight }, c) => {
      const ratio = columns[2 * c][r] / columns[2 * c + 1][r];
      value += weight * ratio;
      coefficients.push(weight / columns[2 * c + 1][r], (-weight * ratio) / columns[2 * c + 1][r]);
    });
    let cr0 = 0;
    let size = 0;
    pairs.forEach(([i, j], p) => {
      const term = (i === j ? 1 : 2) * coefficients[i] * coefficients[j] * columns[parts.length + p][r];
      cr0 += term;
      size += Math.abs(term);
    });
    const studentized = (value - estimate) / Math.sqrt((cr0 * clusters) / (clusters - 1));
    // Where the variance is zero, rounding leaves about 1e-16 of what was added and subtracted.
    if (clusters > 1 && cr0 > 1e-13 * size && Number.isFinite(studentized)) values[defined++] = studentized;
  }
  return { ascending: values.slice(0, defined).sort(), undefinedReplicates: replicates - defined };
}
