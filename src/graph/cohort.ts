import { Field, ID, Int, ObjectType } from "type-graphql";
import { enumOf } from "./enumOf.js";
import { ExclusionType } from "./exclusion.js";
import { MeasuredType } from "./measured.js";
import { NodeType } from "./node.js";
import { RunType } from "./run.js";
import { JsonScalar } from "./scalars.js";

@ObjectType("CohortPart", { simpleResolvers: true, description: "What one run contributes to a cohort." })
export class CohortPartType {
  @Field(() => RunType, { description: "Where they come from." }) run!: RunType;
  @Field(() => Int, { description: "Debates of this run that belong to the cohort." }) size!: number;
  @Field(() => [ExclusionType], { description: "Debates of this run that the recipe left out, by reason." })
  attrition!: ExclusionType[];
}

export const VisibilityEnum = enumOf("Visibility", "Whether answers that depend on gold are given.", {
  OPEN: "They are.",
  BLIND: "Not yet, through any field, of these debates in whichever run or cohort.",
});

@ObjectType("Cohort", {
  simpleResolvers: true,
  implements: [NodeType, MeasuredType],
  description:
    "A fixed set of debates. Its recipe looks at runs, benchmarks, items, probes and missingness, never at gold or outcomes.",
})
export class CohortType {
  declare readonly __typename: "Cohort";
  declare readonly size: number;
  @Field(() => ID, { description: "base64url of Cohort:slug." }) id!: string;
  @Field(() => String, { description: "Its name; never changes." }) slug!: string;
  @Field(() => String, { nullable: true, description: "For people." }) title!: string | null;
  @Field(() => String, {
    description:
      "SHA-256 over the runs' content digests, the chosen debates and the dropped seats: equal digests are equal cohorts.",
  })
  digest!: string;
  @Field(() => VisibilityEnum, { description: "Whether it is still blind." }) visibility!: keyof typeof VisibilityEnum;
  @Field(() => String, { nullable: true, description: "From when on a blind cohort may be opened." }) opensAt!:
    string | null;
  @Field(() => String, { nullable: true, description: "The board on whose closing a blind cohort opens." }) board!:
    string | null;
  @Field(() => JsonScalar, { description: "How it was chosen, defaults filled in." }) recipe!: unknown;
  @Field(() => [ExclusionType], { description: "Debates of its runs that the recipe left out, by reason." })
  attrition!: ExclusionType[];
  @Field(() => [CohortPartType], { description: "By run, in the recipe's order." }) parts!: CohortPartType[];
}
