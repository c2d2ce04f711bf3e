import { Ctx, FieldResolver, Int, Resolver, Root } from "type-graphql";
import { type Warning } from "../import/notes.js";
import { type Context } from "./context.js";
import { openRun } from "./gold.js";
import { ImportWarningType, RunType } from "./run.js";

/** What the import found by comparing a run's ballots with gold and with what its source reports. */
@Resolver(() => RunType)
export class RunFindingsResolver {
  @FieldResolver(() => Int, {
    nullable: true,
    description:
      "Debates in which something that the source reports contradicts the ballots; `debates(where: {contradicted: true})` lists them.",
  })
  async disagreements(@Root() { stored }: RunType, @Ctx() context: Context): Promise<number> {
    await openRun(context, stored, "run");
    return stored.disagreements;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      "The salt of its run line, which its digests cover: with it, gold can be checked against them. Null: it has none.",
  })
  async salt(@Root() { stored }: RunType, @Ctx() context: Context): Promise<string | null> {
    await openRun(context, stored, "run");
    return stored.salt;
  }

  @FieldResolver(() => [ImportWarningType], {
    nullable: true,
    description: "What the import accepted with a warning, each kind once.",
  })
  async warnings(@Root() { stored }: RunType, @Ctx() context: Context): Promise<ImportWarningType[]> {
    await openRun(context, stored, "run");
    return (stored.warnings as readonly Warning[]).map(told);
  }
}

const told = ({ kind, sentence, count, examples: [first] }: Warning): ImportWarningType => ({
  code: kind,
  message: `${sentence}; first at line ${first.line}${first.path && `, ${first.path}`}: ${first.says}`,
  count,
});
