import { binomialDraw } from "./binomialDraw.js";
import { type DistinctSums } from "./distinctSums.js";
import { integerBelow } from "./integerBelow.js";
import { Philox, STREAM } from "./philox.js";

/** Which replicates to draw: numbers from..to-1 of one stream under one seed. */
export interface Draws {
  readonly seed: string;
  readonly stream?: number;
  readonly from?: number;
  readonly to: number;
}

/** Numbers of replicates are whole, and `from` is not past `to`; anything else is an error. */
export function checkDraws({ from = 0, to }: Pick<Draws, "from" | "to">): void {
  if (!(Number.isSafeInteger(from) && Number.isSafeInteger(to) && from >= 0 && from <= to))
    throw new Error(`replicates are drawn from one whole number to another, got ${from} to ${to}`);
}

/** Column totals under resampling: `columns[c][i]` is the total of column c in replicate from + i. */
export interface ResampledTotals {
  readonly replicates: number;
  readonly columns: readonly Float64Array[];
}

/** Vectors shared by at least so many clusters are drawn by a binomial each; below, drawing cluster by cluster is cheaper. */
const SHARED = 16;

/**
 * The totals of G clusters drawn with replacement from the G clusters, once per replicate.
 *
 * Clusters with equal sums are interchangeable, so the draw is one multinomial over the *distinct* vectors: a chain of exact binomials
 * over the frequent ones, then the remaining draws one by one among the clusters with rare ones. This is not an approximation, the
 * distribution is exactly that of drawing cluster indices (only the random numbers are others), and a replicate costs as much as
 * there are distinct vectors: a few dozen for counts, however many clusters there are.
 *
 * Any ratio, difference or net of the columns is a function of these totals, so statistics computed from one result are paired.
 * Replicate r depends on (seed, stream, r) only: ranges may be drawn anywhere, in any order. No clusters: all totals are 0.
 */
export function resampledTotals(distinct: DistinctSums, draws: Draws): ResampledTotals {
  checkDraws(draws);
  const { clusters, columns, multiplicity } = distinct;
  const { seed, stream = STREAM.clusters, from = 0, to } = draws;
  const totals = columns.map(() => new Float64Array(to - from));

  let frequent = 0;
  let rareClusters = clusters;
  const share: number[] = [];
  while (frequent < multiplicity.length && multiplicity[frequent] >= SHARED) {
    share.push(multiplicity[frequent] / rareClusters);
    rareClusters -= multiplicity[frequent++];
  }
  const vectorOfRare = new Uint32Array(rareClusters);
  let filled = 0;
  for (let k = frequent; k < multiplicity.length; k++) {
    vectorOfRare.fill(k, filled, filled + multiplicity[k]);
    filled += multiplicity[k];
  }

  const random = new Philox(seed, stream);
  const times = new Float64Array(multiplicity.length);
  for (let replicate = from; replicate < to; replicate++) {
    random.restart(replicate);
    let left = clusters;
    for (let k = 0; k < frequent; k++) {
      times[k] = share[k] === 1 ? left : binomialDraw(left, share[k], random);
      left -= times[k];
    }
    times.fill(0, frequent);
    for (; left > 0; left--) times[vectorOfRare[integerBelow(rareClusters, random)]]++;
    for (let c = 0; c < columns.length; c++) {
      const column = columns[c];
      let total = 0;
      for (let k = 0; k < column.length; k++) total += times[k] * column[k];
      totals[c][replicate - from] = total;
    }
  }
  return { replicates: to - from, columns: totals };
}
