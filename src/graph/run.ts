import { Field, Float, ID, Int, ObjectType } from "type-graphql";
import { type Condition, type Seat } from "../debate/debate.js";
import { type StoredRun } from "../store/runs.js";
import { enumOf } from "./enumOf.js";
import { MeasuredType } from "./measured.js";
import { NodeType } from "./node.js";

export const ConditionEnum = enumOf("Condition", "What members saw of each other between rounds.", {
  FULL_DEBATE: "The others' answers and reasons.",
  LABELS_ONLY: "The others' answers without reasons.",
  FAKE_PEERS: "Made-up answers of others.",
  NO_PEERS: "Nothing of others.",
  PRIVATE_REVISION: "Only their own earlier text.",
  BLIND: "One round; nothing to see.",
  OTHER: "Something else; see the run's note.",
});

@ObjectType("Seat", { simpleResolvers: true, description: "One place at the table." })
export class SeatType implements Seat {
  @Field(() => String, { description: "Its name within the panel." }) seat!: string;
  @Field(() => String, { description: "The language model that sits there." }) model!: string;
  @Field(() => String, { nullable: true, description: "The model's family, as this run states it." }) family!:
    string | null;
  @Field(() => String, { nullable: true, description: "Who served the model." }) provider!: string | null;
  @Field(() => Float, { nullable: true, description: "Sampling temperature." }) temperature!: number | null;
}

@ObjectType("ImportWarning", {
  simpleResolvers: true,
  description: "What the import accepted, with how often it met it.",
})
export class ImportWarningType {
  @Field(() => String, { description: "Which kind." }) code!: string;
  @Field(() => String, { description: "In words, with the first place." }) message!: string;
  @Field(() => Int, { description: "How often." }) count!: number;
}

export const WithdrawalKind = enumOf("WithdrawalKind", "How a run was withdrawn.", {
  RETRACTED: "It should not be used.",
  SUPERSEDED: "Another run takes its place.",
});

@ObjectType("Withdrawal", {
  simpleResolvers: true,
  description: "What was said against a run after it was stored. The run itself stays readable; new cohorts refuse it.",
})
export class WithdrawalType {
  @Field(() => WithdrawalKind, { description: "Retracted, or superseded by another run." })
  kind!: keyof typeof WithdrawalKind;
  @Field(() => String, { description: "Why." }) reason!: string;
  @Field(() => String, { nullable: true, description: "Slug of the run that takes its place." }) by!: string | null;
}

@ObjectType("Run", {
  simpleResolvers: true,
  implements: [NodeType, MeasuredType],
  description: "Debates by one panel under one condition. Never changes once it is there.",
})
export class RunType {
  declare readonly __typename: "Run";
  declare readonly size: number;
  declare readonly stored: StoredRun;
  @Field(() => ID, { description: "base64url of Run:slug." }) id!: string;
  @Field(() => String, { description: "Its name; never changes." }) slug!: string;
  @Field(() => String, { nullable: true, description: "For people." }) title!: string | null;
  @Field(() => ConditionEnum, { description: "What members saw of each other." }) condition!: Condition;
  @Field(() => String, { nullable: true, description: "The debate protocol." }) scaffold!: string | null;
  @Field(() => String, { description: "The benchmark of its debates, unless a debate says otherwise." })
  benchmark!: string;
  @Field(() => [SeatType], { description: "In seat order." }) seats!: SeatType[];
  @Field(() => Int, { description: "Rounds of the longest debate, the blind round included." }) rounds!: number;
  @Field(() => Boolean, { description: "Debates that stopped early repeat their last asked round." })
  carryForward!: boolean;
  @Field(() => Boolean, { description: "Answers were folded to upper case when they were read." }) foldUpper!: boolean;
  @Field(() => Boolean, { description: "Made up, and said to be." }) synthetic!: boolean;
  @Field(() => String, { nullable: true, description: "Under which the debates may be used." }) license!: string | null;
  @Field(() => String, { nullable: true, description: "What else the source says of the run." }) note!: string | null;
  @Field(() => String, {
    nullable: true,
    description: "When the source says the debates were made; information, never order.",
  })
  createdAt!: string | null;
  @Field(() => String, { description: "SHA-256 of the bytes that were imported." }) sourceDigest!: string;
  @Field(() => String, {
    description: "SHA-256 of the records, whatever file they came in: two files of one content are one run.",
  })
  contentDigest!: string;
  @Field(() => String, { description: "The format it was read as." }) importer!: string;
  @Field(() => String, { description: "Version of the importer that read it." }) importerVersion!: string;
  @Field(() => Int, { description: "Debates that repeat an item of the run." }) replicates!: number;
  @Field(() => [WithdrawalType], { description: "Empty unless the run was retracted or superseded." })
  withdrawals!: WithdrawalType[];
}
