import { type FurtherEffect } from "../debate/action.js";
import { type EffectCounts as Effects, effects } from "../debate/effect.js";
import { type Worth } from "../debate/evaluation.js";
import { decimalText, type Fraction } from "./decimal.js";
import { utility, type Prices } from "./utility.js";

/** What effects are worth under these prices: exactly in all, and each as the nearest number for intervals. */
export const worth = (prices: Prices): Worth => ({
  each: effects.map((effect) => nearest(value(prices, { ...nothing, [effect]: 1 }))),
  total: (counts) => nearest(value(prices, counts)),
});

const nothing = Object.fromEntries(effects.map((effect) => [effect, 0])) as unknown as Effects;

const nearest = (value: Fraction): number => Number(decimalText(value));

/** What no price is given for is worth nothing here; whether it may happen at all is `unpriced`'s to say. */
function value(given: Prices, counts: Effects): Fraction {
  const { rescue, breakage, abstention } = given;
  return utility(
    { ...given, rescue: rescue ?? "0", breakage: breakage ?? "0", abstention: abstention ?? "0" },
    {
      prevented: { collapses: counts.collapsePrevented, rescues: counts.rescue },
      lost: { corrections: counts.correctionLost, breakages: counts.breakage },
      abstained: { right: counts.abstentionRight, wrong: counts.abstentionWrong },
    },
  );
}

/** Which of these effects the prices leave out. */
export const unpriced = (prices: Prices, possible: readonly FurtherEffect[]): readonly FurtherEffect[] =>
  possible.filter((name) => prices[name] === null);
