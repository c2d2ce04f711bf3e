import { Arg, Ctx, Field, FieldResolver, Int, ObjectType, Resolver, Root } from "type-graphql";
import { type Grouping } from "../debate/grouping.js";
import { ledgerReport } from "../debate/ledger.js";
import { type Onset, onsetReport, type OnsetRound } from "../debate/onset.js";
import { CaveatType } from "./caveat.js";
import { CodingInput, CodingType } from "./coding.js";
import { type Context } from "./context.js";
import { GroupingEnum } from "./grouping.js";
import { answer, MeasuredType, type Subject } from "./measured.js";
import { IntervalInput } from "./interval.js";
import { RateType } from "./rate.js";

@ObjectType("OnsetRound", {
  simpleResolvers: true,
  description: "What happens in one round to the debates that collapse.",
})
export class OnsetRoundType implements Omit<OnsetRound, "share" | "finalSwitchShare"> {
  @Field(() => Int, { description: "1 is the first debate round." }) round!: number;
  @Field(() => Int, { description: "Collapsed debates whose onset is here: the first round whose majority is wrong." })
  count!: number;
  @Field(() => RateType, { description: "count / collapses." }) share!: RateType;
  @Field(() => Int, { description: "Collapsed debates whose last change from right to wrong is here." })
  finalSwitch!: number;
  @Field(() => RateType, { description: "finalSwitch / collapses." }) finalSwitchShare!: RateType;
}

@ObjectType("Onset", { simpleResolvers: true, description: "When collapses happen." })
export class OnsetType {
  @Field(() => Int, { description: "Collapsed debates: the denominator of every share." }) collapses!: number;
  @Field(() => [OnsetRoundType], { description: "Rounds 1 to the last final round, zeros included." })
  rounds!: OnsetRoundType[];
  @Field(() => RateType, { description: "Collapses with their onset after round 1." }) late!: RateType;
  @Field(() => Int, { description: "Preserved debates whose running majority was wrong in between." })
  repairedExcursions!: number;
  @Field(() => RateType, { description: "repairedExcursions / preservation." }) repaired!: RateType;
}

@ObjectType("OnsetGroup", { simpleResolvers: true, description: "One group's onset." })
export class OnsetGroupType {
  @Field(() => String, {
    nullable: true,
    description: "What the group is told apart by; null: the source states none.",
  })
  key!: string | null;
  @Field(() => String, { description: "The key in words." }) label!: string;
  @Field(() => OnsetType, { description: "Of this group's debates." }) onset!: OnsetType;
}

@ObjectType("OnsetReport", { simpleResolvers: true, description: "Onset over all debates, and by group." })
export class OnsetReportType {
  @Field(() => CodingType, { description: "With defaults filled in." }) coding!: CodingType;
  @Field(() => Int, { description: "Collapsed debates." }) collapses!: number;
  @Field(() => [OnsetRoundType], { description: "Rounds 1 to the last final round, zeros included." })
  rounds!: OnsetRoundType[];
  @Field(() => RateType, { description: "Collapses with their onset after round 1." }) late!: RateType;
  @Field(() => Int, { description: "Preserved debates whose running majority was wrong in between." })
  repairedExcursions!: number;
  @Field(() => RateType, { description: "repairedExcursions / preservation." }) repaired!: RateType;
  @Field(() => [CaveatType], { description: "What these data say against reading too much into it." })
  caveats!: CaveatType[];
  @Field(() => [OnsetGroupType], { description: "In code point order of their keys, null last; empty without by." })
  groups!: OnsetGroupType[];
}

@Resolver(() => MeasuredType)
export class OnsetResolver {
  @FieldResolver(() => OnsetReportType, { description: "In which round debates that started right went wrong." })
  async onset(
    @Root() subject: Subject,
    @Ctx() context: Context,
    @Arg("coding", () => CodingInput, { nullable: true, description: "How ballots become verdicts." })
    coding?: CodingInput | null,
    @Arg("by", () => GroupingEnum, { nullable: true, description: "Also by group." }) by?: Grouping | null,
    @Arg("interval", () => IntervalInput, { nullable: true, description: "How intervals are made." })
    interval?: IntervalInput | null,
  ) {
    const args = { coding, by, interval };
    const { total, groups, ...report } = await answer(
      context,
      subject,
      { name: "onset", gold: "NEEDED", derivedWillDo: true, compute: onsetReport },
      args,
    );
    const { caveats } = await answer(
      context,
      subject,
      { name: "ledger", gold: "NEEDED", derivedWillDo: true, compute: ledgerReport },
      args,
    );
    return {
      ...report,
      ...flat(total),
      groups: groups.map(({ onset, ...group }) => ({ ...group, onset: flat(onset) })),
      caveats,
    };
  }
}

/** Repaired excursions as a number, and as the rate that they are. */
const flat = ({ repairedExcursions, ...onset }: Onset) => ({
  ...onset,
  repairedExcursions: repairedExcursions.count,
  repaired: repairedExcursions,
});
