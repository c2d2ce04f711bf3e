import { halfBinomialChance } from "./halfBinomial.js";

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
}

/** Both p values are 1 when no pair is discordant. Pairs clustered by item are not independent: use `signFlipClustered`. */
export function mcnemar(first: number, second: number): McNemar {
  for (const count of [first, second])
    if (!Number.isSafeInteger(count) || count < 0) throw new Error(`a count of pairs cannot be ${count}`);
  const discordant = first + second;
  const smaller = Math.min(first, second);
  const at = halfBinomialChance(smaller, discordant);
  let upTo = at;
  for (let k = smaller, chance = at; k > 0 && chance > 0; k--) {
    chance *= k / (discordant - k + 1);
    upTo += chance;
  }
  if (discordant === 0) return { discordant, pMid: 1, pExact: 1 };
  return {
    discordant,
    pMid: first === second ? 1 - at / 2 : 2 * upTo - at,
    pExact: Math.min(1, 2 * upTo),
  };
}
