import { Field, ID, Int, ObjectType } from "type-graphql";
import { CohortType } from "./cohort.js";
import { enumOf } from "./enumOf.js";
import { NodeType } from "./node.js";
import { DecimalScalar } from "./scalars.js";

export const WeightsState = enumOf("WeightsState", "How far weights have come.", {
  DRAFT: "Written down; binds nobody, and nothing can be evaluated under them.",
  SEALED: "Fixed for good.",
  ABANDONED: "A draft that will not be sealed; it stays readable.",
});

@ObjectType("Weights", {
  simpleResolvers: true,
  implements: [NodeType],
  description: "What a prevented error and a lost recovery are worth, as exact decimals. Sealing is one way.",
})
export class WeightsType {
  declare readonly __typename: "Weights";
  @Field(() => ID, { description: "base64url of Weights:slug." }) id!: string;
  @Field(() => String, { description: "Their name; never changes." }) slug!: string;
  @Field(() => String, { description: "SHA-256 of the statement that sealed them; of a draft, its own." })
  digest!: string;
  @Field(() => String, { description: "Whose they are." }) team!: string;
  @Field(() => DecimalScalar, { description: "For a collapse that was prevented." }) prevented!: string;
  @Field(() => DecimalScalar, { description: "For a correction that was lost; subtracted." }) lost!: string;
  @Field(() => DecimalScalar, { nullable: true, description: "For an unrepaired debate that was rescued." }) rescue!:
    string | null;
  @Field(() => DecimalScalar, { nullable: true, description: "For a preserved debate that was broken; subtracted." })
  breakage!: string | null;
  @Field(() => DecimalScalar, { nullable: true, description: "For a verdict that was given up; subtracted." })
  abstention!: string | null;
  @Field(() => String, { description: "Why these." }) rationale!: string;
  @Field(() => String, { description: "Who says so." }) principal!: string;
  @Field(() => CohortType, { nullable: true, description: "The only cohort they are for; null: any." })
  cohort!: CohortType | null;
  @Field(() => WeightsState, { description: "How far they have come." }) state!: keyof typeof WeightsState;
  @Field(() => Int, { description: "Log position of the first entry about them." }) position!: number;
  @Field(() => Int, { nullable: true, description: "Log position of the entry that sealed them." }) sealedPosition!:
    number | null;
  @Field(() => String, { nullable: true, description: "Why the draft was abandoned." }) abandonedBecause!:
    string | null;
}
