import { Arg, Ctx, Field, FieldResolver, Int, ObjectType, Resolver, Root } from "type-graphql";
import { type AccuracyIdentity, type Ledger, type LedgerReport, ledgerReport } from "../debate/ledger.js";
import { type Grouping } from "../debate/grouping.js";
import { CaveatType } from "./caveat.js";
import { CodingInput, CodingType } from "./coding.js";
import { type Context } from "./context.js";
import { ExclusionType } from "./exclusion.js";
import { GroupingEnum } from "./grouping.js";
import { answer, MeasuredType, type Subject } from "./measured.js";
import { IntervalInput } from "./interval.js";
import { RateType } from "./rate.js";

@ObjectType("AccuracyIdentity", {
  simpleResolvers: true,
  description:
    "net = final right - initial right, over all debates with gold whose first and final rounds were asked; an undefined majority is not right.",
})
export class AccuracyIdentityType implements AccuracyIdentity {
  @Field(() => Boolean, { description: "Whether the residue is 0." }) holds!: boolean;
  @Field(() => Int, {
    description: "net - (finalRight - initialRight). Not 0 only where undefined majorities are excluded.",
  })
  residue!: number;
  @Field(() => Int, { description: "Debates whose initial majority is gold." }) initialRight!: number;
  @Field(() => Int, { description: "Debates whose final majority is gold." }) finalRight!: number;
  @Field(() => Int, { description: "Started right, ended without a majority." }) rightToUndefined!: number;
  @Field(() => Int, { description: "Started without a majority, ended right." }) undefinedToRight!: number;
}

@ObjectType("Ledger", {
  simpleResolvers: true,
  description:
    "Debates by where they started and ended, right or wrong. debates = the four cells + undecided + exclusions.",
})
export class LedgerType implements Omit<
  Ledger,
  "initialAccuracy" | "finalAccuracy" | "conditionalCollapse" | "conditionalCorrection" | "exclusions"
> {
  @Field(() => Int, { description: "All debates asked about." }) debates!: number;
  @Field(() => Int, { description: "Started right, ended right." }) preservation!: number;
  @Field(() => Int, { description: "Started right, ended wrong." }) collapse!: number;
  @Field(() => Int, { description: "Started wrong, ended right." }) correction!: number;
  @Field(() => Int, { description: "Started wrong, ended wrong." }) unrepaired!: number;
  @Field(() => Int, { description: "No initial or no final majority, and the coding excludes such debates." })
  undecided!: number;
  @Field(() => RateType, { description: "Right initial majorities over the debates in the four cells." })
  initialAccuracy!: RateType;
  @Field(() => RateType, { description: "Right final majorities over the debates in the four cells." })
  finalAccuracy!: RateType;
  @Field(() => RateType, {
    description: "collapse / (preservation + collapse): of the debates that started right, those that ended wrong.",
  })
  conditionalCollapse!: RateType;
  @Field(() => RateType, {
    description: "correction / (correction + unrepaired): of the debates that started wrong, those that ended right.",
  })
  conditionalCorrection!: RateType;
  @Field(() => Int, { description: "correction - collapse." }) net!: number;
  @Field(() => AccuracyIdentityType, {
    description: "Whether net is the change in right answers, and what explains the rest.",
  })
  identity!: AccuracyIdentityType;
  @Field(() => [ExclusionType], { description: "Debates in no cell, by reason." }) exclusions!: ExclusionType[];
}

@ObjectType("LedgerGroup", { simpleResolvers: true, description: "One group's ledger." })
export class LedgerGroupType {
  @Field(() => String, {
    nullable: true,
    description: "What the group is told apart by; null: the source states none.",
  })
  key!: string | null;
  @Field(() => String, { description: "The key in words." }) label!: string;
  @Field(() => LedgerType, { description: "Of this group's debates." }) ledger!: LedgerType;
}

@ObjectType("LedgerReport", {
  simpleResolvers: true,
  description: "The ledger of a run or cohort, whole and by group.",
})
export class LedgerReportType {
  @Field(() => CodingType, { description: "With defaults filled in: part of every number's identity." })
  coding!: CodingType;
  @Field(() => LedgerType, { description: "Over all debates." }) total!: LedgerType;
  @Field(() => [LedgerGroupType], { description: "In code point order of their keys, null last; empty without by." })
  groups!: LedgerGroupType[];
  @Field(() => [CaveatType], { description: "What these data say against reading too much into it." })
  caveats!: CaveatType[];
}

@Resolver(() => MeasuredType)
export class LedgerResolver {
  @FieldResolver(() => LedgerReportType, {
    description: "Collapse and correction: the four cells, their rates and intervals.",
  })
  async ledger(
    @Root() subject: Subject,
    @Ctx() context: Context,
    @Arg("coding", () => CodingInput, { nullable: true, description: "How ballots become verdicts." })
    coding?: CodingInput | null,
    @Arg("by", () => GroupingEnum, { nullable: true, description: "Also by group." }) by?: Grouping | null,
    @Arg("interval", () => IntervalInput, { nullable: true, description: "How intervals are made." })
    interval?: IntervalInput | null,
  ): Promise<LedgerReport> {
    return answer(
      context,
      subject,
      { name: "ledger", gold: "NEEDED", derivedWillDo: true, compute: ledgerReport },
      { coding, by, interval },
    );
  }
}
