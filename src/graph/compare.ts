import { Arg, Ctx, Field, FieldResolver, Int, ObjectType, Resolver, Root } from "type-graphql";
import { type Comparison, comparison, type Overlap } from "../debate/comparison.js";
import { must, UserError } from "../errors.js";
import { canonical } from "../seal/canonical.js";
import { evaluationSeed } from "../seal/seed.js";
import { worth } from "../seal/worth.js";
import { type StoredEvaluation } from "../store/evaluations.js";
import { type Context } from "./context.js";
import { intervalOf } from "./evaluate.js";
import { EvaluationType } from "./evaluation.js";
import { outcomesOf, resultOf } from "./evaluationResult.js";
import { kept } from "./measured.js";
import { RateType } from "./rate.js";

@ObjectType("Overlap", {
  simpleResolvers: true,
  description: "Of the debates in the four cells, to how many something happened under which of the two policies.",
})
export class OverlapType implements Overlap {
  @Field(() => Int, { description: "Under both." }) both!: number;
  @Field(() => Int, { description: "Under this one only." }) onlyThis!: number;
  @Field(() => Int, { description: "Under the other one only." }) onlyOther!: number;
  @Field(() => Int, { description: "Under neither." }) neither!: number;
}

@ObjectType("PolicyComparison", {
  simpleResolvers: true,
  description: "Two policies on the same debates, debate by debate: this one less the other, both in the same draws.",
})
export class PolicyComparisonType implements Omit<Comparison, "utilityPerDebate" | "deltaAccuracy"> {
  @Field(() => Int, { description: "Debates in the four cells: the same for both." }) debates!: number;
  @Field(() => OverlapType, { description: "Which debates they fired on." }) fired!: OverlapType;
  @Field(() => OverlapType, { description: "Which verdicts they turned right." }) prevented!: OverlapType;
  @Field(() => OverlapType, { description: "Which verdicts they turned wrong." }) lost!: OverlapType;
  @Field(() => RateType, { description: "Difference in utility over debates." }) utilityPerDebate!: RateType;
  @Field(() => RateType, { description: "Difference in net over debates." }) deltaAccuracy!: RateType;
}

@Resolver(() => EvaluationType)
export class CompareResolver {
  @FieldResolver(() => PolicyComparisonType, {
    nullable: true,
    description:
      "Against another evaluation of the same debates under the same coding, weights and intervals; refused where these differ. Null until both results stand.",
  })
  async compare(
    @Root() { stored: mine }: EvaluationType,
    @Arg("with", () => String, { description: "Digest of the other evaluation." }) digest: string,
    @Ctx() context: Context,
  ): Promise<Comparison | null> {
    const other = await context.loaders.evaluation.load(digest);
    if (!other) throw new UserError("NOT_FOUND", `with: no evaluation has the digest ${digest}`);
    refuseUnlike(mine, other);
    if (!(await resultOf(context, mine)) || !(await resultOf(context, other))) return null;
    const { columns, outcomes } = await outcomesOf(context, mine);
    const { outcomes: others } = await outcomesOf(context, other);
    const weights = await context.loaders.weights.load(mine.weights);
    must(weights, "an evaluation's weights are stored");
    const interval = { ...intervalOf(mine), seed: evaluationSeed([mine.digest, digest].sort().join(" ")) };
    return kept(context, columns, "comparison", [mine.digest, digest], () =>
      comparison(columns, outcomes, others, worth(weights.prices), interval),
    );
  }
}

/** Only like is compared with like; the complaint names what differs. */
function refuseUnlike({ declaration: mine }: StoredEvaluation, { declaration: other }: StoredEvaluation): void {
  const parts = ["cohort", "coding", "weights", "interval", "method"] as const;
  const unlike = parts.filter((part) => canonical(mine[part]) !== canonical(other[part]));
  if (unlike.length > 0)
    throw new UserError(
      "BAD_INPUT",
      `with: expected an evaluation of the same ${parts.join(", ")}; these differ in ${unlike.join(" and ")}`,
    );
}
