import { type ClusterSums } from "../stats/clusterSums.js";
import { contrastIntervals } from "../stats/contrastIntervals.js";
import { type Interval } from "../stats/interval.js";
import { proportion } from "../stats/proportion.js";
import { type IntervalOptions } from "./intervalOptions.js";
import { once } from "./once.js";
import { type ProbeColumns } from "./probeColumns.js";
import { type ProbeGroups } from "./probeGrouping.js";
import { type Rate } from "./rate.js";
import { type Rates, rates } from "./rates.js";

/** A ratio of weighted sums. */
type Ratio = readonly [numerator: readonly number[], denominator: readonly number[]];

/** A difference of two rates on the same clusters. */
export interface Difference {
  /** Null when one of the two has nothing to divide by. */
  readonly value: number | null;
  readonly interval: () => Interval | null;
}

/** The sums of one group of probes (or of all), and rates of them with intervals clustered by item. */
export interface Tally extends Rates {
  readonly sums: Float64Array;
  /** The plain mean of several ratios; null when one has nothing to divide by. count is the sum of the ratios, of how many. */
  readonly mean: (ratios: readonly Ratio[]) => Rate;
  readonly difference: (minuend: Ratio, subtrahend: Ratio) => Difference;
}

/** Adds `amount` to a sum. */
export type Add = (column: number, amount: number) => void;

/** Sums what `visit` adds for each probe, by group and cluster: items, or models where intervals are asked for by model. */
export function probeTally(
  columns: ProbeColumns,
  groups: ProbeGroups | null,
  width: number,
  options: IntervalOptions,
  visit: (row: number, add: Add) => void,
): { readonly total: Tally; readonly groups: readonly Tally[] } {
  const byModel = options.cluster === "MODEL";
  const clusterOf = byModel ? columns.probed : columns.item;
  const clusters = byModel ? columns.probeds.length : columns.items.length;
  const parts = Array.from({ length: groups?.groups.length ?? 1 }, () => new Sums(clusters, width));
  for (let row = 0; row < columns.size; row++) {
    const part = parts[groups ? groups.of[row] : 0];
    const cluster = clusterOf[row];
    visit(row, (column, amount) => part.add(cluster, column, amount));
  }
  const whole = parts.length === 1 ? parts[0] : Sums.together(parts, clusters, width);
  return { total: tally(whole, options), groups: groups ? parts.map((part) => tally(part, options)) : [] };
}

class Sums {
  readonly values: Float64Array[];
  /** Clusters that something was added to, which are those that are resampled. */
  private readonly met: Uint8Array;

  constructor(clusters: number, width: number) {
    this.values = Array.from({ length: width }, () => new Float64Array(clusters));
    this.met = new Uint8Array(clusters);
  }

  add(cluster: number, column: number, amount: number): void {
    this.values[column][cluster] += amount;
    this.met[cluster] = 1;
  }

  static together(parts: readonly Sums[], clusters: number, width: number): Sums {
    const all = new Sums(clusters, width);
    for (const part of parts)
      part.values.forEach((column, index) => {
        for (let cluster = 0; cluster < clusters; cluster++)
          if (part.met[cluster] === 1) all.add(cluster, index, column[cluster]);
      });
    return all;
  }

  clusterSums(): ClusterSums {
    const places = [...this.met.keys()].filter((cluster) => this.met[cluster] === 1);
    return {
      clusters: places.length,
      columns: this.values.map((column) => Float64Array.from(places, (cluster) => column[cluster])),
    };
  }
}

function tally(part: Sums, options: IntervalOptions): Tally {
  const sums = Float64Array.from(part.values, (column) => column.reduce((sum, value) => sum + value, 0));
  const clusters = once(() => part.clusterSums());
  const dot = (weights: readonly number[]) => weights.reduce((sum, weight, column) => sum + weight * sums[column], 0);
  return {
    sums,
    ...rates(sums, clusters, options, false),
    mean: (ratios) => {
      const values = ratios.map(([numerator, denominator]) => proportion(dot(numerator), dot(denominator)).value);
      const known = values.filter((value) => value !== null);
      const exists = known.length === ratios.length;
      const point = proportion(exists ? known.reduce((sum, value) => sum + value, 0) : 0, exists ? ratios.length : 0);
      const made = once(() => contrast(1 / ratios.length, 1 / ratios.length, ratios));
      return {
        ...point,
        interval: () => (point.value === null ? null : made().interval),
        beside: () => (point.value === null ? [] : made().beside),
      };
    },
    difference: (minuend, subtrahend) => {
      const made = once(() => contrast(1, -1, [minuend, subtrahend]));
      const [high, low] = [minuend, subtrahend].map(
        ([numerator, denominator]) => proportion(dot(numerator), dot(denominator)).value,
      );
      return {
        value: high === null || low === null ? null : high - low,
        interval: () => (high === null || low === null ? null : made().interval),
      };
    },
  };

  function contrast(first: number, others: number, ratios: readonly Ratio[]) {
    const terms = ratios.map(([numerator, denominator], index) => ({
      weight: index === 0 ? first : others,
      numerator,
      denominator,
    }));
    return contrastIntervals(clusters(), terms, options);
  }
}
