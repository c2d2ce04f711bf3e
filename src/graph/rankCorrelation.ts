import { Field, Float, Int, ObjectType } from "type-graphql";
import { type PermutationP } from "../stats/permutationTest.js";
import { type PartialSpearman } from "../stats/partialSpearman.js";
import { type Spearman } from "../stats/spearman.js";
import { enumOf } from "./enumOf.js";

export const PermutationMethodEnum = enumOf("PermutationMethod", "How a permutation test was carried out.", {
  EXACT: "Every rearrangement was walked.",
  MONTE_CARLO: "A seeded sample of them was drawn; p is (hits + 1) / (draws + 1).",
} satisfies Record<NonNullable<PermutationP["method"]>, string>);

@ObjectType("TApproximation", { simpleResolvers: true, description: "The t approximation: not for few units." })
export class TApproximationType {
  @Field(() => Float, { nullable: true, description: "Null when rho is 1 or -1." }) t!: number | null;
  @Field(() => Int, { description: "Degrees of freedom." }) df!: number;
  @Field(() => Float, { description: "Two-sided." }) pTwoSided!: number;
}

@ObjectType("RankCorrelation", {
  simpleResolvers: true,
  description: "Spearman's rank correlation, with mid-ranks. The p values to quote are the permutation ones.",
})
export class RankCorrelationType {
  @Field(() => Float, { nullable: true, description: "Null with a reason." }) rho!: number | null;
  @Field(() => String, { nullable: true, description: "Why there is none." }) reason!: string | null;
  @Field(() => Int, { description: "Units that were correlated." }) used!: number;
  @Field(() => Int, { description: "Units that were left out because a value is missing." }) omitted!: number;
  @Field(() => Float, { nullable: true, description: "P(|rho| >= the one seen)." }) pTwoSided!: number | null;
  @Field(() => Float, { nullable: true, description: "P(rho >= the one seen)." }) pGreater!: number | null;
  @Field(() => Float, { nullable: true, description: "P(rho <= the one seen)." }) pLess!: number | null;
  @Field(() => PermutationMethodEnum, { nullable: true, description: "Null without p values." })
  method!: PermutationP["method"];
  @Field(() => Float, { description: "Standard error of pTwoSided from drawing; 0 when exact." })
  monteCarloError!: number;
  @Field(() => TApproximationType, { nullable: true, description: "Null without rho." })
  approximation!: Spearman["approximation"];
  @Field(() => [Float], {
    nullable: true,
    description:
      "Low and high by Bonett and Wright, from 4 units; null for a partial correlation. Too trusting below ten.",
  })
  limits!: readonly [number, number] | null;
}

export const rankCorrelation = (found: Spearman | PartialSpearman): RankCorrelationType => ({
  ...found,
  limits: "interval" in found ? found.interval : null,
});
