import { Arg, Args, Ctx, Field, InputType, Query, Resolver } from "type-graphql";
import { type StoredWeights, type WeightsFilter, weightsCount, weightsPage } from "../store/weights.js";
import { type Connection, connection, connectionType, cursor, PageArgs } from "./connection.js";
import { type Context } from "./context.js";
import { enumOf } from "./enumOf.js";
import { Direction, keysetPage, type Order } from "./order.js";
import { WeightsState, WeightsType } from "./weights.js";
import { weightsNode } from "./weightsNode.js";

const WeightsOrderField = enumOf("WeightsOrderField", "What weights are ordered by; ties go by slug.", {
  SLUG: "Their name.",
  STORED: "When the first entry about them was logged.",
});

@InputType("WeightsOrder", { description: "What comes first." })
export class WeightsOrderInput {
  @Field(() => WeightsOrderField, { description: "What they are ordered by." }) field!: keyof typeof WeightsOrderField;
  @Field(() => Direction, { nullable: true, defaultValue: "ASC", description: "Which end comes first." }) direction?:
    keyof typeof Direction | null;
}

@InputType("WeightsFilter", { description: "Which weights to show. All that is given must hold; null or absent: any." })
export class WeightsFilterInput {
  @Field(() => String, { nullable: true, description: "Of this team." }) team?: string | null;
  @Field(() => WeightsState, { nullable: true, description: "That have come this far." }) state?:
    keyof typeof WeightsState | null;
}

const WeightsConnection = connectionType("Weights", () => WeightsType);

const orders: Readonly<Record<keyof typeof WeightsOrderField, Order<StoredWeights>>> = {
  SLUG: { column: "slug", nullable: false, value: ({ slug }) => slug },
  STORED: { column: "position", nullable: false, value: ({ position }) => position },
};

@Resolver()
export class WeightsResolver {
  @Query(() => WeightsType, { nullable: true, description: "The weights of this name; null when there are none." })
  async weights(
    @Arg("slug", () => String, { description: "Their name." }) slug: string,
    @Ctx() context: Context,
  ): Promise<WeightsType | null> {
    const found = await context.loaders.weights.load(slug);
    return found && weightsNode(context, found);
  }

  @Query(() => WeightsConnection, { description: "All weights: sealed ones, drafts, and drafts that were abandoned." })
  async weightsList(
    @Ctx() context: Context,
    @Args(() => PageArgs) args: PageArgs,
    @Arg("filter", () => WeightsFilterInput, { nullable: true, description: "Only some of them." })
    given?: WeightsFilterInput | null,
    @Arg("orderBy", () => WeightsOrderInput, { nullable: true, description: "Default: by slug." })
    orderBy?: WeightsOrderInput | null,
  ): Promise<Connection<WeightsType>> {
    const { prisma } = context.store;
    const filter: WeightsFilter = { team: given?.team ?? null, state: given?.state ?? null };
    const { field, direction } = { field: orderBy?.field ?? "SLUG", direction: orderBy?.direction ?? "ASC" };
    const boundTo = ["weights", field, direction, filter];
    const page = keysetPage(args, boundTo, orders[field], direction);
    const found = await weightsPage(prisma, filter, page);
    const cursorOf = (weights: StoredWeights) => cursor([orders[field].value(weights), weights.slug], boundTo);
    const { edges, ...rest } = connection(page, found, cursorOf, () => weightsCount(prisma, filter));
    const nodes = await Promise.all(edges.map(({ node }) => weightsNode(context, node)));
    return { ...rest, edges: edges.map((edge, index) => ({ ...edge, node: nodes[index] })) };
  }
}
