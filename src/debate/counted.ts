import { type ClusterSums } from "../stats/clusterSums.js";
import { proportion } from "../stats/proportion.js";
import { type Clusters, clustersOf } from "./clustering.js";
import { type Groups, membersOf } from "./grouping.js";
import { groupIntervals } from "./groupIntervals.js";
import { type IntervalOptions } from "./intervalOptions.js";
import { once } from "./once.js";
import { type Columns } from "./panels.js";
import { type Rate } from "./rate.js";

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
export interface Counted {
  readonly counts: Float64Array;
  /**
   * A ratio of weighted counts: the weights say how much a debate of each kind adds to numerator and denominator.
   */
  readonly rate: (numerator: readonly number[], denominator: readonly number[]) => Rate;
  /**
   * The same where the numerator may be negative (a difference, a net) or above the denominator. With a method, the interval is made by
   * that one, whatever was asked for.
   */
  readonly signedRate: (
    numerator: readonly number[],
    denominator: readonly number[],
    method?: IntervalOptions["method"],
  ) => Rate;
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
    const intervals = groupIntervals(sums, options, kinds.shareDraws);
    const dot = (weights: readonly number[]) => counts.reduce((sum, count, kind) => sum + count * weights[kind], 0);
    const rate = (
      numerator: readonly number[],
      denominator: readonly number[],
      signed: boolean,
      method?: IntervalOptions["method"],
    ): Rate => {
      const point = proportion(dot(numerator), dot(denominator));
      const { interval, beside } = intervals({ numerator, denominator, signed, method });
      return {
        ...point,
        interval: () => (point.value === null ? null : interval()),
        beside: () => (point.value === null ? [] : beside()),
      };
    };
    return {
      counts,
      rate: (numerator, denominator) => rate(numerator, denominator, false),
      signedRate: (numerator, denominator, method) => rate(numerator, denominator, true, method),
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
