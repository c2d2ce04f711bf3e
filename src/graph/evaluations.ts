import { Arg, Args, Ctx, Field, InputType, Query, Resolver } from "type-graphql";
import { UserError } from "../errors.js";
import {
  type EvaluationFilter,
  evaluationsCount,
  evaluationsPage,
  type StoredEvaluation,
} from "../store/evaluations.js";
import { type Connection, connection, connectionType, cursor, PageArgs } from "./connection.js";
import { type Context } from "./context.js";
import { enumOf } from "./enumOf.js";
import { EvaluationState, EvaluationType } from "./evaluation.js";
import { evaluationNode } from "./evaluationNode.js";
import { Direction, keysetPage, type Order } from "./order.js";

const EvaluationOrderField = enumOf("EvaluationOrderField", "What evaluations are ordered by: never by a result.", {
  DECLARED: "When they were declared.",
});

@InputType("EvaluationOrder", { description: "What comes first." })
export class EvaluationOrderInput {
  @Field(() => EvaluationOrderField, { description: "What they are ordered by." })
  field!: keyof typeof EvaluationOrderField;
  @Field(() => Direction, { nullable: true, defaultValue: "ASC", description: "Which end comes first." }) direction?:
    keyof typeof Direction | null;
}

@InputType("EvaluationFilter", {
  description: "Which evaluations to show, by what was declared. All that is given must hold; null or absent: any.",
})
export class EvaluationFilterInput {
  @Field(() => String, { nullable: true, description: "Of this team." }) team?: string | null;
  @Field(() => String, { nullable: true, description: "Of this policy, by slug, and all that do the same." }) policy?:
    string | null;
  @Field(() => String, { nullable: true, description: "On this cohort, by slug, and all that hold the same debates." })
  cohort?: string | null;
  @Field(() => String, { nullable: true, description: "Under these weights, by slug." }) weights?: string | null;
  @Field(() => EvaluationState, { nullable: true, description: "That have come this far." }) state?:
    StoredEvaluation["state"] | null;
}

const EvaluationConnection = connectionType("Evaluation", () => EvaluationType);

const orders: Readonly<Record<keyof typeof EvaluationOrderField, Order<StoredEvaluation>>> = {
  DECLARED: { column: "position", nullable: false, value: ({ declaredPosition }) => declaredPosition },
};

@Resolver()
export class EvaluationsResolver {
  @Query(() => EvaluationType, {
    nullable: true,
    description: "The evaluation of this digest; null when there is none.",
  })
  async evaluation(
    @Arg("digest", () => String, { description: "Of its declaration." }) digest: string,
    @Ctx() context: Context,
  ): Promise<EvaluationType | null> {
    const found = await context.loaders.evaluation.load(digest);
    return found && evaluationNode(context, found);
  }

  @Query(() => EvaluationConnection, { description: "All evaluations, also those without a result." })
  async evaluations(
    @Ctx() context: Context,
    @Args(() => PageArgs) args: PageArgs,
    @Arg("filter", () => EvaluationFilterInput, { nullable: true, description: "Only some of them." })
    given?: EvaluationFilterInput | null,
    @Arg("orderBy", () => EvaluationOrderInput, { nullable: true, description: "Default: in the order of the log." })
    orderBy?: EvaluationOrderInput | null,
  ): Promise<Connection<EvaluationType>> {
    const { loaders, store } = context;
    const filter: EvaluationFilter = {
      team: given?.team ?? null,
      policy: await digestOf("policy", loaders.policy, given?.policy),
      cohort: await digestOf("cohort", loaders.cohort, given?.cohort),
      weights: await digestOf("weights", loaders.weights, given?.weights),
      state: given?.state ?? null,
    };
    const { field, direction } = { field: orderBy?.field ?? "DECLARED", direction: orderBy?.direction ?? "ASC" };
    const boundTo = ["evaluations", field, direction, filter];
    const page = { ...keysetPage(args, boundTo, orders[field], direction), name: "digest" } as const;
    const found = await evaluationsPage(store.prisma, filter, page);
    const cursorOf = (evaluation: StoredEvaluation) =>
      cursor([orders[field].value(evaluation), evaluation.digest], boundTo);
    const { edges, ...rest } = connection(page, found, cursorOf, () => evaluationsCount(store.prisma, filter));
    const nodes = await Promise.all(edges.map(({ node }) => evaluationNode(context, node)));
    return { ...rest, edges: edges.map((edge, index) => ({ ...edge, node: nodes[index] })) };
  }
}

async function digestOf(
  what: string,
  loader: { load(slug: string): Promise<{ readonly digest: string } | null> },
  slug: string | null | undefined,
): Promise<string | null> {
  if (!slug) return null;
  const found = await loader.load(slug);
  if (!found) throw new UserError("NOT_FOUND", `filter ${what}: nothing is stored under ${slug}`);
  return found.digest;
}
