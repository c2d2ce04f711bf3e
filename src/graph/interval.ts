import { Field, Float, InputType, Int, ObjectType } from "type-graphql";
import { type ClusterUnit } from "../debate/clustering.js";
import { type IntervalOptions } from "../debate/intervalOptions.js";
import {
  type Interval,
  type IntervalMethod,
  type IntervalStatus,
  type IntervalWarning,
  WARNING_TEXT,
} from "../stats/interval.js";
import { enumOf } from "./enumOf.js";

export const ClusterUnitEnum = enumOf("ClusterUnit", "What is resampled together.", {
  ITEM_CLUSTER: "Items that the source says belong together; an item of its own where it says nothing.",
  ITEM: "Single items.",
  MODEL: "All debates of a panel: for claims about other models.",
} satisfies Record<ClusterUnit, string>);

export const IntervalMethodEnum = enumOf("IntervalMethod", "How an interval is made.", {
  AUTO: "The default of the report; the interval names the method it used, and why.",
  WILSON: "Wilson's score interval on debates taken as independent.",
  JEFFREYS: "Quantiles of Beta(x + 1/2, n - x + 1/2), on debates taken as independent.",
  CLOPPER_PEARSON: "Exact binomial tails, on debates taken as independent.",
  CLOPPER_PEARSON_CLUSTERS: "Clopper-Pearson with each cluster as one trial: for a rate of exactly 0 or 1.",
  KORN_GRAUBARD: "Clopper-Pearson on the effective number of debates: for rare events in clusters.",
  LOGIT_T: "t on the logit scale with the CR1 cluster variance.",
  CR0_T: "t with the plain cluster sandwich.",
  CR1_T: "t with the cluster sandwich times G/(G - 1).",
  CR2_T: "t with Bell and McCaffrey's correction and Satterthwaite's degrees of freedom.",
  CR3_T: "t with the jackknife over clusters.",
  PERCENTILE: "Quantiles of the clustered bootstrap's replicates.",
  BASIC: "Those quantiles reflected at the estimate.",
  BCA: "Bias-corrected and accelerated quantiles, mid-rank z0, jackknife over clusters.",
  STUDENTIZED: "Bootstrap t with the CR1 standard error of each replicate.",
  TWO_WAY_LOGIT_T: "t on the logit scale with Cameron, Gelbach and Miller's variance over items and models.",
  TWO_WAY_T: "The same variance, on the scale of the rate.",
  PIGEONHOLE: "Percentile of replicates that resample items and models independently.",
  NEWCOMBE: "Newcombe's method 10 for paired proportions.",
  TANGO: "Tango's score interval for paired proportions.",
} satisfies Record<IntervalMethod, string>);

export const IntervalStatusEnum = enumOf("IntervalStatus", "What became of an interval.", {
  OK: "The interval of the method named.",
  FALLBACK: "The method asked for does not exist on these data: another one, and the reason.",
  DEGENERATE: "The data have no variation to build an interval from.",
  UNAVAILABLE: "No interval exists.",
} satisfies Record<IntervalStatus, string>);

export const IntervalWarningEnum = enumOf("IntervalWarning", "What to keep in mind about an interval.", WARNING_TEXT);

@InputType("IntervalInput", { description: "How intervals are made. An explicit null means the default." })
export class IntervalInput {
  @Field(() => IntervalMethodEnum, {
    nullable: true,
    defaultValue: "AUTO",
    description: "Methods for pairs and crossed designs are refused for plain rates.",
  })
  method?: IntervalOptions["method"] | null;
  @Field(() => Float, { nullable: true, defaultValue: 0.95, description: "Confidence level, between 0 and 1." })
  level?: number | null;
  @Field(() => ClusterUnitEnum, {
    nullable: true,
    defaultValue: "ITEM_CLUSTER",
    description: "What is resampled together.",
  })
  cluster?: ClusterUnit | null;
  @Field(() => Int, { nullable: true, defaultValue: 10_000, description: "Bootstrap replicates." })
  resamples?: number | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Decimal digits, or 0x and hexadecimal digits, below 2^64. Fixed where none is given; comes back with the interval.",
  })
  seed?: string | null;
}

@ObjectType("Interval", { simpleResolvers: true, description: "A two-sided interval, or why there is none." })
export class IntervalType implements Interval {
  @Field(() => Float, { nullable: true, description: "Null when there is no interval; the reason says why." }) low!:
    number | null;
  @Field(() => Float, { nullable: true, description: "Null when there is no interval; the reason says why." }) high!:
    number | null;
  @Field(() => Float, { description: "Confidence level." }) level!: number;
  @Field(() => IntervalMethodEnum, { description: "The method that was used, never AUTO." }) method!: IntervalMethod;
  @Field(() => Int, { nullable: true, description: "Bootstrap replicates; null for a formula." }) resamples!:
    number | null;
  @Field(() => String, { nullable: true, description: "The same seed gives the same bytes; null for a formula." })
  seed!: string | null;
  @Field(() => String, { nullable: true, description: "The random generator; null for a formula." }) generator!:
    string | null;
  @Field(() => Int, { description: "Clusters with a denominator; for independent debates, the debates." })
  clusters!: number;
  @Field(() => IntervalStatusEnum, { description: "What became of it." }) status!: IntervalStatus;
  @Field(() => String, { nullable: true, description: "Why there is no interval, or why it is of another method." })
  reason!: Interval["reason"];
  @Field(() => Int, { nullable: true, description: "Replicates without a value, of all drawn; null for a formula." })
  undefinedReplicates!: number | null;
  @Field(() => [IntervalWarningEnum], { description: "What to keep in mind." }) warnings!: IntervalWarning[];
  @Field(() => String, {
    nullable: true,
    description: "Why AUTO picked this method; null when it was asked for by name.",
  })
  why!: string | null;
}
