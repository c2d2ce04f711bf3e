import { Field, InputType, ObjectType } from "type-graphql";
import { type IntervalOptions, intervalOptions } from "../debate/intervalOptions.js";
import { channels, type Channel, strengths, type Strength } from "../debate/probe.js";
import { type ProbeCoding, probeCoding, type FlipDefinition, type UnparsedReply } from "../debate/probeCoding.js";
import { type ProbeColumns, type ProbeTable } from "../debate/probeColumns.js";
import { type ProbeGrouping } from "../debate/probeGrouping.js";
import { type Context } from "./context.js";
import { enumOf } from "./enumOf.js";
import { type IntervalInput } from "./interval.js";
import { kept } from "./measured.js";
import { goldOfProbes } from "./probeGold.js";
import { type ProbeSetType } from "./probeSet.js";

export const FlipDefinitionEnum = enumOf("FlipDefinition", "Which of the published definitions of a flip rate.", {
  EXTENSION:
    "The plain mean of the probes' own rates over all conditions and seats; unparsed is no revision. The paper's for its extension lanes.",
  SEALED:
    "Half the solo rate and half the social one under the default prompt, over parsed replies. The paper's for its sealed lanes.",
  SOLO: "Pooled over the solo replies under the default prompt; unparsed is no revision.",
} satisfies Record<FlipDefinition, string>);

export const UnparsedReplyEnum = enumOf("UnparsedReply", "What a reply that could not be read is.", {
  NO_REVISION: "No revision.",
  REVISION: "A revision: the upper bound.",
  DROP: "Left out of the denominator.",
} satisfies Record<UnparsedReply, string>);

export const ProbeChannelEnum = enumOf("ProbeChannel", "How the other label was put forward.", {
  SOLO: "As an argument of its own.",
  SOCIAL: "As what others think.",
} satisfies Record<Channel, string>);

export const ProbeStrengthEnum = enumOf("ProbeStrength", "How strongly the other label was put forward.", {
  WEAK: "0.25",
  MODERATE: "0.5",
  STRONG: "0.75",
  VERY_STRONG: "1",
} satisfies Record<Strength, string>);

export const ProbeGroupingEnum = enumOf("ProbeGrouping", "What probes are told apart by.", {
  MODEL: "The model.",
  PANEL: "The model and its scaffold.",
  FAMILY: "The family of the model.",
  CONDITION: "The prompt.",
  SEAT: "The seat.",
  BENCHMARK: "The benchmark of the item.",
  CATEGORY: "The category of the item.",
} satisfies Record<ProbeGrouping, string>);

@InputType("ProbeCodingInput", {
  description: "Which replies are counted, and how. An explicit null means what the definition says.",
})
export class ProbeCodingInput {
  @Field(() => FlipDefinitionEnum, { nullable: true, defaultValue: "EXTENSION", description: "Of the flip rate." })
  definition?: FlipDefinition | null;
  @Field(() => UnparsedReplyEnum, { nullable: true, description: "What a reply that could not be read is." })
  unparsed?: UnparsedReply | null;
  @Field(() => [String], { nullable: true, description: "Only under these prompts." }) conditions?: string[] | null;
  @Field(() => [String], { nullable: true, description: "Only by these seats." }) seats?: string[] | null;
  @Field(() => [ProbeChannelEnum], { nullable: true, description: "Only these." }) channels?: Channel[] | null;
  @Field(() => [ProbeStrengthEnum], { nullable: true, description: "Only these." }) strengths?: Strength[] | null;
}

@ObjectType("ProbeCoding", { simpleResolvers: true, description: "Which replies were counted, and how." })
export class ProbeCodingType implements ProbeCoding {
  @Field(() => FlipDefinitionEnum, { description: "Of the flip rate." }) definition!: FlipDefinition;
  @Field(() => UnparsedReplyEnum, { description: "What a reply that could not be read is." }) unparsed!: UnparsedReply;
  @Field(() => [String], { nullable: true, description: "Null: under all prompts." }) conditions!: string[] | null;
  @Field(() => [String], { nullable: true, description: "Null: by all seats." }) seats!: string[] | null;
  @Field(() => [ProbeChannelEnum], { description: `Of ${channels.join(", ")}.` }) channels!: Channel[];
  @Field(() => [ProbeStrengthEnum], { description: `Of ${strengths.join(", ")}.` }) strengths!: Strength[];
}

type Resolved = readonly [coding: ProbeCoding, by: ProbeGrouping | null, interval: IntervalOptions];

/** As `Measure`, for probes: one that says it needs no gold is given columns that have none. */
export type ProbeMeasure<T> = { readonly name: string } & (
  | { readonly gold: "NEEDED"; readonly compute: (table: ProbeTable, ...resolved: Resolved) => T }
  | { readonly gold: "FREE"; readonly compute: (columns: ProbeColumns, ...resolved: Resolved) => T }
);

export interface ProbeArgs {
  readonly coding?: ProbeCodingInput | null;
  readonly by?: ProbeGrouping | null;
  readonly interval?: IntervalInput | null;
}

/** As `answer`, for a set of probes. */
export async function answerProbes<T extends object>(
  context: Context,
  { slug }: ProbeSetType,
  measure: ProbeMeasure<T>,
  { coding, by, interval }: ProbeArgs,
): Promise<T> {
  const columns = await context.loaders.probeColumns.load(slug);
  const resolved = [probeCoding(coding ?? {}), by ?? null, intervalOptions(interval ?? {})] as const;
  if (measure.gold === "FREE")
    return kept(context, columns, measure.name, resolved, () => measure.compute(columns, ...resolved));
  const table = await goldOfProbes(context, columns, measure.name);
  return kept(context, table, measure.name, resolved, () => measure.compute(table, ...resolved));
}
