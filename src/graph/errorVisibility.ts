import { Arg, Ctx, Field, FieldResolver, Float, Int, ObjectType, Resolver, Root } from "type-graphql";
import { type EffectiveVotes } from "../debate/effectiveVotes.js";
import { type ErrorAuc } from "../debate/errorAuc.js";
import { errorVisibilityReport, type ErrorVisibility, type VisibilityRound } from "../debate/errorVisibility.js";
import { type Grouping } from "../debate/grouping.js";
import { type FlagTarget, type ParseFlag } from "../debate/parseFlag.js";
import { type Rate } from "../debate/rate.js";
import { type SelectivePoint, type SelectivePrediction } from "../debate/selectivePrediction.js";
import { type VerdictChange, type VerdictMove } from "../debate/verdictChange.js";
import { type DelongClusteredPaired } from "../stats/delongClustered.js";
import { CodingInput, CodingType } from "./coding.js";
import { type Context } from "./context.js";
import { enumOf } from "./enumOf.js";
import { GroupingEnum } from "./grouping.js";
import { IntervalInput } from "./interval.js";
import { answer, MeasuredType, type Subject } from "./measured.js";
import { RateType } from "./rate.js";
import { ShareType } from "./ties.js";
import { MarginCountType, MarginMoveType, RoundExclusionType } from "./trajectory.js";

@ObjectType("MarginAccuracy", { simpleResolvers: true, description: "Right majorities at one margin." })
export class MarginAccuracyType {
  @Field(() => Int, { description: "Seats of these panels." }) seats!: number;
  @Field(() => Int, { description: "Ballots of the leading label less those of the runner-up." }) margin!: number;
  @Field(() => RateType, { description: "Right majorities over debates at this margin; null where there are none." })
  accuracy!: Rate;
}

@ObjectType("SelectivePoint", {
  simpleResolvers: true,
  description: "Answering only where the panel agrees at least so much.",
})
export class SelectivePointType implements SelectivePoint {
  @Field(() => Float, { description: "The least margin over seats that is answered: 1 is unanimous." })
  confidence!: number;
  @Field(() => ShareType, { description: "Debates answered, of all." }) coverage!: ShareType;
  @Field(() => ShareType, { description: "Wrong majorities, of those answered." }) error!: ShareType;
}

@ObjectType("SelectivePrediction", { simpleResolvers: true, description: "Error against coverage." })
export class SelectivePredictionType implements SelectivePrediction {
  @Field(() => [SelectivePointType], { description: "From the most to the least agreed." })
  curve!: readonly SelectivePointType[];
  @Field(() => Float, {
    nullable: true,
    description:
      "Area under the curve: the mean, over i = 1 to n, of the error among the i most agreed, in expectation over the order within a margin. Less is better.",
  })
  area!: number | null;
  @Field(() => Float, { nullable: true, description: "The same in random order: the error rate." })
  areaAtRandom!: number | null;
  @Field(() => Float, { nullable: true, description: "The same with every right one first: the least possible." })
  areaAtBest!: number | null;
}

@ObjectType("ErrorAuc", {
  simpleResolvers: true,
  description: "The chance that a wrong majority has a smaller margin than a right one, ties half.",
})
export class ErrorAucType implements ErrorAuc {
  @Field(() => Float, {
    nullable: true,
    description: "0.5: disagreement says nothing. Null without wrong or right ones.",
  })
  value!: number | null;
  @Field(() => Int, { description: "Wrong majorities." }) wrong!: number;
  @Field(() => Int, { description: "Right majorities." }) right!: number;
  @Field(() => Float, { nullable: true, description: "t on the logit scale, by cluster." }) low!: number | null;
  @Field(() => Float, { nullable: true, description: "t on the logit scale, by cluster." }) high!: number | null;
  @Field(() => Float, { description: "Confidence level." }) level!: number;
  @Field(() => Int, { description: "Clusters with a debate." }) clusters!: number;
  @Field(() => String, { nullable: true, description: "Why there is no value, or no interval." })
  reason!: ErrorAuc["reason"];
}

@ObjectType("EffectiveVotes", {
  simpleResolvers: true,
  description: "How many independent seats would err together as these do.",
})
export class EffectiveVotesType implements EffectiveVotes {
  @Field(() => Int, { description: "Seats of these panels." }) seats!: number;
  @Field(() => Int, { description: "Debates with gold." }) debates!: number;
  @Field(() => Float, {
    nullable: true,
    description:
      "seats * sum p (1 - p) / variance of the number of wrong seats, p by seat. 1: they err as one. Null when that number never varies.",
  })
  effective!: number | null;
  @Field(() => Float, { nullable: true, description: "(seats / effective - 1) / (seats - 1): mean error correlation." })
  errorCorrelation!: number | null;
}

@ObjectType("VisibilityRound", {
  simpleResolvers: true,
  description: "Errors of one round, and what dissent shows of them.",
})
export class VisibilityRoundType implements Omit<VisibilityRound, "auc"> {
  @Field(() => Int, { description: "0 is the blind round." }) round!: number;
  @Field(() => Int, { description: "Debates without a decided majority: in nothing below." }) undecided!: number;
  @Field(() => RateType, { description: "Right majorities, over debates with gold and a decided majority." })
  accuracy!: Rate;
  @Field(() => Int, { description: "Wrong majorities." }) wrong!: number;
  @Field(() => Int, { description: "Of these, with a dissent that could be seen." }) wrongSplit!: number;
  @Field(() => Int, { description: "Of these, without any." }) wrongUnanimous!: number;
  @Field(() => RateType, { description: "wrongSplit / wrong: errors that a look at the dissent would have met." })
  visibility!: Rate;
  @Field(() => RateType, { description: "The price of that look: right majorities with a dissent, over right ones." })
  rightSplit!: Rate;
  @Field(() => RateType, { description: "Wrong majorities although some seat was right, over wrong ones." })
  outvoted!: Rate;
  @Field(() => [MarginAccuracyType], { description: "By margin, empty classes listed." })
  byMargin!: VisibilityRound["byMargin"];
  @Field(() => SelectivePredictionType, { description: "Error against coverage." }) selective!: SelectivePredictionType;
  @Field(() => ErrorAucType, { description: "Margin as a signal of error." }) auc!: unknown;
  @Field(() => [EffectiveVotesType], { description: "By panel size." }) effectiveVotes!: readonly EffectiveVotesType[];
}

@ObjectType("VerdictMove", {
  simpleResolvers: true,
  description: "Debates by margin before and after, and how many changed to a right and to a wrong majority.",
})
export class VerdictMoveType extends MarginMoveType implements VerdictMove {
  @Field(() => Int, { description: "Wrong before, right after." }) corrected!: number;
  @Field(() => Int, { description: "Right before, wrong after." }) broken!: number;
}

@ObjectType("SilencedErrors", {
  simpleResolvers: true,
  description: "Debates that were split at first and ended wrong with nobody dissenting.",
})
export class SilencedErrorsType extends MarginCountType {
  @Field(() => Int, { description: "Of these, the ones whose majority had been right." }) startedRight!: number;
}

@ObjectType("VerdictChange", {
  simpleResolvers: true,
  description: "What became of verdicts from one round to another.",
})
export class VerdictChangeType implements VerdictChange {
  @Field(() => Int, { description: "The earlier round." }) from!: number;
  @Field(() => Int, { description: "The later round." }) round!: number;
  @Field(() => Int, { description: "Right in both." }) stayedRight!: number;
  @Field(() => Int, { description: "Wrong, then right." }) corrected!: number;
  @Field(() => Int, { description: "Right, then wrong." }) broken!: number;
  @Field(() => Int, { description: "Wrong in both." }) stayedWrong!: number;
  @Field(() => RateType, { description: "corrected - broken, over debates decided in both." }) change!: Rate;
  @Field(() => Float, { description: "McNemar's exact test, two-sided; 1 when nothing changed." }) pExact!: number;
  @Field(() => Float, { description: "The same with the observed split counted by half." }) pMid!: number;
  @Field(() => [SilencedErrorsType], { description: "By margin in the earlier round; only what occurs." })
  silenced!: VerdictChange["silenced"];
  @Field(() => [VerdictMoveType], { description: "By margin in both; only what occurs." })
  moves!: VerdictChange["moves"];
}

@ObjectType("AucContrast", {
  simpleResolvers: true,
  description: "Round-0 margins and last-round margins as signals of the same errors, those of the last round.",
})
export class AucContrastType {
  @Field(() => Float, { nullable: true, description: "By the margins of round 0; null without wrong or right ones." })
  first!: number | null;
  @Field(() => Float, { nullable: true, description: "By the margins of the last round." }) last!: number | null;
  @Field(() => Float, { nullable: true, description: "first - last: what debate took from the signal." })
  difference!: number | null;
  @Field(() => Float, { nullable: true, description: "Of the difference, by t on clusters - 1." }) low!: number | null;
  @Field(() => Float, { nullable: true, description: "Of the difference, by t on clusters - 1." }) high!: number | null;
  @Field(() => Float, { nullable: true, description: "Of the difference, two-sided." }) p!: number | null;
  @Field(() => Int, { description: "Clusters with a debate." }) clusters!: number;
  @Field(() => String, { nullable: true, description: "Why there is no value, or no interval." })
  reason!: DelongClusteredPaired["reason"];
}

export const FlagTargetEnum = enumOf("FlagTarget", "What a failure to parse may point at, in round 0.", {
  PIVOTAL: "One ballot would change the majority.",
  SPLIT: "Not all seats said the same.",
  WRONG: "The majority was wrong.",
} satisfies Record<FlagTarget, string>);

@ObjectType("ParseFlag", {
  simpleResolvers: true,
  description: "A reply after round 0 that could not be read, as a warning about the debate; over the batch.",
})
export class ParseFlagType implements ParseFlag {
  @Field(() => FlagTargetEnum, { description: "What it is held against." }) target!: FlagTarget;
  @Field(() => ShareType, { description: "Flagged, of those that are such." }) sensitivity!: ShareType;
  @Field(() => ShareType, { description: "Such, of those that are flagged." }) precision!: ShareType;
  @Field(() => ShareType, { description: "Such, of all: the precision of a flag at random." }) baseRate!: ShareType;
}

@ObjectType("ErrorVisibility", {
  simpleResolvers: true,
  description: "Whether disagreement points at errors, on one fixed cohort.",
})
export class ErrorVisibilityType implements Omit<ErrorVisibility, "lastErrors" | "rounds"> {
  @Field(() => Int, { description: "Debates in which every seat has a ballot in each round." }) debates!: number;
  @Field(() => Int, { description: "Of these, without gold: in nothing below." }) noGold!: number;
  @Field(() => [RoundExclusionType], { description: "Who was left out; each debate once." })
  exclusions!: readonly RoundExclusionType[];
  @Field(() => [VisibilityRoundType], { description: "Round 0 to the last." }) rounds!: unknown;
  @Field(() => [VerdictChangeType], { description: "From round 0 to each later round." })
  changes!: readonly VerdictChangeType[];
  @Field(() => AucContrastType, { description: "What debate took from the signal." }) lastErrors!: unknown;
  @Field(() => [ParseFlagType], { description: "By target." }) parseFlags!: readonly ParseFlagType[];
}

@ObjectType("ErrorVisibilityGroup", { simpleResolvers: true, description: "The same of one group, on its own cohort." })
export class ErrorVisibilityGroupType {
  @Field(() => String, { nullable: true, description: "What the group is told apart by; null: none stated." })
  key!: string | null;
  @Field(() => String, { description: "The key in words." }) label!: string;
  @Field(() => ErrorVisibilityType, { description: "Of this group's debates." }) errorVisibility!: unknown;
}

@ObjectType("ErrorVisibilityReport", { simpleResolvers: true, description: "Over all debates, and by group." })
export class ErrorVisibilityReportType {
  @Field(() => CodingType, {
    description: "With defaults filled in. Complete panels only, so its rule for unparsed ballots plays no part.",
  })
  coding!: CodingType;
  @Field(() => [String], { description: "Seats left out before anything else." }) without!: readonly string[];
  @Field(() => ErrorVisibilityType, { description: "Over all debates." }) total!: unknown;
  @Field(() => [ErrorVisibilityGroupType], { description: "Empty without by." }) groups!: ErrorVisibilityGroupType[];
}

@Resolver(() => MeasuredType)
export class ErrorVisibilityResolver {
  @FieldResolver(() => ErrorVisibilityReportType, {
    description:
      "Accuracy by margin, errors with and without a dissent, and what margins tell of errors before and after debate.",
  })
  async errorVisibility(
    @Root() subject: Subject,
    @Ctx() context: Context,
    @Arg("coding", () => CodingInput, { nullable: true, description: "Its endpoint is the last round." })
    coding?: CodingInput | null,
    @Arg("by", () => GroupingEnum, { nullable: true, description: "Also by group." }) by?: Grouping | null,
    @Arg("interval", () => IntervalInput, { nullable: true, description: "How intervals are made." })
    interval?: IntervalInput | null,
    @Arg("without", () => [String], {
      nullable: true,
      description: "Seats by name, left out before the cohort is fixed.",
    })
    without?: readonly string[] | null,
  ): Promise<ErrorVisibilityReportType> {
    const own = { without: without ?? [] };
    const { total, groups, ...report } = await answer(
      context,
      subject,
      {
        name: "errorVisibility",
        gold: "NEEDED",
        own,
        compute: (panels, rule, grouping, options) => ({
          coding: rule,
          ...own,
          ...errorVisibilityReport(panels, rule, grouping, options, own.without),
        }),
      },
      { coding, by, interval },
    );
    return {
      ...report,
      total: shaped(total),
      groups: groups.map(({ found, ...group }) => ({ ...group, errorVisibility: shaped(found) })),
    };
  }
}

const shaped = ({ lastErrors, ...found }: ErrorVisibility) => ({
  ...found,
  lastErrors: () => {
    const { auc, auc2, interval, pTwoSided, ...rest } = lastErrors();
    return {
      ...rest,
      first: auc,
      last: auc2,
      low: interval && interval[0],
      high: interval && interval[1],
      p: pTwoSided,
    };
  },
});
