import { Ctx, FieldResolver, Int, Resolver, Root } from "type-graphql";
import { debateVerdicts, type DebateVerdicts } from "../debate/debateFacts.js";
import { type Cell, type ExclusionReason } from "../debate/transition.js";
import { type Context } from "./context.js";
import { CellEnum, DebateType, ExclusionReasonEnum } from "./debate.js";
import { type Answers, answersOfDebate, goldOfDebate } from "./gold.js";
import { kept } from "./measured.js";
import { JsonScalar } from "./scalars.js";

/** The fields of a debate that depend on gold. In a blind cohort each is null with an error of code BLIND; ballots stay readable. */
@Resolver(() => DebateType)
export class DebateAnswersResolver {
  @FieldResolver(() => String, {
    nullable: true,
    description: "The right answer; null when the source gives none.",
  })
  async gold(@Root() debate: DebateType, @Ctx() context: Context): Promise<string | null> {
    return (await answers(context, debate)).gold;
  }

  @FieldResolver(() => CellEnum, { nullable: true, description: "Null when it is excluded." })
  async cell(@Root() debate: DebateType, @Ctx() context: Context): Promise<Cell | null> {
    return (await verdicts(context, debate)).cell;
  }

  @FieldResolver(() => ExclusionReasonEnum, { nullable: true, description: "Why it is in no cell." })
  async exclusion(@Root() debate: DebateType, @Ctx() context: Context): Promise<ExclusionReason | null> {
    return (await verdicts(context, debate)).exclusion;
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description: "Of a collapse: the first round whose majority is wrong.",
  })
  async onset(@Root() debate: DebateType, @Ctx() context: Context): Promise<number | null> {
    return (await verdicts(context, debate)).onset;
  }

  @FieldResolver(() => Int, { nullable: true, description: "Of a collapse: its last change from right to wrong." })
  async finalSwitch(@Root() debate: DebateType, @Ctx() context: Context): Promise<number | null> {
    return (await verdicts(context, debate)).finalSwitch;
  }

  @FieldResolver(() => JsonScalar, {
    nullable: true,
    description: "What the source itself says; compared, never used.",
  })
  async reported(@Root() debate: DebateType, @Ctx() context: Context): Promise<unknown> {
    return (await answers(context, debate)).reported;
  }

  @FieldResolver(() => [String], {
    nullable: true,
    description: "The reported fields that its own ballots contradict.",
  })
  async disagreements(@Root() debate: DebateType, @Ctx() context: Context): Promise<readonly string[]> {
    return (await answers(context, debate)).disagreements;
  }

  @FieldResolver(() => String, { nullable: true, description: "Whatever else the line held, as JSON text." })
  async meta(@Root() debate: DebateType, @Ctx() context: Context): Promise<string | null> {
    return (await answers(context, debate)).meta;
  }
}

const answers = (context: Context, { origin: { columns, index, ballots } }: DebateType): Promise<Answers> =>
  answersOfDebate(context, columns, index, ballots);

async function verdicts(context: Context, { origin }: DebateType): Promise<DebateVerdicts> {
  const { columns, index, coding } = origin;
  const panels = await goldOfDebate(context, columns, index, "debate");
  return kept(context, panels, "verdicts", coding, () => debateVerdicts(panels, coding))(index);
}
