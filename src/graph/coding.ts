import { Field, InputType, Int, ObjectType } from "type-graphql";
import { type Coding } from "../debate/coding.js";
import { enumOf } from "./enumOf.js";

export const UnparsedRule = enumOf("UnparsedRule", "What an unparsed ballot does.", {
  FILTER: "The vote is over the parsed ballots.",
  DROP: "The debate leaves, with the reason UNPARSED.",
});
export const TieRule = enumOf("TieRule", "Who wins when labels share the highest count.", {
  ALPHABETICAL: "The first label in code point order.",
  FIRST_SEEN: "The label that the earliest seat voted for.",
  UNDECIDED: "Nobody: the round has no majority.",
});
export const UndefinedRule = enumOf("UndefinedRule", "What a debate without an initial or final majority does.", {
  EXCLUDE: "It counts as undecided and is in no rate.",
  WRONG: "No majority counts as not right.",
});

@InputType("CodingInput", { description: "How ballots become verdicts. An explicit null means the default." })
export class CodingInput {
  @Field(() => String, {
    nullable: true,
    description: "A named parser run over stored texts; default: the answers as recorded.",
  })
  parser?: string | null;
  @Field(() => UnparsedRule, { nullable: true, defaultValue: "FILTER", description: "What an unparsed ballot does." })
  unparsed?: Coding["unparsed"] | null;
  @Field(() => TieRule, { nullable: true, defaultValue: "ALPHABETICAL", description: "Who wins a tie." })
  tie?: Coding["tie"] | null;
  @Field(() => UndefinedRule, {
    nullable: true,
    defaultValue: "EXCLUDE",
    description: "What an undecided tie does; and a round without any vote unless noVote says otherwise.",
  })
  undefined?: Coding["undefined"] | null;
  @Field(() => UndefinedRule, {
    nullable: true,
    description: "What a round without any vote does; default: as undefined.",
  })
  noVote?: Coding["noVote"] | null;
  @Field(() => Int, {
    nullable: true,
    description:
      "The round that counts as final, 0 being the blind round; default: the run's last. Beyond the last: refused.",
  })
  endpoint?: number | null;
}

@ObjectType("Coding", {
  simpleResolvers: true,
  description: "The coding an answer was computed under, defaults filled in.",
})
export class CodingType implements Coding {
  @Field(() => String, { nullable: true, description: "Named parser; null: the answers as recorded." }) parser!:
    string | null;
  @Field(() => UnparsedRule, { description: "What an unparsed ballot does." }) unparsed!: Coding["unparsed"];
  @Field(() => TieRule, { description: "Who wins a tie." }) tie!: Coding["tie"];
  @Field(() => UndefinedRule, { description: "What an undecided tie does." }) undefined!: Coding["undefined"];
  @Field(() => UndefinedRule, { description: "What a round without any vote does." }) noVote!: Coding["noVote"];
  @Field(() => Int, { nullable: true, description: "The round that counts as final; null: each run's last." })
  endpoint!: number | null;
}
