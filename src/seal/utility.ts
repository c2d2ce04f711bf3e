import { UserError } from "../errors.js";
import { decimal, sum, times, type Fraction } from "./decimal.js";
import { type StatementOf } from "./statements.js";

export type Prices = StatementOf<"weights">["prices"];
type Result = StatementOf<"result">;
/** Verdicts that an action turned right (prevented) or wrong (lost), by what the debate itself had done, or gave up. */
export type EffectCounts = Pick<Result, "prevented" | "lost" | "abstained">;

export const preventedTotal = ({ prevented }: Pick<Result, "prevented">): number =>
  prevented.collapses + prevented.rescues;
export const lostTotal = ({ lost }: Pick<Result, "lost">): number => lost.corrections + lost.breakages;
export const abstainedTotal = ({ abstained }: Pick<Result, "abstained">): number => abstained.right + abstained.wrong;

/**
 * Utility, exact: prevented collapses and rescues at their prices, less lost corrections, breakages and verdicts given up
 * (right or wrong alike) at theirs. Where nothing is rescued, broken or given up this is w_prevented * prevented - w_lost * lost. An effect without a price is refused.
 */
export function utility(prices: Prices, { prevented, lost, abstained }: EffectCounts): Fraction {
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
  const givenUp = worth(prices.abstention, abstainedTotal({ abstained }), "verdicts given up");
  return sum(gained, times(sum(paid, givenUp), -1));
}
