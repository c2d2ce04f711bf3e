import { betaPoint } from "./beta.js";
import { chiSquareUpper } from "./gamma.js";
import { halfBinomialChance } from "./halfBinomial.js";
import { checkLevel } from "./interval.js";

/**
 * McNemar's test of two paired yes/no conditions, from the discordant pairs alone: `first` pairs are right only under the
 * first condition, `second` only under the second. Without a difference each discordant pair falls either way with
 * probability 1/2, so the smaller count is Bin(n, 1/2) with n = first + second.
 */
export interface McNemar {
  readonly discordant: number;
  /** The default: twice the lower tail, counting the observed split by half (Fagerland, Lydersen & Laake 2013). */
  readonly pMid: number;
  /** Twice the lower tail, at most 1; what papers usually quote. */
  readonly pExact: number;
  /** (first - second)^2 / n on one degree of freedom, and with Edwards' correction; null without a discordant pair. */
  readonly chiSquared: Asymptotic | null;
  readonly chiSquaredCorrected: Asymptotic | null;
  /** first / second; null when second is 0. */
  readonly oddsRatio: number | null;
  /** Clopper-Pearson limits of first / n, as odds; a null upper limit is infinite, and all is null without a discordant pair. */
  readonly oddsRatioInterval: readonly [low: number, high: number | null] | null;
}

interface Asymptotic {
  readonly statistic: number;
  readonly p: number;
}

/** Both p values are 1 when no pair is discordant. Costs the smaller count. Pairs that share an item are not independent: `signFlipTestClustered`. */
export function mcnemar(first: number, second: number, level = 0.95): McNemar {
  checkLevel(level);
  for (const count of [first, second])
    if (!Number.isSafeInteger(count) || count < 0) throw new Error(`a count of pairs cannot be ${count}`);
  const discordant = first + second;
  const smaller = Math.min(first, second);
  const observed = halfBinomialChance(smaller, discordant);
  let tail = observed;
  for (let k = smaller, chance = observed; k > 0 && chance > 0; k--) {
    chance *= k / (discordant - k + 1);
    tail += chance;
  }
  const distance = Math.abs(first - second);
  const half = (1 - level) / 2;
  return {
    discordant,
    pMid: discordant === 0 ? 1 : first === second ? 1 - observed / 2 : 2 * tail - observed,
    pExact: Math.min(1, 2 * tail),
    chiSquared: asymptotic(distance, discordant),
    chiSquaredCorrected: asymptotic(Math.max(0, distance - 1), discordant),
    oddsRatio: second === 0 ? null : first / second,
    oddsRatioInterval:
      discordant === 0
        ? null
        : [
            first === 0 ? 0 : odds(betaPoint(half, 1 - half, first, second + 1)),
            second === 0 ? null : odds(betaPoint(1 - half, half, first + 1, second)),
          ],
  };
}

function asymptotic(distance: number, discordant: number): Asymptotic | null {
  if (discordant === 0) return null;
  const statistic = (distance * distance) / discordant;
  return { statistic, p: chiSquareUpper(statistic, 1) };
}

const odds = ({ x, y }: { x: number; y: number }): number => x / y;
