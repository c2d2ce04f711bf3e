import { type JointReplicates, jointReplicates } from "./jointReplicates.js";
import { type Draws } from "./resampledTotals.js";
import { resampledWeights } from "./resampledWeights.js";
import { rocAuc } from "./rocAuc.js";

/**
 * AUCs of one or several scores of the same rows under cluster resampling: row i is in cluster `clusterOf[i]`
 * (0..clusters-1), every score sees the same draws, and the scores stay as they are (no model is refitted). A replicate
 * that loses a class has no AUC and is dropped and counted. Sorting is done once; after that a replicate costs one pass
 * over the rows for each score and one word per cluster.
 */
export function aucReplicates(
  labels: ArrayLike<number>,
  scores: readonly ArrayLike<number>[],
  clusterOf: ArrayLike<number>,
  clusters: number,
  draws: Draws,
): JointReplicates {
  for (let row = 0; row < clusterOf.length; row++)
    if (!(clusterOf[row] >= 0 && clusterOf[row] < clusters && Number.isInteger(clusterOf[row])))
      throw new Error(`row ${row} is in cluster ${clusterOf[row]}, there are ${clusters}`);
  const aucs = scores.map((each) => weightedAuc(labels, each, clusterOf));
  const values = scores.map((): (number | null)[] => []);
  resampledWeights(clusters, draws, (weights) => aucs.forEach((auc, s) => values[s].push(auc(weights))));
  return jointReplicates(values);
}

/**
 * The AUC when every row counts as often as its cluster's weight says: positives against negatives by the product of their
 * weights, ties half. Null when a class weighs nothing. O(n) a call, after one sort.
 */
export function weightedAuc(
  labels: ArrayLike<number>,
  scores: ArrayLike<number>,
  clusterOf: ArrayLike<number>,
): (weights: ArrayLike<number>) => number | null {
  rocAuc(labels, scores); // Refuses labels and scores that make no sense.
  if (clusterOf.length !== labels.length) throw new Error(`${labels.length} labels, but ${clusterOf.length} clusters`);
  const order = Uint32Array.from({ length: labels.length }, (_, row) => row).sort((a, b) => scores[a] - scores[b]);
  const positives = order.filter((row) => labels[row] === 1);
  const negatives = order.filter((row) => labels[row] === 0);
  const positiveCluster = positives.map((row) => clusterOf[row]);
  const negativeCluster = negatives.map((row) => clusterOf[row]);

  // Positives of one score end at `ends`; as many negatives as `below` score less, as many as `upTo` no more.
  const ends: number[] = [];
  const below: number[] = [];
  const upTo: number[] = [];
  for (let start = 0, seen = 0; start < positives.length; start = ends[ends.length - 1]) {
    const score = scores[positives[start]];
    let end = start;
    while (end < positives.length && scores[positives[end]] === score) end++;
    while (seen < negatives.length && scores[negatives[seen]] < score) seen++;
    let tied = seen;
    while (tied < negatives.length && scores[negatives[tied]] === score) tied++;
    ends.push(end);
    below.push(seen);
    upTo.push(tied);
  }

  return (weights) => {
    const weigh = (cluster: Uint32Array, from: number, to: number): number => {
      let sum = 0;
      for (let i = from; i < to; i++) sum += weights[cluster[i]];
      return sum;
    };
    let wins = 0;
    let positive = 0;
    let negative = 0;
    let start = 0;
    let seen = 0;
    for (let group = 0; group < ends.length; group++) {
      const own = weigh(positiveCluster, start, ends[group]);
      negative += weigh(negativeCluster, seen, below[group]);
      const tied = weigh(negativeCluster, below[group], upTo[group]);
      wins += own * (2 * negative + tied);
      positive += own;
      negative += tied;
      start = ends[group];
      seen = upTo[group];
    }
    negative += weigh(negativeCluster, seen, negativeCluster.length);
    return positive === 0 || negative === 0 ? null : wins / (2 * positive * negative);
  };
}
