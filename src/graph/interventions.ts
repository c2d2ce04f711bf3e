import { Arg, Ctx, Field, FieldResolver, Int, ObjectType, Resolver, Root } from "type-graphql";
import { type RecountTie } from "../debate/action.js";
import { interventions, type InterventionReport, type Side, type Standing } from "../debate/interventions.js";
import { CodingInput, CodingType } from "./coding.js";
import { type Context } from "./context.js";
import { enumOf } from "./enumOf.js";
import { IntervalInput } from "./interval.js";
import { answer, MeasuredType, type Subject } from "./measured.js";
import { RateType } from "./rate.js";

export const RecountTieEnum = enumOf("RecountTie", "What a tie becomes when ballots are counted again.", {
  CODING: "What the coding says.",
  PANEL_STANDS: "The panel's own decision, as if nothing had been put in.",
  SIGNAL: "The signal decides.",
  FIRST_LABEL: "The first of the tied labels in code point order.",
  LAST_LABEL: "The last of them.",
  UNDECIDED: "No decision.",
} satisfies Record<RecountTie, string>);

const SideEnum = enumOf("StandingSide", "Who leads a round.", {
  FIRST: "The first label in code point order, of those in the round and the signal.",
  LATER: "Another one.",
  TIED: "Nobody alone.",
} satisfies Record<Side, string>);

@ObjectType("Standing", { simpleResolvers: true, description: "Debates of one margin and one side." })
export class StandingType implements Standing {
  @Field(() => Int, {
    nullable: true,
    description: "Ballots of the leader less those of the runner-up, among the parsed; null where none was parsed.",
  })
  margin!: number | null;
  @Field(() => SideEnum, { description: "Who leads." }) side!: Side;
  @Field(() => Int, { description: "Debates." }) debates!: number;
  @Field(() => Int, { description: "In which one replaced ballot can change the decision." }) pivotal!: number;
  @Field(() => Int, { description: "In which the signal is another label than the decision." }) differs!: number;
  @Field(() => Int, { description: "Substitutions, every seat in turn, that change the decision." }) changes!: number;
}

@ObjectType("InterventionRound", {
  simpleResolvers: true,
  description: "What one outside ballot could still change after a round, for better or worse.",
})
export class InterventionRoundType {
  @Field(() => Int, { description: "0 is the blind round." }) round!: number;
  @Field(() => RateType, { description: "Debates that have the signal, of those in which somebody was asked." })
  coverage!: RateType;
  @Field(() => RateType, {
    description: "The signal stands for each asked seat in turn: instances whose recounted decision differs, of all.",
  })
  substitution!: RateType;
  @Field(() => Int, { description: "Debates in which the decision differs for some seat." }) debatesChanged!: number;
  @Field(() => RateType, { description: "The signal is a ballot more: decisions that differ, of debates." })
  addition!: RateType;
  @Field(() => Int, { description: "Debates that then have no single leader." }) additionTies!: number;
  @Field(() => RateType, { description: "Decisions that are another label than the signal, of debates." })
  override!: RateType;
  @Field(() => RateType, {
    description: "Debates in which one replaced ballot can change the decision, by a label of the round or the signal.",
  })
  pivotal!: RateType;
  @Field(() => [StandingType], { description: "By margin and side: which standings are pivotal under this coding." })
  standings!: StandingType[];
}

@ObjectType("InterventionReport", {
  simpleResolvers: true,
  description: "An outside ballot against every round. Whether changes are for the better is told by evaluations.",
})
export class InterventionReportType {
  @Field(() => CodingType, { description: "With defaults filled in." }) coding!: CodingType;
  @Field(() => [InterventionRoundType], { description: "Rounds 0 to the last final one." })
  rounds!: InterventionRoundType[];
}

@Resolver(() => MeasuredType)
export class InterventionsResolver {
  @FieldResolver(() => InterventionReportType, {
    description:
      "What one outside ballot could still change in each round: in place of a seat's, on top of all, or in place of the decision. Needs no gold.",
  })
  async interventions(
    @Root() subject: Subject,
    @Ctx() context: Context,
    @Arg("signal", () => String, { description: "Name of the outside ballot." }) signal: string,
    @Arg("tie", () => RecountTieEnum, {
      nullable: true,
      defaultValue: "CODING",
      description: "What a tie in a recount becomes.",
    })
    tie?: RecountTie | null,
    @Arg("coding", () => CodingInput, { nullable: true, description: "How ballots become verdicts." })
    coding?: CodingInput | null,
    @Arg("interval", () => IntervalInput, { nullable: true, description: "How intervals are made." })
    interval?: IntervalInput | null,
  ): Promise<InterventionReport> {
    const ties = tie ?? "CODING";
    const name = JSON.stringify(["interventions", signal, ties]);
    return answer(context, subject, { name, gold: "FREE", compute: interventions(signal, ties) }, { coding, interval });
  }
}
