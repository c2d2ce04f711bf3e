import { Arg, Ctx, Field, FieldResolver, Int, ObjectType, Resolver, Root } from "type-graphql";
import { directedFlips, flipRates, type DirectedFlips, type FlipRates, type Grouped } from "../debate/flipRates.js";
import { type ProbeGrouping } from "../debate/probeGrouping.js";
import { type Context } from "./context.js";
import { IntervalInput } from "./interval.js";
import { answerProbes, ProbeCodingInput, ProbeCodingType, ProbeGroupingEnum } from "./probeMeasure.js";
import { ProbeSetType } from "./probeSet.js";
import { type Rate } from "../debate/rate.js";
import { RateType } from "./rate.js";

@ObjectType("FlipRates", { simpleResolvers: true, description: "How often members give up their answer when probed." })
export class FlipRatesType implements FlipRates {
  @Field(() => Int, { description: "Probes under the coding's conditions and by its seats." }) probes!: number;
  @Field(() => Int, { description: "Of these, those whose initial answer could not be read: nothing was probed." })
  unparsedInitial!: number;
  @Field(() => Int, { description: "Replies that were asked for." }) replies!: number;
  @Field(() => Int, { description: "Replies that could not be read." }) unparsedReplies!: number;
  @Field(() => Int, { description: "Parsed replies that differ from the initial answer, case set aside." })
  flips!: number;
  @Field(() => RateType, {
    description:
      "alpha_tot by the coding's definition. EXTENSION: count is the sum of the probes' own rates, of how many probes; SEALED: the sum of the two channels' rates, of 2.",
  })
  alpha!: Rate;
  @Field(() => RateType, { description: "Flips of all replies, pooled." }) total!: Rate;
  @Field(() => RateType, { description: "The same over solo replies." }) solo!: Rate;
  @Field(() => RateType, { description: "The same over social replies." }) social!: Rate;
  @Field(() => RateType, { description: "If no unparsed reply was a flip." }) noneAsHeld!: Rate;
  @Field(() => RateType, { description: "If every unparsed reply was a flip." }) noneAsFlip!: Rate;
}

@ObjectType("FlipRatesGroup", { simpleResolvers: true, description: "One group's flip rates." })
export class FlipRatesGroupType {
  @Field(() => String, { nullable: true, description: "What the group is told apart by; null: none stated." })
  key!: string | null;
  @Field(() => String, { description: "The key in words." }) label!: string;
  @Field(() => FlipRatesType, { description: "Of this group's probes." }) flips!: FlipRates;
}

@ObjectType("FlipRatesReport", { simpleResolvers: true, description: "Flip rates over all probes, and by group." })
export class FlipRatesReportType {
  @Field(() => ProbeCodingType, { description: "With defaults filled in." }) coding!: ProbeCodingType;
  @Field(() => FlipRatesType, { description: "Of all probes together." }) total!: FlipRates;
  @Field(() => [FlipRatesGroupType], { description: "In code point order of their keys; empty without by." })
  groups!: FlipRatesGroupType[];
}

@ObjectType("DirectedFlips", { simpleResolvers: true, description: "Flips by where they lead." })
export class DirectedFlipsType implements DirectedFlips {
  @Field(() => RateType, {
    description: "Members whose initial answer was right, of those with gold and an initial answer.",
  })
  initialAccuracy!: Rate;
  @Field(() => RateType, {
    description: "Started right and gave it up: flips of the replies of members who started right.",
  })
  adversarial!: Rate;
  @Field(() => RateType, {
    description: "Started wrong and turned right, of the replies of members who started wrong.",
  })
  corrective!: Rate;
  @Field(() => RateType, { description: "Started wrong and turned to another wrong answer, of the same replies." })
  neutral!: Rate;
  @Field(() => RateType, { description: "Any flip of the same replies: what one published table calls corrective." })
  anyFlipOfWrong!: Rate;
  @Field(() => Int, { description: "Probes without gold, which are in none of these." }) withoutGold!: number;
  @Field(() => Int, {
    description: "Probes of which the source keeps only counts: not in the corrective and neutral rates.",
  })
  withoutReplies!: number;
}

@ObjectType("DirectedFlipsGroup", { simpleResolvers: true, description: "One group's flips by where they lead." })
export class DirectedFlipsGroupType {
  @Field(() => String, { nullable: true, description: "What the group is told apart by; null: none stated." })
  key!: string | null;
  @Field(() => String, { description: "The key in words." }) label!: string;
  @Field(() => DirectedFlipsType, { description: "Of this group's probes." }) flips!: DirectedFlips;
}

@ObjectType("DirectedFlipsReport", { simpleResolvers: true, description: "Over all probes, and by group." })
export class DirectedFlipsReportType {
  @Field(() => ProbeCodingType, { description: "With defaults filled in." }) coding!: ProbeCodingType;
  @Field(() => DirectedFlipsType, { description: "Of all probes together." }) total!: DirectedFlips;
  @Field(() => [DirectedFlipsGroupType], { description: "In code point order of their keys; empty without by." })
  groups!: DirectedFlipsGroupType[];
}

@Resolver(() => ProbeSetType)
export class FlipsResolver {
  @FieldResolver(() => FlipRatesReportType, {
    description: "How often members give up their answer when told that another is right. Looks at no gold.",
  })
  async flipRates(
    @Root() set: ProbeSetType,
    @Ctx() context: Context,
    @Arg("coding", () => ProbeCodingInput, { nullable: true, description: "Which replies count, and how." })
    coding?: ProbeCodingInput | null,
    @Arg("by", () => ProbeGroupingEnum, { nullable: true, description: "Also by group." }) by?: ProbeGrouping | null,
    @Arg("interval", () => IntervalInput, { nullable: true, description: "How intervals are made: clustered by item." })
    interval?: IntervalInput | null,
  ): Promise<object> {
    return shown(
      await answerProbes(
        context,
        set,
        { name: "flipRates", gold: "FREE", compute: flipRates },
        { coding, by, interval },
      ),
    );
  }

  @FieldResolver(() => DirectedFlipsReportType, {
    description: "Whether flips give up right answers or turn to them: adversarial, corrective and neutral.",
  })
  async directedFlips(
    @Root() set: ProbeSetType,
    @Ctx() context: Context,
    @Arg("coding", () => ProbeCodingInput, { nullable: true, description: "Which replies count, and how." })
    coding?: ProbeCodingInput | null,
    @Arg("by", () => ProbeGroupingEnum, { nullable: true, description: "Also by group." }) by?: ProbeGrouping | null,
    @Arg("interval", () => IntervalInput, { nullable: true, description: "How intervals are made: clustered by item." })
    interval?: IntervalInput | null,
  ): Promise<object> {
    const measure = { name: "directedFlips", gold: "NEEDED", compute: directedFlips } as const;
    return shown(await answerProbes(context, set, measure, { coding, by, interval }));
  }
}

const shown = <T>({ groups, ...report }: Grouped<T>) => ({
  ...report,
  groups: groups.map(({ of, ...group }) => ({ ...group, flips: of })),
});
