import { Arg, Ctx, Field, FieldResolver, Int, ObjectType, Resolver, Root } from "type-graphql";
import { intervention, type Intervention } from "../debate/intervention.js";
import { must, UserError } from "../errors.js";
import { canonical, type Json } from "../seal/canonical.js";
import { evaluationSeed } from "../seal/seed.js";
import { type StoredEvaluation } from "../store/evaluations.js";
import { type Context } from "./context.js";
import { ruledPolicy } from "./declaration.js";
import { intervalOf } from "./evaluate.js";
import { EvaluationType } from "./evaluation.js";
import { outcomesOf, resultOf } from "./evaluationResult.js";
import { kept } from "./measured.js";
import { RateType } from "./rate.js";

@ObjectType("PivotalGain", {
  simpleResolvers: true,
  description: "net = share x gain: elsewhere one ballot changes nothing.",
})
export class PivotalGainType {
  @Field(() => RateType, { description: "Pivotal instances, of all." }) share!: RateType;
  @Field(() => RateType, { description: "Fixes among the pivotal instances." }) fixes!: RateType;
  @Field(() => RateType, { description: "Breaks among the pivotal instances." }) breaks!: RateType;
  @Field(() => RateType, { description: "Fixes less breaks, of the pivotal instances." }) gain!: RateType;
  @Field(() => Int, { description: "Fixes and breaks elsewhere." }) outside!: number;
  @Field(() => Boolean, { description: "Whether net is share x gain, exactly." }) holds!: boolean;
}

@ObjectType("Intervention", {
  simpleResolvers: true,
  description:
    "What an outside ballot did to saved verdicts. An instance is a debate in the four cells, for each evaluation that is counted.",
})
export class InterventionType {
  @Field(() => Int, { description: "In which the action can be done: signal and seat are there." }) instances!: number;
  @Field(() => Int, { description: "Others in the four cells, in which it cannot." }) cannot!: number;
  @Field(() => Int, { description: "On which the rule fired." }) fired!: number;
  @Field(() => Int, { description: "Wrong to right." }) fixes!: number;
  @Field(() => Int, { description: "Right to wrong." }) breaks!: number;
  @Field(() => RateType, { description: "(fixes - breaks) / instances." }) net!: RateType;
  @Field(() => RateType, { description: "fixes / (fixes + breaks); null when there are neither." })
  flipPrecision!: RateType;
  @Field(() => RateType, { description: "fixes / fired; null when it never fired." }) precision!: RateType;
  @Field(() => RateType, { description: "fixes / instances whose saved verdict was wrong; null without such." })
  recall!: RateType;
  @Field(() => PivotalGainType, {
    nullable: true,
    description: "Null unless a seat's ballot was substituted in the round that the coding calls final.",
  })
  pivotal!: PivotalGainType | null;
}

@Resolver(() => EvaluationType)
export class InterventionResolver {
  @FieldResolver(() => InterventionType, {
    nullable: true,
    description:
      "What the outside ballot of a rule did. Null until the result stands, and for policies that bring none in. With the evaluations of the other seats: every seat in turn.",
  })
  async intervention(
    @Root() { stored }: EvaluationType,
    @Ctx() context: Context,
    @Arg("with", () => [String], {
      nullable: true,
      description: "Digests of evaluations that differ from this one in the substituted seat alone.",
    })
    others?: readonly string[] | null,
  ): Promise<Intervention | null> {
    const digests = [...new Set([stored.digest, ...(others ?? [])])].sort();
    const evaluations = await Promise.all(digests.map((digest) => context.loaders.evaluation.load(digest)));
    const replayed = await Promise.all(
      evaluations.map((one, at) => {
        if (one === null) throw new UserError("NOT_FOUND", `with: no evaluation has the digest ${digests[at]}`);
        return replayOf(context, one, stored);
      }),
    );
    if (replayed.some((one) => one === null)) return null;
    const known = replayed.filter((one) => one !== null);
    if (known.length > 1) refuseUnlike(known.map(({ json }) => json));
    const { columns } = known[0];
    const { coding } = stored.declaration;
    const seed = digests.length === 1 ? evaluationSeed(stored.digest) : evaluationSeed(digests.join(" "));
    const found = kept(context, columns, "intervention", digests, () => ({
      of: intervention(columns, coding, known, { ...intervalOf(stored), seed }),
    }));
    return found.of;
  }
}

/** Null without a result, and for a policy that is no rule of the language. */
async function replayOf(context: Context, one: StoredEvaluation, mine: StoredEvaluation) {
  const parts = ["cohort", "coding", "weights", "interval", "method", "team"] as const;
  const unlike = parts.filter((part) => canonical(mine.declaration[part]) !== canonical(one.declaration[part]));
  if (unlike.length > 0)
    throw new UserError(
      "BAD_INPUT",
      `with: expected evaluations that differ in the seat alone, ${one.digest} differs in ${unlike.join(" and ")}`,
    );
  if ((await resultOf(context, one)) === null) return null;
  const policy = await context.loaders.policy.load(one.policy);
  must(policy, "an evaluation's policy is stored");
  if (policy.kind !== "FIXED") return null;
  const ruled = ruledPolicy(policy);
  if (!("rule" in ruled)) return null;
  const { columns, outcomes } = await outcomesOf(context, one);
  return { rule: ruled.rule, json: policy.rule, columns, outcomes };
}

/** Every seat in turn: the same rule, each with a seat of its own. */
function refuseUnlike(rules: readonly Json[]): void {
  const seats = rules.map((rule) => (rule as { then: { seat?: string } }).then.seat);
  const rest = rules.map((rule) =>
    canonical({ ...(rule as object), then: { ...(rule as { then: object }).then, seat: "" } }),
  );
  if (seats.includes(undefined) || new Set(seats).size < seats.length || new Set(rest).size > 1)
    throw new UserError(
      "BAD_INPUT",
      "with: expected evaluations of rules that substitute, each another seat, and are else the same",
    );
}
