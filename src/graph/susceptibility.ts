import { Arg, Ctx, Field, FieldResolver, Float, Int, ObjectType, Resolver, Root } from "type-graphql";
import { coding as codingOf } from "../debate/coding.js";
import { intervalOptions } from "../debate/intervalOptions.js";
import { type SeatSusceptibility, susceptibility, type Susceptibility } from "../debate/susceptibility.js";
import { type Spearman } from "../stats/spearman.js";
import { CodingInput } from "./coding.js";
import { type Context } from "./context.js";
import { IntervalInput, IntervalType } from "./interval.js";
import { kept, MeasuredType, noBallots, type Subject } from "./measured.js";
import { ShareType } from "./ties.js";

@ObjectType("SeatSusceptibility", {
  simpleResolvers: true,
  description: "How often one seat changed under two conditions.",
})
export class SeatSusceptibilityType implements SeatSusceptibility {
  @Field(() => String, { description: "The seat, of one name under both." }) seat!: string;
  @Field(() => String, { description: "Its model here." }) model!: string;
  @Field(() => ShareType, { description: "Flips over pairs of ballots, here." }) here!: ShareType;
  @Field(() => ShareType, { description: "Under the other condition." }) there!: ShareType;
}

@ObjectType("Susceptibility", {
  simpleResolvers: true,
  description:
    "Whether the seats that change most under one condition are those that change most under another. Seats are few: read it as exploratory.",
})
export class SusceptibilityType implements Omit<Susceptibility, "spearman" | "interval"> {
  @Field(() => Int, { description: "Debates usable under both: the items and replicates that both runs have." })
  debates!: number;
  @Field(() => Int, { description: "Flips are counted from round 0 to this one." }) lastRound!: number;
  @Field(() => [SeatSusceptibilityType], { description: "Seats that both runs have. Compare ranks, not rates." })
  seats!: readonly SeatSusceptibilityType[];
  @Field(() => Float, { nullable: true, description: "Spearman's, with mid-ranks; null with a reason." })
  rho!: number | null;
  @Field(() => Float, { nullable: true, description: "Over all pairings of up to ten seats." })
  p!: number | null;
  @Field(() => String, { nullable: true, description: "Why there is no rho." }) reason!: Spearman["reason"];
  @Field(() => IntervalType, { nullable: true, description: "Clusters resampled, both columns computed again." })
  interval!: unknown;
}

@Resolver(() => MeasuredType)
export class SusceptibilityResolver {
  @FieldResolver(() => SusceptibilityType, {
    description:
      "Flips by seat here and under another condition, on their common debates. Each is one run. Needs no gold.",
  })
  async susceptibility(
    @Root() subject: Subject,
    @Ctx() context: Context,
    @Arg("run", () => String, { description: "Slug of the run with the other condition." }) run: string,
    @Arg("coding", () => CodingInput, { nullable: true, description: "Its endpoint is the last round." })
    coding?: CodingInput | null,
    @Arg("interval", () => IntervalInput, {
      nullable: true,
      description: "How the interval is drawn: always percentile.",
    })
    interval?: IntervalInput | null,
  ): Promise<SusceptibilityType> {
    const resolved = [codingOf(coding ?? {}), intervalOptions(interval ?? {})] as const;
    const { parser } = resolved[0];
    const [here, there] = await Promise.all([
      context.loaders.columns.load({ ...subject, parser }),
      context.loaders.columns.load({ __typename: "Run", slug: run, parser }),
    ]);
    if (here.derived !== null || there.derived !== null) throw noBallots("susceptibility");
    const { spearman, ...found } = kept(context, here, "susceptibility", [there.digest, ...resolved], () =>
      susceptibility(here, there, ...resolved),
    );
    return { ...found, rho: spearman.rho, p: spearman.pTwoSided, reason: spearman.reason };
  }
}
