import { completeRows } from "./completeRows.js";
import { permutation } from "./permutation.js";
import {
  checkAddable,
  type Resampling,
  drawn,
  exactly,
  nothingToCompare,
  type PermutationTest,
} from "./permutationTest.js";
import { Philox, STREAM } from "./philox.js";
import { tailCounter, type Tails } from "./tailCounter.js";
import { twoSampleTails } from "./twoSampleTails.js";

/**
 * Permutation test of two independent samples: if they come from one distribution, every way of dealing the pooled values
 * into samples of these sizes is equally likely. Statistic: mean(x) - mean(y). Missing values (null) leave the test; with
 * an empty sample there is nothing to compare. `resampling` is used only when the relabellings are too many to walk.
 */
export function twoSampleTest(
  x: readonly (number | null)[],
  y: readonly (number | null)[],
  resampling: Resampling,
): PermutationTest {
  const first = completeRows([x]);
  const second = completeRows([y]);
  const omitted = first.omitted + second.omitted;
  if (first.used === 0 || second.used === 0) return nothingToCompare(omitted);
  const [left, right] = [first.columns[0], second.columns[0]];
  checkAddable(Float64Array.of(...left, ...right));
  const exact = twoSampleTails(left, right);
  const p = exact === null ? drawn(drawnTails(left, right, resampling), resampling) : exactly(exact);
  return { statistic: mean(left) - mean(right), ...p, reason: null, units: first.used + second.used, omitted };
}

/** O(n + m) for each replicate. */
function drawnTails(x: Float64Array, y: Float64Array, { resamples, seed }: Resampling): Tails {
  const pooled = new Float64Array(x.length + y.length);
  pooled.set(x);
  pooled.set(y, x.length);
  const all = pooled.reduce((sum, value) => sum + value, 0) * x.length;
  const size = pooled.reduce((sum, value) => sum + Math.abs(value), 0) * pooled.length;
  const distance = (order: ArrayLike<number>): number => {
    let sum = 0;
    for (let i = 0; i < x.length; i++) sum += pooled[order[i]];
    return pooled.length * sum - all;
  };
  const { tails, add } = tailCounter(distance(Uint32Array.from(pooled.keys())), 1e-9 * size);
  const random = new Philox(seed, STREAM.permutation);
  for (let replicate = 0; replicate < resamples; replicate++)
    add(distance(permutation(pooled.length, random.restart(replicate))), 1);
  return tails;
}

const mean = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;
