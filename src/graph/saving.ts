import { Ctx, Field, FieldResolver, Float, ObjectType, Resolver, Root } from "type-graphql";
import { type Saving, saving, type SavingReason } from "../debate/saving.js";
import { type Context } from "./context.js";
import { enumOf } from "./enumOf.js";
import { EvaluationType } from "./evaluation.js";
import { resultOf } from "./evaluationResult.js";

export const SavingReasonEnum = enumOf("SavingReason", "Why nobody knows what was saved.", {
  NEED_UNKNOWN: "Decisions were uploaded: nobody knows which rounds they needed.",
  NOT_BY_ROUND:
    "Rounds were saved, and the runs hold tokens and cost of whole debates only: which part fell on those rounds is not known.",
} satisfies Record<SavingReason, string>);

@ObjectType("Saving", { simpleResolvers: true, description: "What would not have been spent." })
export class SavingType implements Saving {
  @Field(() => Float, { nullable: true, description: "How much; 0 when no round was saved. Never an estimate." })
  value!: number | null;
  @Field(() => SavingReasonEnum, { nullable: true, description: "Why value is null." }) reason!: SavingReason | null;
}

@Resolver(() => EvaluationType)
export class SavingResolver {
  @FieldResolver(() => SavingType, {
    nullable: true,
    description: "Tokens of the saved rounds. Null until the result stands.",
  })
  tokensSaved(@Root() { stored }: EvaluationType, @Ctx() context: Context) {
    return savingOf(context, stored);
  }

  @FieldResolver(() => SavingType, {
    nullable: true,
    description: "US dollars of the saved rounds. Null until the result stands.",
  })
  costSaved(@Root() { stored }: EvaluationType, @Ctx() context: Context) {
    return savingOf(context, stored);
  }
}

async function savingOf(context: Context, stored: EvaluationType["stored"]): Promise<Saving | null> {
  const result = await resultOf(context, stored);
  return result && saving(result.detail.roundsSaved);
}
