import { Arg, Ctx, Field, FieldResolver, Int, ObjectType, Resolver, Root } from "type-graphql";
import { caveat, type Caveat } from "../debate/caveat.js";
import { coding as resolvedCoding } from "../debate/coding.js";
import { endpoints } from "../debate/endpoint.js";
import { type LeftOut, leaveOneOut } from "../debate/leaveOneOut.js";
import { pairedRounds, through } from "../debate/pairedRounds.js";
import { type Columns } from "../debate/panels.js";
import {
  type SubPanel,
  type SubPanelAccuracy,
  subPanelAccuracy,
  type SubPanelSize,
  type SubPanelVerdicts,
  subPanels,
} from "../debate/subPanels.js";
import { CaveatType } from "./caveat.js";
import { CodingInput } from "./coding.js";
import { type Context } from "./context.js";
import { goldOf } from "./gold.js";
import { kept, MeasuredType, noBallots, type Subject } from "./measured.js";
import { SpreadType } from "./spread.js";
import { ShareType } from "./ties.js";

@ObjectType("SubPanel", { simpleResolvers: true, description: "The panel that some of the seats would have been." })
export class SubPanelType implements SubPanel {
  @Field(() => [String], { description: "Its seats." }) seats!: string[];
  @Field(() => [ShareType], {
    description: "By round: debates in which all its seats said the same, of the cohort.",
  })
  unanimity!: ShareType[];
  @Field(() => [Int], { description: "By round: debates in which two or more labels lead." }) ties!: number[];
  @Field(() => ShareType, {
    description:
      "Debates that round 1 made unanimous, net, of those that all rounds did; may be negative or above 1, and is null when unanimity did not move.",
  })
  frontLoading!: ShareType;
}

@ObjectType("SubPanelSize", { simpleResolvers: true, description: "All sub-panels of as many seats." })
export class SubPanelSizeType implements SubPanelSize {
  @Field(() => Int, { description: "Seats." }) size!: number;
  @Field(() => [SpreadType], { description: "By round, over the sub-panels: share of debates that are unanimous." })
  unanimity!: SpreadType[];
  @Field(() => SpreadType, { description: "Over the sub-panels." }) frontLoading!: SpreadType;
  @Field(() => [SubPanelType], { description: "Each of them, in the order of the panel's seats." })
  panels!: SubPanelType[];
}

@ObjectType("SubPanelVerdicts", {
  simpleResolvers: true,
  description: "What one sub-panel's majorities are against gold.",
})
export class SubPanelVerdictsType implements SubPanelVerdicts {
  @Field(() => [String], { description: "Its seats." }) seats!: string[];
  @Field(() => [ShareType], {
    description:
      "By round: right majorities, of the debates with gold; a tie that the coding leaves undecided and excludes is in neither number.",
  })
  accuracy!: ShareType[];
  @Field(() => [ShareType], {
    description: "By round: debates in which all its seats said the same, and wrong; of the debates with gold.",
  })
  unanimousAndWrong!: ShareType[];
}

@ObjectType("SubPanelAccuracySize", { simpleResolvers: true, description: "All sub-panels of as many seats." })
export class SubPanelAccuracySizeType {
  @Field(() => Int, { description: "Seats." }) size!: number;
  @Field(() => [SpreadType], { description: "By round, over the sub-panels." }) accuracy!: SpreadType[];
  @Field(() => [SpreadType], { description: "By round, over the sub-panels." }) unanimousAndWrong!: SpreadType[];
  @Field(() => [SubPanelVerdictsType], { description: "Each of them, in the order of the panel's seats." })
  panels!: SubPanelVerdictsType[];
}

@ObjectType("SubPanelAccuracy", { simpleResolvers: true, description: "Sub-panels against gold." })
export class SubPanelAccuracyType implements Omit<SubPanelAccuracy, "seats" | "rounds"> {
  @Field(() => Int, { description: "Debates of the cohort that have gold." }) debates!: number;
  @Field(() => [SubPanelAccuracySizeType], { description: "By number of seats, ascending." })
  sizes!: SubPanelAccuracySizeType[];
}

@ObjectType("LeftOutSeat", {
  simpleResolvers: true,
  description: "The panel without one seat, on the cohort of what the remaining seats answered: see debates.",
})
export class LeftOutType implements LeftOut {
  @Field(() => String, { description: "The seat that is left out." }) without!: string;
  @Field(() => Int, { description: "Debates that the remaining seats answered in every round." }) debates!: number;
  @Field(() => Int, { description: "Of them, those that the whole panel's cohort lacks." }) regained!: number;
  @Field(() => [ShareType], { description: "By round: debates in which all remaining seats said the same." })
  unanimity!: ShareType[];
  @Field(() => [Int], { description: "By round: debates in which two or more labels lead." }) ties!: number[];
  @Field(() => [ShareType], {
    description: "From each round to the next: ballots that differ from the same seat's ballot before.",
  })
  flips!: ShareType[];
  @Field(() => ShareType, { description: "As of a sub-panel." }) frontLoading!: ShareType;
}

@ObjectType("SubPanelReport", {
  simpleResolvers: true,
  description:
    "Every panel that some of the seats would have been. A recount, not a rerun: the seats left out had still been shown to the others.",
})
export class SubPanelReportType {
  readonly asked!: Asked;
  @Field(() => [String], { description: "Seats of the whole panel." }) seats!: readonly string[];
  @Field(() => [Int], { description: "What every list by round is about." }) rounds!: readonly number[];
  @Field(() => Int, { description: "Debates in which every seat has a ballot in each of these rounds." })
  debates!: number;
  @Field(() => [SubPanelSizeType], { description: "By number of seats, ascending." })
  sizes!: readonly SubPanelSize[];
  @Field(() => [LeftOutType], { description: "The whole panel without each seat in turn, each on its own cohort." })
  leaveOneOut!: readonly LeftOut[];
  @Field(() => [CaveatType], { description: "What these data say against reading too much into it." })
  caveats!: readonly Caveat[];
}

interface Asked {
  readonly subject: Subject;
  readonly sizes: readonly number[] | null;
  readonly coding: CodingInput | null;
}

@Resolver(() => MeasuredType)
export class SubPanelsResolver {
  @FieldResolver(() => SubPanelReportType, {
    description: "Unanimity of every panel that some of the seats would have been, and of the panel without each seat.",
  })
  async subPanels(
    @Root() subject: Subject,
    @Ctx() context: Context,
    @Arg("sizes", () => [Int], { nullable: true, description: "Numbers of seats; default: 3 to all." })
    sizes?: number[] | null,
    @Arg("coding", () => CodingInput, {
      nullable: true,
      description: "The endpoint is the last round that is counted, and needed; the tie rule is for accuracy.",
    })
    coding?: CodingInput | null,
  ): Promise<SubPanelReportType> {
    const asked = { subject, sizes: sizes ?? null, coding: coding ?? null };
    const columns = await context.loaders.columns.load(subject);
    if (columns.derived !== null) throw noBallots("subPanels");
    const rounds = roundsOf(columns, asked);
    return {
      asked,
      ...kept(context, columns, "subPanels", [asked.sizes, rounds], () => {
        const paired = pairedRounds(columns, rounds);
        const report = subPanels(paired, asked.sizes);
        const nested = report.sizes.some(({ size }) => size < report.seats.length);
        return {
          ...report,
          leaveOneOut: leaveOneOut(paired),
          caveats: nested ? [caveat("NESTED_NOT_REPLICATION")] : [],
        };
      }),
    };
  }
}

@Resolver(() => SubPanelReportType)
export class SubPanelAccuracyResolver {
  @FieldResolver(() => SubPanelAccuracyType, {
    nullable: true,
    description: "The same sub-panels against gold; null, with an error, while some of the debates are blind.",
  })
  async accuracy(@Root() { asked }: SubPanelReportType, @Ctx() context: Context): Promise<SubPanelAccuracy> {
    const columns = await context.loaders.columns.load(asked.subject);
    const rounds = roundsOf(columns, asked);
    const coding = resolvedCoding(asked.coding ?? {});
    const panels = await goldOf(context, columns, "subPanels");
    return kept(context, panels, "subPanelAccuracy", [asked.sizes, coding, rounds], () =>
      subPanelAccuracy(pairedRounds(panels, rounds), coding, asked.sizes),
    );
  }
}

/** Rounds 0 to the coding's endpoint, or to the last round of the longest run: a run that lacks one of them is refused. */
const roundsOf = ({ runs }: Columns, { coding }: Pick<Asked, "coding">): readonly number[] =>
  through(Math.max(0, ...endpoints(runs, resolvedCoding(coding ?? {}))));
