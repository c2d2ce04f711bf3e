import { breakEven } from "../debate/breakEven.js";
import { decimalText } from "./decimal.js";
import { type EffectSummary } from "./effects.js";
import { evaluationSeed } from "./seed.js";
import { statementDigest, type StatementOf } from "./statements.js";
import { lostTotal, preventedTotal, utility, type Prices } from "./utility.js";

type Result = StatementOf<"result">;
/** What cannot be computed from the effects. */
export type ResultContext = Pick<
  Result,
  "grade" | "record" | "verification" | "custody" | "excluded" | "intervals" | "declarations" | "detail" | "at"
>;

/** The statement of what an evaluation found: counts from the effects, and everything exact that follows from them. */
export function resultStatement(
  declaration: StatementOf<"declaration">,
  prices: Prices,
  { debates, fired, prevented, lost, abstained, digest }: EffectSummary,
  context: ResultContext,
): Result {
  const evaluation = statementDigest(declaration);
  const net = preventedTotal({ prevented }) - lostTotal({ lost });
  const even = breakEven(fired, preventedTotal({ prevented }), lostTotal({ lost }));
  return {
    type: "result",
    v: 1,
    declaration: evaluation,
    seed: evaluationSeed(evaluation),
    grade: context.grade,
    record: context.record,
    verification: context.verification,
    custody: context.custody,
    excluded: context.excluded,
    intervals: context.intervals,
    declarations: context.declarations,
    detail: context.detail,
    at: context.at,
    debates,
    fired,
    prevented,
    lost,
    abstained,
    net,
    utility: decimalText(utility(prices, { prevented, lost, abstained })),
    breakEven: { state: even.state, numerator: even.numerator, denominator: even.denominator },
    deltaAccuracy: { count: net, of: debates },
    effects: digest,
  };
}
