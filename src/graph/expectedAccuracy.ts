import { Arg, Ctx, Field, FieldResolver, ObjectType, Resolver, Root } from "type-graphql";
import { type ExpectedAccuracyReport, expectedAccuracyReport } from "../debate/expectedAccuracy.js";
import { type Grouping } from "../debate/grouping.js";
import { CodingInput, CodingType } from "./coding.js";
import { type Context } from "./context.js";
import { GroupingEnum } from "./grouping.js";
import { answer, MeasuredType, type Subject } from "./measured.js";
import { IntervalInput } from "./interval.js";
import { RateType } from "./rate.js";

@ObjectType("ExpectedAccuracy", {
  simpleResolvers: true,
  description: "Accuracy if every tie were broken by a fair draw: 1 / leaders when gold is among the leaders.",
})
export class ExpectedAccuracyType {
  @Field(() => RateType, { description: "Over debates with gold whose first and final rounds were asked and scored." })
  initial!: RateType;
  @Field(() => RateType, { description: "Over the same debates." }) final!: RateType;
  @Field(() => RateType, { description: "final - initial, debate by debate." }) difference!: RateType;
}

@ObjectType("ExpectedAccuracyGroup", { simpleResolvers: true, description: "One group's expected accuracy." })
export class ExpectedAccuracyGroupType {
  @Field(() => String, {
    nullable: true,
    description: "What the group is told apart by; null: the source states none.",
  })
  key!: string | null;
  @Field(() => String, { description: "The key in words." }) label!: string;
  @Field(() => ExpectedAccuracyType, { description: "Of this group's debates." })
  expectedAccuracy!: ExpectedAccuracyType;
}

@ObjectType("ExpectedAccuracyReport", {
  simpleResolvers: true,
  description: "Expected accuracy over all debates, and by group.",
})
export class ExpectedAccuracyReportType {
  @Field(() => CodingType, { description: "With defaults filled in; its tie rule plays no part here." })
  coding!: CodingType;
  @Field(() => ExpectedAccuracyType, { description: "Over all debates." }) total!: ExpectedAccuracyType;
  @Field(() => [ExpectedAccuracyGroupType], { description: "Empty without by." }) groups!: ExpectedAccuracyGroupType[];
}

@Resolver(() => MeasuredType)
export class ExpectedAccuracyResolver {
  @FieldResolver(() => ExpectedAccuracyReportType, {
    description: "Initial and final accuracy under expected tie scoring.",
  })
  async expectedAccuracy(
    @Root() subject: Subject,
    @Ctx() context: Context,
    @Arg("coding", () => CodingInput, { nullable: true, description: "How ballots become verdicts." })
    coding?: CodingInput | null,
    @Arg("by", () => GroupingEnum, { nullable: true, description: "Also by group." }) by?: Grouping | null,
    @Arg("interval", () => IntervalInput, { nullable: true, description: "How intervals are made." })
    interval?: IntervalInput | null,
  ): Promise<ExpectedAccuracyReport> {
    return answer(
      context,
      subject,
      { name: "expectedAccuracy", gold: "NEEDED", compute: expectedAccuracyReport },
      { coding, by, interval },
    );
  }
}
