import { Arg, Ctx, ID, Query, Resolver } from "type-graphql";
import { UserError } from "../errors.js";
import { cohortNode } from "./cohortNode.js";
import { type Context } from "./context.js";
import { debateNode } from "./debateNode.js";
import { type Subject } from "./measured.js";
import { NodeType, parseNodeId, type Typed } from "./node.js";
import { evaluationNode } from "./evaluationNode.js";
import { leaderboardNode } from "./leaderboardNode.js";
import { probeSetNode } from "./probeSet.js";
import { policyNode } from "./policyNode.js";
import { weightsNode } from "./weightsNode.js";
import { runNode } from "./runNode.js";

/** How the object behind an id is found, by type. */
const finders: Readonly<Record<string, (context: Context, key: string) => Promise<Typed | null>>> = {
  async Run({ loaders }, slug) {
    const run = await loaders.run.load(slug);
    return run && runNode(run);
  },
  async Cohort(context, slug) {
    const cohort = await context.loaders.cohort.load(slug);
    return cohort && cohortNode(context, cohort);
  },
  async Weights(context, slug) {
    const weights = await context.loaders.weights.load(slug);
    return weights && weightsNode(context, weights);
  },
  async Policy({ loaders }, slug) {
    const policy = await loaders.policy.load(slug);
    return policy && policyNode(policy);
  },
  async ProbeSet({ loaders }, slug) {
    const probes = await loaders.probes.load(slug);
    return probes && probeSetNode(probes);
  },
  async Evaluation(context, digest) {
    const evaluation = await context.loaders.evaluation.load(digest);
    return evaluation && evaluationNode(context, evaluation);
  },
  async Leaderboard(context, slug) {
    const board = await context.loaders.leaderboard.load(slug);
    return board && leaderboardNode(context, board);
  },
  async Debate(context, key) {
    const slash = key.lastIndexOf("/");
    const subject: Subject = { __typename: "Run", slug: key.slice(0, slash) };
    if (!(await context.loaders.run.load(subject.slug))) return null;
    const columns = await context.loaders.columns.load(subject);
    const index = columns.ordinal.indexOf(Number(key.slice(slash + 1)));
    return index < 0 ? null : debateNode(context, columns, index);
  },
};

@Resolver()
export class NodeResolver {
  @Query(() => NodeType, { nullable: true, description: "The object behind an id; null when nothing is stored there." })
  async node(
    @Arg("id", () => ID, { description: "As in the id field of any node." }) id: string,
    @Ctx() context: Context,
  ): Promise<Typed | null> {
    const { type, key } = parseNodeId(id);
    if (!Object.hasOwn(finders, type))
      throw new UserError(
        "BAD_INPUT",
        `id: expected that of a ${Object.keys(finders).join(", ")}, got that of a ${type}`,
      );
    return finders[type](context, key);
  }
}
