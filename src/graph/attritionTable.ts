import { Arg, Ctx, Field, FieldResolver, Float, Int, ObjectType, Resolver, Root } from "type-graphql";
import { type AttritionAccuracyRound, attritionAccuracyReport } from "../debate/attritionAccuracy.js";
import { attritionReport, type AttritionSide, type AttritionTable } from "../debate/attritionTable.js";
import { type Grouping } from "../debate/grouping.js";
import { type ParseFailures, type SeatFailures } from "../debate/parseFailures.js";
import { type ChiSquared } from "../stats/chiSquared.js";
import { type FisherFreemanHalton } from "../stats/fisherFreemanHalton.js";
import { CaveatType } from "./caveat.js";
import { CodingInput, CodingType } from "./coding.js";
import { type Context } from "./context.js";
import { GroupingEnum } from "./grouping.js";
import { IntervalInput } from "./interval.js";
import { answer, MeasuredType, type Subject } from "./measured.js";
import { ShareType } from "./ties.js";
import { MarginCountType, RoundExclusionType } from "./trajectory.js";

@ObjectType("ChiSquared", {
  simpleResolvers: true,
  description: "Pearson's test on a table of two columns, without continuity correction.",
})
export class ChiSquaredType implements Omit<ChiSquared, "yates"> {
  @Field(() => Float, { nullable: true, description: "Null with a reason when a side or all but one class is empty." })
  statistic!: number | null;
  @Field(() => Int, { nullable: true, description: "Classes that occur, less 1." }) df!: number | null;
  @Field(() => Float, { nullable: true, description: "By the chi-square distribution; debates taken as independent." })
  p!: number | null;
  @Field(() => Float, { nullable: true, description: "Root of statistic / debates." }) cramersV!: number | null;
  @Field(() => Float, { nullable: true, description: "The smallest expected count." }) smallestExpected!: number | null;
  @Field(() => Float, { nullable: true, description: "Share of expected counts below 5." })
  shareExpectedBelow5!: number | null;
  @Field(() => Boolean, { description: "Too small for p: read the permutation twin." }) smallExpected!: boolean;
  @Field(() => Int, { description: "Classes without a debate." }) emptyRows!: number;
  @Field(() => String, { nullable: true, description: "Why there is no statistic." }) reason!: ChiSquared["reason"];
}

@ObjectType("TablePermutation", {
  simpleResolvers: true,
  description:
    "Among all tables with these margins, the chance of one no likelier than this (Fisher, Freeman and Halton).",
})
export class TablePermutationType implements Omit<FisherFreemanHalton, "resampling"> {
  @Field(() => Float, { nullable: true, description: "Null with a reason when there is nothing to test." }) p!:
    number | null;
  @Field(() => String, { nullable: true, description: "EXACT: all tables walked. MONTE_CARLO: debates relabelled." })
  method!: FisherFreemanHalton["method"];
  @Field(() => Float, { description: "Standard error that comes from drawing; 0 when exact." })
  monteCarloError!: number;
  @Field(() => Int, {
    nullable: true,
    description: "Tables drawn; null when exact. Fewer than asked for where there are more than 10,000 debates.",
  })
  resamples!: number | null;
  @Field(() => String, { nullable: true, description: "Seed of the draws; null when exact." }) seed!: string | null;
  @Field(() => String, { nullable: true, description: "Why there is no p." }) reason!: FisherFreemanHalton["reason"];
}

@ObjectType("AttritionSide", { simpleResolvers: true, description: "Debates that were kept, or that were lost." })
export class AttritionSideType implements AttritionSide {
  @Field(() => Int, { description: "Debates." }) debates!: number;
  @Field(() => [MarginCountType], { description: "By margin in round 0, zeros listed." })
  margins!: readonly MarginCountType[];
  @Field(() => ShareType, { description: "Pivotal in round 0, over those with a margin." }) pivotal!: ShareType;
  @Field(() => ShareType, { description: "Unanimous in round 0, over those with a margin." }) unanimous!: ShareType;
}

@ObjectType("AttritionTable", {
  simpleResolvers: true,
  description:
    "Whether the debates that were lost up to a round were as contested at the start as those that were kept.",
})
export class AttritionTableType implements Omit<AttritionTable, "permutation" | "chiSquared"> {
  @Field(() => Int, { description: "Retained is what is usable in rounds 0 to this one." }) round!: number;
  @Field(() => [RoundExclusionType], { description: "Why the dropped ones were dropped; each once." })
  exclusions!: readonly RoundExclusionType[];
  @Field(() => AttritionSideType, { description: "Those that were kept." }) retained!: AttritionSideType;
  @Field(() => AttritionSideType, { description: "Those that were lost." }) dropped!: AttritionSideType;
  @Field(() => Int, { description: "Dropped debates without a complete round 0: in no class." }) unclassed!: number;
  @Field(() => ChiSquaredType, { description: "Of margin class against kept or lost." }) chiSquared!: ChiSquaredType;
  @Field(() => TablePermutationType, { description: "The same question without an approximation." })
  permutation!: TablePermutationType;
}

@ObjectType("SeatFailures", { simpleResolvers: true, description: "Replies of one seat that could not be read." })
export class SeatFailuresType implements SeatFailures {
  @Field(() => String, { description: "Seat." }) seat!: string;
  @Field(() => String, { description: "Its model." }) model!: string;
  @Field(() => Int, { description: "Ballots asked for in this round." }) asked!: number;
  @Field(() => Int, { description: "Of those, not read: the debates this seat is involved in losing." })
  unparsed!: number;
  @Field(() => Int, { description: "Of those, the ones in which no other seat failed." }) sole!: number;
}

@ObjectType("ParseFailures", { simpleResolvers: true, description: "Replies of one round that could not be read." })
export class ParseFailuresType implements ParseFailures {
  @Field(() => Int, { description: "0 is the blind round." }) round!: number;
  @Field(() => Int, { description: "Debates with at least one; the seats add up to more." }) debates!: number;
  @Field(() => [SeatFailuresType], { description: "By seat." }) seats!: readonly SeatFailuresType[];
}

@ObjectType("SeatLeftOut", { simpleResolvers: true, description: "What leaving one seat out would bring back." })
export class SeatLeftOutType {
  @Field(() => String, { description: "The seat left out." }) seat!: string;
  @Field(() => String, { description: "Its model." }) model!: string;
  @Field(() => Int, { description: "Debates usable in all rounds without it; one that was not played on stays lost." })
  usable!: number;
}

@ObjectType("Attrition", { simpleResolvers: true, description: "Who is lost in each round." })
export class AttritionType {
  @Field(() => Int, { description: "Debates before anybody is lost." }) batch!: number;
  @Field(() => [AttritionTableType], { description: "Up to round 1, 2, ... and the last." })
  tables!: readonly unknown[];
  @Field(() => [ParseFailuresType], { description: "Round 0 to the last." }) failures!: readonly ParseFailures[];
  @Field(() => [SeatLeftOutType], { description: "One seat at a time; empty for a single seat." })
  withoutOne!: unknown;
  @Field(() => [CaveatType], { description: "What these data say." }) caveats!: unknown;
}

@ObjectType("AttritionGroup", { simpleResolvers: true, description: "One group's attrition." })
export class AttritionGroupType {
  @Field(() => String, { nullable: true, description: "What the group is told apart by; null: none stated." })
  key!: string | null;
  @Field(() => String, { description: "The key in words." }) label!: string;
  @Field(() => AttritionType, { description: "Of this group's debates." }) attrition!: unknown;
}

@ObjectType("AttritionReport", { simpleResolvers: true, description: "Attrition over all debates, and by group." })
export class AttritionReportType {
  @Field(() => CodingType, { description: "With defaults filled in; its endpoint is the last round." })
  coding!: CodingType;
  @Field(() => AttritionType, { description: "Over all debates." }) total!: unknown;
  @Field(() => [AttritionGroupType], { description: "Empty without by." }) groups!: AttritionGroupType[];
}

@ObjectType("AttritionAccuracyRound", {
  simpleResolvers: true,
  description: "Right majorities in round 0 among debates that were kept and among those that were lost.",
})
export class AttritionAccuracyRoundType implements AttritionAccuracyRound {
  @Field(() => Int, { description: "Retained is what is usable in rounds 0 to this one." }) round!: number;
  @Field(() => ShareType, { description: "Over those with gold, a complete round 0 and a decided majority." })
  retained!: ShareType;
  @Field(() => ShareType, { description: "The same of those that were lost." }) dropped!: ShareType;
  @Field(() => Float, { nullable: true, description: "retained - dropped; null when one of them is." })
  difference!: number | null;
}

@ObjectType("AttritionAccuracy", {
  simpleResolvers: true,
  description: "Whether the debates that were lost were harder.",
})
export class AttritionAccuracyType {
  @Field(() => [AttritionAccuracyRoundType], { description: "Up to round 1, 2, ... and the last." })
  rounds!: readonly AttritionAccuracyRoundType[];
  @Field(() => [CaveatType], { description: "What these data say." }) caveats!: unknown;
}

@ObjectType("AttritionAccuracyGroup", { simpleResolvers: true, description: "The same of one group." })
export class AttritionAccuracyGroupType {
  @Field(() => String, { nullable: true, description: "What the group is told apart by; null: none stated." })
  key!: string | null;
  @Field(() => String, { description: "The key in words." }) label!: string;
  @Field(() => AttritionAccuracyType, { description: "Of this group's debates." })
  accuracy!: unknown;
}

@ObjectType("AttritionAccuracyReport", { simpleResolvers: true, description: "Over all debates, and by group." })
export class AttritionAccuracyReportType {
  @Field(() => CodingType, { description: "With defaults filled in; its endpoint is the last round." })
  coding!: CodingType;
  @Field(() => AttritionAccuracyType, { description: "Over all debates." }) total!: unknown;
  @Field(() => [AttritionAccuracyGroupType], { description: "Empty without by." })
  groups!: AttritionAccuracyGroupType[];
}

@Resolver(() => MeasuredType)
export class AttritionTableResolver {
  @FieldResolver(() => AttritionReportType, {
    description:
      "Who is lost in each round, how contested they were at the start, and whose replies cost them. Needs no gold.",
  })
  async attritionTable(
    @Root() subject: Subject,
    @Ctx() context: Context,
    @Arg("coding", () => CodingInput, { nullable: true, description: "Its endpoint is the last round." })
    coding?: CodingInput | null,
    @Arg("by", () => GroupingEnum, { nullable: true, description: "Also by group; by RUN for conditions." })
    by?: Grouping | null,
    @Arg("interval", () => IntervalInput, {
      nullable: true,
      description: "Its resamples and seed are the permutation's.",
    })
    interval?: IntervalInput | null,
  ): Promise<AttritionReportType> {
    const { total, groups, ...report } = await answer(
      context,
      subject,
      {
        name: "attritionTable",
        gold: "FREE",
        compute: (columns, rule, grouping, options) => ({
          coding: rule,
          ...attritionReport(columns, rule, grouping, options),
        }),
      },
      { coding, by, interval },
    );
    const shaped = ({ tables, ...found }: typeof total) => ({
      ...found,
      tables: tables.map(({ permutation, ...table }) => ({
        ...table,
        permutation: () => {
          const { resampling, ...test } = permutation();
          return { ...test, resamples: resampling?.resamples ?? null, seed: resampling?.seed ?? null };
        },
      })),
    });
    return {
      ...report,
      total: shaped(total),
      groups: groups.map(({ found, ...group }) => ({ ...group, attrition: shaped(found) })),
    };
  }

  @FieldResolver(() => AttritionAccuracyReportType, {
    description: "Whether the debates that were lost started right as often as those that were kept.",
  })
  async attritionAccuracy(
    @Root() subject: Subject,
    @Ctx() context: Context,
    @Arg("coding", () => CodingInput, { nullable: true, description: "How round-0 ballots become verdicts." })
    coding?: CodingInput | null,
    @Arg("by", () => GroupingEnum, { nullable: true, description: "Also by group; by RUN for conditions." })
    by?: Grouping | null,
  ): Promise<AttritionAccuracyReportType> {
    const { groups, ...report } = await answer(
      context,
      subject,
      {
        name: "attritionAccuracy",
        gold: "NEEDED",
        compute: (panels, rule, grouping) => ({ coding: rule, ...attritionAccuracyReport(panels, rule, grouping) }),
      },
      { coding, by },
    );
    return { ...report, groups: groups.map(({ found, ...group }) => ({ ...group, accuracy: found })) };
  }
}
