import { Field, Float, ID, Int, ObjectType } from "type-graphql";
import { type Cell, type ExclusionReason } from "../debate/transition.js";
import { type DebateOrigin } from "./debateNode.js";
import { enumOf } from "./enumOf.js";
import { NodeType } from "./node.js";
import { RunType, SeatType } from "./run.js";

export const CellEnum = enumOf("Cell", "Where a debate started and ended.", {
  preservation: "Started right, ended right.",
  collapse: "Started right, ended wrong.",
  correction: "Started wrong, ended right.",
  unrepaired: "Started wrong, ended wrong.",
  undecided: "No initial or no final majority, and the coding excludes such debates.",
} satisfies Record<Cell, string>);

export const ExclusionReasonEnum = enumOf("ExclusionReason", "Why a debate is in no cell; the first that applies.", {
  NO_GOLD: "It has no gold answer.",
  NOT_ASKED: "Nobody was asked in round 0 or in the final round, and the run does not carry forward.",
  UNPARSED: "Under DROP: a ballot up to the final round could not be read.",
} satisfies Record<ExclusionReason, string>);

export const BallotStatus = enumOf("BallotStatus", "What became of a ballot.", {
  ANSWERED: "An answer was read.",
  UNPARSED: "A reply was asked for and could not be read.",
  NOT_ASKED: "The seat was not asked in this round.",
});

@ObjectType("Ballot", { simpleResolvers: true, description: "One seat's vote in one round." })
export class BallotType {
  @Field(() => String, { description: "The seat's name." }) seat!: string;
  @Field(() => BallotStatus, { description: "What became of it." }) status!: keyof typeof BallotStatus;
  @Field(() => String, { nullable: true, description: "The answer that was read." }) answer!: string | null;
  @Field(() => String, { nullable: true, description: "The raw reply, where the source keeps it." }) text!:
    string | null;
}

@ObjectType("DebateRound", {
  simpleResolvers: true,
  description: "One round of a debate, up to the final one of the coding.",
})
export class DebateRoundType {
  @Field(() => Int, { description: "0 is the blind round." }) round!: number;
  @Field(() => [BallotType], { description: "In seat order; empty when the source gives no ballots." })
  ballots!: BallotType[];
  @Field(() => String, {
    nullable: true,
    description: "The running majority; null when there is none, and when the source gives no ballots.",
  })
  majority!: string | null;
  @Field(() => Boolean, {
    nullable: true,
    description:
      "Two or more labels shared the highest count, whatever the tie rule made of it. Null when there are no ballots and the derived columns do not tell.",
  })
  tieFired!: boolean | null;
}

@ObjectType("Debate", {
  simpleResolvers: true,
  implements: [NodeType],
  description:
    "One debate: what was recorded, and what the coding that was asked for makes of it (the default coding when it is reached by id).",
})
export class DebateType {
  declare readonly __typename: "Debate";
  declare readonly origin: DebateOrigin;
  @Field(() => ID, { description: "base64url of Debate:run/ordinal." }) id!: string;
  @Field(() => RunType, { description: "The run it belongs to." }) run!: RunType;
  @Field(() => Int, { description: "Its place in the run, from 0." }) ordinal!: number;
  @Field(() => String, { description: "What is debated: its key within the benchmark." }) item!: string;
  @Field(() => Int, { description: "0 unless the run debates the item more than once." }) replicate!: number;
  @Field(() => String, { description: "The benchmark of its item." }) benchmark!: string;
  @Field(() => String, { nullable: true, description: "What the source files the item under." }) category!:
    string | null;
  @Field(() => String, { description: "What is resampled together." }) cluster!: string;
  @Field(() => [String], { description: "Admissible answers; empty: free form." }) labels!: string[];
  @Field(() => [SeatType], { description: "Its panel." }) seats!: SeatType[];
  @Field(() => [DebateRoundType], { description: "Rounds 0 to the final one of the coding." })
  rounds!: DebateRoundType[];
  @Field(() => Int, { description: "Rounds that the source wrote down; later ones of the run were not asked." })
  recordedRounds!: number;
  @Field(() => [[[String]]], {
    nullable: true,
    description:
      "By round from 1 and by seat: the labels that the seat was shown before the round. Null where the source does not say; the others' previous ballots then.",
  })
  displayed!: string[][][] | null;
  @Field(() => [[String]], { description: "Outside ballots: pairs of name and label." }) signals!: (readonly [
    string,
    string,
  ])[];
  @Field(() => Float, { nullable: true, description: "Tokens, where the source counts them." }) tokens!: number | null;
  @Field(() => String, { nullable: true, description: "US dollars, an exact decimal, where the source counts them." })
  cost!: string | null;
}
