import { doubledMidranks } from "./midranks.js";

/**
 * Area under the ROC curve: the chance that a random positive scores above a random negative, a tie counting half. With
 * labels 1 (positive) and 0. Null with reason `one_class` when either class is empty.
 */
export interface RocAuc {
  readonly auc: number | null;
  readonly positives: number;
  readonly negatives: number;
  readonly reason: "one_class" | null;
}

/** By mid-ranks, O(n log n); the count behind it is a whole number, so ties and order cannot move the last digit. */
export function rocAuc(labels: ArrayLike<number>, scores: ArrayLike<number>): RocAuc {
  const { positives, negatives } = classSizes(labels, scores);
  if (positives === 0 || negatives === 0) return { auc: null, positives, negatives, reason: "one_class" };
  const ranks = doubledMidranks(scores);
  let wins = -positives * (positives + 1);
  for (let row = 0; row < ranks.length; row++) if (labels[row] === 1) wins += ranks[row];
  return { auc: wins / (2 * positives * negatives), positives, negatives, reason: null };
}

/**
 * Each row's placement: for a positive the share of negatives it beats, for a negative the share of positives that beat
 * it, ties counting half. Both classes average to the AUC (Sun & Xu 2014). Needs both classes.
 */
export function placements(labels: ArrayLike<number>, scores: ArrayLike<number>): Float64Array {
  const { positives, negatives } = classSizes(labels, scores);
  const ranks = doubledMidranks(scores);
  const rows = Array.from(ranks, (_, row) => row);
  const placed = new Float64Array(ranks.length);
  for (const label of [0, 1]) {
    const own = rows.filter((row) => labels[row] === label);
    const ownRanks = doubledMidranks(own.map((row) => scores[row]));
    own.forEach((row, i) => {
      const below = (ranks[row] - ownRanks[i]) / 2;
      placed[row] = label === 1 ? below / negatives : 1 - below / positives;
    });
  }
  return placed;
}

function classSizes(labels: ArrayLike<number>, scores: ArrayLike<number>): { positives: number; negatives: number } {
  if (labels.length !== scores.length) throw new Error(`${labels.length} labels, but ${scores.length} scores`);
  let positives = 0;
  for (let row = 0; row < labels.length; row++) {
    if (labels[row] !== 0 && labels[row] !== 1) throw new Error(`label ${row} is ${labels[row]}, not 0 or 1`);
    if (!Number.isFinite(scores[row])) throw new Error(`score ${row} is ${scores[row]}`);
    positives += labels[row];
  }
  return { positives, negatives: labels.length - positives };
}
