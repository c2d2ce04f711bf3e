import { codePointOrder } from "./codePointOrder.js";
import { channels, PLACES, strengths } from "./probe.js";
import { countedCells, type ProbeCoding } from "./probeCoding.js";
import { NOT_PROBED, type ProbeColumns } from "./probeColumns.js";
import { type Proportion, proportion } from "../stats/proportion.js";
import { PAPER_EPSILON, socialShare } from "./sensitivity.js";

/**
 * What the probes say of one item for one model: known before any debate, and without gold. These are the pre-debate features of a gate.
 */
export interface ProbeItem {
  readonly model: string;
  readonly scaffold: string | null;
  readonly benchmark: string;
  readonly item: string;
  /** Probes with a reply that counts. */
  readonly probes: number;
  /** alpha(M, q): the mean of the probes' own flip rates. Null without a reply; so are the others. */
  readonly alpha: Proportion;
  readonly solo: Proportion;
  readonly social: Proportion;
  /** S/A as in the paper. */
  readonly socialArgument: number | null;
  /** Pairs of initial answers, of those that were read, that differ. Null with fewer than two. */
  readonly disagreement: Proportion;
  /** Distinct initial answers, case set aside. */
  readonly answers: number;
}

/** By model, scaffold, benchmark and item, in code point order. */
export function probeItems(columns: ProbeColumns, coding: ProbeCoding): readonly ProbeItem[] {
  const { rows, places, whole } = countedCells(columns, coding);
  const { size, probed, item, items, probeds, answers, initial, folded, countedOf, countedRevised } = columns;
  const found = new Map<number, Counts>();
  for (let row = 0; row < size; row++) {
    if (!rows(row)) continue;
    const key = probed[row] * items.length + item[row];
    const counts = found.get(key) ?? newCounts();
    found.set(key, counts);
    if (initial[row] === 0) continue;
    const start = folded[initial[row]];
    counts.starts.set(start, (counts.starts.get(start) ?? 0) + 1);
    let asked = whole ? countedOf[row] : 0;
    let flips = whole ? countedRevised[row] : 0;
    for (const place of places) {
      const answer = answers[row * PLACES + place];
      if (answer === NOT_PROBED || (answer === 0 && coding.unparsed === "DROP")) continue;
      const flipped = answer === 0 ? coding.unparsed === "REVISION" : folded[answer] !== start;
      asked++;
      counts.asked[place]++;
      if (!flipped) continue;
      flips++;
      counts.flips[place]++;
    }
    if (asked === 0) continue;
    counts.probes++;
    counts.rates += flips / asked;
  }
  return [...found]
    .map(([key, counts]) => {
      const [benchmark, name] = items[key % items.length].split("\u0000");
      const { model, scaffold } = probeds[Math.floor(key / items.length)];
      return { model, scaffold, benchmark, item: name, ...itemOf(counts) };
    })
    .sort(
      (a, b) =>
        codePointOrder(a.model, b.model) ||
        codePointOrder(a.scaffold ?? "", b.scaffold ?? "") ||
        codePointOrder(a.benchmark, b.benchmark) ||
        codePointOrder(a.item, b.item),
    );
}

interface Counts {
  probes: number;
  rates: number;
  readonly asked: Float64Array;
  readonly flips: Float64Array;
  readonly starts: Map<number, number>;
}

const newCounts = (): Counts => ({
  probes: 0,
  rates: 0,
  asked: new Float64Array(PLACES),
  flips: new Float64Array(PLACES),
  starts: new Map(),
});

function itemOf({ probes, rates, asked, flips, starts }: Counts) {
  const pooled = (within: (place: number) => boolean): Proportion => {
    let [count, of] = [0, 0];
    for (let place = 0; place < PLACES; place++)
      if (within(place)) {
        count += flips[place];
        of += asked[place];
      }
    return proportion(count, of);
  };
  const solo = pooled((place) => place % channels.length === 0);
  const social = pooled((place) => place % channels.length === 1);
  const isStrong = (place: number) => place >= (strengths.length / 2) * channels.length;
  const [strong, weak] = [pooled(isStrong), pooled((place) => !isStrong(place))];
  const known = solo.value !== null && social.value !== null && strong.value !== null && weak.value !== null;
  const read = [...starts.values()].reduce((sum, count) => sum + count, 0);
  const same = [...starts.values()].reduce((sum, count) => sum + (count * (count - 1)) / 2, 0);
  const pairs = (read * (read - 1)) / 2;
  return {
    probes,
    alpha: proportion(rates, probes),
    solo,
    social,
    socialArgument: known ? socialShare(social.value - solo.value, strong.value - weak.value, PAPER_EPSILON) : null,
    disagreement: proportion(pairs - same, pairs),
    answers: starts.size,
  };
}

/** Pre-debate features by item, for one model: what a gate may look at. Keys are `benchmark + "\u0000" + item`. */
export interface ProbeFeatures {
  /** Mean flip rate of the probes, over all replies and over solo ones. Null without replies. */
  readonly probeMeanFlipRate: number | null;
  readonly probeSoloFlipRate: number | null;
  readonly probeSocialArgument: number | null;
  readonly probeInitialDisagreement: number | null;
}

export const probeFeatures = (items: readonly ProbeItem[]): ReadonlyMap<string, ProbeFeatures> =>
  new Map(
    items.map(({ benchmark, item, alpha, solo, socialArgument, disagreement }) => [
      `${benchmark}\u0000${item}`,
      {
        probeMeanFlipRate: alpha.value,
        probeSoloFlipRate: solo.value,
        probeSocialArgument: socialArgument,
        probeInitialDisagreement: disagreement.value,
      },
    ]),
  );

/**
 * The high-FR pool of a model: the `size` items with the highest solo flip rate; ties go to the smaller benchmark and item in code point
 * order. Items without a solo reply are never chosen. Looks at no gold.
 */
export const highFlipPool = (items: readonly ProbeItem[], size: number): readonly ProbeItem[] =>
  items
    .filter(({ solo }) => solo.value !== null)
    .sort(
      (a, b) =>
        b.solo.value! - a.solo.value! || codePointOrder(a.benchmark, b.benchmark) || codePointOrder(a.item, b.item),
    )
    .slice(0, size);
