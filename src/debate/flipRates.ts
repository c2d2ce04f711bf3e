import { type Group } from "./grouping.js";
import { type IntervalOptions } from "./intervalOptions.js";
import { channels, PLACES } from "./probe.js";
import { countedCells, type ProbeCoding } from "./probeCoding.js";
import { NOT_PROBED, type ProbeColumns, type ProbeTable } from "./probeColumns.js";
import { type ProbeGrouping, probeGroupsOf } from "./probeGrouping.js";
import { type Add, probeTally, type Tally } from "./probeTally.js";
import { type Rate } from "./rate.js";

/**
 * How often members give up their answer when told that another is right. A reply is a flip when it was parsed and differs from the
 * initial answer (case set aside). No gold is looked at: whether a flip helps or harms is in `directedFlips`.
 */
export interface FlipRates {
  /** Probes under the coding's conditions and by its seats, and those of them whose initial answer could not be read. */
  readonly probes: number;
  readonly unparsedInitial: number;
  /** Replies that were asked for, and those of them that could not be read. */
  readonly replies: number;
  readonly unparsedReplies: number;
  readonly flips: number;
  /** By the coding's definition: alpha_tot of the paper. EXTENSION: count is the sum of the probes' own rates, of how many probes. */
  readonly alpha: Rate;
  /** Flips of all replies, pooled. Null when nothing was asked; so are the others. */
  readonly total: Rate;
  /** The same in the solo and the social replies. */
  readonly solo: Rate;
  readonly social: Rate;
  /** Bounds over what the unparsed replies may have been: none, or all, of them flips. */
  readonly noneAsHeld: Rate;
  readonly noneAsFlip: Rate;
}

export interface Grouped<T> {
  readonly coding: ProbeCoding;
  readonly total: T;
  readonly groups: readonly (Group & { readonly of: T })[];
}

/** Sums of one channel; the third stands for replies of which the source keeps only the number. */
const CHANNELS = channels.length + 1;
const ASKED = 0;
const FLIPS = 1;
const UNPARSED_REPLIES = 2;
const TO_GOLD = 3;
const PER_CHANNEL = 4;
const ROWS = CHANNELS * PER_CHANNEL;
const ROW_RATES = ROWS + 1;
const PROBES = ROWS + 2;
const UNREAD = ROWS + 3;
const WIDTH = ROWS + 4;

export function flipRates(
  columns: ProbeColumns,
  coding: ProbeCoding,
  by: ProbeGrouping | null,
  interval: IntervalOptions,
): Grouped<FlipRates> {
  const groups = by && probeGroupsOf(columns, by);
  const count = counter(columns, coding, null);
  const tallies = probeTally(columns, groups, WIDTH, interval, (row, add) => count(row, add));
  const read = (tally: Tally) => flipRatesOf(tally, coding);
  return {
    coding,
    total: read(tallies.total),
    groups: groups?.groups.map((group, index) => ({ ...group, of: read(tallies.groups[index]) })) ?? [],
  };
}

/**
 * Flips by where they lead. Adversarial: of the replies of members who started right, those that gave the right answer up. Corrective: of
 * the replies of members who started wrong, those that turned to the right answer. Neutral: of the same, those that turned to another
 * wrong one. As counts they add up to the flips; the rates do not, since their denominators differ.
 */
export interface DirectedFlips {
  /** Members who started right, of the probes that have gold and an initial answer. */
  readonly initialAccuracy: Rate;
  readonly adversarial: Rate;
  readonly corrective: Rate;
  readonly neutral: Rate;
  /** As one published table has it: any flip of a member who started wrong. */
  readonly anyFlipOfWrong: Rate;
  /** Probes without gold, and probes of which the source keeps no replies: they are in no corrective or neutral rate. */
  readonly withoutGold: number;
  readonly withoutReplies: number;
}

export function directedFlips(
  table: ProbeTable,
  coding: ProbeCoding,
  by: ProbeGrouping | null,
  interval: IntervalOptions,
): Grouped<DirectedFlips> {
  const groups = by && probeGroupsOf(table, by);
  const count = counter(table, coding, table.gold);
  const { rows } = countedCells(table, coding);
  // Starts right, starts wrong; then how many started so, how many have no gold, and how many have only a count.
  const tallies = probeTally(table, groups, 2 * WIDTH + 4, interval, (row, add) => {
    if (!rows(row) || table.initial[row] === 0) return;
    if (table.gold[row] === 0) return add(2 * WIDTH + 2, 1);
    const wrong = table.folded[table.gold[row]] === table.folded[table.initial[row]] ? 0 : 1;
    add(2 * WIDTH + wrong, 1);
    if (table.countedOf[row] > 0) add(2 * WIDTH + 3, 1);
    count(row, (column, amount) => add(wrong * WIDTH + column, amount));
  });
  const read = (tally: Tally) => directedFlipsOf(tally, coding);
  return {
    coding,
    total: read(tallies.total),
    groups: groups?.groups.map((group, index) => ({ ...group, of: read(tallies.groups[index]) })) ?? [],
  };
}

/** Adds one probe to the sums above; flips to gold only where gold is given. */
function counter(
  columns: ProbeColumns,
  coding: ProbeCoding,
  gold: Uint32Array | null,
): (row: number, add: Add) => void {
  const { rows, places, whole } = countedCells(columns, coding);
  const { answers, folded, initial, countedOf, countedRevised } = columns;
  return (row, add) => {
    if (!rows(row)) return;
    add(PROBES, 1);
    if (initial[row] === 0) return add(UNREAD, 1);
    let asked = 0;
    let flips = 0;
    let unparsed = 0;
    if (countedOf[row] > 0) {
      if (!whole) return;
      asked = countedOf[row];
      flips = countedRevised[row];
      add(channels.length * PER_CHANNEL + ASKED, asked);
      add(channels.length * PER_CHANNEL + FLIPS, flips);
    }
    for (const place of places) {
      const answer = answers[row * PLACES + place];
      if (answer === NOT_PROBED) continue;
      const channel = (place % channels.length) * PER_CHANNEL;
      asked++;
      add(channel + ASKED, 1);
      if (answer === 0) {
        unparsed++;
        add(channel + UNPARSED_REPLIES, 1);
      } else if (folded[answer] !== folded[initial[row]]) {
        flips++;
        add(channel + FLIPS, 1);
        if (gold !== null && folded[answer] === folded[gold[row]]) add(channel + TO_GOLD, 1);
      }
    }
    const of = coding.unparsed === "DROP" ? asked - unparsed : asked;
    if (of === 0) return;
    add(ROWS, 1);
    add(ROW_RATES, (coding.unparsed === "REVISION" ? flips + unparsed : flips) / of);
  };
}

/** A weight for each of some sums of a channel. */
type Weights = Readonly<Record<number, number>>;

/** Weights that pick sums: per channel, then single ones. */
function weights(width: number, offset: number, channel: (channel: number) => Weights): number[] {
  const picked = new Array<number>(width).fill(0);
  for (let c = 0; c < CHANNELS; c++)
    for (const [column, weight] of Object.entries(channel(c)))
      picked[offset + c * PER_CHANNEL + Number(column)] = weight;
  return picked;
}

const single = (width: number, column: number): number[] => {
  const picked = new Array<number>(width).fill(0);
  picked[column] = 1;
  return picked;
};

function flipRatesOf(tally: Tally, coding: ProbeCoding): FlipRates {
  const { sums, rate } = tally;
  const over = (flips: Weights, of: Weights, only: number | null = null) => {
    const pick = (record: Weights) => weights(WIDTH, 0, (channel) => (only === null || channel === only ? record : {}));
    return [pick(flips), pick(of)] as const;
  };
  const { flips, of } = terms(coding);
  const among = (column: number) =>
    weights(WIDTH, 0, () => ({ [column]: 1 })).reduce((sum, weight, at) => sum + weight * sums[at], 0);
  const pooled = rate(...over(flips, of));
  return {
    probes: sums[PROBES],
    unparsedInitial: sums[UNREAD],
    replies: among(ASKED),
    unparsedReplies: among(UNPARSED_REPLIES),
    flips: among(FLIPS),
    alpha:
      coding.definition === "EXTENSION"
        ? rate(single(WIDTH, ROW_RATES), single(WIDTH, ROWS))
        : coding.definition === "SEALED"
          ? tally.mean([over(flips, of, 0), over(flips, of, 1)])
          : pooled,
    total: pooled,
    solo: rate(...over(flips, of, 0)),
    social: rate(...over(flips, of, 1)),
    noneAsHeld: rate(...over({ [FLIPS]: 1 }, { [ASKED]: 1 })),
    noneAsFlip: rate(...over({ [FLIPS]: 1, [UNPARSED_REPLIES]: 1 }, { [ASKED]: 1 })),
  };
}

function directedFlipsOf(tally: Tally, coding: ProbeCoding): DirectedFlips {
  const width = 2 * WIDTH + 4;
  const { flips, of } = terms(coding);
  const { sums } = tally;
  const directed = (
    wrong: 0 | 1,
    counted: Weights,
    /** Where a flip leads is not known of replies that are only counted. */
    known: boolean,
  ): Rate => {
    const last = known ? CHANNELS : channels.length;
    const pick = (record: Weights, only: number | null) =>
      weights(width, wrong * WIDTH, (channel) => (channel < last && (only === null || only === channel) ? record : {}));
    const ratio = (only: number | null) => [pick(counted, only), pick(of, only)] as const;
    return coding.definition === "SEALED" ? tally.mean([ratio(0), ratio(1)]) : tally.rate(...ratio(null));
  };
  const started = [single(width, 2 * WIDTH), single(width, 2 * WIDTH + 1)];
  return {
    initialAccuracy: tally.rate(
      started[0],
      started[0].map((weight, at) => weight + started[1][at]),
    ),
    adversarial: directed(0, flips, true),
    corrective: directed(1, { [TO_GOLD]: 1 }, false),
    neutral: directed(1, { ...flips, [TO_GOLD]: -1 }, false),
    anyFlipOfWrong: directed(1, flips, true),
    withoutGold: sums[2 * WIDTH + 2],
    withoutReplies: sums[2 * WIDTH + 3],
  };
}

/** What counts as a flip, and of how many, by what an unparsed reply is. */
function terms({ unparsed }: ProbeCoding): { flips: Weights; of: Weights } {
  return {
    flips: unparsed === "REVISION" ? { [FLIPS]: 1, [UNPARSED_REPLIES]: 1 } : { [FLIPS]: 1 },
    of: unparsed === "DROP" ? { [ASKED]: 1, [UNPARSED_REPLIES]: -1 } : { [ASKED]: 1 },
  };
}
