import { Field, Int, ObjectType } from "type-graphql";

@ObjectType("Exclusion", {
  simpleResolvers: true,
  description:
    "How many debates are left out for one reason. Each debate is counted once, under the first reason that applies.",
})
export class ExclusionType {
  @Field(() => String, {
    description: "In a ledger: NO_GOLD, NOT_ASKED or UNPARSED. In a cohort: what its recipe left them out for.",
  })
  reason!: string;
  @Field(() => Int, { description: "Debates." }) count!: number;
}
