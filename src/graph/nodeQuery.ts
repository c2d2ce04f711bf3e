import { Arg, Ctx, ID, Query, Resolver } from "type-graphql";
import { coding } from "../debate/coding.js";
import { debateFacts } from "../debate/debateFacts.js";
import { UserError } from "../errors.js";
import { cohortNode } from "./cohortNode.js";
import { type Context } from "./context.js";
import { debateNode } from "./debateNode.js";
import { answer, type Subject } from "./measured.js";
import { NodeType, parseNodeId, type Typed } from "./node.js";
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
  async Debate(context, key) {
    const slash = key.lastIndexOf("/");
    const subject: Subject = { __typename: "Run", slug: key.slice(0, slash) };
    if (!(await context.loaders.run.load(subject.slug))) return null;
    const panels = await context.loaders.panels.load(subject);
    const index = panels.ordinal.indexOf(Number(key.slice(slash + 1)));
    const facts = await answer(context, subject, "facts", { coding: coding() }, debateFacts);
    return index < 0 ? null : debateNode(context, panels, index, facts(index));
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
