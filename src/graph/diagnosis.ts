import { Arg, Ctx, Field, FieldResolver, Float, Int, ObjectType, Resolver, Root } from "type-graphql";
import { type AucContrast, type ContrastInterval, type ContrastUnit } from "../debate/aucContrasts.js";
import { type DiagnosisMethod, type DiagnosisReport, diagnosisReport, type SetAuc } from "../debate/diagnosis.js";
import { type Grouping } from "../debate/grouping.js";
import { type Predictor } from "../debate/predictors.js";
import { type Access } from "../debate/r1Features.js";
import { CaveatType } from "./caveat.js";
import { CodingInput, CodingType } from "./coding.js";
import { type Context } from "./context.js";
import { enumOf } from "./enumOf.js";
import { GroupingEnum } from "./grouping.js";
import { IntervalInput } from "./interval.js";
import { answer, MeasuredType, type Subject } from "./measured.js";

export const AccessEnum = enumOf("FeatureAccess", "What it takes to look at a feature, or at the worst one of a set.", {
  PROSPECTIVE: "Nothing but what a controller after round 1 has.",
  AUDIT: "Gold: no deployable warning.",
  HINDSIGHT: "Rounds that a controller after round 1 has not seen; maybe gold as well.",
} satisfies Record<Access, string>);

export const DiagnosisMethodEnum = enumOf("DiagnosisMethod", "How out-of-fold chances of collapse are made.", {
  PUBLISHED:
    "DebateLedger's script: 300 steps of gradient descent on raw columns, five folds dealt by Python's generator with seed 42.",
  CONVERGED: "The same folds; penalised logistic regression at its optimum on standardised columns (C = 1).",
  ITEMS_HELD_OUT: "As CONVERGED, over five folds of whole item clusters: no question is in both parts.",
} satisfies Record<DiagnosisMethod, string>);

export const ContrastUnitEnum = enumOf("ContrastUnit", "What varies when the debates are drawn again.", {
  DEBATE: "Single debates, as if they were independent.",
  ITEM_CLUSTER: "Item clusters: a claim about new questions and these models.",
  MODEL: "Models: a claim about new models and these questions.",
  ITEM_AND_MODEL: "Both: new questions and new models.",
} satisfies Record<ContrastUnit, string>);

@ObjectType("AucInterval", {
  simpleResolvers: true,
  description: "An interval of a difference of AUCs, scores held fixed.",
})
export class AucIntervalType implements Omit<ContrastInterval, "limits"> {
  @Field(() => ContrastUnitEnum, { description: "What varies." }) unit!: ContrastUnit;
  @Field(() => Int, { description: "How many there are; of items and models, the fewer." }) clusters!: number;
  @Field(() => Float, { nullable: true, description: "Of the difference." }) standardError!: number | null;
  @Field(() => Float, { nullable: true, description: "Null when there is no interval; the reason says why." }) low!:
    number | null;
  @Field(() => Float, { nullable: true, description: "Null when there is no interval; the reason says why." }) high!:
    number | null;
  @Field(() => Float, { nullable: true, description: "Two-sided, of no difference." }) pTwoSided!: number | null;
  @Field(() => String, { nullable: true, description: "Why there is no interval." }) reason!: string | null;
}

@ObjectType("AucDifference", {
  simpleResolvers: true,
  description: "What a set of features adds to the one before it, on the same debates and folds.",
})
export class AucDifferenceType implements Omit<AucContrast, "intervals"> {
  @Field(() => String, { description: "The larger set." }) set!: string;
  @Field(() => String, { description: "The set that it adds to." }) less!: string;
  @Field(() => Float, { nullable: true, description: "AUC of set - AUC of less." }) difference!: number | null;
  @Field(() => [AucIntervalType], { description: "One for each unit." }) intervals!: AucIntervalType[];
}

@ObjectType("Auc", {
  simpleResolvers: true,
  description: "The chance that a collapse scores above another debate, ties half.",
})
export class AucType {
  @Field(() => Float, { nullable: true, description: "Null when a class is empty." }) value!: number | null;
  @Field(() => Int, { description: "Collapses." }) positives!: number;
  @Field(() => Int, { description: "All other debates." }) negatives!: number;
  @Field(() => Float, { nullable: true, description: "By DeLong for independent debates, on the logit scale." }) low!:
    number | null;
  @Field(() => Float, { nullable: true, description: "By DeLong for independent debates, on the logit scale." }) high!:
    number | null;
  @Field(() => String, { nullable: true, description: "Why value is null." }) reason!: string | null;
}

@ObjectType("FeatureSetAuc", { simpleResolvers: true, description: "A named set of features and its out-of-fold AUC." })
export class FeatureSetAucType {
  @Field(() => String, { description: "Its name." }) name!: string;
  @Field(() => AccessEnum, { description: "That of its worst feature." }) access!: Access;
  @Field(() => [String], { description: "Columns of the feature table." }) features!: string[];
  @Field(() => Int, { description: "Values that are not defined and count as 0." }) missing!: number;
  @Field(() => AucType, { description: "Of the pooled out-of-fold chances." }) auc!: AucType;
}

@ObjectType("Predictor", {
  simpleResolvers: true,
  description: "One number per debate, larger where a collapse is expected.",
})
export class PredictorType {
  @Field(() => String, { description: "Its name." }) name!: string;
  @Field(() => AccessEnum, { description: "What it takes to look at it." }) access!: Access;
  @Field(() => Int, { description: "Debates for which it is not defined; they are left out." }) missing!: number;
  @Field(() => AucType, { description: "Of its order alone; nothing is fitted." }) auc!: AucType;
}

@ObjectType("PredictorGroup", { simpleResolvers: true, description: "Single predictors within one group." })
export class PredictorGroupType {
  @Field(() => String, {
    nullable: true,
    description: "What the group is told apart by; null: the source states none.",
  })
  key!: string | null;
  @Field(() => String, { description: "The key in words." }) label!: string;
  @Field(() => [PredictorType], { description: "Of this group's debates." }) predictors!: PredictorType[];
}

@ObjectType("DiagnosisReport", {
  simpleResolvers: true,
  description: "How well features tell the debates that collapse from all others.",
})
export class DiagnosisReportType {
  @Field(() => CodingType, { description: "With defaults filled in." }) coding!: CodingType;
  @Field(() => DiagnosisMethodEnum, { description: "How the chances were made." }) method!: DiagnosisMethod;
  @Field(() => Int, { description: "Debates in the four cells." }) debates!: number;
  @Field(() => Int, { description: "Those that collapsed." }) collapses!: number;
  @Field(() => [FeatureSetAucType], { description: "Named sets of features that these debates have." })
  sets!: FeatureSetAucType[];
  @Field(() => [AucDifferenceType], { description: "Each set against the one that it adds to." })
  differences!: AucDifferenceType[];
  @Field(() => [PredictorType], { description: "Single predictors over all these debates together." })
  predictors!: PredictorType[];
  @Field(() => [PredictorGroupType], { description: "The same within each group, never pooled; empty without by." })
  groups!: PredictorGroupType[];
  @Field(() => [CaveatType], { description: "What these data say against reading too much into it." })
  caveats!: CaveatType[];
}

@Resolver(() => MeasuredType)
export class DiagnosisResolver {
  @FieldResolver(() => DiagnosisReportType, {
    description: "Out-of-fold AUCs of feature sets and of single predictors for collapse, with paired differences.",
  })
  async diagnosis(
    @Root() subject: Subject,
    @Ctx() context: Context,
    @Arg("method", () => DiagnosisMethodEnum, { defaultValue: "CONVERGED", description: "How the chances are made." })
    method: DiagnosisMethod,
    @Arg("coding", () => CodingInput, { nullable: true, description: "How ballots become verdicts." })
    coding?: CodingInput | null,
    @Arg("by", () => GroupingEnum, { nullable: true, description: "Single predictors also by group." })
    by?: Grouping | null,
    @Arg("interval", () => IntervalInput, {
      nullable: true,
      description: "The level of intervals, and the seed of folds.",
    })
    interval?: IntervalInput | null,
  ): Promise<DiagnosisReportType> {
    const measure = {
      name: `diagnosis ${method}`,
      gold: "NEEDED",
      derivedWillDo: true,
      compute: diagnosisReport(method),
    } as const;
    const report = await answer<DiagnosisReport>(context, subject, measure, { coding, by, interval });
    return {
      ...report,
      caveats: [...report.caveats] as CaveatType[],
      sets: report.sets.map((set) => ({ ...set, features: [...set.features], auc: aucOf(set, set.reason) })),
      differences: report.differences.map(({ intervals, ...rest }) => ({
        ...rest,
        intervals: intervals.map(({ limits, ...found }) => ({ ...found, ...ends(limits) })),
      })),
      predictors: report.predictors.map(predictor),
      groups: report.groups.map(({ predictors, ...group }) => ({ ...group, predictors: predictors.map(predictor) })),
    };
  }
}

const ends = (limits: readonly [number, number] | null) => ({ low: limits?.[0] ?? null, high: limits?.[1] ?? null });

const aucOf = ({ auc, limits }: Pick<SetAuc, "auc" | "limits">, reason: string | null): AucType => ({
  value: auc.auc,
  positives: auc.positives,
  negatives: auc.negatives,
  ...ends(limits),
  reason,
});

const predictor = (found: Predictor): PredictorType => ({ ...found, auc: aucOf(found, found.auc.reason) });
