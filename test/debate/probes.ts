import { type Probe, PLACES } from "../../src/debate/probe.js";
import { probeTable, type ProbeTable, sortedProbes } from "../../src/debate/probeColumns.js";

/**
 * A probe written small: initial answer, then its eight replies as letters (weak to very strong, each solo and then social); `-` is
 * unparsed, `.` was not asked. The suggestion is left out.
 */
export function probe(initial: string, replies: string, keys: Partial<Probe> = {}): Probe {
  const read = (letter: string) => (letter === "-" ? null : letter);
  return {
    model: "m",
    family: null,
    provider: null,
    scaffold: null,
    item: "q1",
    benchmark: "b",
    category: null,
    condition: "default",
    seat: "1",
    replicate: 0,
    temperature: null,
    gold: "A",
    initial: read(initial),
    replies: [...replies].map((letter) => (letter === "." ? null : { answer: read(letter), suggested: null })),
    counted: null,
    tokens: null,
    cost: null,
    meta: null,
    ...keys,
  };
}

export const tableOf = (probes: readonly Probe[]): ProbeTable => probeTable(sortedProbes(probes), "0".repeat(64));

/**
 * Probes with exactly so many flips and unparsed replies in all: probe by probe, place by place. Every start is right; a flip goes to B.
 */
export function probesWith(
  size: number,
  flips: number,
  unparsed: number,
  keysOf: (row: number) => Partial<Probe>,
): Probe[] {
  return Array.from({ length: size }, (_, row) => {
    const replies = Array.from({ length: PLACES }, (_, place) => {
      const cell = row * PLACES + place;
      return cell < flips ? "B" : cell < flips + unparsed ? "-" : "A";
    });
    return probe("A", replies.join(""), keysOf(row));
  });
}
