import { Ctx, FieldResolver, Int, Resolver, Root } from "type-graphql";
import { answered, type Answered } from "../debate/answered.js";
import { type Caveat, caveat } from "../debate/caveat.js";
import { readOutcomes, type Outcomes } from "../debate/effect.js";
import { evaluation as evaluationOf, type Evaluation, type EvaluationPart } from "../debate/evaluation.js";
import { type Columns } from "../debate/panels.js";
import { must, UserError } from "../errors.js";
import { preventedTotal, lostTotal } from "../seal/utility.js";
import { type StatementOf } from "../seal/statements.js";
import { worth } from "../seal/worth.js";
import { effectsOf, type StoredEvaluation } from "../store/evaluations.js";
import { overlappingDeclarations } from "../store/overlappingDeclarations.js";
import { CaveatType } from "./caveat.js";
import { type Context } from "./context.js";
import { type Detail, intervalOf } from "./evaluate.js";
import {
  BreakEvenType,
  DeclarationCountsType,
  EffectsType,
  EvaluationGroupType,
  EvaluationType,
  EvidenceGrade,
  Verification,
} from "./evaluation.js";
import { ExclusionType } from "./exclusion.js";
import { openSubject } from "./gold.js";
import { kept, keptLater } from "./measured.js";
import { RateType } from "./rate.js";
import { DecimalScalar } from "./scalars.js";

/** A result that passed the gate to gold: a blind cohort that shares its debates withholds it, whenever it was computed. */
interface Result {
  readonly said: StatementOf<"result">;
  readonly detail: Detail;
  /** Rates and groups, computed when asked for from what the policy did to each debate. */
  readonly evaluation: () => Promise<Evaluation>;
  readonly answered: () => Promise<Answered>;
}

/** Null until the result stands. */
export async function resultOf(context: Context, stored: StoredEvaluation): Promise<Result | null> {
  const { result: said, detail } = stored;
  if (said === null) return null;
  await openSubject(context, { __typename: "Cohort", slug: stored.cohort }, "evaluation");
  return {
    said,
    detail: detail as unknown as Detail,
    answered: async () => {
      const { columns, outcomes } = await outcomesOf(context, stored);
      return kept(context, columns, "answered", stored.digest, () => answered(columns, outcomes, intervalOf(stored)));
    },
    evaluation: async () => {
      const { columns, outcomes } = await outcomesOf(context, stored);
      const weights = await context.loaders.weights.load(stored.weights);
      must(weights, "an evaluation's weights are stored");
      return kept(context, columns, "evaluation", stored.digest, () =>
        evaluationOf(columns, outcomes, worth(weights.prices), intervalOf(stored)),
      );
    },
  };
}

/** What the policy did to each debate, as it was stored. Only for those who have passed the gate. */
export async function outcomesOf(
  context: Context,
  stored: StoredEvaluation,
): Promise<{ readonly columns: Columns; readonly outcomes: Outcomes }> {
  const { parser } = stored.declaration.coding;
  const columns = await context.loaders.columns.load({ __typename: "Cohort", slug: stored.cohort, parser });
  const outcomes = await keptLater(context, columns, "outcomes", stored.digest, async () => {
    const bytes = await effectsOf(context.store.prisma, stored);
    const read = bytes && readOutcomes(bytes, columns.size);
    if (read !== null) return read;
    throw new UserError("STORE_DAMAGED", `the effects of evaluation ${stored.digest} are not those of its debates`);
  });
  return { columns, outcomes };
}

@Resolver(() => EvaluationType)
export class EvaluationResultResolver {
  @FieldResolver(() => EvidenceGrade, { nullable: true, description: "How early the weights were fixed." })
  grade(@Root() { stored }: EvaluationType, @Ctx() context: Context) {
    return field(context, stored, ({ said }) => said.grade);
  }

  @FieldResolver(() => Verification, { description: "Whether the server knows what decided." })
  verification(@Root() { policy: { kind } }: EvaluationType) {
    return kind === "FIXED" ? "VERIFIED" : "UNVERIFIED";
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: "The evaluation that fixed the weights of record, where it is another one.",
  })
  record(@Root() { stored }: EvaluationType, @Ctx() context: Context) {
    return field(context, stored, ({ said }) => said.record);
  }

  @FieldResolver(() => Int, { nullable: true, description: "Debates in the four cells." })
  debates(@Root() { stored }: EvaluationType, @Ctx() context: Context) {
    return field(context, stored, ({ said }) => said.debates);
  }

  @FieldResolver(() => [ExclusionType], { nullable: true, description: "The cohort's other debates, by reason." })
  exclusions(@Root() { stored }: EvaluationType, @Ctx() context: Context) {
    return field(context, stored, ({ said }) => said.excluded);
  }

  @FieldResolver(() => Int, { nullable: true, description: "Debates on which the policy fired." })
  fired(@Root() { stored }: EvaluationType, @Ctx() context: Context) {
    return field(context, stored, ({ said }) => said.fired);
  }

  @FieldResolver(() => Int, { nullable: true, description: "Verdicts that the action turned right." })
  prevented(@Root() { stored }: EvaluationType, @Ctx() context: Context) {
    return field(context, stored, ({ said }) => preventedTotal(said));
  }

  @FieldResolver(() => Int, { nullable: true, description: "Verdicts that the action turned wrong." })
  lost(@Root() { stored }: EvaluationType, @Ctx() context: Context) {
    return field(context, stored, ({ said }) => lostTotal(said));
  }

  @FieldResolver(() => Int, { nullable: true, description: "prevented - lost." })
  net(@Root() { stored }: EvaluationType, @Ctx() context: Context) {
    return field(context, stored, ({ said }) => said.net);
  }

  @FieldResolver(() => EffectsType, { nullable: true, description: "By what the debates themselves had done." })
  effects(@Root() { stored }: EvaluationType, @Ctx() context: Context) {
    return field(context, stored, ({ detail }) => detail.effects);
  }

  @FieldResolver(() => DecimalScalar, {
    nullable: true,
    description: "Exact: what was prevented at its prices, less what was lost at its.",
  })
  utility(@Root() { stored }: EvaluationType, @Ctx() context: Context) {
    return field(context, stored, ({ said }) => said.utility);
  }

  @FieldResolver(() => RateType, { nullable: true, description: "Utility over debates, with a clustered interval." })
  utilityPerDebate(@Root() { stored }: EvaluationType, @Ctx() context: Context) {
    return field(context, stored, async ({ evaluation }) => (await evaluation()).total.utilityPerDebate);
  }

  @FieldResolver(() => RateType, { nullable: true, description: "net / debates, with a clustered interval." })
  deltaAccuracy(@Root() { stored }: EvaluationType, @Ctx() context: Context) {
    return field(context, stored, async ({ evaluation }) => (await evaluation()).total.deltaAccuracy);
  }

  @FieldResolver(() => RateType, {
    nullable: true,
    description: "Verdicts that the policy did not give up, over debates; 1 where it never abstains.",
  })
  answered(@Root() { stored }: EvaluationType, @Ctx() context: Context) {
    return field(context, stored, async ({ answered }) => (await answered()).coverage);
  }

  @FieldResolver(() => RateType, {
    nullable: true,
    description: "Right verdicts after the action, over those that it did not give up.",
  })
  accuracyAnswered(@Root() { stored }: EvaluationType, @Ctx() context: Context) {
    return field(context, stored, async ({ answered }) => (await answered()).accuracy);
  }

  @FieldResolver(() => BreakEvenType, { nullable: true, description: "lost / prevented, exact." })
  breakEven(@Root() { stored }: EvaluationType, @Ctx() context: Context) {
    return field(context, stored, async ({ evaluation }) => (await evaluation()).total.breakEven);
  }

  @FieldResolver(() => [EvaluationGroupType], { nullable: true, description: "By panel, as in a ledger." })
  byModel(@Root() { stored }: EvaluationType, @Ctx() context: Context) {
    return field(context, stored, async (result) => groups((await result.evaluation()).byModel, result));
  }

  @FieldResolver(() => [EvaluationGroupType], { nullable: true, description: "By family, as in a ledger." })
  byFamily(@Root() { stored }: EvaluationType, @Ctx() context: Context) {
    return field(context, stored, async (result) => groups((await result.evaluation()).byFamily, result));
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description:
      "Rounds that were asked and would not have been, had the debates stopped where the policy fired; null for uploaded decisions, of which nobody knows what they needed.",
  })
  roundsSaved(@Root() { stored }: EvaluationType, @Ctx() context: Context) {
    return field(context, stored, ({ detail }) => detail.roundsSaved);
  }

  @FieldResolver(() => DeclarationCountsType, {
    description: "How often these debates have been evaluated: each look is another chance of a lucky one.",
  })
  async declarations(
    @Root() { stored }: EvaluationType,
    @Ctx() { loaders, store }: Context,
  ): Promise<DeclarationCountsType> {
    const debates = await loaders.selection.load({ __typename: "Cohort", slug: stored.cohort });
    const all = await overlappingDeclarations(store.prisma, debates, { team: null, policy: null });
    const soFar = all.filter(({ position }) => position <= stored.declaredPosition);
    return {
      team: soFar.filter(({ team }) => team === stored.team).length,
      all: soFar.length,
      abandoned: soFar.filter(({ state }) => state !== "COMPLETE").length,
    };
  }

  @FieldResolver(() => [CaveatType], { nullable: true, description: "What this evaluation does not show." })
  caveats(@Root() { stored }: EvaluationType, @Ctx() context: Context) {
    return field(context, stored, ({ detail }): Caveat[] =>
      detail.caveats.map(({ code, about }) => caveat(code, about)),
    );
  }
}

async function field<T>(
  context: Context,
  stored: StoredEvaluation,
  read: (result: Result) => T | Promise<T>,
): Promise<T | null> {
  const result = await resultOf(context, stored);
  return result && read(result);
}

const groups = (all: Evaluation["byModel"], { detail }: Result) =>
  all.map(({ key, label, part }) => ({
    key,
    label,
    ...part,
    effects: part satisfies EvaluationPart,
    roundsSaved: detail.roundsSaved === null ? null : part.roundsSaved,
  }));
