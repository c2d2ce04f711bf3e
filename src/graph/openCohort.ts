import { Arg, Ctx, Field, InputType, Int, Mutation, ObjectType, Resolver } from "type-graphql";
import { must } from "../errors.js";
import { openCohort } from "../store/blind.js";
import { type EvaluationFilter, evaluationsPage, type StoredEvaluation } from "../store/evaluations.js";
import { type KeysetKey } from "../store/keyset.js";
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
  @Field(() => Int, { description: "Evaluations that waited for it and now have their result." }) completed!: number;
  @Field(() => Int, {
    description: "Evaluations that go on waiting: another blind cohort holds some of their debates.",
  })
  waiting!: number;
  @Field(() => [EvaluationType], { description: "The first 100 of those that now have their result." })
  evaluations!: EvaluationType[];
}

@Resolver()
export class OpenCohortResolver {
  @Mutation(() => OpenCohortPayload, {
    description:
      "Opens a blind cohort, at its date or later, by an entry in the log: no clock closes it again. Evaluations that were declared on it are computed now, one after the other; where that was interrupted, the same again goes on.",
  })
  async openCohort(
    @Arg("input", () => OpenCohortInput, { description: "Which cohort, and why." })
    { cohort: slug, reason }: OpenCohortInput,
    @Ctx() given: Context,
  ): Promise<OpenCohortPayload> {
    await given.team();
    await openCohort(given.store, slug, said("reason", reason), new Date());
    given.loaders.forgetBlind();
    // What this request has read before may have been withheld.
    const context = afresh(given);
    const cohort = await context.loaders.cohort.load(slug);
    must(cohort, "a cohort that was just opened is stored");
    const { shown, ...found } = await completeWaiting(context, cohort.digest);
    return {
      cohort: await cohortNode(context, cohort),
      ...found,
      evaluations: await Promise.all(shown.map((each) => evaluationNode(context, each))),
    };
  }
}

/** Computes what was declared on a cohort, by its digest, and has no result yet, in the order of the log. */
export async function completeWaiting(context: Context, cohort: string) {
  const shown: StoredEvaluation[] = [];
  const found = { completed: 0, waiting: 0 };
  const failures: unknown[] = [];
  for (let after: KeysetKey | null = null; ;) {
    const step = await declared(context, cohort, after);
    if (step.length === 0) break;
    // What a step has loaded is let go after it: there may be thousands of them.
    const own = afresh(context);
    for (const each of step) {
      after = [each.declaredPosition, each.digest];
      try {
        const now = await completed(own, each);
        if (now.state !== "COMPLETE") found.waiting++;
        else if (++found.completed <= SHOWN) shown.push(now);
      } catch (error) {
        // One that cannot be computed does not keep those behind it waiting.
        failures.push(error);
      }
    }
  }
  if (failures.length > 0) throw failures[0];
  return { ...found, shown };
}

const SHOWN = 100;
const STEP = 10;

/** The same request, asking the store anew. */
export const afresh = (given: Context): Context => ({ ...given, loaders: createLoaders(given.store) });

/** The next ones without a result, in the order of the log. */
async function declared({ store: { prisma } }: Context, cohort: string, after: KeysetKey | null) {
  const filter: EvaluationFilter = { team: null, policy: null, cohort, weights: null, state: "DECLARED" };
  const page = { take: STEP, fromEnd: false, after, before: null } as const;
  const order = { column: "position", nullable: false, descending: false, name: "digest" } as const;
  return (await evaluationsPage(prisma, filter, { ...page, ...order })).slice(0, STEP);
}
