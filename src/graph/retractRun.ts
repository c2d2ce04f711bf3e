import { Arg, Ctx, Field, InputType, Mutation, ObjectType, Resolver } from "type-graphql";
import { must, UserError } from "../errors.js";
import { type Context } from "./context.js";
import { withdrawRun } from "../store/withdrawRun.js";
import { RunType } from "./run.js";
import { runNode } from "./runNode.js";

@InputType("RetractRunInput", {
  description: "Withdraws a run. Its debates, digests and receipts stay readable; nothing new is built on it.",
})
export class RetractRunInput {
  @Field(() => String, { description: "Slug of the run." }) run!: string;
  @Field(() => String, { description: "Why, for those who meet its name later." }) reason!: string;
  @Field(() => String, { nullable: true, description: "Slug of the run that takes its place." }) supersededBy?:
    string | null;
}

@ObjectType("RetractRunPayload", { simpleResolvers: true, description: "The run that was withdrawn." })
export class RetractRunPayload {
  @Field(() => RunType, { description: "The run, with what was said against it." }) run!: RunType;
}

@Resolver()
export class RetractRunResolver {
  @Mutation(() => RetractRunPayload, {
    description: "Retracts a run, or says which other run supersedes it. Nothing is deleted.",
  })
  async retractRun(
    @Arg("input", () => RetractRunInput, { description: "Which run, and why." })
    { run: slug, reason, supersededBy }: RetractRunInput,
    @Ctx() { loaders, store, team }: Context,
  ): Promise<RetractRunPayload> {
    if (reason.trim() === "") throw new UserError("BAD_INPUT", "reason: expected why, got nothing");
    await team();
    const kind = supersededBy ? "SUPERSEDED" : "RETRACTED";
    await withdrawRun(store, { run: slug, kind, reason, by: supersededBy ?? null });
    const stored = await loaders.run.clear(slug).load(slug);
    must(stored, "a run that was just withdrawn is still stored");
    return { run: runNode(stored) };
  }
}
