import { type ClusterSums } from "./clusterSums.js";

const { floor } = Math;

/**
 * The different vectors of sums that occur, and how many clusters have each: vector k is `columns[c][k]` over c, and
 * `multiplicity[k]` clusters share it. Most frequent first, then in ascending order column by column, so that neither the order of
 * the clusters nor their names can reach a random draw.
 */
export interface DistinctSums {
  readonly clusters: number;
  readonly columns: readonly Float64Array[];
  readonly multiplicity: Uint32Array;
}

/** Collapses equal clusters: a few passes when sums are small whole numbers (as counts are), otherwise a sort. A sum that is NaN or beyond 1e90 is an error. */
export function distinctSums({ clusters, columns }: ClusterSums): DistinctSums {
  // A cluster's code is its row read as one number, every column a digit; where the digits outgrow a number, ranks stand in.
  let code = new Float64Array(clusters);
  let codes = 1;
  for (const column of columns) {
    let { low, digits } = wholeRange(column);
    let digit = column;
    if (!(codes * digits < Number.MAX_SAFE_INTEGER)) {
      const codeRanks = ranks(code);
      const columnRanks = ranks(column);
      code = Float64Array.from(codeRanks.rank);
      codes = codeRanks.count;
      digit = Float64Array.from(columnRanks.rank);
      [low, digits] = [0, columnRanks.count];
    }
    for (let g = 0; g < clusters; g++) code[g] = code[g] * digits + (digit[g] - low);
    codes *= digits;
  }
  const { rank: group, count: groups } = ranks(code);

  const size = new Uint32Array(groups);
  const example = new Uint32Array(groups);
  for (let g = 0; g < clusters; g++) {
    size[group[g]]++;
    example[group[g]] = g;
  }
  const order = Uint32Array.from({ length: groups }, (_, k) => k).sort((a, b) => size[b] - size[a] || a - b);
  return {
    clusters,
    // + 0 because -0 equals 0 and which of the two stands first is chance.
    columns: columns.map((column) => Float64Array.from(order, (k) => column[example[k]] + 0)),
    multiplicity: Uint32Array.from(order, (k) => size[k]),
  };
}

/** Beyond, products of sums would overflow in the variances. */
const LARGEST = 1e90;

/** The smallest value, and how many whole numbers reach from it to the largest; Infinity when some value is not whole. */
function wholeRange(values: Float64Array): { low: number; digits: number } {
  let low = Infinity;
  let high = -Infinity;
  let whole = true;
  for (let g = 0; g < values.length; g++) {
    const value = values[g];
    if (!(Math.abs(value) <= LARGEST)) throw new Error(`a cluster sum is ${value}`);
    if (value < low) low = value;
    if (value > high) high = value;
    whole &&= floor(value) === value;
  }
  return values.length === 0 ? { low: 0, digits: 1 } : { low, digits: whole ? high - low + 1 : Infinity };
}

/** The dense rank of each value (0 for the smallest, equal values share it) and how many there are. */
function ranks(values: Float64Array): { rank: Uint32Array; count: number } {
  const rank = new Uint32Array(values.length);
  const { low, digits } = wholeRange(values);
  if (digits <= 4 * values.length + 65_536) {
    const rankOf = new Uint32Array(digits);
    for (let g = 0; g < values.length; g++) rankOf[values[g] - low] = 1;
    let count = 0;
    for (let i = 0; i < digits; i++) if (rankOf[i] === 1) rankOf[i] = count++;
    for (let g = 0; g < values.length; g++) rank[g] = rankOf[values[g] - low];
    return { rank, count: values.length === 0 ? 0 : count };
  }
  const rankOf = new Map<number, number>();
  for (const value of Float64Array.from(values).sort()) if (!rankOf.has(value)) rankOf.set(value, rankOf.size);
  for (let g = 0; g < values.length; g++) rank[g] = rankOf.get(values[g]) ?? 0;
  return { rank, count: rankOf.size };
}
