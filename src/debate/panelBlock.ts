import { must } from "../errors.js";
import {
  bytesOf,
  bytesOfStrings,
  float64sOf,
  readSections,
  stringsOf,
  uint16sOf,
  uint32sOf,
  writeSections,
} from "./blockBytes.js";
import { type CodedDebate } from "./codeDebate.js";
import { type Debate, type RunHeader, type Seat } from "./debate.js";
import { type AllDerived, derivedColumns } from "./derivedColumns.js";
import { NOT_STATED_CODE, UNPARSED } from "./panels.js";
import { sha256 } from "./sha256.js";

/** Debates of one run per block; the last block of a run may hold fewer. */
export const BLOCK_SIZE = 4096;
/** Goes up whenever the bytes of the same debates change. Blocks of another version are rebuilt from the rows. */
export const BLOCK_VERSION = 1;
const MAGIC = "CWPB";

/** The columns of consecutive debates of one run: what an import writes so that nobody has to read the rows one by one. */
export interface PanelBlock {
  /** Ordinal of the first debate. */
  readonly first: number;
  readonly size: number;
  readonly rounds: number;
  readonly seats: number;
  /** `ballots[(debate * rounds + round) * seats + seat]`, as in `Panels`. */
  readonly ballots: Uint8Array;
  readonly gold: Uint8Array;
  /** Null when all debates have ballots. */
  readonly derived: AllDerived | null;
  readonly signals: ReadonlyMap<string, Uint8Array>;
  readonly replicate: Uint32Array;
  /** One key per debate. */
  readonly items: readonly string[];
  /** One key per debate; null when each debate's cluster is its item. */
  readonly clusters: readonly string[] | null;
  /** Per debate an index into the table of the same name. */
  readonly benchmark: Uint16Array;
  readonly benchmarks: readonly string[];
  readonly category: Uint16Array;
  readonly categories: readonly (string | null)[];
  readonly composition: Uint16Array;
  readonly compositions: readonly (readonly Seat[])[];
  /** `CodedDebate.displayed` of one debate after the other; null when no debate says what was displayed. */
  readonly displayed: Uint8Array | null;
}

interface Row {
  readonly debate: Pick<
    Debate,
    "item" | "benchmark" | "category" | "cluster" | "replicate" | "seats" | "rounds" | "derived"
  >;
  readonly coded: CodedDebate;
}

/** The block of these debates, coded under one shape. `first` is the ordinal of the first of them. */
export function panelBlock(
  run: Pick<RunHeader, "seats">,
  shape: { readonly rounds: number; readonly seats: number },
  first: number,
  rows: readonly Row[],
): PanelBlock {
  must(rows.length <= BLOCK_SIZE, `a block holds at most ${BLOCK_SIZE} debates, got ${rows.length}`);
  const cells = shape.rounds * shape.seats;
  const ballots = new Uint8Array(rows.length * cells);
  rows.forEach(({ coded }, index) => {
    must(coded.codes.length === cells, "a debate was coded under another shape than its block");
    ballots.set(coded.codes, index * cells);
  });
  const clustered = rows.some(({ debate }) => debate.cluster !== debate.item);
  const benchmark = table(rows.map(({ debate }) => debate.benchmark));
  const category = table(rows.map(({ debate }) => debate.category));
  const composition = table(rows.map(({ debate }) => seatsText(debate.seats ?? run.seats)));
  return {
    first,
    size: rows.length,
    ...shape,
    ballots,
    gold: Uint8Array.from(rows, ({ coded }) => coded.gold),
    derived: derivedColumns(
      rows.map(({ debate }) => debate),
      shape.rounds,
    ),
    signals: signalColumns(rows),
    replicate: Uint32Array.from(rows, ({ debate }) => debate.replicate),
    items: rows.map(({ debate }) => debate.item),
    clusters: clustered ? rows.map(({ debate }) => debate.cluster) : null,
    benchmark: benchmark.index,
    benchmarks: benchmark.values,
    category: category.index,
    categories: category.values,
    composition: composition.index,
    compositions: composition.values.map(seatsOf),
    displayed: displayedColumn(shape, rows),
  };
}

/** Distinct values in order of first appearance, and each row's place among them. */
function table<T>(column: readonly T[]): { index: Uint16Array; values: T[] } {
  const places = new Map<T, number>();
  const index = Uint16Array.from(column, (value) => {
    const place = places.get(value) ?? places.size;
    places.set(value, place);
    return place;
  });
  return { index, values: [...places.keys()] };
}

function signalColumns(rows: readonly Row[]): ReadonlyMap<string, Uint8Array> {
  const columns = new Map<string, Uint8Array>();
  rows.forEach(({ coded }, index) => {
    for (const [name, code] of coded.signals) {
      const column = columns.get(name) ?? new Uint8Array(rows.length).fill(UNPARSED);
      column[index] = code;
      columns.set(name, column);
    }
  });
  return columns;
}

function displayedColumn(shape: { rounds: number; seats: number }, rows: readonly Row[]): Uint8Array | null {
  if (rows.every(({ coded }) => coded.displayed === null)) return null;
  const nothing = new Uint8Array(Math.max(0, shape.rounds - 1) * shape.seats).fill(NOT_STATED_CODE);
  const parts = rows.map(({ coded }) => coded.displayed ?? nothing);
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Seats as one text, so that equal panels are equal strings. */
const seatsText = (seats: readonly Seat[]): string =>
  JSON.stringify(
    seats.map(({ seat, model, family, provider, temperature }) => [seat, model, family, provider, temperature]),
  );

function seatsOf(text: string): readonly Seat[] {
  const rows = JSON.parse(text) as [string, string, string | null, string | null, number | null][];
  return rows.map(([seat, model, family, provider, temperature]) => ({ seat, model, family, provider, temperature }));
}

/** The same debates give the same bytes on every machine. */
export function encodePanelBlock(block: PanelBlock): Uint8Array {
  const named = block.categories.map((category) => (category === null ? "" : `=${category}`));
  const sections: [string, Uint8Array][] = [
    ["shape", bytesOf(Uint32Array.of(block.first, block.size, block.rounds, block.seats))],
    ["ballots", block.ballots],
    ["gold", block.gold],
    ["replicate", bytesOf(block.replicate)],
    ["items", bytesOfStrings(block.items)],
    ["benchmark", bytesOf(block.benchmark)],
    ["benchmarks", bytesOfStrings(block.benchmarks)],
    ["category", bytesOf(block.category)],
    ["categories", bytesOfStrings(named)],
    ["composition", bytesOf(block.composition)],
    ["compositions", bytesOfStrings(block.compositions.map(seatsText))],
    ["signalNames", bytesOfStrings([...block.signals.keys()])],
  ];
  [...block.signals.values()].forEach((column, index) => sections.push([`signal${index}`, column]));
  if (block.clusters) sections.push(["clusters", bytesOfStrings(block.clusters)]);
  if (block.displayed) sections.push(["displayed", block.displayed]);
  if (block.derived) sections.push(...derivedSections(block.derived));
  return writeSections(MAGIC, BLOCK_VERSION, sections);
}

const derivedSections = ({ columns, byGold }: AllDerived): [string, Uint8Array][] => [
  ["derived", columns.is],
  ["changed", columns.changed],
  ["agreement", bytesOf(columns.agreement)],
  ["flipped", columns.flipped],
  ["unanimous", columns.initialUnanimous],
  ["right", byGold.right],
  ["disagreeing", byGold.disagreeing],
];

const readDerived = (section: (name: string) => Uint8Array): AllDerived => ({
  columns: {
    is: section("derived").slice(),
    changed: section("changed").slice(),
    agreement: float64sOf(section("agreement")),
    flipped: section("flipped").slice(),
    initialUnanimous: section("unanimous").slice(),
  },
  byGold: { right: section("right").slice(), disagreeing: section("disagreeing").slice() },
});

export function decodePanelBlock(bytes: Uint8Array): PanelBlock {
  const sections = readSections(MAGIC, BLOCK_VERSION, bytes);
  const section = (name: string): Uint8Array => {
    const content = sections.get(name);
    must(content, `the panel block has no section ${name}`);
    return content;
  };
  const [first, size, rounds, seats] = uint32sOf(section("shape"));
  const clusters = sections.get("clusters");
  const ballots = section("ballots").slice();
  must(ballots.length === size * rounds * seats, "the panel block's ballots do not fit its shape");
  return {
    first,
    size,
    rounds,
    seats,
    ballots,
    gold: section("gold").slice(),
    signals: new Map(stringsOf(section("signalNames")).map((name, index) => [name, section(`signal${index}`).slice()])),
    replicate: uint32sOf(section("replicate")),
    items: stringsOf(section("items")),
    clusters: clusters ? stringsOf(clusters) : null,
    benchmark: uint16sOf(section("benchmark")),
    benchmarks: stringsOf(section("benchmarks")),
    category: uint16sOf(section("category")),
    categories: stringsOf(section("categories")).map((named) => (named === "" ? null : named.slice(1))),
    composition: uint16sOf(section("composition")),
    compositions: stringsOf(section("compositions")).map(seatsOf),
    displayed: sections.get("displayed")?.slice() ?? null,
    derived: sections.has("derived") ? readDerived(section) : null,
  };
}

/** SHA-256 of the encoded block: when it does not match, the block is rebuilt from the rows. */
export const blockDigest = (encoded: Uint8Array): string => sha256(encoded);
