import { binomialDraw } from "./binomialDraw.js";
import { completeRows } from "./completeRows.js";
import {
  checkAddable,
  type Resampling,
  drawn,
  exactly,
  nothingToCompare,
  type PermutationTest,
} from "./permutationTest.js";
import { Philox, STREAM } from "./philox.js";
import { signFlipTails } from "./signFlipTails.js";
import { tailCounter, type Tails } from "./tailCounter.js";
import { wholeNumbers } from "./wholeNumbers.js";

/**
 * Sign-flip test of paired differences: if two conditions are exchangeable, each difference is as likely to have the other
 * sign. Statistic: the sum of the differences. Missing differences (null) leave the test. `resampling` is used only when the
 * sign vectors are too many to walk; see `signFlipTails`.
 */
export const signFlipTest = (differences: readonly (number | null)[], resampling: Resampling): PermutationTest =>
  signFlipTestClustered(differences, Uint32Array.from(differences.keys()), resampling);

/**
 * The same with one sign for each cluster, applied to its summed difference: for rows that share an item, and so the
 * clustered counterpart of McNemar's test. `clusters` names the cluster of each row.
 */
export function signFlipTestClustered(
  differences: readonly (number | null)[],
  clusters: ArrayLike<number | string>,
  resampling: Resampling,
): PermutationTest {
  if (clusters.length !== differences.length)
    throw new Error(`${differences.length} differences, but ${clusters.length} clusters`);
  const { columns, used, omitted } = completeRows([differences]);
  if (used === 0) return nothingToCompare(omitted);
  checkAddable(columns[0]);
  const statistic = columns[0].reduce((sum, difference) => sum + difference, 0);
  // Clusters are summed in whole units where there is one: 0.1 + 0.2 is not 0.3.
  const whole = wholeNumbers(columns[0]) ?? columns[0];
  const sums = new Map<number | string, number>();
  let present = 0;
  differences.forEach((difference, row) => {
    if (difference !== null) sums.set(clusters[row], (sums.get(clusters[row]) ?? 0) + whole[present++]);
  });
  const flipped = Float64Array.from(sums.values());
  const exact = signFlipTails(flipped);
  const p = exact === null ? drawn(drawnTails(flipped, resampling), resampling) : exactly(exact);
  return { statistic, ...p, reason: null, units: sums.size, omitted };
}

/** A replicate draws, for each size of difference, how many of that size turn negative: cost grows with distinct sizes. */
function drawnTails(differences: Float64Array, { resamples, seed }: Resampling): Tails {
  const counts = new Map<number, number>();
  let observed = 0;
  let total = 0;
  for (const difference of differences) {
    observed += difference;
    total += Math.abs(difference);
    counts.set(Math.abs(difference), (counts.get(Math.abs(difference)) ?? 0) + 1);
  }
  counts.delete(0);
  const sizes = [...counts].sort(([a], [b]) => a - b);
  const { tails, add } = tailCounter(observed, 1e-9 * total);
  const random = new Philox(seed, STREAM.signs);
  for (let replicate = 0; replicate < resamples; replicate++) {
    random.restart(replicate);
    let sum = 0;
    for (const [size, count] of sizes) sum += size * (count - 2 * binomialDraw(count, 0.5, random));
    add(sum, 1);
  }
  return tails;
}
