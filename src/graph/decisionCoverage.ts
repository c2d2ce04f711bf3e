import { Arg, Ctx, Field, FieldResolver, Int, ObjectType, Resolver, Root } from "type-graphql";
import { type Decision, decided } from "../debate/decisions.js";
import { type Columns } from "../debate/panels.js";
import { UserError } from "../errors.js";
import { type Context } from "./context.js";
import { EvaluationType } from "./evaluation.js";
import { kept } from "./measured.js";
import { PolicyType } from "./policy.js";

export type DecisionKey = Pick<Decision, "run" | "item" | "replicate">;

interface Keys {
  readonly count: number;
  readonly first: readonly DecisionKey[];
}

interface DecisionCoverage {
  readonly debates: number;
  readonly decisions: number;
  readonly missing: Keys;
  readonly surplus: Keys;
}

@ObjectType("DecisionKey", { simpleResolvers: true, description: "What a decision is about." })
export class DecisionKeyType implements DecisionKey {
  @Field(() => String, { nullable: true, description: "Slug of its run; null: of whichever has the item." }) run!:
    string | null;
  @Field(() => String, { description: "What was debated." }) item!: string;
  @Field(() => Int, { description: "0 unless the run debates the item more than once." }) replicate!: number;
}

@ObjectType("DecisionKeys", { simpleResolvers: true, description: "How many, and the first five." })
export class DecisionKeysType implements Keys {
  @Field(() => Int, { description: "How many." }) count!: number;
  @Field(() => [DecisionKeyType], { description: "The first five of them." }) first!: readonly DecisionKeyType[];
}

@ObjectType("DecisionCoverage", {
  simpleResolvers: true,
  description: "How uploaded decisions and the debates of a cohort fit. Made of their keys: gold is not looked at.",
})
export class DecisionCoverageType implements DecisionCoverage {
  @Field(() => Int, { description: "Debates of the cohort." }) debates!: number;
  @Field(() => Int, { description: "Decisions of the policy." }) decisions!: number;
  @Field(() => DecisionKeysType, {
    description: "Debates that nothing was decided for, in the cohort's order. With any, no evaluation is declared.",
  })
  missing!: DecisionKeysType;
  @Field(() => DecisionKeysType, {
    description:
      "Decisions that no debate of the cohort uses: about other debates, or overruled by one that names the run. They change nothing.",
  })
  surplus!: DecisionKeysType;
}

@Resolver(() => PolicyType)
export class PolicyCoverageResolver {
  @FieldResolver(() => DecisionCoverageType, {
    nullable: true,
    description: "Whether its decisions cover a cohort, to be known before anything is declared. Null for a rule.",
  })
  coverage(
    @Root() { slug }: PolicyType,
    @Arg("cohort", () => String, { description: "Slug of the cohort." }) cohort: string,
    @Ctx() context: Context,
  ) {
    return coverageOf(context, slug, cohort);
  }
}

@Resolver(() => EvaluationType)
export class EvaluationCoverageResolver {
  @FieldResolver(() => DecisionCoverageType, {
    nullable: true,
    description: "How the policy's decisions and the cohort's debates fit. Null for a rule.",
  })
  coverage(@Root() { stored: { policy, cohort } }: EvaluationType, @Ctx() context: Context) {
    return coverageOf(context, policy, cohort);
  }
}

async function coverageOf(context: Context, policy: string, cohort: string): Promise<DecisionCoverage | null> {
  const { loaders } = context;
  const [stored, known] = await Promise.all([loaders.policy.load(policy), loaders.cohort.load(cohort)]);
  if (!known) throw new UserError("NOT_FOUND", `cohort: no cohort is stored under ${cohort}`);
  if (stored?.kind !== "DECISIONS") return null;
  const columns = await loaders.columns.load({ __typename: "Cohort", slug: cohort });
  const decisions = await loaders.decisions.load(policy);
  return kept(context, columns, "coverage", stored.digest, () => coverage(columns, decisions));
}

export function coverage(columns: Columns, decisions: readonly Decision[]): DecisionCoverage {
  const { missing, surplus } = decided(columns, decisions);
  return {
    debates: columns.size,
    decisions: decisions.length,
    missing: { count: missing.count, first: missing.first.map((debate) => keyOf(columns, debate)) },
    surplus,
  };
}

/** What a decision about one debate names. */
export function keyOf({ runs, run, items, item, replicate }: Columns, debate: number): DecisionKey {
  const key = items[item[debate]];
  return { run: runs[run[debate]].slug, item: key.slice(key.indexOf("\u0000") + 1), replicate: replicate[debate] };
}

export const keyText = ({ run, item, replicate }: DecisionKey): string =>
  [...(run === null ? [] : [run]), item, replicate].join("/");
