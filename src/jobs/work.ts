import { aucReplicates } from "../stats/aucReplicates.js";
import { type DistinctSums } from "../stats/distinctSums.js";
import { type JointReplicates } from "../stats/jointReplicates.js";
import { type Draws, type ResampledTotals, resampledTotals } from "../stats/resampledTotals.js";

/*
 * What a worker can be asked to do: each function takes one value that can be posted to a thread and returns another. This file is
 * the entry of every worker, and what a pool without workers calls itself.
 */

export const totals = ({ distinct, draws }: { distinct: DistinctSums; draws: Draws }): ResampledTotals =>
  resampledTotals(distinct, draws);

export interface AucTask {
  readonly labels: Uint8Array;
  readonly scores: readonly Float64Array[];
  readonly clusterOf: Uint32Array;
  readonly clusters: number;
  readonly draws: Draws;
}

export const aucs = ({ labels, scores, clusterOf, clusters, draws }: AucTask): JointReplicates =>
  aucReplicates(labels, scores, clusterOf, clusters, draws);
