import { type ClusterSums } from "../stats/clusterSums.js";
import { type Clusters, clustersOf } from "./clustering.js";
import { type Groups, membersOf } from "./grouping.js";
import { type IntervalOptions } from "./intervalOptions.js";
import { once } from "./once.js";
import { type Columns } from "./panels.js";
import { type Rates, rates } from "./rates.js";

/** What each debate was found to be, as a number: 0 to columns - 1 are counted, everything else but OUTSIDE is there and in no rate. */
export interface Kinds {
  readonly of: Uint16Array;
  readonly columns: number;
  /** Whether all rates of a group are drawn together: see `groupIntervals`. */
  readonly shareDraws: boolean;
}

/** A debate outside the population: its cluster is not one of the clusters that are resampled, unless another debate puts it there. */
export const OUTSIDE = 65535;

/** The debates of one group (or all of them), counted by kind. */
export interface Counted extends Rates {
  readonly counts: Float64Array;
  /** Counts by cluster, of the clusters with at least one debate of the population. */
  readonly sums: () => ClusterSums;
}

/** Counts all debates and those of each group in one pass, and prepares the cluster sums that intervals are made of. */
export function counted(
  panels: Columns,
  kinds: Kinds,
  groups: Groups | null,
  options: IntervalOptions,
): { total: Counted; groups: readonly Counted[] } {
  const tables = countTables(kinds, groups);
  const total = new Float64Array(kinds.columns);
  for (const table of tables) table.forEach((count, kind) => (total[kind] += count));
  const clusters = once(() => clustersOf(panels, options.cluster));
  const members = once(() => (groups ? membersOf(groups) : []));
  const of = (counts: Float64Array, group: number | null): Counted => {
    const sums = once(() => clusterSumsOf(kinds, clusters(), group === null ? null : members()[group]));
    return {
      counts,
      ...rates(counts, sums, options, kinds.shareDraws),
      sums,
    };
  };
  return { total: of(total, null), groups: groups ? tables.map(of) : [] };
}

function countTables({ of, columns }: Kinds, groups: Groups | null): Float64Array[] {
  const tables = Array.from({ length: groups?.groups.length ?? 1 }, () => new Float64Array(columns));
  for (let debate = 0; debate < of.length; debate++)
    if (of[debate] < columns) tables[groups ? groups.of[debate] : 0][of[debate]]++;
  return tables;
}

/** One column of counts per kind, one place per cluster; clusters in order of first appearance. */
function clusterSumsOf({ of, columns }: Kinds, clusters: Clusters, members: Uint32Array | null): ClusterSums {
  const place = new Int32Array(clusters.count).fill(-1);
  const size = members?.length ?? of.length;
  let places = 0;
  for (let i = 0; i < size; i++) {
    const debate = members ? members[i] : i;
    if (of[debate] !== OUTSIDE && place[clusters.of[debate]] < 0) place[clusters.of[debate]] = places++;
  }
  const sums = Array.from({ length: columns }, () => new Float64Array(places));
  for (let i = 0; i < size; i++) {
    const debate = members ? members[i] : i;
    if (of[debate] < columns) sums[of[debate]][place[clusters.of[debate]]]++;
  }
  return { clusters: places, columns: sums };
}
