import { type ProbeColumns } from "./probeColumns.js";

/**
 * What a screen lacks. The observed grid: for each model and scaffold, every item that has a probe at all, under every condition, by
 * every seat, in every replicate that occurs. A cell without a probe is missing; in DebateLedger's screens that is an initial answer that
 * could not be read or a call that failed, because the source writes no row then.
 */
export interface MissingProbes {
  readonly expected: number;
  readonly missing: number;
  /** By condition and seat, those with something missing. */
  readonly by: readonly { readonly condition: string; readonly seat: string; readonly missing: number }[];
  /** Conditions that occur. */
  readonly lanes: readonly string[];
}

export function missingProbes(columns: ProbeColumns): MissingProbes {
  const { size, probed, item, condition, seat, replicate, conditions, seats, probeds } = columns;
  const lanes = conditions.length * seats.length;
  const grids = probeds.map(() => ({
    items: new Set<number>(),
    replicates: new Set<number>(),
    lanes: new Set<number>(),
  }));
  const present = new Float64Array(lanes);
  const perGrid = probeds.map(() => new Float64Array(lanes));
  for (let row = 0; row < size; row++) {
    const lane = condition[row] * seats.length + seat[row];
    const grid = grids[probed[row]];
    grid.items.add(item[row]);
    grid.replicates.add(replicate[row]);
    grid.lanes.add(lane);
    perGrid[probed[row]][lane]++;
    present[lane]++;
  }
  const missing = new Float64Array(lanes);
  let expected = 0;
  grids.forEach((grid, index) => {
    const own = [...grid.lanes];
    const wanted = new Set(own.map((lane) => Math.floor(lane / seats.length)));
    const asked = new Set(own.map((lane) => lane % seats.length));
    for (const c of wanted)
      for (const s of asked) {
        const lane = c * seats.length + s;
        const cells = grid.items.size * grid.replicates.size;
        expected += cells;
        missing[lane] += cells - perGrid[index][lane];
      }
  });
  return {
    expected,
    missing: expected - size,
    by: [...missing].flatMap((count, lane) =>
      count > 0
        ? [{ condition: conditions[Math.floor(lane / seats.length)], seat: seats[lane % seats.length], missing: count }]
        : [],
    ),
    lanes: [...conditions],
  };
}
