import { Field, ID, Int, ObjectType } from "type-graphql";
import { type FixedGate } from "../debate/gate.js";
import { enumOf } from "./enumOf.js";
import { NodeType } from "./node.js";
import { JsonScalar } from "./scalars.js";

export const PolicyKind = enumOf("PolicyKind", "Who decides.", {
  FIXED: "A rule, which the server applies: a fixed gate, or one of the policy language.",
  DECISIONS: "Somebody else: a decision was uploaded for each debate.",
});

export const FixedGateEnum = enumOf(
  "FixedGate",
  "When a fixed policy fires. A debate in which the round it looks at was not asked does not fire.",
  {
    never: "On no debate.",
    always: "On every debate.",
    round1MajorityChanged:
      "Round 1 has a majority, and it is not that of round 0; an undefined round 0 counts as different.",
    round1AnyFlip: "Some seat has parsed ballots in rounds 0 and 1, and they differ.",
    round0NotUnanimous: "Two or more different parsed ballots in round 0.",
    round1NotUnanimous: "Two or more different parsed ballots in round 1.",
    round1AgreementBelowOne: "Two or more different entries in round 1, an unparsed ballot being an entry of its own.",
  } satisfies Record<FixedGate, string>,
);

@ObjectType("PolicyDecisions", { simpleResolvers: true, description: "Uploaded decisions." })
export class PolicyDecisionsType {
  @Field(() => String, { description: "SHA-256 over the decisions in whatever order." }) digest!: string;
  @Field(() => Int, { description: "How many." }) count!: number;
  @Field(() => String, { description: "What they were fitted on, as the team says." }) fittedOn!: string;
}

@ObjectType("Policy", {
  simpleResolvers: true,
  implements: [NodeType],
  description: "What to do with which debates. It never changes; a new version is a new name.",
})
export class PolicyType {
  declare readonly __typename: "Policy";
  @Field(() => ID, { description: "base64url of Policy:slug." }) id!: string;
  @Field(() => String, { description: "Its name; never changes." }) slug!: string;
  @Field(() => String, { description: "SHA-256 of what it does: under another name it is the same." }) digest!: string;
  @Field(() => String, { description: "Who added it." }) team!: string;
  @Field(() => PolicyKind, { description: "Who decides." }) kind!: keyof typeof PolicyKind;
  @Field(() => JsonScalar, {
    nullable: true,
    description: "Condition, action and how they were chosen; null for uploaded decisions.",
  })
  rule!: unknown;
  @Field(() => PolicyDecisionsType, { nullable: true, description: "Null for a rule." })
  decisions!: PolicyDecisionsType | null;
  @Field(() => Int, { description: "Log position." }) position!: number;
}
