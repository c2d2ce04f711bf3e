import { codePointOrder } from "./codePointOrder.js";
import { PLACES } from "./probe.js";
import { NOT_PROBED, type ProbeColumns } from "./probeColumns.js";
import { type Proportion, proportion } from "../stats/proportion.js";
import { type Resampling } from "../stats/permutationTest.js";
import { spearman, type Spearman } from "../stats/spearman.js";

/**
 * Whether the same question has the same answer when it is asked again. A question here is one item under one condition to one seat of one
 * model; its repeats are its replicates. Looks at no gold.
 */
export interface Repeatability {
  readonly questions: readonly RepeatedQuestion[];
  /** Pairs of repeats whose initial answers, both read, are the same. */
  readonly sameAnswer: Proportion;
  /** Pairs of replies in the same place of two repeats that are the same, an unparsed one being an answer of its own. */
  readonly sameReply: Proportion;
  /** Questions of which some initial answer differs, and the largest range of a question's flip rate. Null without two rates. */
  readonly unstableAnswers: Proportion;
  readonly largestRange: number | null;
}

export interface RepeatedQuestion {
  readonly benchmark: string;
  readonly item: string;
  readonly condition: string;
  readonly seat: string;
  readonly model: string;
  readonly repeats: number;
  /** Of the repeats whose initial answer was read. */
  readonly answers: number;
  /** The most frequent of them; a tie goes to the first in code point order. Null: none was read. */
  readonly majority: string | null;
  /** Mean flip rate, and the difference of the largest and the smallest. */
  readonly alpha: Proportion;
  readonly range: number | null;
  readonly unparsedReplies: number;
}

interface Row {
  readonly answer: number;
  readonly replies: Uint32Array;
  readonly rate: number | null;
  readonly unparsed: number;
}

export function repeatability(columns: ProbeColumns): Repeatability {
  const grouped = new Map<string, Row[]>();
  for (let row = 0; row < columns.size; row++) {
    const key = [columns.probed, columns.item, columns.condition, columns.seat].map((column) => column[row]).join(" ");
    grouped.set(key, [...(grouped.get(key) ?? []), rowOf(columns, row)]);
  }
  let [same, pairs, sameReplies, replyPairs, unstable] = [0, 0, 0, 0, 0];
  const questions = [...grouped].map(([key, rows]): RepeatedQuestion => {
    for (let a = 0; a < rows.length; a++)
      for (let b = a + 1; b < rows.length; b++) {
        if (rows[a].answer === 0 || rows[b].answer === 0) continue;
        pairs++;
        if (rows[a].answer === rows[b].answer) same++;
        rows[a].replies.forEach((reply, place) => {
          if (reply === NOT_PROBED || rows[b].replies[place] === NOT_PROBED) return;
          replyPairs++;
          if (reply === rows[b].replies[place]) sameReplies++;
        });
      }
    const read = rows.filter(({ answer }) => answer !== 0);
    const known = read.flatMap(({ rate }) => (rate === null ? [] : [rate]));
    const distinct = new Set(read.map(({ answer }) => answer));
    if (distinct.size > 1) unstable++;
    const [probed, item, condition, seat] = key.split(" ").map(Number);
    const [benchmark, name] = columns.items[item].split("\u0000");
    return {
      benchmark,
      item: name,
      condition: columns.conditions[condition],
      seat: columns.seats[seat],
      model: columns.probeds[probed].model,
      repeats: rows.length,
      answers: read.length,
      majority: majorityOf(read.map(({ answer }) => columns.labels[answer - 1])),
      alpha: proportion(
        known.reduce((sum, rate) => sum + rate, 0),
        known.length,
      ),
      range: known.length < 2 ? null : Math.max(...known) - Math.min(...known),
      unparsedReplies: rows.reduce((sum, { unparsed }) => sum + unparsed, 0),
    };
  });
  const ranges = questions.flatMap(({ range }) => (range === null ? [] : [range]));
  const repeated = questions.filter(({ answers }) => answers > 1).length;
  return {
    questions,
    sameAnswer: proportion(same, pairs),
    sameReply: proportion(sameReplies, replyPairs),
    unstableAnswers: proportion(unstable, repeated),
    largestRange: ranges.length === 0 ? null : Math.max(...ranges),
  };
}

/** Two panels of the same questions, such as those of two days. */
export interface PanelComparison {
  /** Questions that both have, with a flip rate in both. */
  readonly shared: number;
  /** Over the mean flip rates of the shared questions. */
  readonly correlation: Spearman;
  /** Null without a shared question. */
  readonly largestDifference: number | null;
  readonly meanDifference: number | null;
  /** Shared questions whose most frequent initial answer differs, of those where both have one. */
  readonly majorityChanges: Proportion;
}

/** Above ten shared questions the p values are drawn by `resampling`. */
export function comparePanels(first: Repeatability, second: Repeatability, resampling: Resampling): PanelComparison {
  const keyOf = ({ benchmark, item, condition, seat }: RepeatedQuestion) =>
    JSON.stringify([benchmark, item, condition, seat]);
  const others = new Map(second.questions.map((question) => [keyOf(question), question]));
  const pairs = first.questions.flatMap((question) => {
    const other = others.get(keyOf(question));
    return other === undefined ? [] : [[question, other] as const];
  });
  const rates = pairs.flatMap(([a, b]) =>
    a.alpha.value === null || b.alpha.value === null ? [] : [[a.alpha.value, b.alpha.value] as const],
  );
  const answered = pairs.filter(([a, b]) => a.majority !== null && b.majority !== null);
  const differences = rates.map(([a, b]) => b - a);
  return {
    shared: rates.length,
    correlation: spearman(
      rates.map(([a]) => a),
      rates.map(([, b]) => b),
      resampling,
    ),
    largestDifference: differences.length === 0 ? null : Math.max(...differences.map(Math.abs)),
    meanDifference: proportion(
      differences.reduce((sum, difference) => sum + difference, 0),
      differences.length,
    ).value,
    majorityChanges: proportion(answered.filter(([a, b]) => a.majority !== b.majority).length, answered.length),
  };
}

function rowOf({ answers, initial, folded, countedOf, countedRevised }: ProbeColumns, row: number): Row {
  const replies = answers
    .subarray(row * PLACES, (row + 1) * PLACES)
    .map((code) => (code === NOT_PROBED ? code : folded[code]));
  const start = folded[initial[row]];
  const asked = replies.filter((reply) => reply !== NOT_PROBED);
  const flips = countedRevised[row] + asked.filter((reply) => reply !== 0 && reply !== start).length;
  const of = countedOf[row] + asked.length;
  return {
    answer: start,
    replies,
    rate: start === 0 || of === 0 ? null : flips / of,
    unparsed: asked.filter((reply) => reply === 0).length,
  };
}

function majorityOf(answers: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const answer of answers) counts.set(answer, (counts.get(answer) ?? 0) + 1);
  const [first] = [...counts].sort(([a, n], [b, m]) => m - n || codePointOrder(a, b));
  return first === undefined ? null : first[0];
}
