import { completeRows } from "./completeRows.js";
import { correlation, correlationT, fisherInterval } from "./correlation.js";
import { doubledMidranks } from "./midranks.js";
import { permutation } from "./permutation.js";
import { type Resampling, drawn, exactly, NO_P, type PermutationP } from "./permutationTest.js";
import { Philox, STREAM } from "./philox.js";
import { SPEARMAN_EXACT_LIMIT, spearmanTails } from "./spearmanTails.js";
import { tailCounter, type Tails } from "./tailCounter.js";
import { checkLevel, type Limits } from "./interval.js";

/** The p values to quote are the permutation ones: over all pairings up to 10 units, over a seeded sample of them above. */
export interface Spearman extends PermutationP {
  readonly rho: number | null;
  /** min(1, twice the smaller one-sided p): differs from `pTwoSided` only when ties make the null lopsided. */
  readonly pDoubled: number | null;
  /** The t approximation, df = n - 2: not for few units (for the published seven-family table it says half the true p). */
  readonly approximation: { readonly t: number | null; readonly df: number; readonly pTwoSided: number } | null;
  /** Bonett & Wright's, from 4 units; too trusting below some 10. */
  readonly interval: Limits | null;
  readonly reason: "n_too_small" | "constant_input" | null;
  readonly used: number;
  readonly omitted: number;
}

/**
 * Spearman's rank correlation of paired values: Pearson's r of their mid-ranks. Pairs with a null leave before ranking.
 * Null with a reason below 3 units or when either side is constant. `resampling` is used above 10 units.
 */
export function spearman(
  x: readonly (number | null)[],
  y: readonly (number | null)[],
  resampling: Resampling,
  level = 0.95,
): Spearman {
  checkLevel(level);
  const { columns, used, omitted } = completeRows([x, y]);
  const [ranksX, ranksY] = columns.map(doubledMidranks);
  const found = used < 3 ? null : correlation(ranksX, ranksY);
  if (found === null) {
    const reason = used < 3 ? "n_too_small" : "constant_input";
    return { ...NO_P, rho: null, pDoubled: null, approximation: null, interval: null, reason, used, omitted };
  }
  const p =
    used <= SPEARMAN_EXACT_LIMIT
      ? exactly(spearmanTails(ranksX, ranksY))
      : drawn(drawnTails(ranksX, ranksY, resampling), resampling);
  return {
    ...p,
    rho: found.r,
    pDoubled: Math.min(1, 2 * Math.min(p.pGreater ?? 1, p.pLess ?? 1)),
    approximation: correlationT(found, used - 2),
    interval: used < 4 ? null : fisherInterval(found, (1 + (found.r * found.r) / 2) / (used - 3), level),
    reason: null,
    used,
    omitted,
  };
}

/** O(n) for each replicate; centred doubled ranks are whole numbers, so ties with the observed value are exact here too. */
function drawnTails(x: Float64Array, y: Float64Array, { resamples, seed }: Resampling): Tails {
  const n = x.length;
  const covariance = (order: ArrayLike<number>): number => {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += (x[i] - n - 1) * (y[order[i]] - n - 1);
    return sum;
  };
  const { tails, add } = tailCounter(covariance(Uint32Array.from(x.keys())), 0);
  const random = new Philox(seed, STREAM.permutation);
  for (let replicate = 0; replicate < resamples; replicate++)
    add(covariance(permutation(n, random.restart(replicate))), 1);
  return tails;
}
