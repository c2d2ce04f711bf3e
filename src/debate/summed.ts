import { type ClusterSums } from "../stats/clusterSums.js";
import { clustersOf } from "./clustering.js";
import { type IntervalOptions } from "./intervalOptions.js";
import { once } from "./once.js";
import { type Columns } from "./panels.js";
import { type Rates, rates } from "./rates.js";

/**
 * Ratios of totals to which each debate may add any number, as its seats and rounds do. `totals` are known; the same by cluster, over all clusters
 * of these debates, are summed when an interval is asked for: `add(sums, debate, cluster)` adds what one debate adds.
 */
export function summed(
  panels: Columns,
  totals: readonly number[],
  add: (columns: readonly Float64Array[], debate: number, cluster: number) => void,
  options: IntervalOptions,
): Rates & { readonly sums: () => ClusterSums } {
  const sums = once(() => {
    const clusters = clustersOf(panels, options.cluster);
    const place = new Int32Array(clusters.count).fill(-1);
    let places = 0;
    for (let debate = 0; debate < panels.size; debate++)
      if (place[clusters.of[debate]] < 0) place[clusters.of[debate]] = places++;
    const columns = totals.map(() => new Float64Array(places));
    for (let debate = 0; debate < panels.size; debate++) add(columns, debate, place[clusters.of[debate]]);
    return { clusters: places, columns };
  });
  return { ...rates(totals, sums, options, false), sums };
}
