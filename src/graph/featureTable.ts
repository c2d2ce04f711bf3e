import { Arg, Ctx, Field, FieldResolver, Float, Int, ObjectType, Resolver, Root } from "type-graphql";
import { type FeatureTable, featureTable } from "../debate/featureTable.js";
import { type Access } from "../debate/r1Features.js";
import { UserError } from "../errors.js";
import { CodingInput, CodingType } from "./coding.js";
import { type Context } from "./context.js";
import { AccessEnum } from "./diagnosis.js";
import { answer, MeasuredType, type Subject } from "./measured.js";

@ObjectType("FeatureColumn", { simpleResolvers: true, description: "A column of the feature table." })
export class FeatureColumnType {
  @Field(() => String, { description: "DebateLedger's name of it." }) name!: string;
  @Field(() => Int, { nullable: true, description: "The round after which it exists; null: an outcome." }) round!:
    number | null;
  @Field(() => AccessEnum, { nullable: true, description: "What it takes to look at it; null: it is an outcome." })
  access!: Access | null;
  @Field(() => String, { description: "In words." }) description!: string;
}

@ObjectType("FeatureRow", { simpleResolvers: true, description: "One debate's row of the feature table." })
export class FeatureRowType {
  @Field(() => String, { description: "Slug of its run." }) run!: string;
  @Field(() => Int, { description: "Its place in the run." }) ordinal!: number;
  @Field(() => String, { description: "Its item." }) item!: string;
  @Field(() => Int, { description: "0 unless the run debates the item more than once." }) replicate!: number;
  @Field(() => String, { description: "The panel's model, or its models in seat order." }) model!: string;
  @Field(() => [Float], { nullable: "items", description: "In the order of columns; null where not defined." })
  values!: (number | null)[];
}

@ObjectType("FeatureTable", {
  simpleResolvers: true,
  description: "DebateLedger's feature table of these debates, counted from ballots or read from derived columns.",
})
export class FeatureTableType {
  @Field(() => CodingType, { description: "With defaults filled in." }) coding!: CodingType;
  @Field(() => [FeatureColumnType], { description: "Outcomes first, then features by round." })
  columns!: FeatureColumnType[];
  @Field(() => Int, { description: "Debates in the four cells; all others have no row." }) size!: number;
  @Field(() => [FeatureRowType], { description: "As many rows as were asked for, in the cohort's order." })
  rows!: FeatureRowType[];
}

const MOST = 5000;

@Resolver(() => MeasuredType)
export class FeatureTableResolver {
  @FieldResolver(() => FeatureTableType, { description: "Features and outcomes debate by debate." })
  async featureTable(
    @Root() subject: Subject,
    @Ctx() context: Context,
    @Arg("first", () => Int, { defaultValue: 1000, description: `Rows, at most ${MOST}.` }) first: number,
    @Arg("skip", () => Int, { defaultValue: 0, description: "Rows before them." }) skip: number,
    @Arg("coding", () => CodingInput, { nullable: true, description: "How ballots become verdicts." })
    coding?: CodingInput | null,
  ): Promise<FeatureTableType> {
    if (first < 0 || first > MOST || skip < 0)
      throw new UserError(
        "BAD_INPUT",
        `featureTable: expected first from 0 to ${MOST} and skip from 0, got ${first} and ${skip}`,
      );
    const measure = { name: "featureTable", gold: "NEEDED", derivedWillDo: true, compute: featureTable } as const;
    const { columns, rows, coding: rule, row } = await answer<FeatureTable>(context, subject, measure, { coding });
    return {
      coding: rule,
      columns: columns.map(({ name, round, access, description }) => ({ name, round, access, description })),
      size: rows.length,
      rows: Array.from(rows.subarray(skip, skip + first), (_, at) => row(skip + at)),
    };
  }
}
