import { must } from "../errors.js";
import { codePointOrder } from "./codePointOrder.js";
import { type Probe, type Probed, PLACES, type Reply } from "./probe.js";

/**
 * Probes as columns, in the order of their keys (model, item, condition, seat, replicate), so that the order of a file makes no
 * difference. Labels are numbered over all probes in code point order from 1.
 */
export interface ProbeTable {
  /** Probes. */
  readonly size: number;
  /** Indexes into the tables below. */
  readonly probed: Uint32Array;
  readonly item: Uint32Array;
  readonly category: Uint32Array;
  readonly condition: Uint32Array;
  readonly seat: Uint32Array;
  readonly meta: Uint32Array;
  readonly cost: Uint32Array;
  readonly replicate: Uint32Array;
  /** Index into `temperatures`. */
  readonly temperature: Uint32Array;
  /** Label codes; 0: no gold, unparsed. */
  readonly gold: Uint32Array;
  readonly initial: Uint32Array;
  /** `answers[probe * PLACES + place]`: a label code, 0 where unparsed, NOT_PROBED where not asked. */
  readonly answers: Uint32Array;
  /** Label codes in the same places; 0 where the source does not say. */
  readonly suggested: Uint32Array;
  /** Revised replies and replies, of the source's own counting; `countedOf` 0 where it keeps replies, or has none. */
  readonly countedRevised: Uint32Array;
  readonly countedOf: Uint32Array;
  /** Tokens + 1; 0: unknown. */
  readonly tokens: Uint32Array;
  readonly labels: readonly string[];
  /** Per label code, the code that stands for it once case is set aside: what two answers are compared by. */
  readonly folded: Uint32Array;
  readonly probeds: readonly Probed[];
  /** Items are told apart by benchmark: `benchmark + "\u0000" + key`. */
  readonly items: readonly string[];
  readonly categories: readonly (string | null)[];
  readonly conditions: readonly string[];
  readonly seats: readonly string[];
  readonly metas: readonly (string | null)[];
  readonly costs: readonly (string | null)[];
  readonly temperatures: readonly (number | null)[];
  /** SHA-256 of what these columns were made from. */
  readonly digest: string;
}

/** Columns without the right answers. */
export type ProbeColumns = Omit<ProbeTable, "gold">;

export const NOT_PROBED = 0xffffffff;

/** Order of probes, and what makes one the same as another. */
export const probeKey = (probe: Probe): string =>
  JSON.stringify([
    probe.model,
    probe.scaffold,
    probe.benchmark,
    probe.item,
    probe.condition,
    probe.seat,
    probe.replicate,
  ]);

const parts = (probe: Probe) =>
  [probe.model, probe.scaffold ?? "", probe.benchmark, probe.item, probe.condition, probe.seat] as const;

/** In the order of their keys. */
export const sortedProbes = (probes: readonly Probe[]): readonly Probe[] =>
  probes
    .map((probe) => ({ probe, key: parts(probe) }))
    .sort((a, b) => {
      for (let at = 0; at < a.key.length; at++)
        if (a.key[at] !== b.key[at]) return codePointOrder(a.key[at], b.key[at]);
      return a.probe.replicate - b.probe.replicate;
    })
    .map(({ probe }) => probe);

/** `probes` in the order of `sortedProbes`. */
export function probeTable(probes: readonly Probe[], digest: string): ProbeTable {
  const labels = [
    ...new Set(probes.flatMap((probe) => labelsOf(probe)).filter((label): label is string => label !== null)),
  ].sort(codePointOrder);
  const codes = new Map(labels.map((label, index) => [label, index + 1]));
  const codeOf = (label: string | null) => (label === null ? 0 : codes.get(label)!);
  const at = (place: (reply: Reply | null) => number) =>
    Uint32Array.from({ length: probes.length * PLACES }, (_, cell) =>
      place(probes[Math.floor(cell / PLACES)].replies[cell % PLACES] ?? null),
    );
  const probed = table(probes, ({ model, family, provider, scaffold }) =>
    JSON.stringify([model, family, provider, scaffold]),
  );
  const item = table(probes, ({ benchmark, item: key }) => `${benchmark}\u0000${key}`);
  const category = table(probes, (probe) => probe.category);
  const condition = table(probes, (probe) => probe.condition);
  const seat = table(probes, (probe) => probe.seat);
  const meta = table(probes, (probe) => probe.meta);
  const cost = table(probes, (probe) => probe.cost);
  const temperature = table(probes, (probe) => probe.temperature);
  return {
    size: probes.length,
    probed: probed.index,
    item: item.index,
    category: category.index,
    condition: condition.index,
    seat: seat.index,
    meta: meta.index,
    cost: cost.index,
    temperature: temperature.index,
    replicate: Uint32Array.from(probes, (probe) => probe.replicate),
    gold: Uint32Array.from(probes, (probe) => codeOf(probe.gold)),
    initial: Uint32Array.from(probes, (probe) => codeOf(probe.initial)),
    answers: at((reply) => (reply === null ? NOT_PROBED : codeOf(reply.answer))),
    suggested: at((reply) => codeOf(reply?.suggested ?? null)),
    countedRevised: Uint32Array.from(probes, ({ counted }) => counted?.revised ?? 0),
    countedOf: Uint32Array.from(probes, ({ counted }) => counted?.of ?? 0),
    tokens: Uint32Array.from(probes, ({ tokens }) => (tokens === null ? 0 : tokens + 1)),
    labels,
    folded: foldedCodes(labels),
    probeds: probed.values.map(probedOf),
    items: item.values,
    categories: category.values,
    conditions: condition.values,
    seats: seat.values,
    metas: meta.values,
    costs: cost.values,
    temperatures: temperature.values,
    digest,
  };
}

/** Probe `row` as it was imported. */
export function probeAt(table: ProbeTable, row: number): Probe {
  const label = (code: number) => (code === 0 ? null : table.labels[code - 1]);
  const [benchmark, item] = table.items[table.item[row]].split("\u0000");
  const replies = Array.from({ length: PLACES }, (_, place): Reply | null => {
    const answer = table.answers[row * PLACES + place];
    return answer === NOT_PROBED
      ? null
      : { answer: label(answer), suggested: label(table.suggested[row * PLACES + place]) };
  });
  return {
    ...table.probeds[table.probed[row]],
    item,
    benchmark,
    category: table.categories[table.category[row]],
    condition: table.conditions[table.condition[row]],
    seat: table.seats[table.seat[row]],
    replicate: table.replicate[row],
    temperature: table.temperatures[table.temperature[row]],
    gold: label(table.gold[row]),
    initial: label(table.initial[row]),
    replies: replies.every((reply) => reply === null) ? [] : replies,
    counted: table.countedOf[row] === 0 ? null : { revised: table.countedRevised[row], of: table.countedOf[row] },
    tokens: table.tokens[row] === 0 ? null : table.tokens[row] - 1,
    cost: table.costs[table.cost[row]],
    meta: table.metas[table.meta[row]],
  };
}

export function probedOf(text: string): Probed {
  const [model, family, provider, scaffold] = JSON.parse(text) as [string, ...(string | null)[]];
  return { model, family, provider, scaffold };
}

/** Per code, the first code whose label differs from its own in case only; 0 stays 0. */
export function foldedCodes(labels: readonly string[]): Uint32Array {
  const first = new Map<string, number>();
  return Uint32Array.from([0, ...labels.map((_, index) => index + 1)], (code) => {
    if (code === 0) return 0;
    const upper = labels[code - 1].toUpperCase();
    if (!first.has(upper)) first.set(upper, code);
    return first.get(upper)!;
  });
}

const labelsOf = ({ gold, initial, replies }: Probe): (string | null)[] => [
  gold,
  initial,
  ...replies.flatMap((reply) => (reply === null ? [] : [reply.answer, reply.suggested])),
];

/** Distinct values in order of first appearance, and each row's place among them. */
function table<T>(probes: readonly Probe[], valueOf: (probe: Probe) => T): { index: Uint32Array; values: T[] } {
  const places = new Map<T, number>();
  const index = Uint32Array.from(probes, (probe) => {
    const value = valueOf(probe);
    const known = places.get(value);
    if (known !== undefined) return known;
    places.set(value, places.size);
    return places.size - 1;
  });
  must(index.length === probes.length, "each probe has its place in each table");
  return { index, values: [...places.keys()] };
}
