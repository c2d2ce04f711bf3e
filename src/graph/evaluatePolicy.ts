import { Arg, Ctx, Field, Float, InputType, Int, Mutation, ObjectType, Resolver } from "type-graphql";
import { type ClusterUnit } from "../debate/clustering.js";
import { type IntervalOptions } from "../debate/intervalOptions.js";
import { UserError } from "../errors.js";
import { abandonDeclaration, declare } from "../store/declare.js";
import { type StoredEvaluation } from "../store/evaluations.js";
import { CodingInput } from "./coding.js";
import { type Context } from "./context.js";
import { declaration } from "./declaration.js";
import { enumOf } from "./enumOf.js";
import { evaluate } from "./evaluate.js";
import { EvaluationType } from "./evaluation.js";
import { evaluationNode } from "./evaluationNode.js";
import { ClusterUnitEnum, IntervalMethodEnum } from "./interval.js";
import { said } from "./sealWeights.js";

export const ValidationEnum = enumOf("Validation", "How a policy is held out from what it is judged by.", {
  NONE: "Nothing is fitted here: the policy is applied as it stands.",
});

@InputType("EvaluationIntervalInput", {
  description:
    "How intervals are made. The seed comes from the declaration's digest. An explicit null means the default.",
})
export class EvaluationIntervalInput {
  @Field(() => IntervalMethodEnum, { nullable: true, defaultValue: "AUTO", description: "The method." }) method?:
    IntervalOptions["method"] | null;
  @Field(() => Float, { nullable: true, defaultValue: 0.95, description: "Confidence level, between 0 and 1." })
  level?: number | null;
  @Field(() => ClusterUnitEnum, {
    nullable: true,
    defaultValue: "ITEM_CLUSTER",
    description: "What is resampled together.",
  })
  cluster?: ClusterUnit | null;
  @Field(() => Int, { nullable: true, defaultValue: 10_000, description: "Bootstrap replicates." }) resamples?:
    number | null;
}

@InputType("EvaluatePolicyInput", { description: "What is declared before anything is computed." })
export class EvaluatePolicyInput {
  @Field(() => String, { description: "Slug of the policy." }) policy!: string;
  @Field(() => String, { description: "Slug of the cohort." }) cohort!: string;
  @Field(() => String, { description: "Slug of sealed weights." }) weights!: string;
  @Field(() => CodingInput, { nullable: true, description: "How ballots become verdicts." })
  coding?: CodingInput | null;
  @Field(() => ValidationEnum, { nullable: true, defaultValue: "NONE", description: "How the policy is held out." })
  validation?: keyof typeof ValidationEnum | null;
  @Field(() => EvaluationIntervalInput, { nullable: true, description: "How intervals are made." })
  interval?: EvaluationIntervalInput | null;
}

@InputType("AbandonEvaluationInput", { description: "A declaration that will have no result." })
export class AbandonEvaluationInput {
  @Field(() => String, { description: "Of the declaration." }) digest!: string;
  @Field(() => String, { description: "Why, for those who meet it later." }) reason!: string;
}

@ObjectType("EvaluatePolicyPayload", { simpleResolvers: true, description: "The evaluation that was declared." })
export class EvaluatePolicyPayload {
  @Field(() => EvaluationType, { description: "As it is stored." }) evaluation!: EvaluationType;
}

@Resolver()
export class EvaluatePolicyResolver {
  @Mutation(() => EvaluatePolicyPayload, {
    description:
      "Declares an evaluation in the log, then computes its result. The same again is the same evaluation, and completes one that was interrupted. On a blind cohort it stays declared until that opens.",
  })
  async evaluatePolicy(
    @Arg("input", () => EvaluatePolicyInput, { description: "What is declared." }) input: EvaluatePolicyInput,
    @Ctx() context: Context,
  ): Promise<EvaluatePolicyPayload> {
    const declared = await declare(context.store, await declaration(context, input));
    context.loaders.evaluation.clear(declared.digest);
    return { evaluation: await evaluationNode(context, await completed(context, declared)) };
  }

  @Mutation(() => EvaluatePolicyPayload, {
    description: "Says that a declaration will have no result. It stays, and is counted.",
  })
  async abandonEvaluation(
    @Arg("input", () => AbandonEvaluationInput, { description: "Which one, and why." })
    { digest, reason }: AbandonEvaluationInput,
    @Ctx() context: Context,
  ): Promise<EvaluatePolicyPayload> {
    const why = said("reason", reason);
    const stored = await abandonDeclaration(context.store, digest, await context.team(), why);
    context.loaders.evaluation.clear(digest);
    return { evaluation: await evaluationNode(context, stored) };
  }
}

/** The result of a declaration, unless a blind cohort withholds it. */
export async function completed(context: Context, declared: StoredEvaluation): Promise<StoredEvaluation> {
  if (declared.state === "ABANDONED")
    throw new UserError("CONFLICT", `evaluation ${declared.digest}: it was abandoned: ${declared.abandoned?.reason}`);
  if (declared.state === "COMPLETE") return declared;
  try {
    return await evaluate(context, declared);
  } catch (error) {
    if (error instanceof UserError && error.code === "BLIND") return declared;
    throw error;
  }
}
