import { decimalTotal } from "./decimalTotal.js";
import { NOT_PROBED, type ProbeColumns } from "./probeColumns.js";
import { NOT_ASKED_CODE, type Columns } from "./panels.js";

/** What answers were paid for. Retries and repairs of formats are in no file, and not counted. */
export interface Spending {
  /** Answers that were asked for. */
  readonly generations: number;
  /** Over what says its tokens or cost; null when nothing does. */
  readonly tokens: number | null;
  /** US dollars, an exact decimal. */
  readonly cost: string | null;
  /** Records (probes, debates), and those of them that say their tokens, and their cost. */
  readonly records: number;
  readonly withTokens: number;
  readonly withCost: number;
}

/** A screen: one generation for each initial answer, read or not, and one for each reply. */
export function screenCost({ size, answers, countedOf, tokens, cost, costs }: ColumnsOfCost): Spending {
  let generations = size;
  for (const answer of answers) if (answer !== NOT_PROBED) generations++;
  for (const of of countedOf) generations += of;
  const known = tokens.filter((each) => each > 0);
  const paid = Array.from(cost, (index) => costs[index]).filter((each) => each !== null);
  return {
    generations,
    tokens: known.length === 0 ? null : known.reduce((sum, each) => sum + each - 1, 0),
    cost: paid.length === 0 ? null : decimalTotal(paid),
    records: size,
    withTokens: known.length,
    withCost: paid.length,
  };
}

type ColumnsOfCost = Pick<ProbeColumns, "size" | "answers" | "countedOf" | "tokens" | "cost" | "costs">;

/** Generations of debates: every ballot that was asked for. */
export function ballotsAsked({ ballots }: Pick<Columns, "ballots">): number {
  let asked = 0;
  for (const ballot of ballots) if (ballot !== NOT_ASKED_CODE) asked++;
  return asked;
}
