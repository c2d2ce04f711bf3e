/** How often an interval held the truth, or missed it and where the truth lay; no interval at all is counted apart, and not as covered. */
export interface Tally {
  covered: number;
  truthBelow: number;
  truthAbove: number;
  none: number;
  /** Sum of widths over the sets that have an interval. */
  width: number;
}

export function add(
  tallies: Map<string, Tally>,
  method: string,
  limits: readonly [number, number] | null,
  truth: number,
): void {
  const tally = tallies.get(method) ?? { covered: 0, truthBelow: 0, truthAbove: 0, none: 0, width: 0 };
  tallies.set(method, tally);
  if (limits === null) {
    tally.none++;
    return;
  }
  tally.width += limits[1] - limits[0];
  if (truth < limits[0]) tally.truthBelow++;
  else if (truth > limits[1]) tally.truthAbove++;
  else tally.covered++;
}
