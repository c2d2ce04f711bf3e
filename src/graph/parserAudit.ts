import { Arg, Ctx, Field, FieldResolver, Int, ObjectType, Query, Resolver, Root } from "type-graphql";
import { answerParsers, parserNamed, parserNames } from "../debate/answerParser.js";
import { type Columns } from "../debate/panels.js";
import { parserAudit, type ParserAgreement, type ParserAudit, type ParserFailures } from "../debate/parserAudit.js";
import { must } from "../errors.js";
import { requireTexts } from "../store/rereadBlocks.js";
import { type StoredRun } from "../store/runs.js";
import { type Context } from "./context.js";
import { MeasuredType, type Subject } from "./measured.js";
import { ShareType } from "./ties.js";

@ObjectType("Parser", {
  simpleResolvers: true,
  description: "A way to read answers from replies. What a name reads from a text never changes.",
})
export class ParserType {
  @Field(() => String, { description: "As in CodingInput.parser; the version is part of it." }) name!: string;
  @Field(() => String, { description: "What it reads, in words." }) description!: string;
  @Field(() => [String], { description: "Its rules; the first that yields a valid label wins." }) rules!: string[];
}

@ObjectType("ParserRule", { simpleResolvers: true, description: "How many texts one rule of a parser read." })
export class ParserRuleType {
  @Field(() => String, { description: "Its name." }) rule!: string;
  @Field(() => Int, { description: "Texts that it read." }) count!: number;
}

@ObjectType("ParserAgreement", {
  simpleResolvers: true,
  description: "Texts by what the parser reads and what was recorded; the counts add up to the texts.",
})
export class ParserAgreementType implements ParserAgreement {
  @Field(() => Int, { description: "The same label." }) same!: number;
  @Field(() => Int, { description: "Two different labels." }) otherLabel!: number;
  @Field(() => Int, { description: "Read, and recorded as unparsed." }) onlyRead!: number;
  @Field(() => Int, { description: "Recorded as an answer, and not read." }) onlyRecorded!: number;
  @Field(() => Int, { description: "Neither read nor recorded." }) neither!: number;
}

@ObjectType("ParserFailures", { simpleResolvers: true, description: "Texts that a parser cannot read, of one group." })
export class ParserFailuresType implements ParserFailures {
  @Field(() => String, { description: "The model, the seat or the round." }) key!: string;
  @Field(() => ShareType, { description: "Unread texts, of the group's texts." }) failed!: ShareType;
}

@ObjectType("ParserAudit", {
  simpleResolvers: true,
  description: "What a parser reads from the stored replies, beside the answers that were recorded.",
})
export class ParserAuditType implements ParserAudit {
  @Field(() => String, { description: "The parser's name." }) parser!: ParserAudit["parser"];
  @Field(() => Int, { description: "Debates that were looked at." }) debates!: number;
  @Field(() => Int, { description: "Ballots that were asked for: texts + withoutText." }) asked!: number;
  @Field(() => Int, { description: "Ballots whose reply is stored." }) texts!: number;
  @Field(() => Int, { description: "Ballots whose reply the source does not keep; unparsed under this parser." })
  withoutText!: number;
  @Field(() => ShareType, { description: "Texts without an answer, of all texts." }) failed!: ShareType;
  @Field(() => [ParserRuleType], { description: "Which rule read how many texts, in order of precedence." })
  rules!: ParserRuleType[];
  @Field(() => ParserAgreementType, { description: "Beside the recorded answers." }) agreement!: ParserAgreementType;
  @Field(() => [ParserFailuresType], { description: "In code point order." }) byModel!: ParserFailuresType[];
  @Field(() => [ParserFailuresType], { description: "In code point order." }) bySeat!: ParserFailuresType[];
  @Field(() => [ParserFailuresType], { description: "From the blind round on." }) byRound!: ParserFailuresType[];
}

@Resolver(() => MeasuredType)
export class ParserAuditResolver {
  @Query(() => [ParserType], { description: "Every parser there is." })
  parsers(): ParserType[] {
    return parserNames.map((name) => ({
      name,
      description: answerParsers[name].description,
      rules: Object.keys(answerParsers[name].rules),
    }));
  }

  @FieldResolver(() => ParserAuditType, {
    description:
      "What a parser reads from the stored replies: which rule fired, and where none did. Refused with PARSER_UNKNOWN where a run keeps no replies.",
  })
  async parserAudit(
    @Root() subject: Subject,
    @Ctx() context: Context,
    @Arg("parser", () => String, { description: "One of parsers." }) parser: string,
  ): Promise<ParserAudit> {
    const audit = parserAudit(parserNamed(parser));
    const columns = await context.loaders.columns.load(subject);
    const runs = await Promise.all(columns.runs.map(({ slug }) => context.loaders.run.load(slug)));
    const stored = runs.map((run) => {
      must(run, "columns name a run that is not stored");
      return run;
    });
    await requireTexts(context.store.prisma, stored);
    for (const [index, run] of stored.entries()) await auditRun(context, columns, index, run, audit);
    return audit.report();
  }
}

async function auditRun(
  { loaders }: Context,
  columns: Columns,
  index: number,
  run: StoredRun,
  audit: ReturnType<typeof parserAudit>,
): Promise<void> {
  const seatsOf = seatsByOrdinal(columns, index);
  for await (const debates of loaders.ballotsOf(run.rowId))
    for (const debate of debates) {
      const kept = seatsOf.get(debate.ordinal);
      if (kept) audit.add(debate, debate.seats ?? run.seats, (seat) => kept.has(seat));
    }
}

/** Of one run, the debates among these columns and the seats that were not dropped from them. */
function seatsByOrdinal({ size, run, ordinal, composition, compositions }: Columns, index: number) {
  const names = compositions.map(({ seats }) => new Set(seats.map(({ seat }) => seat)));
  const found = new Map<number, ReadonlySet<string>>();
  for (let debate = 0; debate < size; debate++)
    if (run[debate] === index) found.set(ordinal[debate], names[composition[debate]]);
  return found;
}
