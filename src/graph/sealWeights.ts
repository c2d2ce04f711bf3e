import { Arg, Ctx, Field, InputType, Mutation, ObjectType, Resolver } from "type-graphql";
import { UserError } from "../errors.js";
import { type StoredWeights } from "../store/weights.js";
import { abandonWeights, draftWeights, type NewWeights, sealDraft, sealWeights } from "../store/writeWeights.js";
import { type Context } from "./context.js";
import { DecimalScalar } from "./scalars.js";
import { slug } from "./slug.js";
import { WeightsType } from "./weights.js";
import { weightsNode } from "./weightsNode.js";

@InputType("WeightsInput", { description: "What effects are worth, and why. Prices are exact decimals of 0 or more." })
export class WeightsInput {
  @Field(() => String, { description: "Their name, for good." }) slug!: string;
  @Field(() => DecimalScalar, { description: "For a collapse that is prevented." }) prevented!: string;
  @Field(() => DecimalScalar, { description: "For a correction that is lost." }) lost!: string;
  @Field(() => DecimalScalar, {
    nullable: true,
    description: "For an unrepaired debate that is rescued: needed by actions that can do that.",
  })
  rescue?: string | null;
  @Field(() => DecimalScalar, {
    nullable: true,
    description: "For a preserved debate that is broken: needed by actions that can do that.",
  })
  breakage?: string | null;
  @Field(() => DecimalScalar, {
    nullable: true,
    description: "For a verdict that is given up: needed by actions that can do that.",
  })
  abstention?: string | null;
  @Field(() => String, { description: "Why these." }) rationale!: string;
  @Field(() => String, { description: "Who says so: a person, a board, a client." }) principal!: string;
  @Field(() => String, { nullable: true, description: "Slug of the only cohort they are for; default: any." })
  cohort?: string | null;
}

@InputType("SealWeightsInput", {
  description: "Weights as in WeightsInput; or the slug of a draft alone, which is then sealed as it stands.",
})
export class SealWeightsInput {
  @Field(() => String, { description: "Their name, for good." }) slug!: string;
  @Field(() => DecimalScalar, { nullable: true, description: "For a collapse that is prevented." }) prevented?:
    string | null;
  @Field(() => DecimalScalar, { nullable: true, description: "For a correction that is lost." }) lost?: string | null;
  @Field(() => DecimalScalar, { nullable: true, description: "For an unrepaired debate that is rescued." }) rescue?:
    string | null;
  @Field(() => DecimalScalar, { nullable: true, description: "For a preserved debate that is broken." }) breakage?:
    string | null;
  @Field(() => DecimalScalar, { nullable: true, description: "For a verdict that is given up." }) abstention?:
    string | null;
  @Field(() => String, { nullable: true, description: "Why these." }) rationale?: string | null;
  @Field(() => String, { nullable: true, description: "Who says so." }) principal?: string | null;
  @Field(() => String, { nullable: true, description: "Slug of the only cohort they are for; default: any." })
  cohort?: string | null;
}

@InputType("AbandonWeightsInput", { description: "A draft that will not be sealed." })
export class AbandonWeightsInput {
  @Field(() => String, { description: "Their name." }) slug!: string;
  @Field(() => String, { description: "Why, for those who meet the draft later." }) reason!: string;
}

@ObjectType("WeightsPayload", { simpleResolvers: true, description: "The weights that stand under the name." })
export class WeightsPayload {
  @Field(() => WeightsType, { description: "As they are stored." }) weights!: WeightsType;
}

@Resolver()
export class SealWeightsResolver {
  @Mutation(() => WeightsPayload, {
    description: "Writes a draft down, in the log too. It binds nobody. The same again changes nothing.",
  })
  async draftWeights(
    @Arg("input", () => WeightsInput, { description: "Prices and reasons." }) input: WeightsInput,
    @Ctx() context: Context,
  ): Promise<WeightsPayload> {
    return payload(context, await draftWeights(context.store, await newWeights(context, input)));
  }

  @Mutation(() => WeightsPayload, {
    description:
      "Seals weights for good: at once, or a draft. Evaluations cite sealed weights only. The same again changes nothing.",
  })
  async sealWeights(
    @Arg("input", () => SealWeightsInput, { description: "Weights, or the slug of a draft." }) input: SealWeightsInput,
    @Ctx() context: Context,
  ): Promise<WeightsPayload> {
    const { slug: name, ...rest } = input;
    if (Object.values(rest).every((value) => value === null || value === undefined))
      return payload(context, await sealDraft(context.store, name, await context.team()));
    const { prevented, lost, rationale, principal } = input;
    const given = { prevented, lost, rationale, principal };
    const missing = Object.entries(given).flatMap(([key, value]) => (value === null || value === undefined ? key : []));
    if (missing.length > 0)
      throw new UserError("BAD_INPUT", `sealWeights: expected a draft's slug alone, or also ${missing.join(", ")}`);
    const whole = { ...input, ...given } as WeightsInput;
    return payload(context, await sealWeights(context.store, await newWeights(context, whole)));
  }

  @Mutation(() => WeightsPayload, { description: "Says that a draft will not be sealed. It stays readable." })
  async abandonWeights(
    @Arg("input", () => AbandonWeightsInput, { description: "Which draft, and why." }) input: AbandonWeightsInput,
    @Ctx() context: Context,
  ): Promise<WeightsPayload> {
    const reason = said("reason", input.reason);
    return payload(context, await abandonWeights(context.store, input.slug, await context.team(), reason));
  }
}

async function newWeights(context: Context, input: WeightsInput): Promise<NewWeights> {
  const { prevented, lost, rescue = null, breakage = null, abstention = null } = input;
  const cohort = input.cohort ? await context.loaders.cohort.load(input.cohort) : null;
  if (input.cohort && cohort === null)
    throw new UserError("NOT_FOUND", `cohort: no cohort is stored under ${input.cohort}`);
  return {
    slug: slug("slug", input.slug),
    team: await context.team(),
    principal: said("principal", input.principal),
    rationale: said("rationale", input.rationale),
    prices: { prevented, lost, rescue, breakage, abstention },
    cohort: cohort?.digest ?? null,
  };
}

export function said(what: string, text: string): string {
  if (text.trim() === "") throw new UserError("BAD_INPUT", `${what}: expected words, got nothing`);
  return text.trim();
}

async function payload(context: Context, stored: StoredWeights): Promise<WeightsPayload> {
  context.loaders.weights.clear(stored.slug);
  return { weights: await weightsNode(context, stored) };
}
