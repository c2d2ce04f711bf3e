import { Arg, Ctx, Field, InputType, Mutation, ObjectType, Resolver } from "type-graphql";
import { must } from "../errors.js";
import { openCohort } from "../store/blind.js";
import { type EvaluationFilter, evaluationsPage } from "../store/evaluations.js";
import { CohortType } from "./cohort.js";
import { cohortNode } from "./cohortNode.js";
import { type Context } from "./context.js";
import { createLoaders } from "./loaders.js";
import { completed } from "./evaluatePolicy.js";
import { EvaluationType } from "./evaluation.js";
import { evaluationNode } from "./evaluationNode.js";
import { said } from "./sealWeights.js";

@InputType("OpenCohortInput", { description: "A blind cohort whose date has come." })
export class OpenCohortInput {
  @Field(() => String, { description: "Slug of the cohort." }) cohort!: string;
  @Field(() => String, { description: "Why now; stands in the log." }) reason!: string;
}

@ObjectType("OpenCohortPayload", { simpleResolvers: true, description: "The cohort, open for good." })
export class OpenCohortPayload {
  @Field(() => CohortType, { description: "As it is stored." }) cohort!: CohortType;
  @Field(() => [EvaluationType], { description: "Evaluations that were declared on it and now have their result." })
  evaluations!: EvaluationType[];
}

@Resolver()
export class OpenCohortResolver {
  @Mutation(() => OpenCohortPayload, {
    description:
      "Opens a blind cohort, at its date or later, by an entry in the log: no clock closes it again. Evaluations that were declared on it are computed now.",
  })
  async openCohort(
    @Arg("input", () => OpenCohortInput, { description: "Which cohort, and why." })
    { cohort: slug, reason }: OpenCohortInput,
    @Ctx() given: Context,
  ): Promise<OpenCohortPayload> {
    await given.team();
    await openCohort(given.store, slug, said("reason", reason), new Date());
    // What this request has read before may have been withheld.
    const context: Context = { ...given, loaders: createLoaders(given.store) };
    const cohort = await context.loaders.cohort.load(slug);
    must(cohort, "a cohort that was just opened is stored");
    const evaluations: EvaluationType[] = [];
    for (const declared of await waiting(context, cohort.digest))
      evaluations.push(await evaluationNode(context, await completed(context, declared)));
    return { cohort: await cohortNode(context, cohort), evaluations };
  }
}

const AT_ONCE = 100;

/** Declared, in the order of the log. */
async function waiting({ store: { prisma } }: Context, cohort: string) {
  const filter: EvaluationFilter = { team: null, policy: null, cohort, weights: null, state: "DECLARED" };
  const page = { take: AT_ONCE, fromEnd: false, after: null, before: null } as const;
  const order = { column: "position", nullable: false, descending: false, name: "digest" } as const;
  return (await evaluationsPage(prisma, filter, { ...page, ...order })).slice(0, AT_ONCE);
}
