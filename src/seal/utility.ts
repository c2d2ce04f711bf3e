import { UserError } from "../errors.js";
import { decimal, sum, times, type Fraction } from "./decimal.js";
import { type StatementOf } from "./statements.js";

export type Prices = StatementOf<"weights">["prices"];
/** Verdicts that an action turned right (prevented) or wrong (lost), by what the debate itself had done. */
export type EffectCounts = Pick<StatementOf<"result">, "prevented" | "lost">;

export const preventedTotal = ({ prevented }: EffectCounts): number => prevented.collapses + prevented.rescues;
export const lostTotal = ({ lost }: EffectCounts): number => lost.corrections + lost.breakages;

/**
 * Utility, exact: prevented collapses and rescues at their prices, less lost corrections and breakages at theirs. Where
 * nothing is rescued or broken this is w_prevented * prevented - w_lost * lost. An effect without a price is refused.
 */
export function utility(prices: Prices, { prevented, lost }: EffectCounts): Fraction {
  const worth = (price: string | null, effects: number, what: string): Fraction => {
    if (price !== null) return times(decimal(price), effects);
    if (effects === 0) return decimal("0");
    throw new UserError("BAD_INPUT", `the action has ${effects} ${what}, and the weights do not price that`);
  };
  const gained = sum(
    worth(prices.prevented, prevented.collapses, "prevented collapses"),
    worth(prices.rescue, prevented.rescues, "rescues"),
  );
  const paid = sum(
    worth(prices.lost, lost.corrections, "lost corrections"),
    worth(prices.breakage, lost.breakages, "breakages"),
  );
  return sum(gained, times(paid, -1));
}
