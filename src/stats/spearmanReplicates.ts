import { replicatesOf, type Replicates } from "./bootstrapLimits.js";
import { betaDraw, normalDraw } from "./betaDraw.js";
import { correlation } from "./correlation.js";
import { doubledMidranks } from "./midranks.js";
import { Philox, STREAM } from "./philox.js";
import { type Draws } from "./resampledTotals.js";
import { resampledWeights } from "./resampledWeights.js";

/** Spearman's rho alone: null below 3 pairs or when a side is constant. */
export const spearmanRho = (x: ArrayLike<number>, y: ArrayLike<number>): number | null =>
  x.length < 3 ? null : (correlation(doubledMidranks(x), doubledMidranks(y))?.r ?? null);

/**
 * Spearman's rho under cluster resampling: row i is in cluster `clusterOf[i]` (0..clusters-1); a replicate takes as many clusters as there
 * are, with replacement and all their rows, and ranks anew. A replicate without a value is dropped and counted.
 */
export function spearmanReplicates(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  clusterOf: ArrayLike<number>,
  clusters: number,
  draws: Draws,
): Replicates {
  const values: (number | null)[] = [];
  resampledWeights(clusters, draws, (weights) => {
    const taken: number[] = [];
    for (let row = 0; row < clusterOf.length; row++)
      for (let times = weights[clusterOf[row]]; times > 0; times--) taken.push(row);
    values.push(
      spearmanRho(
        taken.map((row) => x[row]),
        taken.map((row) => y[row]),
      ),
    );
  });
  return replicatesOf(values);
}

/** A proportion that was measured: `count` of `of`. */
export interface Measured {
  readonly count: number;
  readonly of: number;
}

/**
 * Spearman's rho when both sides are measured with error: each replicate draws every row's x from a normal distribution with its
 * binomial standard error, and its y from the Jeffreys posterior Beta(count + 1/2, of - count + 1/2). Rows are taken as they are, so
 * this is the noise of measuring, not of choosing the rows. DebateLedger's errors-in-variables analysis.
 */
export function noisySpearman(
  x: readonly Measured[],
  y: readonly Measured[],
  { seed, to }: Pick<Draws, "seed" | "to">,
): Replicates {
  const random = new Philox(seed, STREAM.simulation);
  const values = Array.from({ length: to }, (_, replicate) => {
    random.restart(replicate);
    const drawnX = x.map(({ count, of }) => {
      const rate = count / of;
      return rate + normalDraw(random) * Math.sqrt((rate * (1 - rate)) / of);
    });
    const drawnY = y.map(({ count, of }) => betaDraw(random, count + 0.5, of - count + 0.5));
    return spearmanRho(drawnX, drawnY);
  });
  return replicatesOf(values);
}
