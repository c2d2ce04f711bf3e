import { Arg, Ctx, Field, InputType, Int, Mutation, ObjectType, Resolver } from "type-graphql";
import { cohort, type Cohort } from "../debate/cohort.js";
import { type CohortRecipe, cohortRecipe } from "../debate/cohortRecipe.js";
import { probeCoding } from "../debate/probeCoding.js";
import { highFlipPool, probeItems } from "../debate/probeItems.js";
import { must, UserError } from "../errors.js";
import { canonical, type Json } from "../seal/canonical.js";
import { cohortDigest } from "../seal/citedDigests.js";
import { sha256 } from "../seal/digest.js";
import { type StatementOf } from "../seal/statements.js";
import { blocksOf } from "../store/panels.js";
import { type StoredRun } from "../store/runs.js";
import { writeCohort } from "../store/writeCohort.js";
import { CohortType } from "./cohort.js";
import { cohortNode } from "./cohortNode.js";
import { CohortWarningType, cohortWarnings } from "./cohortWarning.js";
import { type Context } from "./context.js";
import { createLoaders } from "./loaders.js";
import { slug } from "./slug.js";

@InputType("BlindInput", {
  description: "Until when a cohort is blind: a date, a board's closing, or whichever comes first.",
})
export class BlindInput {
  @Field(() => String, {
    nullable: true,
    description: "A date, ISO 8601 with its offset. It opens by a mutation, not by the clock.",
  })
  until?: string | null;
  @Field(() => String, { nullable: true, description: "Slug of the board." }) board?: string | null;
}

@InputType("PoolInput", {
  description:
    "The items that a model flips most on when probed: the highest solo flip rates of a set of probes, ties by key.",
})
export class PoolInput {
  @Field(() => String, { description: "Slug of the set of probes." }) probes!: string;
  @Field(() => String, { description: "Whose flips." }) model!: string;
  @Field(() => Int, { description: "How many items." }) size!: number;
}

@InputType("CreateCohortInput", {
  description: "A recipe for a fixed set of debates. It cannot look at gold or outcomes.",
})
export class CreateCohortInput {
  @Field(() => String, { description: "The cohort's name, for good." }) slug!: string;
  @Field(() => String, { nullable: true, description: "For people." }) title?: string | null;
  @Field(() => [String], { description: "Slugs of the runs it is taken from." }) runs!: string[];
  @Field(() => [String], { nullable: true, description: "Only debates of these benchmarks; default: all." })
  benchmarks?: string[] | null;
  @Field(() => [String], { nullable: true, description: "Only these items, in whichever benchmark; default: all." })
  items?: string[] | null;
  @Field(() => [String], {
    nullable: true,
    description: "Seats left out of every panel that has them, before anything else is looked at.",
  })
  dropSeats?: string[] | null;
  @Field(() => Int, {
    nullable: true,
    description:
      "Only debates in which every remaining seat has a parsed ballot in each round from 0 to this one; default: whatever is missing stays.",
  })
  usableThrough?: number | null;
  @Field(() => Boolean, {
    nullable: true,
    defaultValue: false,
    description: "Only items that have a debate, usable as above, in every one of the runs.",
  })
  pairedAcrossRuns?: boolean | null;
  @Field(() => PoolInput, {
    nullable: true,
    description: "Only items of this high-FR pool, which looks at probes and never at gold; default: all.",
  })
  pool?: PoolInput | null;
  @Field(() => BlindInput, {
    nullable: true,
    description: "Answer nothing that depends on gold about these debates until then; default: an open cohort.",
  })
  blind?: BlindInput | null;
}

@ObjectType("CreateCohortPayload", { simpleResolvers: true, description: "The cohort that stands under the name." })
export class CreateCohortPayload {
  @Field(() => CohortType, { description: "As it is stored." }) cohort!: CohortType;
  @Field(() => [CohortWarningType], { description: "What should be known before it is relied on; usually nothing." })
  warnings!: CohortWarningType[];
}

@Resolver()
export class CreateCohortResolver {
  @Mutation(() => CreateCohortPayload, {
    description:
      "Fixes a set of debates under a name. The same recipe under the same name again changes nothing and answers the cohort that is there.",
  })
  async createCohort(
    @Arg("input", () => CreateCohortInput, { description: "Name and recipe." })
    { slug: name, title, blind: hidden, ...given }: CreateCohortInput,
    @Ctx() context: Context,
  ): Promise<CreateCohortPayload> {
    const { loaders, store } = context;
    await context.team();
    const recipe = cohortRecipe(given);
    const blind = hidden ? blindUntil(hidden) : null;
    const known = await loaders.cohort.load(slug("slug", name));
    if (known && canonical(known.recipe) !== canonical(recipe))
      throw new UserError("CONFLICT", `slug: a cohort of another recipe is stored under ${name}`);
    if (known && (known.opensAt !== (blind?.until ?? null) || known.board !== (blind?.board ?? null)))
      throw new UserError("CONFLICT", `slug: a cohort that is blind otherwise is stored under ${name}`);
    if (!known) {
      const runs = await Promise.all(recipe.runs.map((run) => usableRun(context, run)));
      const blocks = await Promise.all(runs.map((run) => blocksOf(store, run)));
      const fixed = cohort(
        recipe,
        runs.map((run, index) => ({ run, blocks: blocks[index] })),
        await poolOf(context, recipe),
      );
      await writeCohort(store, cohortStatement(name, fixed, blind), title ?? null, fixed);
    }
    // What this request has read before may be withheld from now on.
    const fresh: Context = { ...context, loaders: createLoaders(store) };
    loaders.cohort.clear(name);
    loaders.forgetBlind();
    const stored = await fresh.loaders.cohort.load(name);
    must(stored, "a cohort that was just fixed is stored");
    return { cohort: await cohortNode(fresh, stored), warnings: await cohortWarnings(fresh, stored) };
  }
}

type Blind = StatementOf<"cohort">["blind"];

function blindUntil({ until = null, board = null }: BlindInput): Blind {
  if (until === null && board === null)
    throw new UserError("BAD_INPUT", "blind: expected a date or a board, got neither");
  const stated = until !== null && /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/.test(until);
  if (until !== null && !(stated && Number.isFinite(Date.parse(until))))
    throw new UserError(
      "BAD_INPUT",
      `blind until: expected a date such as 2027-01-31T00:00:00Z, got ${JSON.stringify(until)}`,
    );
  return { until: until === null ? null : new Date(until).toISOString(), board };
}

function cohortStatement(slug: string, { recipe, size, runs, attrition }: Cohort, blind: Blind): StatementOf<"cohort"> {
  const selected = runs.map(({ slug, contentDigest, bits, size }) => ({
    run: slug,
    content: contentDigest,
    members: sha256(bits).toString("hex"),
    size,
  }));
  return {
    type: "cohort",
    v: 1,
    slug,
    digest: cohortDigest(selected, recipe.dropSeats),
    runs: selected,
    dropSeats: recipe.dropSeats,
    size,
    recipe: recipe as unknown as Json,
    excluded: attrition,
    blind,
    at: null,
  };
}

/** The items of a recipe's pool; null: it has none. */
async function poolOf({ loaders }: Context, { pool }: CohortRecipe): Promise<ReadonlySet<string> | null> {
  if (pool === undefined) return null;
  if ((await loaders.probes.load(pool.probes)) === null)
    throw new UserError("NOT_FOUND", `pool: no probes are stored under ${pool.probes}`);
  const items = probeItems(await loaders.probeColumns.load(pool.probes), probeCoding());
  const own = items.filter(({ model }) => model === pool.model);
  if (own.length === 0) throw new UserError("NOT_FOUND", `pool: ${pool.probes} has no probes of ${pool.model}`);
  return new Set(highFlipPool(own, pool.size).map(({ benchmark, item }) => `${benchmark}\u0000${item}`));
}

async function usableRun({ loaders }: Context, slug: string): Promise<StoredRun> {
  const run = await loaders.run.load(slug);
  if (!run) throw new UserError("NOT_FOUND", `runs: no run is stored under ${slug}`);
  if (run.withdrawals.length > 0) {
    const [{ kind, reason, by }] = run.withdrawals;
    const instead = by === null ? "" : `, ${by} takes its place`;
    throw new UserError("WITHDRAWN", `runs: ${slug} was ${kind.toLowerCase()}: ${reason}${instead}`);
  }
  return run;
}
