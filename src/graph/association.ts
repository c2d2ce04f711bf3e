import { Arg, Ctx, Field, Float, InputType, Int, ObjectType, Query, Resolver } from "type-graphql";
import {
  type Aggregation,
  association,
  type Association,
  type AssociationFamily,
  type Correlated,
  type ErrorsInVariables,
  type LeftOut,
  type Predictor,
} from "../debate/association.js";
import {
  associationCaveats,
  associationRow,
  type MissingRowReason,
  sharedItems,
  soleFamily,
} from "../debate/associationRow.js";
import { coding } from "../debate/coding.js";
import { flipRates, type FlipRates } from "../debate/flipRates.js";
import { intervalOptions } from "../debate/intervalOptions.js";
import { type Ledger, ledgerReport } from "../debate/ledger.js";
import { type Columns } from "../debate/panels.js";
import { subset } from "../debate/subset.js";
import { UserError } from "../errors.js";
import { CaveatType } from "./caveat.js";
import { CodingInput } from "./coding.js";
import { type Context } from "./context.js";
import { enumOf } from "./enumOf.js";
import { goldOf } from "./gold.js";
import { IntervalInput, IntervalType } from "./interval.js";
import { noBallots, type Subject } from "./measured.js";
import { answerProbes, ProbeCodingInput } from "./probeMeasure.js";
import { probeSetNode } from "./probeSet.js";
import { rankCorrelation, RankCorrelationType } from "./rankCorrelation.js";
import { RateType } from "./rate.js";

export const AggregationEnum = enumOf("Aggregation", "What the rows of a family are made into.", {
  MEAN: "The unweighted mean of their rates, as in DebateLedger's headline; not a pooled ratio.",
  MEDIAN: "The median of their rates.",
} satisfies Record<Aggregation, string>);

export const PoolEnum = enumOf("Pool", "Which items the debates of a row count on.", {
  FULL: "All that the row's debates are about.",
  SHARED: "Only those that every realised row has debates about.",
});
type Pool = keyof typeof PoolEnum;

export const PredictorEnum = enumOf("AssociationPredictor", "What conditional collapse is correlated with.", {
  ALPHA: "The flip rate of the probes.",
  INITIAL_ERROR: "1 - initial accuracy: what a team has for nothing.",
  FINAL_ERROR: "1 - final accuracy.",
  CONDITIONAL_CORRECTION: "Corrections of the debates that started wrong.",
  RAW_COLLAPSE: "Collapses of all debates.",
} satisfies Record<Predictor, string>);

export const MissingRowReasonEnum = enumOf("MissingRowReason", "Why a planned row is not realised.", {
  NO_DEBATES: "Nothing is stored under the name of its run or cohort.",
  NO_PROBES: "No probes were named, nothing is stored under their name, or they are of another model.",
  NO_FAMILY: "No family is given, and the seats of its debates have none or several.",
  NO_REPLIES: "Its screen has no reply to count.",
  NO_RIGHT_START: "No debate started right, so that none could collapse.",
} satisfies Record<MissingRowReason, string>);

@InputType("AssociationRowInput", { description: "One planned row: a model under a scaffold." })
export class AssociationRowInput {
  @Field(() => String, { description: "Its name in the answer." }) label!: string;
  @Field(() => String, { nullable: true, description: "Slug of its debates' run; or a cohort." }) run?: string | null;
  @Field(() => String, { nullable: true, description: "Slug of a cohort, instead of a run." }) cohort?: string | null;
  @Field(() => String, { nullable: true, description: "Slug of its set of probes." }) probes?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "The panel among those probes, as model or model / scaffold; needed where the set holds several.",
  })
  panel?: string | null;
  @Field(() => String, { nullable: true, description: "Default: that of all seats of its debates." })
  family?: string | null;
  @Field(() => CodingInput, {
    nullable: true,
    description: "How its ballots become verdicts; default: the question's.",
  })
  coding?: CodingInput | null;
}

@ObjectType("AssociationRow", { simpleResolvers: true, description: "A planned row, realised or not." })
export class AssociationRowType {
  @Field(() => String, { description: "Its name." }) label!: string;
  @Field(() => String, { nullable: true, description: "Given, or that of its seats." }) family!: string | null;
  @Field(() => MissingRowReasonEnum, { nullable: true, description: "Null: it is realised." })
  missing!: MissingRowReason | null;
  @Field(() => Int, { nullable: true, description: "Its debates." }) debates!: number | null;
  @Field(() => RateType, { nullable: true, description: "The flip rate of its probes." })
  alpha!: FlipRates["alpha"] | null;
  @Field(() => RateType, { nullable: true, description: "Collapses of the debates that started right." })
  conditionalCollapse!: Ledger["conditionalCollapse"] | null;
  @Field(() => RateType, { nullable: true, description: "Right starts of the debates in the four cells." })
  initialAccuracy!: Ledger["initialAccuracy"] | null;
}

@ObjectType("AssociationFamily", { simpleResolvers: true, description: "A family's rows made into one value each." })
export class AssociationFamilyType implements AssociationFamily {
  @Field(() => String, { description: "Its name." }) family!: string;
  @Field(() => Int, { description: "Realised rows." }) rows!: number;
  @Field(() => Float, { description: "Flip rate." }) alpha!: number;
  @Field(() => Float, { description: "Conditional collapse." }) collapse!: number;
  @Field(() => Float, { description: "Initial accuracy." }) initialAccuracy!: number;
}

@ObjectType("Correlated", { simpleResolvers: true, description: "Flip rate against conditional collapse." })
export class CorrelatedType {
  @Field(() => RankCorrelationType, { description: "As it is." }) spearman!: RankCorrelationType;
  @Field(() => RankCorrelationType, { description: "With initial accuracy taken out, on ranks." })
  partial!: RankCorrelationType;
}

@ObjectType("PredictorCorrelation", { simpleResolvers: true, description: "One predictor, on the same rows." })
export class PredictorCorrelationType {
  @Field(() => PredictorEnum, { description: "Which." }) predictor!: Predictor;
  @Field(() => RankCorrelationType, { description: "Over the rows." }) byRow!: RankCorrelationType;
  @Field(() => RankCorrelationType, { description: "Over the families." }) byFamily!: RankCorrelationType;
}

@ObjectType("LeftOut", { simpleResolvers: true, description: "The association without some rows." })
export class LeftOutType {
  @Field(() => String, { nullable: true, description: "The row; null: the whole family." }) label!: string | null;
  @Field(() => String, { description: "The family, or the row's." }) family!: string;
  @Field(() => Float, { nullable: true, description: "Rho over the rows that are left." }) byRow!: number | null;
  @Field(() => RankCorrelationType, { description: "Over the families, formed anew from the rows that are left." })
  byFamily!: RankCorrelationType;
}

@ObjectType("ErrorsInVariables", {
  simpleResolvers: true,
  description: "Rho over the rows when both rates are drawn within their measuring error.",
})
export class ErrorsInVariablesType implements ErrorsInVariables {
  @Field(() => Float, { nullable: true, description: "Of the replicates." }) median!: number | null;
  @Field(() => Float, { nullable: true, description: "Of the replicates." }) mean!: number | null;
  @Field(() => Float, { nullable: true, description: "Percentile." }) low!: number | null;
  @Field(() => Float, { nullable: true, description: "Percentile." }) high!: number | null;
  @Field(() => Float, { description: "Of the two percentiles." }) level!: number;
  @Field(() => Int, { description: "Replicates." }) resamples!: number;
  @Field(() => String, { description: "The same seed gives the same bytes." }) seed!: string;
  @Field(() => Int, { description: "Replicates without a value." }) undefinedReplicates!: number;
}

@ObjectType("Association", {
  simpleResolvers: true,
  description: "Whether a flip rate measured beforehand goes with conditional collapse.",
})
export class AssociationType {
  @Field(() => Int, { description: "Rows that were asked about." }) planned!: number;
  @Field(() => Int, { description: "Rows that the figures rest on." }) realised!: number;
  @Field(() => [AssociationRowType], { description: "All planned rows in their order." }) rows!: AssociationRowType[];
  @Field(() => AggregationEnum, { description: "How families were formed." }) aggregation!: Aggregation;
  @Field(() => PoolEnum, { description: "Which items counted." }) pool!: Pool;
  @Field(() => Int, { description: "Items that every realised row has debates about." }) sharedItems!: number;
  @Field(() => [AssociationFamilyType], { description: "In code point order." }) families!: AssociationFamilyType[];
  @Field(() => CorrelatedType, { description: "Over the rows, each taken as independent of the others." })
  byRow!: CorrelatedType;
  @Field(() => CorrelatedType, { description: "Over the families." }) byFamily!: CorrelatedType;
  @Field(() => [PredictorCorrelationType], { description: "Other predictors of conditional collapse beside it." })
  predictors!: PredictorCorrelationType[];
  @Field(() => [LeftOutType], { description: "Each row left out in turn, within its family and over all." })
  withoutRow!: LeftOutType[];
  @Field(() => [LeftOutType], { description: "Each family left out in turn." }) withoutFamily!: LeftOutType[];
  @Field(() => IntervalType, { description: "Of rho over the rows: families resampled with all their rows." })
  familyInterval!: IntervalType;
  @Field(() => ErrorsInVariablesType, { description: "With measuring errors on both sides." })
  errorsInVariables!: ErrorsInVariablesType;
  @Field(() => [CaveatType], { description: "What these rows say against reading much into it." })
  caveats!: CaveatType[];
}

const MAX_ROWS = 200;

@Resolver()
export class AssociationResolver {
  @Query(() => AssociationType, {
    description: "Rank correlation of probes' flip rates with conditional collapse, over models and over families.",
  })
  async association(
    @Ctx() context: Context,
    @Arg("rows", () => [AssociationRowInput], { description: "The planned rows; at most 200." })
    given: AssociationRowInput[],
    @Arg("coding", () => CodingInput, { nullable: true, description: "How ballots become verdicts." })
    rule?: CodingInput | null,
    @Arg("probeCoding", () => ProbeCodingInput, { nullable: true, description: "Which replies are counted, and how." })
    probeCoding?: ProbeCodingInput | null,
    @Arg("aggregation", () => AggregationEnum, { nullable: true, defaultValue: "MEAN", description: "Of families." })
    aggregation?: Aggregation | null,
    @Arg("pool", () => PoolEnum, { nullable: true, defaultValue: "FULL", description: "Which items count." })
    pool?: Pool | null,
    @Arg("interval", () => IntervalInput, {
      nullable: true,
      description: "Level, resamples and seed; clusters are families.",
    })
    interval?: IntervalInput | null,
  ) {
    checkRows(given);
    const options = intervalOptions(interval ?? {});
    const found = await Promise.all(given.map((row) => gather(context, row, rule, probeCoding)));
    const pools = found.flatMap(({ columns, flips }) => (columns && flips ? [itemsOf(columns)] : []));
    const shared = sharedItems(pools);
    const rows = await Promise.all(
      found.map(async (row) => {
        const ledger =
          row.columns && (await ledgerOf(context, row.columns, row.rule, pool === "SHARED" ? shared : null));
        return { ...row, ledger, figures: associationRow({ ...row, ledger }) };
      }),
    );
    const realised = rows.flatMap(({ figures }) => (typeof figures === "string" ? [] : [figures]));
    const { level, resamples, seed } = options;
    const how = aggregation ?? "MEAN";
    return {
      ...answered(association(realised, { aggregation: how, level, resamples, seed })),
      planned: given.length,
      realised: realised.length,
      rows: rows.map(({ label, family, flips, ledger, figures }) => ({
        label,
        family,
        missing: typeof figures === "string" ? figures : null,
        debates: ledger && ledger.debates,
        alpha: flips && flips.alpha,
        conditionalCollapse: ledger && ledger.conditionalCollapse,
        initialAccuracy: ledger && ledger.initialAccuracy,
      })),
      aggregation: how,
      pool: pool ?? "FULL",
      sharedItems: shared.size,
      caveats: associationCaveats(realised, pool === "SHARED" ? [] : pools),
    };
  }
}

function checkRows(rows: readonly AssociationRowInput[]): void {
  if (rows.length > MAX_ROWS)
    throw new UserError("TOO_LARGE", `rows: expected at most ${MAX_ROWS}, got ${rows.length}`);
  const labels = new Set<string>();
  rows.forEach(({ label, run, cohort }, index) => {
    if (labels.has(label))
      throw new UserError(
        "BAD_INPUT",
        `rows[${index}].label: expected each label once, got ${JSON.stringify(label)} again`,
      );
    labels.add(label);
    if ((run ?? null) !== null && (cohort ?? null) !== null)
      throw new UserError("BAD_INPUT", `rows[${index}]: expected a run or a cohort, got both`);
  });
}

/** What of a row can be known without gold. */
async function gather(
  context: Context,
  { label, run, cohort, probes, panel, family, coding: own }: AssociationRowInput,
  rule: CodingInput | null | undefined,
  probeCoding: ProbeCodingInput | null | undefined,
) {
  const { loaders } = context;
  const resolved = coding(own ?? rule ?? {});
  const subject: Subject | null = run
    ? (await loaders.run.load(run)) && { __typename: "Run", slug: run }
    : cohort
      ? (await loaders.cohort.load(cohort)) && { __typename: "Cohort", slug: cohort }
      : null;
  const columns = subject && (await loaders.columns.load({ ...subject, parser: resolved.parser }));
  const flips = probes ? await flipsOf(context, probes, panel ?? null, probeCoding) : null;
  return { label, rule: resolved, columns, flips, family: family ?? (columns && soleFamily(columns)) };
}

async function flipsOf(
  context: Context,
  slug: string,
  panel: string | null,
  given: ProbeCodingInput | null | undefined,
): Promise<FlipRates | null> {
  const stored = await context.loaders.probes.load(slug);
  if (!stored) return null;
  const measure = { name: "flipRates", gold: "FREE", compute: flipRates } as const;
  const { groups } = await answerProbes(context, probeSetNode(stored), measure, { coding: given, by: "PANEL" });
  if (panel === null && groups.length > 1)
    throw new UserError(
      "BAD_INPUT",
      `probes: ${slug} hold ${groups.length} panels, expected panel to name one of ${groups.map(({ label }) => label).join(", ")}`,
    );
  return groups.find(({ key }) => panel === null || key === panel)?.of ?? null;
}

/** The ledger of the debates about these items; null: about any. */
async function ledgerOf(
  context: Context,
  columns: Columns,
  rule: ReturnType<typeof coding>,
  only: ReadonlySet<string> | null,
): Promise<Ledger> {
  if (only !== null && columns.derived !== null) throw noBallots("association over a shared pool");
  const panels = await goldOf(context, columns, "association");
  const isShared = columns.items.map((item) => only === null || only.has(item));
  const members = Uint32Array.from(panels.item.keys()).filter((debate) => isShared[panels.item[debate]]);
  const chosen = only === null ? panels : subset(panels, members);
  return ledgerReport(chosen, rule, null, intervalOptions()).total;
}

const itemsOf = ({ item, items }: Columns): ReadonlySet<string> => new Set(Array.from(item, (index) => items[index]));

const correlated = ({ spearman, partial }: Correlated): CorrelatedType => ({
  spearman: rankCorrelation(spearman),
  partial: rankCorrelation(partial),
});

const leftOut = (rows: () => readonly LeftOut[]) => () =>
  rows().map((row) => ({ ...row, byFamily: rankCorrelation(row.byFamily) }));

/** The answer's parts, those that cost something computed when they are asked for. */
const answered = ({ byRow, byFamily, predictors, withoutRow, withoutFamily, ...rest }: Association) => ({
  ...rest,
  byRow: correlated(byRow),
  byFamily: correlated(byFamily),
  predictors: () =>
    predictors().map(({ predictor, byRow, byFamily }) => ({
      predictor,
      byRow: rankCorrelation(byRow),
      byFamily: rankCorrelation(byFamily),
    })),
  withoutRow: leftOut(withoutRow),
  withoutFamily: leftOut(withoutFamily),
});
