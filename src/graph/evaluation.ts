import { Field, Float, ID, Int, ObjectType } from "type-graphql";
import { type BreakEvenState } from "../debate/breakEven.js";
import { type EffectCounts } from "../debate/effect.js";
import { type Grade } from "../seal/grade.js";
import { type StoredEvaluation } from "../store/evaluations.js";
import { CodingType } from "./coding.js";
import { CohortType } from "./cohort.js";
import { enumOf } from "./enumOf.js";
import { ClusterUnitEnum, IntervalMethodEnum, IntervalType } from "./interval.js";
import { NodeType } from "./node.js";
import { PolicyType } from "./policy.js";
import { RateType } from "./rate.js";
import { DecimalScalar, JsonScalar } from "./scalars.js";
import { WeightsType } from "./weights.js";

export const EvaluationState = enumOf("EvaluationState", "How far an evaluation has come.", {
  DECLARED: "Its declaration stands in the log; its result does not, be it unfinished or withheld by a blind cohort.",
  COMPLETE: "Its result stands in the log.",
  ABANDONED: "It will have no result; it is counted.",
} satisfies Record<StoredEvaluation["state"], string>);

export const EvidenceGrade = enumOf(
  "EvidenceGrade",
  "How early the weights were fixed, by position in the log alone.",
  {
    BEFORE_DATA: "Sealed before any of the runs was imported.",
    BEFORE_OUTCOMES: "Sealed before the first answer that depended on gold about any of the runs.",
    BEFORE_EVALUATION: "Sealed before the evaluation was declared, and no earlier.",
    SENSITIVITY:
      "Other weights are of record: the team had declared this policy on overlapping debates under those before.",
  } satisfies Record<Grade, string>,
);

export const Verification = enumOf("Verification", "Whether the server knows what decided.", {
  VERIFIED: "A gate that the server applied, which cannot see gold or later rounds.",
  UNVERIFIED: "Uploaded decisions: they may have been fitted on the outcomes they are judged by.",
});

export const BreakEvenStateEnum = enumOf("BreakEvenState", "What kind of break-even a policy has.", {
  FINITE: "It prevents and loses.",
  FREE: "It prevents and loses nothing: utility is never negative.",
  NO_EFFECT: "It fires and changes no verdict's rightness.",
  NEVER_FIRES: "It fires on no debate.",
  UNBOUNDED: "It loses and prevents nothing: no ratio redeems it.",
} satisfies Record<BreakEvenState, string>);

@ObjectType("BreakEven", {
  simpleResolvers: true,
  description: "How many lost recoveries one prevented error must be worth before utility reaches 0: lost / prevented.",
})
export class BreakEvenType {
  @Field(() => BreakEvenStateEnum, { description: "Its kind." }) state!: BreakEvenState;
  @Field(() => Int, { nullable: true, description: "In lowest terms; null when UNBOUNDED." }) numerator!: number | null;
  @Field(() => Int, { nullable: true, description: "In lowest terms; null when UNBOUNDED." }) denominator!:
    number | null;
  @Field(() => Float, { nullable: true, description: "The ratio; 0 when nothing is lost, null when UNBOUNDED." })
  value!: number | null;
  @Field(() => IntervalType, {
    nullable: true,
    description: "By resampling clusters; null unless something is prevented.",
  })
  interval!: IntervalType | null;
}

@ObjectType("Effects", {
  simpleResolvers: true,
  description: "What the action did to the verdicts of the debates it fired on.",
})
export class EffectsType implements Omit<EffectCounts, "notFired"> {
  @Field(() => Int, { description: "Fired, and the verdict stayed as right or wrong as it was." }) unchanged!: number;
  @Field(() => Int, { description: "Wrong to right, where the debate had started right." }) collapsePrevented!: number;
  @Field(() => Int, { description: "Wrong to right, where it had started wrong." }) rescue!: number;
  @Field(() => Int, { description: "Right to wrong, where it had started wrong." }) correctionLost!: number;
  @Field(() => Int, { description: "Right to wrong, where it had started right." }) breakage!: number;
  @Field(() => Int, { description: "A right verdict was given up: the round frozen to has no majority." })
  abstentionRight!: number;
  @Field(() => Int, { description: "A wrong verdict was given up." }) abstentionWrong!: number;
}

@ObjectType("EvaluationGroup", { simpleResolvers: true, description: "What the policy did in one group of debates." })
export class EvaluationGroupType {
  @Field(() => String, { nullable: true, description: "What it is told apart by; null: the source states none." })
  key!: string | null;
  @Field(() => String, { description: "The key in words." }) label!: string;
  @Field(() => Int, { description: "Debates in the four cells." }) debates!: number;
  @Field(() => Int, { description: "Debates on which it fired." }) fired!: number;
  @Field(() => Int, { description: "Verdicts that the action turned right." }) prevented!: number;
  @Field(() => Int, { description: "Verdicts that the action turned wrong." }) lost!: number;
  @Field(() => Int, { description: "prevented - lost." }) net!: number;
  @Field(() => EffectsType, { description: "By what the debate itself had done." }) effects!: EffectsType;
  @Field(() => RateType, { description: "Utility over debates, with a clustered interval." })
  utilityPerDebate!: RateType;
  @Field(() => RateType, { description: "net / debates." }) deltaAccuracy!: RateType;
  @Field(() => BreakEvenType, { description: "lost / prevented." }) breakEven!: BreakEvenType;
  @Field(() => Int, { nullable: true, description: "Rounds that would not have been asked; null where unknown." })
  roundsSaved!: number | null;
}

@ObjectType("EvaluationInterval", {
  simpleResolvers: true,
  description: "How the intervals are made, as declared.",
})
export class EvaluationIntervalType {
  @Field(() => IntervalMethodEnum, { description: "The method that was declared." }) method!: string;
  @Field(() => DecimalScalar, { description: "Confidence level." }) level!: string;
  @Field(() => ClusterUnitEnum, { description: "What is resampled together." }) cluster!: string;
  @Field(() => Int, { description: "Bootstrap replicates." }) resamples!: number;
}

@ObjectType("DeclarationCounts", {
  simpleResolvers: true,
  description: "Declarations on debates that this one shares, up to this one.",
})
export class DeclarationCountsType {
  @Field(() => Int, { description: "By this team, this one included." }) team!: number;
  @Field(() => Int, { description: "By all teams." }) all!: number;
  @Field(() => Int, { description: "Of those by all teams, the ones that have no result." }) abandoned!: number;
}

@ObjectType("Receipt", {
  simpleResolvers: true,
  description: "One file by which a stranger can check the evaluation without this server.",
})
export class ReceiptType {
  @Field(() => String, { description: "That of the evaluation." }) digest!: string;
  @Field(() => String, { description: "Where this server gives it out." }) url!: string;
  @Field(() => JsonScalar, { description: "The file: an in-toto Statement in a DSSE envelope." }) json!: unknown;
}

@ObjectType("Evaluation", {
  simpleResolvers: true,
  implements: [NodeType],
  description:
    "What a policy would have done on a cohort, under sealed weights. It is declared in the log before it is computed. Fields of the result are null until it stands.",
})
export class EvaluationType {
  declare readonly __typename: "Evaluation";
  declare readonly stored: StoredEvaluation;
  @Field(() => ID, { description: "base64url of Evaluation:digest." }) id!: string;
  @Field(() => String, { description: "SHA-256 of its declaration." }) digest!: string;
  @Field(() => EvaluationState, { description: "How far it has come." }) state!: StoredEvaluation["state"];
  @Field(() => String, { description: "Who declared it." }) team!: string;
  @Field(() => PolicyType, { description: "What was replayed." }) policy!: PolicyType;
  @Field(() => CohortType, { description: "On which debates." }) cohort!: CohortType;
  @Field(() => WeightsType, { description: "Under which weights." }) weights!: WeightsType;
  @Field(() => CodingType, { description: "How ballots became verdicts." }) coding!: CodingType;
  @Field(() => EvaluationIntervalType, { description: "How intervals are made." }) interval!: EvaluationIntervalType;
  @Field(() => String, { description: "Of the intervals: from the digest, so that nobody chooses it." }) seed!: string;
  @Field(() => JsonScalar, { description: "How the policy was held out from what it is judged by." })
  validation!: unknown;
  @Field(() => String, { description: "Version of the methods that compute the result." }) method!: string;
  @Field(() => Int, { description: "Log position of the declaration." }) declaredPosition!: number;
  @Field(() => Int, { nullable: true, description: "Log position of the result." }) resultPosition!: number | null;
  @Field(() => String, { nullable: true, description: "Why it was abandoned." }) abandonedBecause!: string | null;
}
