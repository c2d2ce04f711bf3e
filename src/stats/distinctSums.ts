import { type ClusterSums } from "./clusterSums.js";

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

/** Collapses equal clusters: linear in the clusters when sums are small whole numbers (as counts are), otherwise a sort. */
export function distinctSums({ clusters, columns }: ClusterSums): DistinctSums {
  let group = new Uint32Array(clusters);
  let groups = clusters === 0 ? 0 : 1;
  for (const column of columns) {
    const ranked = ranks(column);
    const joint = new Float64Array(clusters);
    for (let g = 0; g < clusters; g++) joint[g] = group[g] * ranked.count + ranked.rank[g];
    ({ rank: group, count: groups } = ranks(joint));
  }

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

/** The dense rank of each value (0 for the smallest, equal values share it) and how many there are. */
function ranks(values: Float64Array): { rank: Uint32Array<ArrayBuffer>; count: number } {
  if (values.length === 0) return { rank: new Uint32Array(0), count: 0 };
  let low = Infinity;
  let high = -Infinity;
  let whole = true;
  for (const value of values) {
    if (!Number.isFinite(value)) throw new Error(`a cluster sum is ${value}`);
    if (value < low) low = value;
    if (value > high) high = value;
    if (whole && !Number.isInteger(value)) whole = false;
  }
  const rank = new Uint32Array(values.length);
  const span = high - low + 1;
  if (whole && span <= 4 * values.length + 65_536) {
    const rankOf = new Uint32Array(span);
    for (const value of values) rankOf[value - low] = 1;
    let count = 0;
    for (let i = 0; i < span; i++) if (rankOf[i] === 1) rankOf[i] = count++;
    for (let g = 0; g < values.length; g++) rank[g] = rankOf[values[g] - low];
    return { rank, count };
  }
  const rankOf = new Map<number, number>();
  for (const value of Float64Array.from(values).sort()) if (!rankOf.has(value)) rankOf.set(value, rankOf.size);
  for (let g = 0; g < values.length; g++) rank[g] = rankOf.get(values[g]) ?? 0;
  return { rank, count: rankOf.size };
}
