import { Arg, Args, Ctx, Field, InputType, Query, Resolver } from "type-graphql";
import { policiesCount, policiesPage, type PolicyFilter, type StoredPolicy } from "../store/policies.js";
import { type Connection, connection, connectionType, cursor, PageArgs } from "./connection.js";
import { type Context } from "./context.js";
import { enumOf } from "./enumOf.js";
import { Direction, keysetPage, type Order } from "./order.js";
import { PolicyKind, PolicyType } from "./policy.js";
import { policyNode } from "./policyNode.js";

const PolicyOrderField = enumOf("PolicyOrderField", "What policies are ordered by; ties go by slug.", {
  SLUG: "Their name.",
  STORED: "When they were added.",
});

@InputType("PolicyOrder", { description: "What comes first." })
export class PolicyOrderInput {
  @Field(() => PolicyOrderField, { description: "What they are ordered by." }) field!: keyof typeof PolicyOrderField;
  @Field(() => Direction, { nullable: true, defaultValue: "ASC", description: "Which end comes first." }) direction?:
    keyof typeof Direction | null;
}

@InputType("PolicyFilter", { description: "Which policies to show. All that is given must hold; null or absent: any." })
export class PolicyFilterInput {
  @Field(() => String, { nullable: true, description: "Added by this team." }) team?: string | null;
  @Field(() => PolicyKind, { nullable: true, description: "Of this kind." }) kind?: keyof typeof PolicyKind | null;
  @Field(() => String, { nullable: true, description: "That do this, under whatever name." }) digest?: string | null;
}

const PolicyConnection = connectionType("Policy", () => PolicyType);

const orders: Readonly<Record<keyof typeof PolicyOrderField, Order<StoredPolicy>>> = {
  SLUG: { column: "slug", nullable: false, value: ({ slug }) => slug },
  STORED: { column: "position", nullable: false, value: ({ position }) => position },
};

@Resolver()
export class PoliciesResolver {
  @Query(() => PolicyType, { nullable: true, description: "The policy of this name; null when there is none." })
  async policy(
    @Arg("slug", () => String, { description: "Its name." }) slug: string,
    @Ctx() { loaders }: Context,
  ): Promise<PolicyType | null> {
    const found = await loaders.policy.load(slug);
    return found && policyNode(found);
  }

  @Query(() => PolicyConnection, { description: "All policies." })
  async policies(
    @Ctx() { store: { prisma } }: Context,
    @Args(() => PageArgs) args: PageArgs,
    @Arg("filter", () => PolicyFilterInput, { nullable: true, description: "Only some of them." })
    given?: PolicyFilterInput | null,
    @Arg("orderBy", () => PolicyOrderInput, { nullable: true, description: "Default: by slug." })
    orderBy?: PolicyOrderInput | null,
  ): Promise<Connection<PolicyType>> {
    const filter: PolicyFilter = {
      team: given?.team ?? null,
      kind: given?.kind ?? null,
      digest: given?.digest ?? null,
    };
    const { field, direction } = { field: orderBy?.field ?? "SLUG", direction: orderBy?.direction ?? "ASC" };
    const boundTo = ["policies", field, direction, filter];
    const page = keysetPage(args, boundTo, orders[field], direction);
    const found = await policiesPage(prisma, filter, page);
    const cursorOf = (policy: StoredPolicy) => cursor([orders[field].value(policy), policy.slug], boundTo);
    const { edges, ...rest } = connection(page, found, cursorOf, () => policiesCount(prisma, filter));
    return { ...rest, edges: edges.map(({ node, ...edge }) => ({ ...edge, node: policyNode(node) })) };
  }
}
