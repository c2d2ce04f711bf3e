import { Arg, Ctx, Field, FieldResolver, Float, Int, ObjectType, Resolver, Root } from "type-graphql";
import { highFlipPool, type ProbeItem, probeItems } from "../debate/probeItems.js";
import { UserError } from "../errors.js";
import { type Context } from "./context.js";
import { answerProbes, ProbeCodingInput } from "./probeMeasure.js";
import { ProbeSetType } from "./probeSet.js";
import { ShareType } from "./ties.js";

@ObjectType("ProbeItem", {
  simpleResolvers: true,
  description: "What the probes say of one item for one model, without gold.",
})
export class ProbeItemType implements ProbeItem {
  @Field(() => String, { description: "The language model." }) model!: string;
  @Field(() => String, { nullable: true, description: "How it was set up." }) scaffold!: string | null;
  @Field(() => String, { description: "Where the item comes from." }) benchmark!: string;
  @Field(() => String, { description: "Its key." }) item!: string;
  @Field(() => Int, { description: "Probes with a reply that counts." }) probes!: number;
  @Field(() => ShareType, {
    description: "alpha(M, q): count is the sum of the probes' own flip rates, of how many.",
  })
  alpha!: ShareType;
  @Field(() => ShareType, { description: "Flips of the solo replies." }) solo!: ShareType;
  @Field(() => ShareType, { description: "Flips of the social replies." }) social!: ShareType;
  @Field(() => Float, { nullable: true, description: "S/A as in the paper; null without replies at both ends." })
  socialArgument!: number | null;
  @Field(() => ShareType, { description: "Pairs of initial answers, both read, that differ." })
  disagreement!: ShareType;
  @Field(() => Int, { description: "Distinct initial answers." }) answers!: number;
}

/** More than any screen that was published has for one model; a page of a list that nobody reads to its end. */
const MAX_ITEMS = 2000;

@Resolver(() => ProbeSetType)
export class ProbeItemsResolver {
  @FieldResolver(() => [ProbeItemType], {
    description: `Items of one model, by benchmark and key: at most ${MAX_ITEMS}. With highest: those with the highest solo flip rates first, ties by key - a high-FR pool. Looks at no gold.`,
  })
  async itemRates(
    @Root() set: ProbeSetType,
    @Ctx() context: Context,
    @Arg("model", () => String, { nullable: true, description: "Which; may be left out where there is one." })
    model?: string | null,
    @Arg("coding", () => ProbeCodingInput, { nullable: true, description: "Which replies count, and how." })
    coding?: ProbeCodingInput | null,
    @Arg("highest", () => Int, { nullable: true, description: "Only this many, by solo flip rate." })
    highest?: number | null,
  ): Promise<readonly ProbeItem[]> {
    const { items } = await answerProbes(
      context,
      set,
      { name: "probeItems", gold: "FREE", compute: (columns, given) => ({ items: probeItems(columns, given) }) },
      { coding },
    );
    const { probeds } = await context.loaders.probeColumns.load(set.slug);
    const models = [...new Set(probeds.map((probed) => probed.model))];
    const wanted = model ?? (models.length === 1 ? models[0] : null);
    if (wanted === null || !models.includes(wanted))
      throw new UserError("BAD_INPUT", `model: expected one of ${models.join(", ")}, got ${model ?? "none"}`);
    if (typeof highest === "number" && highest < 1)
      throw new UserError("BAD_INPUT", `highest: expected 1 or more, got ${highest}`);
    const own = items.filter((item) => item.model === wanted);
    return (typeof highest === "number" ? highFlipPool(own, highest) : own).slice(0, MAX_ITEMS);
  }
}
