import { Arg, Ctx, Field, FieldResolver, Int, ObjectType, Resolver, Root } from "type-graphql";
import { type FlipCounts, flipReport, type Flips, type FlipStep, type SeatFlips } from "../debate/flips.js";
import { type Grouping } from "../debate/grouping.js";
import { type Rate } from "../debate/rate.js";
import { CodingInput, CodingType } from "./coding.js";
import { type Context } from "./context.js";
import { GroupingEnum } from "./grouping.js";
import { IntervalInput } from "./interval.js";
import { answer, MeasuredType, type Subject } from "./measured.js";
import { RateType } from "./rate.js";

@ObjectType("SeatFlips", {
  simpleResolvers: true,
  description: "Ballots that differ from the same seat's ballot one round earlier, and where they went.",
})
export class SeatFlipsType implements Flips {
  @Field(() => String, { nullable: true, description: "The seat; null: all seats together." }) seat!: string | null;
  @Field(() => String, { nullable: true, description: "The model in it; null: all seats together." })
  model!: string | null;
  @Field(() => RateType, { description: "Flips over pairs of ballots that were both read." }) flips!: Rate;
  @Field(() => RateType, {
    description: "Flips to the majority of what this seat was shown: toward / (toward + away). Ties are in neither.",
  })
  toward!: Rate;
  @Field(() => RateType, {
    description:
      "Of the ballots that differed from the shown majority, those that moved to it, whether or not the others flipped.",
  })
  yielded!: Rate;
  @Field(() => Int, { description: "Flips to something else than the shown majority." }) away!: number;
  @Field(() => Int, { description: "Of these, the ones that left it; the others went from one minority to another." })
  left!: number;
  @Field(() => Int, { description: "Flips of a seat that was shown a tie." }) shownTie!: number;
  @Field(() => Int, { description: "Flips of a seat that was shown no label." }) nothingShown!: number;
  @Field(() => Int, {
    description: "Flips of a seat that was shown made-up ballots which the record does not have.",
  })
  notStated!: number;
  @Field(() => Int, { description: "Ballots that were read in the round before and not in this one: no pair." })
  lost!: number;
  @Field(() => Int, { description: "Ballots that were read in this round and not in the one before: no pair." })
  found!: number;
}

@ObjectType("FlipStep", { simpleResolvers: true, description: "Flips from one round to the next." })
export class FlipStepType implements Pick<FlipStep, "round"> {
  @Field(() => Int, { description: "From the round before to this one." }) round!: number;
  @Field(() => SeatFlipsType, { description: "All seats together." }) all!: SeatFlipsType;
  @Field(() => [SeatFlipsType], { description: "By seat." }) seats!: readonly SeatFlips[];
}

@ObjectType("PanelFlips", { simpleResolvers: true, description: "Who changes, how often, and towards what." })
export class PanelFlipsType {
  @Field(() => [FlipStepType], { description: "Rounds 1 to the last." }) steps!: readonly FlipStepType[];
  @Field(() => SeatFlipsType, { description: "All steps and seats together." }) all!: SeatFlipsType;
  @Field(() => [SeatFlipsType], { description: "All steps together, by seat." }) bySeat!: readonly SeatFlips[];
}

/** All seats together are a row like the others, without a name. */
export const panelFlips = ({ steps, all, bySeat }: FlipCounts): PanelFlipsType => {
  const nameless = (flips: Flips) => ({ seat: null, model: null, ...flips });
  return { steps: steps.map((step) => ({ ...step, all: nameless(step.all) })), all: nameless(all), bySeat };
};

@ObjectType("PanelFlipsGroup", { simpleResolvers: true, description: "One group's flips." })
export class PanelFlipsGroupType {
  @Field(() => String, { nullable: true, description: "What the group is told apart by; null: none stated." })
  key!: string | null;
  @Field(() => String, { description: "The key in words." }) label!: string;
  @Field(() => Int, { description: "Debates counted." }) debates!: number;
  @Field(() => PanelFlipsType, { description: "Of this group's debates." }) flips!: PanelFlipsType;
}

@ObjectType("PanelFlipsReport", { simpleResolvers: true, description: "Flips over all debates, and by group." })
export class PanelFlipsReportType {
  @Field(() => CodingType, { description: "With defaults filled in; only its endpoint plays a part." })
  coding!: CodingType;
  @Field(() => Int, { description: "Debates counted." }) debates!: number;
  @Field(() => PanelFlipsType, { description: "Of all of them." }) total!: PanelFlipsType;
  @Field(() => [PanelFlipsGroupType], { description: "Empty without by." }) groups!: PanelFlipsGroupType[];
}

@Resolver(() => MeasuredType)
export class SeatFlipsResolver {
  @FieldResolver(() => PanelFlipsReportType, {
    description:
      "Ballots that changed from one round to the next, toward or away from what each seat was shown. Needs no gold.",
  })
  async flips(
    @Root() subject: Subject,
    @Ctx() context: Context,
    @Arg("coding", () => CodingInput, { nullable: true, description: "Its endpoint is the last round counted." })
    coding?: CodingInput | null,
    @Arg("by", () => GroupingEnum, { nullable: true, description: "Also by group." }) by?: Grouping | null,
    @Arg("interval", () => IntervalInput, { nullable: true, description: "How intervals are made." })
    interval?: IntervalInput | null,
    @Arg("paired", () => Boolean, {
      nullable: true,
      defaultValue: true,
      description:
        "Only debates in which every seat has a ballot in each round, so that steps can be compared. False: each step on the pairs it has.",
    })
    paired?: boolean | null,
  ): Promise<PanelFlipsReportType> {
    const own = { paired: paired ?? true };
    const { total, groups, ...report } = await answer(
      context,
      subject,
      {
        name: "flips",
        gold: "FREE",
        own,
        compute: (columns, rule, grouping, options) => ({
          coding: rule,
          ...flipReport(columns, rule, grouping, options, own.paired),
        }),
      },
      { coding, by, interval },
    );
    return {
      ...report,
      debates: total.debates,
      total: panelFlips(total),
      groups: groups.map(({ found, ...group }) => ({ ...group, debates: found.debates, flips: panelFlips(found) })),
    };
  }
}
