import { must } from "../errors.js";
import { type Bitset, hasBit, isBitsetOf } from "./bitset.js";
import { type Seat } from "./debate.js";
import { copyDerived, noDerived } from "./derivedColumns.js";
import { type PanelBlock } from "./panelBlock.js";
import {
  type Composition,
  type Displayed,
  NOT_ASKED_CODE,
  NOT_STATED_CODE,
  type PanelRun,
  type Panels,
  UNPARSED,
} from "./panels.js";
import { type Selected, selectionDigest } from "./selectionDigest.js";

/** One run's share of a cohort: its blocks in order, which of its debates, and which seats are left out. */
export interface PanelsPart {
  readonly run: PanelRun & Pick<Selected, "contentDigest">;
  readonly blocks: readonly PanelBlock[];
  /** Null: every debate. */
  readonly bits?: Bitset | null;
  /** Seat names, dropped wherever a panel has them. */
  readonly dropSeats?: readonly string[];
}

/** The columns of all selected debates, runs in the given order and debates in order of their ordinals. */
export function panels(parts: readonly PanelsPart[]): Panels {
  const chosen = parts.flatMap((part, run) => part.blocks.map((block) => chosenFrom(block, run, part)));
  const size = chosen.reduce((sum, { rows }) => sum + rows.length, 0);
  const rounds = Math.max(0, ...parts.map(({ run }) => run.rounds));
  const seats = Math.max(0, ...chosen.flatMap(({ seats }) => seats.map((kept) => kept.length)));
  const names = interned();
  const columns = {
    ballots: new Uint8Array(size * rounds * seats).fill(NOT_ASKED_CODE),
    gold: new Uint8Array(size),
    run: new Uint32Array(size),
    ordinal: new Uint32Array(size),
    replicate: new Uint32Array(size),
    item: new Uint32Array(size),
    benchmark: new Uint32Array(size),
    category: new Uint32Array(size),
    composition: new Uint32Array(size),
  };
  const signals = new Map<string, Uint8Array>();
  const derived = chosen.some(({ block }) => block.derived !== null) ? noDerived(size, rounds) : null;
  // Where every debate is its own item's cluster, the two columns are one.
  const clustered = chosen.some(({ block }) => block.clusters !== null);
  const cluster = clustered ? new Uint32Array(size) : columns.item;
  let start = 0;
  for (const { block, run, rows, seats: kept } of chosen) {
    must(block.rounds <= rounds, "a block has more rounds than its run");
    copyBallots(block, rows, kept, columns.ballots, start, { rounds, seats });
    const benchmarks = block.benchmarks.map(names.benchmark);
    const items = block.benchmarks.map(names.itemsOf);
    const clusters = block.benchmarks.map(names.clustersOf);
    const categories = block.categories.map(names.category);
    const compositions = block.compositions.map((all, index) =>
      names.composition(kept[index].map((seat) => all[seat])),
    );
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i];
      const at = start + i;
      columns.gold[at] = block.gold[row];
      columns.run[at] = run;
      columns.ordinal[at] = block.first + row;
      columns.replicate[at] = block.replicate[row];
      columns.item[at] = items[block.benchmark[row]](block.items[row]);
      if (clustered) cluster[at] = clusters[block.benchmark[row]]((block.clusters ?? block.items)[row]);
      columns.benchmark[at] = benchmarks[block.benchmark[row]];
      columns.category[at] = categories[block.category[row]];
      columns.composition[at] = compositions[block.composition[row]];
    }
    for (const [name, column] of block.signals) {
      const all = signals.get(name) ?? new Uint8Array(size).fill(UNPARSED);
      rows.forEach((row, i) => (all[start + i] = column[row]));
      signals.set(name, all);
    }
    if (derived && block.derived) copyDerived({ ...block.derived, rounds: block.rounds }, rows, derived, start, rounds);
    start += rows.length;
  }
  return {
    size,
    seats,
    rounds,
    ...columns,
    cluster,
    signals,
    derived: derived && derived.columns,
    derivedByGold: derived && derived.byGold,
    displayed: displayedOf(chosen, size, { rounds, seats }),
    runs: parts.map(({ run: { slug, rounds, carryForward, condition } }) => ({
      slug,
      rounds,
      carryForward,
      condition,
    })),
    items: names.items,
    clusters: clustered ? names.clusters : names.items,
    benchmarks: names.benchmarks,
    categories: names.categories,
    compositions: names.compositions,
    digest: selectionDigest(
      parts.map(({ run, bits, dropSeats }) => ({ ...run, bits: bits ?? null, dropSeats: dropSeats ?? [] })),
    ),
  };
}

interface Chosen {
  readonly block: PanelBlock;
  readonly run: number;
  readonly rows: Uint32Array;
  /** Per composition of the block, the seats that stay. */
  readonly seats: readonly (readonly number[])[];
}

function chosenFrom(block: PanelBlock, run: number, { bits, blocks, dropSeats = [] }: PanelsPart): Chosen {
  const last = blocks[blocks.length - 1];
  must(!bits || isBitsetOf(last.first + last.size, bits), "a run's bitset has another length than the run");
  const rows = new Uint32Array(block.size);
  let count = 0;
  for (let row = 0; row < block.size; row++) if (!bits || hasBit(bits, block.first + row)) rows[count++] = row;
  const seats = block.compositions.map((all) =>
    all.flatMap(({ seat }, index) => (dropSeats.includes(seat) ? [] : [index])),
  );
  return { block, run, rows: rows.subarray(0, count), seats };
}

function copyBallots(
  block: PanelBlock,
  rows: Uint32Array,
  kept: Chosen["seats"],
  ballots: Uint8Array,
  start: number,
  shape: { readonly rounds: number; readonly seats: number },
): void {
  const whole = rows.length === block.size && kept.every((seats) => seats.length === block.seats);
  if (whole && block.rounds === shape.rounds && block.seats === shape.seats) {
    ballots.set(block.ballots, start * shape.rounds * shape.seats);
    return;
  }
  for (let i = 0; i < rows.length; i++) {
    const seats = kept[block.composition[rows[i]]];
    for (let round = 0; round < block.rounds; round++) {
      const from = (rows[i] * block.rounds + round) * block.seats;
      const to = ((start + i) * shape.rounds + round) * shape.seats;
      for (let seat = 0; seat < seats.length; seat++) ballots[to + seat] = block.ballots[from + seats[seat]];
    }
  }
}

/** What the remaining seats were shown, in the cohort's shape. Labels of seats that are left out were still shown to the others. */
function displayedOf(
  chosen: readonly Chosen[],
  size: number,
  shape: { readonly rounds: number; readonly seats: number },
): Displayed | null {
  if (chosen.every(({ block }) => block.displayed === null)) return null;
  const start = new Uint32Array(size + 1);
  const bytes: number[] = [];
  let debate = 0;
  for (const { block, rows, seats } of chosen) {
    const entries = displayedEntries(block);
    for (const row of rows) {
      start[debate++] = bytes.length;
      const kept = seats[block.composition[row]];
      for (let round = 1; round < shape.rounds; round++)
        for (let seat = 0; seat < shape.seats; seat++) {
          const at = round < block.rounds && seat < kept.length ? entries(row, round, kept[seat]) : null;
          const count = at === null || block.displayed === null ? NOT_STATED_CODE : block.displayed[at];
          bytes.push(count);
          if (at === null || block.displayed === null || count === NOT_STATED_CODE) continue;
          for (let shown = 1; shown <= count; shown++) bytes.push(block.displayed[at + shown]);
        }
    }
  }
  start[size] = bytes.length;
  return { bytes: Uint8Array.from(bytes), start };
}

/** Where a block says what a seat was shown; null where it says nothing at all. */
function displayedEntries({ displayed, size, rounds, seats }: PanelBlock) {
  const each = (rounds - 1) * seats;
  const places = new Uint32Array(displayed === null ? 0 : size * each);
  if (displayed !== null)
    for (let entry = 0, at = 0; entry < places.length; entry++) {
      places[entry] = at;
      at += displayed[at] === NOT_STATED_CODE ? 1 : 1 + displayed[at];
    }
  return (row: number, round: number, seat: number): number | null =>
    displayed === null ? null : places[row * each + (round - 1) * seats + seat];
}

/** The cohort-wide tables: each name gets the number of its first appearance. */
function interned() {
  const benchmarks: string[] = [];
  const categories: (string | null)[] = [];
  const compositions: Composition[] = [];
  const items: string[] = [];
  const clusters: string[] = [];
  const seatsOf = numbering<string>();
  const keysOf = (table: string[]) => {
    const byBenchmark = new Map<string, (key: string) => number>();
    return (benchmark: string) => {
      const known = byBenchmark.get(benchmark);
      if (known) return known;
      // One map per benchmark, so that no joined string has to be built and hashed only to find a number.
      const places = new Map<string, number>();
      const place = (key: string) => {
        const found = places.get(key);
        if (found !== undefined) return found;
        places.set(key, table.length);
        return table.push(`${benchmark}\u0000${key}`) - 1;
      };
      byBenchmark.set(benchmark, place);
      return place;
    };
  };
  return {
    benchmarks,
    categories,
    compositions,
    items,
    clusters,
    benchmark: numbering(benchmarks),
    category: numbering(categories),
    itemsOf: keysOf(items),
    clustersOf: keysOf(clusters),
    composition: (seats: readonly Seat[]) => {
      const place = seatsOf(JSON.stringify(seats));
      compositions[place] ??= { seats };
      return place;
    },
  };
}

function numbering<T>(table: T[] = []): (value: T) => number {
  const places = new Map<T, number>();
  return (value) => {
    const found = places.get(value);
    if (found !== undefined) return found;
    places.set(value, table.length);
    return table.push(value) - 1;
  };
}
