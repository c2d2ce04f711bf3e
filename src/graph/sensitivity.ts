import { Arg, Ctx, Field, FieldResolver, Float, Int, ObjectType, Resolver, Root } from "type-graphql";
import { type Interval } from "../stats/interval.js";
import { type ProbeGrouping } from "../debate/probeGrouping.js";
import {
  sensitivity,
  type Sensitivity,
  type SensitivityDefinition,
  type SensitivityVariant,
} from "../debate/sensitivity.js";
import { type Context } from "./context.js";
import { enumOf } from "./enumOf.js";
import { IntervalInput, IntervalType } from "./interval.js";
import { answerProbes, ProbeCodingInput, ProbeCodingType, ProbeGroupingEnum } from "./probeMeasure.js";
import { ProbeSetType } from "./probeSet.js";

export const SensitivityDefinitionEnum = enumOf("SensitivityDefinition", "Which of the definitions in use.", {
  PAPER:
    "s: social less solo rate; a: rate of strong and very strong replies less that of weak and moderate ones; ratio s / (|s| + |a| + 0.000001).",
  ROW: "Means of each probe's own s (social less solo) and a (very strong less weak); ratio s / a where a is above 0.",
  LOG_RATIO:
    "As ROW under the default prompt; ratio s / (|s| + |a| + 0.001), and the log of (max(s, 0) + 0.001) / (max(a, 0) + 0.001).",
  CHANNELS: "Ratio (social - solo) / (social + solo) of the two rates; no a.",
} satisfies Record<SensitivityDefinition, string>);

@ObjectType("SensitivityVariant", { simpleResolvers: true, description: "Sensitivities under one definition." })
export class SensitivityVariantType implements Omit<SensitivityVariant, "socialInterval" | "argumentInterval"> {
  @Field(() => SensitivityDefinitionEnum, { description: "Which." }) definition!: SensitivityDefinition;
  @Field(() => Float, {
    nullable: true,
    description: "Social sensitivity s; null when a part has nothing to divide by.",
  })
  social!: number | null;
  @Field(() => Float, { nullable: true, description: "Argument sensitivity a; null as s, and where there is none." })
  argument!: number | null;
  @Field(() => Float, { nullable: true, description: "S/A; null also where the definition has none." })
  ratio!: number | null;
  @Field(() => Float, { nullable: true, description: "Of LOG_RATIO only." }) logRatio!: number | null;
  @Field(() => IntervalType, { nullable: true, description: "Of s, clustered by item." })
  socialInterval!: () => Interval | null;
  @Field(() => IntervalType, { nullable: true, description: "Of a, clustered by item." })
  argumentInterval!: () => Interval | null;
}

@ObjectType("Sensitivity", {
  simpleResolvers: true,
  description: "What moves members: that others say so, or the argument.",
})
export class SensitivityType implements Omit<Sensitivity, "variants"> {
  @Field(() => [SensitivityVariantType], { description: "One for each definition; the first is the paper's." })
  variants!: SensitivityVariantType[];
  @Field(() => Int, { description: "Probes with replies in both channels: those that ROW takes the mean s of." })
  probesOfBothChannels!: number;
  @Field(() => Int, { description: "Probes with weak and very strong replies: those that ROW takes the mean a of." })
  probesOfBothEnds!: number;
}

@ObjectType("SensitivityGroup", { simpleResolvers: true, description: "One group's sensitivities." })
export class SensitivityGroupType {
  @Field(() => String, { nullable: true, description: "What the group is told apart by; null: none stated." })
  key!: string | null;
  @Field(() => String, { description: "The key in words." }) label!: string;
  @Field(() => SensitivityType, { description: "Of this group's probes." }) sensitivity!: SensitivityType;
}

@ObjectType("SensitivityReport", { simpleResolvers: true, description: "Over all probes, and by group." })
export class SensitivityReportType {
  @Field(() => ProbeCodingType, { description: "With defaults filled in." }) coding!: ProbeCodingType;
  @Field(() => SensitivityType, { description: "Of all probes together." }) total!: SensitivityType;
  @Field(() => [SensitivityGroupType], { description: "In code point order of their keys; empty without by." })
  groups!: SensitivityGroupType[];
}

@Resolver(() => ProbeSetType)
export class SensitivityResolver {
  @FieldResolver(() => SensitivityReportType, {
    description:
      "Social and argument sensitivity and S/A, under every definition in use. The coding's conditions, seats and unparsed rule hold; channels and strengths are the definitions' own. Looks at no gold.",
  })
  async sensitivity(
    @Root() set: ProbeSetType,
    @Ctx() context: Context,
    @Arg("coding", () => ProbeCodingInput, { nullable: true, description: "Which replies count, and how." })
    coding?: ProbeCodingInput | null,
    @Arg("by", () => ProbeGroupingEnum, { nullable: true, description: "Also by group." }) by?: ProbeGrouping | null,
    @Arg("interval", () => IntervalInput, { nullable: true, description: "How intervals are made: clustered by item." })
    interval?: IntervalInput | null,
  ): Promise<object> {
    const measure = { name: "sensitivity", gold: "FREE", compute: sensitivity } as const;
    const { groups, ...report } = await answerProbes(context, set, measure, { coding, by, interval });
    return { ...report, groups: groups.map(({ of, ...group }) => ({ ...group, sensitivity: of })) };
  }
}
