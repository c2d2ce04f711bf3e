import { Arg, Args, Ctx, Field, InputType, Query, Resolver } from "type-graphql";
import { UserError } from "../errors.js";
import { cohortsCount, cohortsPage, type StoredCohort } from "../store/cohorts.js";
import { CohortType } from "./cohort.js";
import { cohortNode } from "./cohortNode.js";
import { type Connection, connection, connectionType, cursor, PageArgs } from "./connection.js";
import { type Context } from "./context.js";
import { enumOf } from "./enumOf.js";
import { Direction, keysetPage, type Order } from "./order.js";

const CohortOrderField = enumOf("CohortOrderField", "What cohorts are ordered by; ties go by slug.", {
  SLUG: "Their name.",
  STORED: "When they were fixed.",
  SIZE: "How many debates they hold.",
});

@InputType("CohortOrder", { description: "What comes first." })
export class CohortOrderInput {
  @Field(() => CohortOrderField, { description: "What they are ordered by." }) field!: keyof typeof CohortOrderField;
  @Field(() => Direction, { nullable: true, defaultValue: "ASC", description: "Which end comes first." }) direction?:
    keyof typeof Direction | null;
}

const CohortConnection = connectionType("Cohort", () => CohortType);

const orders: Readonly<Record<keyof typeof CohortOrderField, Order<StoredCohort>>> = {
  SLUG: { column: "slug", nullable: false, value: ({ slug }) => slug },
  STORED: { column: "position", nullable: false, value: ({ position }) => position },
  SIZE: { column: "size", nullable: false, value: ({ size }) => size },
};

@Resolver()
export class CohortsResolver {
  @Query(() => CohortType, {
    nullable: true,
    description:
      "The cohort of this slug, or of this digest (of several with one digest, the first); null when there is none.",
  })
  async cohort(
    @Ctx() context: Context,
    @Arg("slug", () => String, { nullable: true, description: "Its name." }) slug?: string | null,
    @Arg("digest", () => String, { nullable: true, description: "What it selects." }) digest?: string | null,
  ): Promise<CohortType | null> {
    const { loaders } = context;
    const given = [slug, digest].filter((one) => one !== null && one !== undefined);
    if (given.length !== 1)
      throw new UserError(
        "BAD_INPUT",
        `cohort: expected a slug or a digest, got ${given.length === 0 ? "neither" : "both"}`,
      );
    const found = await (slug ? loaders.cohort.load(slug) : loaders.cohortByDigest.load(digest!));
    return found && cohortNode(context, found);
  }

  @Query(() => CohortConnection, { description: "All fixed cohorts." })
  async cohorts(
    @Ctx() context: Context,
    @Args(() => PageArgs) args: PageArgs,
    @Arg("orderBy", () => CohortOrderInput, { nullable: true, description: "Default: by slug." })
    orderBy?: CohortOrderInput | null,
  ): Promise<Connection<CohortType>> {
    const { prisma } = context.store;
    const { field, direction } = { field: orderBy?.field ?? "SLUG", direction: orderBy?.direction ?? "ASC" };
    const boundTo = ["cohorts", field, direction];
    const page = keysetPage(args, boundTo, orders[field], direction);
    const found = await cohortsPage(prisma, page);
    const cursorOf = (cohort: StoredCohort) => cursor([orders[field].value(cohort), cohort.slug], boundTo);
    const { edges, ...rest } = connection(page, found, cursorOf, () => cohortsCount(prisma));
    const nodes = await Promise.all(edges.map(({ node }) => cohortNode(context, node)));
    return { ...rest, edges: edges.map((edge, index) => ({ ...edge, node: nodes[index] })) };
  }
}
