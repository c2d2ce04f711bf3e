import { Arg, Args, Ctx, Field, InputType, Query, Resolver } from "type-graphql";
import { type Condition } from "../debate/debate.js";
import { UserError } from "../errors.js";
import { type RunFilter, runsCount, runsPage, type StoredRun } from "../store/runs.js";
import { type Connection, connection, connectionType, cursor, PageArgs } from "./connection.js";
import { type Context } from "./context.js";
import { enumOf } from "./enumOf.js";
import { Direction, keysetPage, type Order } from "./order.js";
import { ConditionEnum, RunType } from "./run.js";
import { runNode } from "./runNode.js";

const RunOrderField = enumOf("RunOrderField", "What runs are ordered by; ties go by slug.", {
  SLUG: "Their name.",
  STORED: "When they became visible here.",
  DEBATES: "How many debates they hold.",
  CREATED_AT: "When the source says they were made; runs that do not say come last.",
});

@InputType("RunOrder", { description: "What comes first." })
export class RunOrderInput {
  @Field(() => RunOrderField, { description: "What they are ordered by." }) field!: keyof typeof RunOrderField;
  @Field(() => Direction, { nullable: true, defaultValue: "ASC", description: "Which end comes first." }) direction?:
    keyof typeof Direction | null;
}

@InputType("RunFilter", { description: "Which runs to show. All that is given must hold; null or absent: any." })
export class RunFilterInput {
  @Field(() => String, { nullable: true, description: "Of this benchmark." }) benchmark?: string | null;
  @Field(() => ConditionEnum, { nullable: true, description: "Under this condition." }) condition?: Condition | null;
  @Field(() => String, { nullable: true, description: "With this model in some seat." }) model?: string | null;
  @Field(() => Boolean, { nullable: true, description: "Whether they were retracted or superseded." }) withdrawn?:
    boolean | null;
}

const RunConnection = connectionType("Run", () => RunType);

const orders: Readonly<Record<keyof typeof RunOrderField, Order<StoredRun>>> = {
  SLUG: { column: "slug", nullable: false, value: ({ slug }) => slug },
  STORED: { column: "position", nullable: false, value: ({ position }) => position },
  DEBATES: { column: "debates", nullable: false, value: ({ debates }) => debates },
  CREATED_AT: { column: "createdAt", nullable: true, value: ({ createdAt }) => createdAt },
};

@Resolver()
export class RunsResolver {
  @Query(() => RunType, { nullable: true, description: "The run of this name; null when there is none." })
  async run(
    @Arg("slug", () => String, { description: "Its name." }) slug: string,
    @Ctx() { loaders }: Context,
  ): Promise<RunType | null> {
    const run = await loaders.run.load(slug);
    return run && runNode(run);
  }

  @Query(() => RunConnection, { description: "All complete runs." })
  async runs(
    @Ctx() { store: { prisma } }: Context,
    @Args(() => PageArgs) args: PageArgs,
    @Arg("filter", () => RunFilterInput, { nullable: true, description: "Only some of them." })
    given?: RunFilterInput | null,
    @Arg("orderBy", () => RunOrderInput, { nullable: true, description: "Default: by slug." })
    orderBy?: RunOrderInput | null,
  ): Promise<Connection<RunType>> {
    if ([given?.benchmark, given?.model].some((name) => name?.includes("\u0000")))
      throw new UserError("BAD_INPUT", "filter: expected names, got one with a NUL character");
    const filter: RunFilter = {
      benchmark: given?.benchmark ?? null,
      condition: given?.condition ?? null,
      model: given?.model ?? null,
      withdrawn: given?.withdrawn ?? null,
    };
    const { field, direction } = { field: orderBy?.field ?? "SLUG", direction: orderBy?.direction ?? "ASC" };
    const boundTo = ["runs", field, direction, filter];
    const page = keysetPage(args, boundTo, orders[field], direction);
    const found = await runsPage(prisma, filter, page);
    const cursorOf = (run: StoredRun) => cursor([orders[field].value(run), run.slug], boundTo);
    const { edges, ...rest } = connection(page, found, cursorOf, () => runsCount(prisma, filter));
    return { ...rest, edges: edges.map(({ node, ...edge }) => ({ ...edge, node: runNode(node) })) };
  }
}
