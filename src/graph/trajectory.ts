import { Arg, Ctx, Field, FieldResolver, Float, Int, ObjectType, Resolver, Root } from "type-graphql";
import { type Grouping } from "../debate/grouping.js";
import { type MarginCount } from "../debate/marginHistogram.js";
import { type PairedExclusion } from "../debate/pairedRounds.js";
import { type Rate } from "../debate/rate.js";
import { type SurvivorInflation } from "../debate/survivorInflation.js";
import {
  type MarginMove,
  type Trajectory,
  trajectoryReport,
  type TrajectoryRound,
  type TrajectoryStep,
} from "../debate/trajectory.js";
import { CodingInput, CodingType } from "./coding.js";
import { type Context } from "./context.js";
import { GroupingEnum } from "./grouping.js";
import { IntervalInput } from "./interval.js";
import { answer, MeasuredType, type Subject } from "./measured.js";
import { RateType } from "./rate.js";
import { panelFlips, PanelFlipsType } from "./seatFlips.js";
import { ShareType } from "./ties.js";

@ObjectType("MarginCount", { simpleResolvers: true, description: "Debates at one margin." })
export class MarginCountType implements MarginCount {
  @Field(() => Int, { description: "Seats of these panels: margins of panels of different size are not alike." })
  seats!: number;
  @Field(() => Int, { description: "Ballots of the leading label less those of the runner-up; 0 is a tie." })
  margin!: number;
  @Field(() => Int, { description: "Debates." }) count!: number;
}

@ObjectType("RoundExclusion", {
  simpleResolvers: true,
  description: "Debates that are not in a fixed cohort, by their first missing ballot.",
})
export class RoundExclusionType implements PairedExclusion {
  @Field(() => Int, { description: "The round of the first missing ballot." }) round!: number;
  @Field(() => String, { description: "NOT_ASKED, or UNPARSED: asked and not read." })
  reason!: PairedExclusion["reason"];
  @Field(() => Int, { description: "Debates." }) count!: number;
}

@ObjectType("TrajectoryRound", { simpleResolvers: true, description: "How contested the cohort was in one round." })
export class TrajectoryRoundType implements TrajectoryRound {
  @Field(() => Int, { description: "0 is the blind round." }) round!: number;
  @Field(() => [MarginCountType], { description: "Adds up to the cohort; zeros are listed." })
  margins!: readonly MarginCountType[];
  @Field(() => RateType, { description: "Debates in which all seats say the same, over the cohort." })
  unanimity!: Rate;
  @Field(() => RateType, {
    description:
      "Debates in which one ballot, moved to another label that has a vote, changes the majority; over the cohort. Margin 1 for odd panels and two labels.",
  })
  pivotal!: Rate;
  @Field(() => Int, { description: "Debates in which two or more labels lead." }) tied!: number;
}

@ObjectType("MarginMove", { simpleResolvers: true, description: "Debates by margin before and after." })
export class MarginMoveType implements MarginMove {
  @Field(() => Int, { description: "Margin in the earlier round." }) from!: number;
  @Field(() => Int, { description: "Margin in the later round." }) to!: number;
  @Field(() => Int, { description: "Debates." }) count!: number;
}

@ObjectType("TrajectoryStep", { simpleResolvers: true, description: "What changed from one round to the next." })
export class TrajectoryStepType implements TrajectoryStep {
  @Field(() => Int, { description: "From the round before to this one." }) round!: number;
  @Field(() => RateType, { description: "The consensus jump: unanimity here less that of the round before." })
  jump!: Rate;
  @Field(() => Int, { description: "Debates that became unanimous." }) became!: number;
  @Field(() => Int, { description: "Debates that ceased to be." }) ceased!: number;
  @Field(() => RateType, {
    description:
      "This step's net over the net from round 0 to the last. Below 0 or above 1 where unanimity falls somewhere; null when the whole net is 0.",
  })
  share!: Rate;
  @Field(() => [MarginMoveType], { description: "By margin before and after; only what occurs." })
  moves!: readonly MarginMoveType[];
}

@ObjectType("SurvivorInflation", {
  simpleResolvers: true,
  description:
    "What comparing survivors with everybody would add to the jump: the only figures here about different debates.",
})
export class SurvivorInflationType implements SurvivorInflation {
  @Field(() => Int, { description: "Survivors are usable in rounds 0 to this one." }) round!: number;
  @Field(() => ShareType, { description: "Unanimity of the survivors in this round." }) survivors!: ShareType;
  @Field(() => ShareType, { description: "Unanimity of the same debates in round 0." }) survivorsBefore!: ShareType;
  @Field(() => ShareType, { description: "Unanimity in round 0 of all debates whose round 0 is complete." })
  everybodyBefore!: ShareType;
  @Field(() => Float, { nullable: true, description: "survivors - everybodyBefore; null when one of them is." })
  naive!: number | null;
  @Field(() => Float, { nullable: true, description: "survivors - survivorsBefore." }) paired!: number | null;
  @Field(() => Float, { nullable: true, description: "The paired jump of the cohort fixed for all rounds." })
  fixed!: number | null;
  @Field(() => Float, { nullable: true, description: "naive - paired." }) inflation!: number | null;
  @Field(() => Float, { nullable: true, description: "naive - fixed." }) inflationOverFixed!: number | null;
}

@ObjectType("Trajectory", {
  simpleResolvers: true,
  description: "One fixed cohort, round by round: the debates in which every seat has a ballot in each round.",
})
export class TrajectoryType implements Omit<Trajectory, "flips"> {
  @Field(() => Int, { description: "Debates it was chosen from." }) batch!: number;
  @Field(() => Int, { description: "Debates of the cohort." }) debates!: number;
  @Field(() => [RoundExclusionType], { description: "Who was left out; each debate once." })
  exclusions!: readonly RoundExclusionType[];
  @Field(() => [TrajectoryRoundType], { description: "Round 0 to the last." })
  rounds!: readonly TrajectoryRoundType[];
  @Field(() => [TrajectoryStepType], { description: "From each round to the next." })
  steps!: readonly TrajectoryStepType[];
  @Field(() => RateType, { description: "Unanimity in the last round less that in round 0." }) jump!: Rate;
  @Field(() => PanelFlipsType, { description: "Ballots that changed, by step and seat." }) flips!: PanelFlipsType;
  @Field(() => [SurvivorInflationType], { description: "Round 1 to the last." })
  naive!: readonly SurvivorInflationType[];
}

@ObjectType("TrajectoryGroup", { simpleResolvers: true, description: "One group's trajectory, on its own cohort." })
export class TrajectoryGroupType {
  @Field(() => String, { nullable: true, description: "What the group is told apart by; null: none stated." })
  key!: string | null;
  @Field(() => String, { description: "The key in words." }) label!: string;
  @Field(() => TrajectoryType, { description: "Of this group's debates." }) trajectory!: TrajectoryType;
}

@ObjectType("TrajectoryReport", { simpleResolvers: true, description: "Trajectory over all debates, and by group." })
export class TrajectoryReportType {
  @Field(() => CodingType, {
    description:
      "With defaults filled in. Its endpoint is the last round, its tie rule says what is pivotal; nothing else plays a part.",
  })
  coding!: CodingType;
  @Field(() => [String], { description: "Seats left out before anything else." }) without!: readonly string[];
  @Field(() => TrajectoryType, { description: "Over all debates." }) total!: TrajectoryType;
  @Field(() => [TrajectoryGroupType], { description: "Empty without by." }) groups!: TrajectoryGroupType[];
}

@Resolver(() => MeasuredType)
export class TrajectoryResolver {
  @FieldResolver(() => TrajectoryReportType, {
    description: "Margins, unanimity and flips of one fixed cohort, round by round. Needs no gold.",
  })
  async trajectory(
    @Root() subject: Subject,
    @Ctx() context: Context,
    @Arg("coding", () => CodingInput, { nullable: true, description: "Its endpoint is the last round." })
    coding?: CodingInput | null,
    @Arg("by", () => GroupingEnum, { nullable: true, description: "Also by group." }) by?: Grouping | null,
    @Arg("interval", () => IntervalInput, { nullable: true, description: "How intervals are made." })
    interval?: IntervalInput | null,
    @Arg("without", () => [String], {
      nullable: true,
      description: "Seats by name, left out before the cohort is fixed: what only they lost comes back.",
    })
    without?: readonly string[] | null,
  ): Promise<TrajectoryReportType> {
    const own = { without: without ?? [] };
    const { total, groups, ...report } = await answer(
      context,
      subject,
      {
        name: "trajectory",
        gold: "FREE",
        own,
        compute: (columns, rule, grouping, options) => ({
          coding: rule,
          ...own,
          ...trajectoryReport(columns, rule, grouping, options, own.without),
        }),
      },
      { coding, by, interval },
    );
    const shaped = ({ flips, ...found }: Trajectory) => ({ ...found, flips: panelFlips(flips) });
    return {
      ...report,
      total: shaped(total),
      groups: groups.map(({ found, ...group }) => ({ ...group, trajectory: shaped(found) })),
    };
  }
}
