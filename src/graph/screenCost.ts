import { Arg, Ctx, Field, FieldResolver, Float, Int, ObjectType, Resolver, Root } from "type-graphql";
import { ballotsAsked, screenCost, type Spending } from "../debate/screenCost.js";
import { proportion } from "../stats/proportion.js";
import { UserError } from "../errors.js";
import { runSpending } from "../store/runSpending.js";
import { type Context } from "./context.js";
import { ProbeSetType } from "./probeSet.js";
import { ShareType } from "./ties.js";

@ObjectType("Spending", {
  simpleResolvers: true,
  description: "What answers were paid for. Retries and repairs of formats are in no file, and not counted.",
})
export class SpendingType implements Spending {
  @Field(() => Int, { description: "Answers that were asked for." }) generations!: number;
  @Field(() => Float, { nullable: true, description: "Of the records that say their tokens; null when none does." })
  tokens!: number | null;
  @Field(() => String, {
    nullable: true,
    description: "US dollars, exact, of the records that say their cost; null when none does.",
  })
  cost!: string | null;
  @Field(() => Int, { description: "Probes, or debates." }) records!: number;
  @Field(() => Int, { description: "Those of them that say their tokens." }) withTokens!: number;
  @Field(() => Int, { description: "Those of them that say their cost." }) withCost!: number;
}

@ObjectType("ScreenCost", { simpleResolvers: true, description: "What a screen takes, beside a direct audit." })
export class ScreenCostType {
  @Field(() => SpendingType, { description: "One generation for each initial answer and one for each reply." })
  screen!: Spending;
  @Field(() => SpendingType, {
    nullable: true,
    description: "The run's debates, a generation for each ballot; null: no run was named.",
  })
  audit!: Spending | null;
  @Field(() => ShareType, { nullable: true, description: "Generations of the screen for each one of the audit." })
  generationsPerAudit!: ShareType | null;
}

@Resolver(() => ProbeSetType)
export class ScreenCostResolver {
  @FieldResolver(() => ScreenCostType, {
    description: "Generations, tokens and cost of this screen, against those of debating the same directly.",
  })
  async cost(
    @Root() { slug }: ProbeSetType,
    @Ctx() { loaders, store }: Context,
    @Arg("against", () => String, { nullable: true, description: "Slug of a run: the direct audit." })
    against?: string | null,
  ): Promise<ScreenCostType> {
    const screen = screenCost(await loaders.probeColumns.load(slug));
    if (against === undefined || against === null) return { screen, audit: null, generationsPerAudit: null };
    const run = await loaders.run.load(against);
    if (run === null) throw new UserError("NOT_FOUND", `against: no run is stored under ${against}`);
    const generations = ballotsAsked(await loaders.columns.load({ __typename: "Run", slug: against }));
    const audit = { generations, ...(await runSpending(store.prisma, run.rowId)) };
    return { screen, audit, generationsPerAudit: proportion(screen.generations, generations) };
  }
}
