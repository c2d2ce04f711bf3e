import { Field, Int, ObjectType, Query, Resolver } from "type-graphql";
import { type Feature, type FeatureStage } from "../debate/feature.js";
import { features } from "../debate/features.js";
import { enumOf } from "./enumOf.js";

const FeatureStageEnum = enumOf("FeatureStage", "When a feature exists.", {
  PRE_DEBATE: "Before anybody debates.",
  BLIND_ROUND: "After the round that it is asked about, the blind round 0 included.",
  ROUND: "After the round that it is asked about, from round 1 on.",
  SIGNAL: "Of an outside ballot; with a round, after that round.",
} satisfies Record<FeatureStage, string>);

const FeatureKindEnum = enumOf("FeatureKind", "How a condition uses it.", {
  FLAG: "It is a condition by itself.",
  NUMBER: "It is compared with a decimal: = != < <= > >=.",
} satisfies Record<Feature["kind"], string>);

@ObjectType("PolicyFeature", {
  simpleResolvers: true,
  description: "Something that a rule of the policy language can look at. What is not listed cannot be named.",
})
export class PolicyFeatureType {
  @Field(() => String, { description: "By which a rule names it." }) name!: string;
  @Field(() => FeatureStageEnum, { description: "When it exists." }) stage!: FeatureStage;
  @Field(() => FeatureKindEnum, { description: "How a condition uses it." }) kind!: Feature["kind"];
  @Field(() => Int, { nullable: true, description: "The first round it can be asked about; null: it takes none." })
  firstRound!: number | null;
  @Field(() => Boolean, { description: "Whether it is asked about a signal, by name." }) takesSignal!: boolean;
  @Field(() => String, { description: "What it is, and when it is null." }) description!: string;
}

@Resolver()
export class PolicyFeaturesResolver {
  @Query(() => [PolicyFeatureType], {
    description: "The named features of the policy language, each with the round after which it exists.",
  })
  policyFeatures(): PolicyFeatureType[] {
    return Object.entries(features).map(([name, { stage, kind, firstRound, takesSignal, description }]) => ({
      name,
      stage,
      kind,
      firstRound,
      takesSignal,
      description,
    }));
  }
}
