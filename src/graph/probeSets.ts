import { Arg, Args, Ctx, Query, Resolver } from "type-graphql";
import { probeSetsCount, probeSetsPage, type StoredProbes } from "../store/probeSets.js";
import { type Connection, connection, connectionType, cursor, PageArgs } from "./connection.js";
import { type Context } from "./context.js";
import { keysetPage, type Order } from "./order.js";
import { probeSetNode, ProbeSetType } from "./probeSet.js";

const ProbeSetConnection = connectionType("ProbeSet", () => ProbeSetType);

const bySlug: Order<StoredProbes> = { column: "slug", nullable: false, value: ({ slug }) => slug };

@Resolver()
export class ProbeSetsResolver {
  @Query(() => ProbeSetType, { nullable: true, description: "The probes of this name; null when there are none." })
  async probeSet(
    @Arg("slug", () => String, { description: "Their name." }) slug: string,
    @Ctx() { loaders }: Context,
  ): Promise<ProbeSetType | null> {
    const found = await loaders.probes.load(slug);
    return found && probeSetNode(found);
  }

  @Query(() => ProbeSetConnection, { description: "All sets of probes, by their names." })
  async probeSets(
    @Ctx() { store: { prisma } }: Context,
    @Args(() => PageArgs) args: PageArgs,
  ): Promise<Connection<ProbeSetType>> {
    const boundTo = ["probeSets"];
    const page = keysetPage(args, boundTo, bySlug, "ASC");
    const found = await probeSetsPage(prisma, page);
    const cursorOf = ({ slug }: StoredProbes) => cursor([slug, slug], boundTo);
    const { edges, ...rest } = connection(page, found, cursorOf, () => probeSetsCount(prisma));
    return { ...rest, edges: edges.map(({ node, ...edge }) => ({ ...edge, node: probeSetNode(node) })) };
  }
}
