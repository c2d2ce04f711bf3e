import { Arg, Ctx, Field, FieldResolver, Float, Int, ObjectType, Resolver, Root } from "type-graphql";
import { intervalOptions } from "../debate/intervalOptions.js";
import {
  comparePanels,
  type PanelComparison,
  type Repeatability,
  repeatability,
  type RepeatedQuestion,
} from "../debate/repeatability.js";
import { UserError } from "../errors.js";
import { type Context } from "./context.js";
import { answerProbes } from "./probeMeasure.js";
import { probeSetNode, ProbeSetType } from "./probeSet.js";
import { ShareType } from "./ties.js";

@ObjectType("RepeatedQuestion", {
  simpleResolvers: true,
  description: "One item under one condition to one seat of one model, with its repeats.",
})
export class RepeatedQuestionType implements RepeatedQuestion {
  @Field(() => String, { description: "The language model." }) model!: string;
  @Field(() => String, { description: "Where the item comes from." }) benchmark!: string;
  @Field(() => String, { description: "Its key." }) item!: string;
  @Field(() => String, { description: "The prompt." }) condition!: string;
  @Field(() => String, { description: "Who was asked." }) seat!: string;
  @Field(() => Int, { description: "How often it was asked." }) repeats!: number;
  @Field(() => Int, { description: "Repeats whose initial answer was read." }) answers!: number;
  @Field(() => String, {
    nullable: true,
    description: "The most frequent initial answer, ties to the first in code point order; null: none was read.",
  })
  majority!: string | null;
  @Field(() => ShareType, { description: "The mean flip rate of the repeats." }) alpha!: ShareType;
  @Field(() => Float, { nullable: true, description: "The largest less the smallest flip rate; null without two." })
  range!: number | null;
  @Field(() => Int, { description: "Replies that could not be read, over all repeats." }) unparsedReplies!: number;
}

@ObjectType("Repeatability", {
  simpleResolvers: true,
  description: "Whether the same question has the same answer when it is asked again. Looks at no gold.",
})
export class RepeatabilityType implements Repeatability {
  @Field(() => [RepeatedQuestionType], { description: "Every question, repeated or not." })
  questions!: RepeatedQuestionType[];
  @Field(() => ShareType, {
    description: "Pairs of repeats with the same initial answer, of those where both were read.",
  })
  sameAnswer!: ShareType;
  @Field(() => ShareType, {
    description:
      "Of the same pairs, replies in the same place that are the same; an unparsed one is an answer of its own.",
  })
  sameReply!: ShareType;
  @Field(() => ShareType, {
    description: "Questions of which some initial answer differs, of those with two or more.",
  })
  unstableAnswers!: ShareType;
  @Field(() => Float, {
    nullable: true,
    description: "The largest range of a question's flip rate; null without two rates.",
  })
  largestRange!: number | null;
}

@ObjectType("PanelComparison", {
  simpleResolvers: true,
  description: "Two sets of probes on the questions that both have.",
})
export class PanelComparisonType implements Omit<PanelComparison, "correlation"> {
  @Field(() => Int, { description: "Questions with a flip rate in both." }) shared!: number;
  @Field(() => Float, {
    nullable: true,
    description: "Spearman's correlation of the mean flip rates; null as correlationReason says.",
  })
  correlation!: number | null;
  @Field(() => String, { nullable: true, description: "Why there is no correlation." }) correlationReason!:
    string | null;
  @Field(() => Float, {
    nullable: true,
    description: "Two-sided p by permutation: exact up to 10 questions, drawn above.",
  })
  pTwoSided!: number | null;
  @Field(() => Float, {
    nullable: true,
    description: "The largest difference of two mean flip rates, without its sign.",
  })
  largestDifference!: number | null;
  @Field(() => Float, { nullable: true, description: "The mean difference: the other set less this one." })
  meanDifference!: number | null;
  @Field(() => ShareType, {
    description: "Questions whose most frequent initial answer differs, of those where both have one.",
  })
  majorityChanges!: ShareType;
}

@Resolver(() => ProbeSetType)
export class RepeatabilityResolver {
  @FieldResolver(() => RepeatabilityType, { description: "Agreement of repeats within this set." })
  repeatability(@Root() set: ProbeSetType, @Ctx() context: Context): Promise<Repeatability> {
    return repeatsOf(context, set);
  }

  @FieldResolver(() => PanelComparisonType, {
    description: "This set against another of the same questions, such as that of another day.",
  })
  async compareRepeats(
    @Root() set: ProbeSetType,
    @Ctx() context: Context,
    @Arg("with", () => String, { description: "The slug of the other set." }) slug: string,
  ): Promise<PanelComparisonType> {
    const other = await context.loaders.probes.load(slug);
    if (other === null) throw new UserError("NOT_FOUND", `with: no probes are stored under ${slug}`);
    const [first, second] = [await repeatsOf(context, set), await repeatsOf(context, probeSetNode(other))];
    const { correlation, ...rest } = comparePanels(first, second, intervalOptions());
    const { rho, reason, pTwoSided } = correlation;
    return { ...rest, correlation: rho, correlationReason: reason, pTwoSided };
  }
}

const repeatsOf = (context: Context, set: ProbeSetType): Promise<Repeatability> =>
  answerProbes(context, set, { name: "repeatability", gold: "FREE", compute: (columns) => repeatability(columns) }, {});
