import { margin, seatCount } from "./margin.js";
import { type Columns } from "./panels.js";

/** Debates at one margin, of panels of one size: margin 2 of six seats and margin 1 of seven are different things. */
export interface MarginCount {
  readonly seats: number;
  readonly margin: number;
  readonly count: number;
}

/** The margins that belong into a histogram: of every panel size those of its parity, and whatever else occurs in one of the rounds. */
export function marginClasses(panels: Columns, rounds: readonly number[]): readonly Omit<MarginCount, "count">[] {
  const marginOf = margin(panels);
  const seatsOf = seatCount(panels);
  const found = new Map<number, Set<number>>();
  for (let debate = 0; debate < panels.size; debate++) {
    const seats = seatsOf(debate);
    let margins = found.get(seats);
    if (margins === undefined) {
      margins = new Set();
      for (let each = seats % 2; each <= seats; each += 2) margins.add(each);
      found.set(seats, margins);
    }
    for (const round of rounds) {
      const each = marginOf(debate, round);
      if (each !== null) margins.add(each);
    }
  }
  return [...found]
    .sort(([a], [b]) => a - b)
    .flatMap(([seats, margins]) => [...margins].sort((a, b) => a - b).map((each) => ({ seats, margin: each })));
}

/** Debates with a margin in this round, by class, zeros included; `among` picks some of the debates. */
export function marginHistogram(
  panels: Columns,
  round: number,
  classes: readonly Omit<MarginCount, "count">[],
  among: (debate: number) => boolean = () => true,
): readonly MarginCount[] {
  const marginOf = margin(panels);
  const seatsOf = seatCount(panels);
  const counts = new Map<number, number>();
  for (let debate = 0; debate < panels.size; debate++) {
    const found = marginOf(debate, round);
    if (found === null || !among(debate)) continue;
    const key = seatsOf(debate) * 256 + found;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return classes.map((each) => ({ ...each, count: counts.get(each.seats * 256 + each.margin) ?? 0 }));
}
