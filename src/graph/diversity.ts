import { Arg, Ctx, Field, FieldResolver, Int, ObjectType, Resolver, Root } from "type-graphql";
import { diversity, type Diversity, seatOutcomes, type SeatOutcomes } from "../debate/diversity.js";
import { type Rate } from "../debate/rate.js";
import { CodingInput } from "./coding.js";
import { type Context } from "./context.js";
import { IntervalInput } from "./interval.js";
import { answer, MeasuredType, type Subject } from "./measured.js";
import { RateType } from "./rate.js";

@ObjectType("Diversity", {
  simpleResolvers: true,
  description:
    "How much members differ before they see each other, and how many change until the final round. Looks at no gold.",
})
export class DiversityType implements Diversity {
  @Field(() => Int, {
    description: "Debates in whose blind round somebody was asked: the denominator of the first four.",
  })
  debates!: number;
  @Field(() => RateType, { description: "Two or more different answers among those that were read." })
  disagreement!: Rate;
  @Field(() => RateType, { description: "Everybody who was asked could be read, and all said the same." })
  unanimity!: Rate;
  @Field(() => RateType, {
    description: "Mean entropy of the answers that were read, over the log of how many were asked; count is the sum.",
  })
  entropy!: Rate;
  @Field(() => RateType, {
    description:
      "Mean share of the most frequent answer among those that were read, 0 where none was; count is the sum.",
  })
  agreement!: Rate;
  @Field(() => RateType, {
    description: "Seats whose final ballot differs from their initial one, of those with both read.",
  })
  seatFlips!: Rate;
  @Field(() => RateType, { description: "Debates with such a seat, of those with a seat that has both read." })
  debatesWithFlip!: Rate;
}

@ObjectType("SeatOutcomes", {
  simpleResolvers: true,
  description: "What became of single members from the blind to the final round: events of agents, not of majorities.",
})
export class SeatOutcomesType implements SeatOutcomes {
  @Field(() => Int, { description: "Seats of debates with gold that were asked in both rounds." }) seats!: number;
  @Field(() => RateType, { description: "Right, then not right (unparsed included); of those that started right." })
  collapse!: Rate;
  @Field(() => RateType, { description: "Not right, then right; of those that did not start right." })
  correction!: Rate;
  @Field(() => RateType, { description: "From one wrong label to another; of the same." }) wrongToWrong!: Rate;
  @Field(() => RateType, { description: "Debates with a seat that collapsed." }) debatesWithCollapse!: Rate;
  @Field(() => RateType, { description: "Debates with a seat that was corrected." }) debatesWithCorrection!: Rate;
  @Field(() => RateType, {
    description: "Debates whose members disagree at the start, of those whose initial majority is right.",
  })
  atRiskDisagreement!: Rate;
}

@Resolver(() => MeasuredType)
export class DiversityResolver {
  @FieldResolver(() => DiversityType, { description: "Initial disagreement, and members that change their answer." })
  diversity(
    @Root() subject: Subject,
    @Ctx() context: Context,
    @Arg("coding", () => CodingInput, { nullable: true, description: "Its endpoint is the final round." })
    coding?: CodingInput | null,
    @Arg("interval", () => IntervalInput, { nullable: true, description: "How intervals are made." })
    interval?: IntervalInput | null,
  ): Promise<Diversity> {
    return answer(
      context,
      subject,
      { name: "diversity", gold: "FREE", compute: (columns, rule, _, options) => diversity(columns, rule, options) },
      { coding, interval },
    );
  }

  @FieldResolver(() => SeatOutcomesType, { description: "Collapses and corrections of single members." })
  seatOutcomes(
    @Root() subject: Subject,
    @Ctx() context: Context,
    @Arg("coding", () => CodingInput, { nullable: true, description: "How ballots become verdicts." })
    coding?: CodingInput | null,
    @Arg("interval", () => IntervalInput, { nullable: true, description: "How intervals are made." })
    interval?: IntervalInput | null,
  ): Promise<SeatOutcomes> {
    return answer(
      context,
      subject,
      {
        name: "seatOutcomes",
        gold: "NEEDED",
        compute: (panels, rule, _, options) => seatOutcomes(panels, rule, options),
      },
      { coding, interval },
    );
  }
}
