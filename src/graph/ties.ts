import { Arg, Ctx, Field, FieldResolver, Float, Int, ObjectType, Resolver, Root } from "type-graphql";
import { type Grouping } from "../debate/grouping.js";
import { type TieReport, tieReport } from "../debate/ties.js";
import { type Proportion } from "../stats/proportion.js";
import { CodingInput, CodingType } from "./coding.js";
import { type Context } from "./context.js";
import { GroupingEnum } from "./grouping.js";
import { answer, MeasuredType, type Subject } from "./measured.js";

@ObjectType("Share", {
  simpleResolvers: true,
  description: "A plain proportion, without interval. Nothing to divide by is null with a reason.",
})
export class ShareType implements Proportion {
  @Field(() => Float, { description: "Numerator." }) count!: number;
  @Field(() => Float, { description: "Denominator." }) of!: number;
  @Field(() => Float, { nullable: true, description: "count / of; null when the denominator is 0." }) value!:
    number | null;
  @Field(() => String, { nullable: true, description: "Why value is null." }) reason!: Proportion["reason"];
}

@ObjectType("TieRound", {
  simpleResolvers: true,
  description: "Ties among the votes of one round in which somebody could be read.",
})
export class TieRoundType extends ShareType {
  @Field(() => Int, { description: "0 is the blind round." }) round!: number;
}

@ObjectType("TieCells", { simpleResolvers: true, description: "Debates by the cell that a tie rule put them in." })
export class TieCellsType {
  @Field(() => Int, { description: "Started right, ended right." }) preservation!: number;
  @Field(() => Int, { description: "Started right, ended wrong." }) collapse!: number;
  @Field(() => Int, { description: "Started wrong, ended right." }) correction!: number;
  @Field(() => Int, { description: "Started wrong, ended wrong." }) unrepaired!: number;
}

@ObjectType("Ties", {
  simpleResolvers: true,
  description: "What tie-breaks did, in recorded rounds up to the final one.",
})
export class TiesType {
  @Field(() => Int, { description: "Rounds of a debate in which two or more labels shared the highest count." })
  fired!: number;
  @Field(() => [TieRoundType], { description: "By round." }) rounds!: TieRoundType[];
  @Field(() => ShareType, {
    description:
      "Debates in the four cells that another choice among the leading labels would have put in another cell.",
  })
  decided!: ShareType;
  @Field(() => TieCellsType, { description: "The same by the cell that the tie rule chose." })
  decidedCells!: TieCellsType;
}

@ObjectType("TieGroup", { simpleResolvers: true, description: "One group's ties." })
export class TieGroupType {
  @Field(() => String, {
    nullable: true,
    description: "What the group is told apart by; null: the source states none.",
  })
  key!: string | null;
  @Field(() => String, { description: "The key in words." }) label!: string;
  @Field(() => TiesType, { description: "Of this group's debates." }) ties!: TiesType;
}

@ObjectType("TieReport", { simpleResolvers: true, description: "Ties over all debates, and by group." })
export class TieReportType {
  @Field(() => CodingType, { description: "With defaults filled in." }) coding!: CodingType;
  @Field(() => TiesType, { description: "Over all debates." }) total!: TiesType;
  @Field(() => [TieGroupType], { description: "Empty without by." }) groups!: TieGroupType[];
}

@Resolver(() => MeasuredType)
export class TiesResolver {
  @FieldResolver(() => TieReportType, { description: "How often ties were broken, and how many cells that decided." })
  async ties(
    @Root() subject: Subject,
    @Ctx() context: Context,
    @Arg("coding", () => CodingInput, { nullable: true, description: "How ballots become verdicts." })
    coding?: CodingInput | null,
    @Arg("by", () => GroupingEnum, { nullable: true, description: "Also by group." }) by?: Grouping | null,
  ): Promise<TieReport> {
    return answer(context, subject, { name: "ties", gold: "NEEDED", compute: tieReport }, { coding, by });
  }
}
