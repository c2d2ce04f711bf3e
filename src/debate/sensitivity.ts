import { type Interval } from "../stats/interval.js";
import { type Grouped } from "./flipRates.js";
import { type IntervalOptions } from "./intervalOptions.js";
import { channels, PLACES, strengths } from "./probe.js";
import { countedCells, type ProbeCoding } from "./probeCoding.js";
import { NOT_PROBED, type ProbeColumns } from "./probeColumns.js";
import { type ProbeGrouping, probeGroupsOf } from "./probeGrouping.js";
import { probeTally, type Tally } from "./probeTally.js";

/**
 * Which of the definitions in use.
 * PAPER: s = rate of the social replies - rate of the solo ones; a = rate of strong and very strong replies - rate of weak and moderate
 * ones, both channels; ratio s / (|s| + |a| + 0.000001). The default.
 * ROW: means over probes of each probe's own s (social - solo) and a (very strong - weak); ratio s / a where a > 0, as the rows of the
 * screens have it.
 * LOG_RATIO: s and a as ROW under the default prompt; ratio s / (|s| + |a| + 0.001), and the log of (max(s, 0) + 0.001) / (max(a, 0) + 0.001).
 * CHANNELS: (social - solo) / (social + solo); no a.
 */
export const sensitivityDefinitions = ["PAPER", "ROW", "LOG_RATIO", "CHANNELS"] as const;
export type SensitivityDefinition = (typeof sensitivityDefinitions)[number];

export interface SensitivityVariant {
  readonly definition: SensitivityDefinition;
  /** Social sensitivity s; null when a part has nothing to divide by; so are the others. */
  readonly social: number | null;
  /** Argument sensitivity a. */
  readonly argument: number | null;
  /** S/A: null also where the definition has none (ROW: a is not above 0; CHANNELS: nobody flipped). */
  readonly ratio: number | null;
  readonly logRatio: number | null;
  /** Clustered by item. */
  readonly socialInterval: () => Interval | null;
  readonly argumentInterval: () => Interval | null;
}

export interface Sensitivity {
  /** In the order of the definitions. */
  readonly variants: readonly SensitivityVariant[];
  /** Probes that have replies in both channels, and at both ends of the strengths: those that ROW and LOG_RATIO take the mean of. */
  readonly probesOfBothChannels: number;
  readonly probesOfBothEnds: number;
}

/** Sums: asked and flips by place; then, over all probes and over those under the default prompt: how many have s, their s, and the same of a. */
const PLACE = 2;
const S_OF = PLACES * PLACE;
const A_OF = S_OF + 2;
const DEFAULT_ONLY = 4;
const WIDTH = S_OF + 2 * DEFAULT_ONLY;

/** Unparsed replies are what the coding says; which channels and strengths it names is not looked at, since the definitions say that. */
export function sensitivity(
  columns: ProbeColumns,
  coding: ProbeCoding,
  by: ProbeGrouping | null,
  interval: IntervalOptions,
): Grouped<Sensitivity> {
  const groups = by && probeGroupsOf(columns, by);
  const { rows } = countedCells(columns, coding);
  const { answers, initial, folded, conditions, condition } = columns;
  const asked = new Float64Array(PLACES);
  const flips = new Float64Array(PLACES);
  const tallies = probeTally(columns, groups, WIDTH, interval, (row, add) => {
    if (!rows(row) || initial[row] === 0) return;
    for (let place = 0; place < PLACES; place++) {
      const answer = answers[row * PLACES + place];
      const unparsed = answer === 0;
      asked[place] = answer === NOT_PROBED || (unparsed && coding.unparsed === "DROP") ? 0 : 1;
      const flipped = unparsed ? coding.unparsed === "REVISION" : folded[answer] !== folded[initial[row]];
      flips[place] = asked[place] === 1 && flipped ? 1 : 0;
      if (asked[place] === 0) continue;
      add(place * PLACE, 1);
      add(place * PLACE + 1, flips[place]);
    }
    const rate = (within: (place: number) => boolean): number => {
      let [of, count] = [0, 0];
      for (let place = 0; place < PLACES; place++)
        if (within(place)) {
          of += asked[place];
          count += flips[place];
        }
      return of === 0 ? NaN : count / of;
    };
    const s = rate(isSocial) - rate(isSolo);
    const a = rate(isStrongest) - rate(isWeakest);
    for (const offset of conditions[condition[row]] === "default" ? [0, DEFAULT_ONLY] : [0]) {
      if (!Number.isNaN(s)) {
        add(S_OF + offset, 1);
        add(S_OF + offset + 1, s);
      }
      if (!Number.isNaN(a)) {
        add(A_OF + offset, 1);
        add(A_OF + offset + 1, a);
      }
    }
  });
  return {
    coding,
    total: sensitivityOf(tallies.total),
    groups: groups?.groups.map((group, index) => ({ ...group, of: sensitivityOf(tallies.groups[index]) })) ?? [],
  };
}

const channelOf = (place: number) => place % channels.length;
const strengthOf = (place: number) => Math.floor(place / channels.length);
const isSolo = (place: number) => channelOf(place) === 0;
const isSocial = (place: number) => channelOf(place) === 1;
const isWeakest = (place: number) => strengthOf(place) === 0;
const isStrongest = (place: number) => strengthOf(place) === strengths.length - 1;
const isStrong = (place: number) => strengthOf(place) >= strengths.length / 2;

/** s / (|s| + |a| + epsilon): the paper's S/A with its epsilon, and a script's with another. */
export const socialShare = (s: number, a: number, epsilon: number): number => s / (Math.abs(s) + Math.abs(a) + epsilon);
export const PAPER_EPSILON = 0.000001;
const SCRIPT_EPSILON = 0.001;

function sensitivityOf(tally: Tally): Sensitivity {
  const { sums } = tally;
  const pick = (column: number, within: (place: number) => boolean): number[] =>
    Array.from({ length: WIDTH }, (_, at) =>
      at < S_OF && at % PLACE === column && within(Math.floor(at / PLACE)) ? 1 : 0,
    );
  const replies = (within: (place: number) => boolean) => [pick(1, within), pick(0, within)] as const;
  const single = (column: number): number[] => Array.from({ length: WIDTH }, (_, at) => (at === column ? 1 : 0));
  const mean = (column: number) => tally.signedRate(single(column + 1), single(column));

  const social = tally.difference(replies(isSocial), replies(isSolo));
  const argument = tally.difference(
    replies(isStrong),
    replies((place) => !isStrong(place)),
  );
  const [rowS, rowA] = [mean(S_OF), mean(A_OF)];
  const [defaultS, defaultA] = [mean(S_OF + DEFAULT_ONLY), mean(A_OF + DEFAULT_ONLY)];
  const [socialRate, soloRate] = [isSocial, isSolo].map((within) => tally.rate(...replies(within)).value);
  const both = (s: number | null, a: number | null, ratio: (s: number, a: number) => number | null) =>
    s === null || a === null ? null : ratio(s, a);
  return {
    variants: [
      {
        definition: "PAPER",
        social: social.value,
        argument: argument.value,
        ratio: both(social.value, argument.value, (s, a) => socialShare(s, a, PAPER_EPSILON)),
        logRatio: null,
        socialInterval: social.interval,
        argumentInterval: argument.interval,
      },
      {
        definition: "ROW",
        social: rowS.value,
        argument: rowA.value,
        ratio: both(rowS.value, rowA.value, (s, a) => (a > 0 ? s / a : null)),
        logRatio: null,
        socialInterval: rowS.interval,
        argumentInterval: rowA.interval,
      },
      {
        definition: "LOG_RATIO",
        social: defaultS.value,
        argument: defaultA.value,
        ratio: both(defaultS.value, defaultA.value, (s, a) => socialShare(s, a, SCRIPT_EPSILON)),
        logRatio: both(defaultS.value, defaultA.value, (s, a) =>
          Math.log((Math.max(s, 0) + SCRIPT_EPSILON) / (Math.max(a, 0) + SCRIPT_EPSILON)),
        ),
        socialInterval: defaultS.interval,
        argumentInterval: defaultA.interval,
      },
      {
        definition: "CHANNELS",
        social: social.value,
        argument: null,
        ratio: both(socialRate, soloRate, (up, down) => (up + down > 0 ? (up - down) / (up + down) : null)),
        logRatio: null,
        socialInterval: social.interval,
        argumentInterval: () => null,
      },
    ],
    probesOfBothChannels: sums[S_OF],
    probesOfBothEnds: sums[A_OF],
  };
}
