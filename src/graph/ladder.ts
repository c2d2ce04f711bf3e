import { Arg, Ctx, Field, FieldResolver, Float, Int, ObjectType, Query, Resolver, Root } from "type-graphql";
import { coding as resolvedCoding } from "../debate/coding.js";
import { endpoints } from "../debate/endpoint.js";
import { intervalOptions } from "../debate/intervalOptions.js";
import { type Increment, type Ladder, ladder, type Rung } from "../debate/ladder.js";
import {
  type AccuracyIncrement,
  type Conversion,
  type LadderVerdicts,
  ladderVerdicts,
  type TieScoring,
} from "../debate/ladderVerdicts.js";
import { type BlindMatch, matchedRungs, type RungSource, type Unmatched } from "../debate/matchedRungs.js";
import { type Columns, type Panels } from "../debate/panels.js";
import { UserError } from "../errors.js";
import { type StoredRun } from "../store/runs.js";
import { CaveatType } from "./caveat.js";
import { CodingInput } from "./coding.js";
import { type Context } from "./context.js";
import { enumOf } from "./enumOf.js";
import { goldOfAll } from "./gold.js";
import { IntervalInput } from "./interval.js";
import { kept, noBallots } from "./measured.js";
import { RateType } from "./rate.js";
import { ConditionEnum } from "./run.js";

const TieScoringEnum = enumOf("TieScoring", "How a tied vote scores.", {
  STRICT: "It is no majority, and the debate leaves every comparison in which it is tied on either side.",
  TIE_AS_WRONG: "It is not right.",
  EXPECTED_TIE: "1 / leaders when gold is among the leading labels, as if a fair draw broke the tie.",
} satisfies Record<TieScoring, string>);

const BlindMatchEnum = enumOf("BlindMatch", "When debates of two runs belong together, by their blind rounds.", {
  EQUAL: "All ballots are alike; a debate that differs refuses the comparison.",
  LEAVE_OUT: "All ballots are alike; debates that differ are left out, by count.",
  SAME_MAJORITY:
    "The leading label is the same, ties by code point order; others are left out. For runs that answered independently.",
} satisfies Record<BlindMatch, string>);

@ObjectType("LadderBlindRound", {
  simpleResolvers: true,
  description: "The blind round that all runs of a ladder share.",
})
export class LadderBlindRoundType {
  @Field(() => RateType, { description: "Debates in which all seats said the same, of the common cohort." })
  unanimity!: RateType;
  @Field(() => RateType, { description: "Debates whose majority one other ballot could change, of the common cohort." })
  pivotal!: RateType;
}

@ObjectType("LadderRung", { simpleResolvers: true, description: "One condition of a ladder." })
export class LadderRungType {
  @Field(() => String, { description: "Its run." }) run!: string;
  @Field(() => ConditionEnum, { description: "What its seats were shown." }) condition!: Rung["condition"];
  @Field(() => RateType, { description: "Debates in which all seats said the same, of the common cohort." })
  unanimity!: RateType;
  @Field(() => RateType, { description: "Debates whose majority one other ballot could change, of the common cohort." })
  pivotal!: RateType;
  @Field(() => RateType, {
    description: "Ballots that differ from the same seat's ballot one round earlier, up to the compared round.",
  })
  flips!: RateType;
  @Field(() => RateType, {
    nullable: true,
    description:
      "Flips to the majority of what the seat was shown, of those that were shown one. Null where the condition shows no real ballots and the record does not say what it showed.",
  })
  toward!: RateType | null;
  @Field(() => RateType, {
    description:
      "(Unanimous here - in the blind round) / (in the rung of reference - in the blind round). No causal split: not additive, may be negative or above 1; null when the rung of reference did not move.",
  })
  shareOfJump!: RateType;
}

@ObjectType("LadderIncrement", {
  simpleResolvers: true,
  description: "Unanimity in one rung against the one before it, debate by debate.",
})
export class LadderIncrementType implements Omit<Increment, "difference"> {
  @Field(() => String, { nullable: true, description: "The rung before; null: the blind round." }) from!: string | null;
  @Field(() => String, { description: "The rung." }) to!: string;
  @Field(() => RateType, { description: "(onlyTo - onlyFrom) / debates." }) difference!: RateType;
  @Field(() => Int, { description: "Debates unanimous in both." }) both!: number;
  @Field(() => Int, { description: "Debates unanimous in the rung before only." }) onlyFrom!: number;
  @Field(() => Int, { description: "Debates unanimous in this rung only." }) onlyTo!: number;
  @Field(() => Int, { description: "Debates unanimous in neither." }) neither!: number;
  @Field(() => Float, { description: "Exact McNemar test, two-sided, debates taken as independent." }) pExact!: number;
  @Field(() => Float, { description: "The same with the observed split counted by half." }) pMid!: number;
}

@ObjectType("ScoredAccuracy", { simpleResolvers: true, description: "Accuracy under one way to score ties." })
export class ScoredAccuracyType {
  @Field(() => TieScoringEnum, { description: "How ties score." }) scoring!: TieScoring;
  @Field(() => RateType, { description: "Over debates with gold; under STRICT over those that are not tied." })
  accuracy!: RateType;
}

@ObjectType("LadderVerdictsOfRound", { simpleResolvers: true, description: "One round against gold." })
export class RungVerdictsType {
  @Field(() => [ScoredAccuracyType], { description: "By scoring." }) accuracy!: ScoredAccuracyType[];
  @Field(() => RateType, { description: "Debates in which all seats said the same, and wrong; of those with gold." })
  unanimousAndWrong!: RateType;
}

@ObjectType("LadderRungVerdicts", { simpleResolvers: true, description: "One condition against gold." })
export class LadderRungVerdictsType extends RungVerdictsType {
  @Field(() => String, { description: "Its run." }) run!: string;
  @Field(() => ConditionEnum, { description: "What its seats were shown." }) condition!: Rung["condition"];
}

@ObjectType("AccuracyIncrement", {
  simpleResolvers: true,
  description: "Accuracy in one rung against the one before it, debate by debate, under one way to score ties.",
})
export class AccuracyIncrementType implements Omit<AccuracyIncrement, "difference"> {
  @Field(() => String, { nullable: true, description: "The rung before; null: the blind round." }) from!: string | null;
  @Field(() => String, { description: "The rung." }) to!: string;
  @Field(() => TieScoringEnum, { description: "How ties score." }) scoring!: TieScoring;
  @Field(() => RateType, { description: "Sum of the differences in score / debates that both sides score." })
  difference!: RateType;
  @Field(() => Int, { description: "Debates that score higher in this rung." }) better!: number;
  @Field(() => Int, { description: "Debates that score higher in the rung before." }) worse!: number;
  @Field(() => Float, {
    nullable: true,
    description:
      "Exact McNemar test; under EXPECTED_TIE the sign-flip test of the differences. Two-sided, debates taken as independent; null without debates.",
  })
  p!: number | null;
  @Field(() => Float, { nullable: true, description: "Sign-flip test with one sign for each cluster, two-sided." })
  pClustered!: number | null;
}

@ObjectType("Conversion", {
  simpleResolvers: true,
  description: "A debate that was split in the blind round and ends unanimously wrong.",
})
export class ConversionType implements Conversion {
  @Field(() => String, { description: "In which run." }) run!: string;
  @Field(() => String, { description: "The debate's benchmark." }) benchmark!: string;
  @Field(() => String, { description: "Its item." }) item!: string;
  @Field(() => Int, { description: "Its replicate." }) replicate!: number;
  @Field(() => Int, { description: "Margin of the blind round: ballots of the leader less those of the runner-up." })
  margin!: number;
  @Field(() => Boolean, { nullable: true, description: "Whether the blind round was right; null when it was tied." })
  wasRight!: boolean | null;
}

@ObjectType("LadderVerdicts", { simpleResolvers: true, description: "A ladder's conditions against gold." })
export class LadderVerdictsType {
  @Field(() => Int, { description: "Debates of the common cohort that have gold." }) debates!: number;
  @Field(() => RungVerdictsType, { description: "The blind round." }) blind!: RungVerdictsType;
  @Field(() => [LadderRungVerdictsType], { description: "In the order asked for." }) rungs!: LadderRungVerdictsType[];
  @Field(() => [AccuracyIncrementType], {
    description: "Each rung against the one before it, the first against the blind round; three scorings of each.",
  })
  increments!: AccuracyIncrementType[];
  @Field(() => [ConversionType], { description: "By rung, in the order of the cohort." })
  conversions!: ConversionType[];
}

@ObjectType("Unmatched", {
  simpleResolvers: true,
  description: "Debates that the common cohort lacks, each counted once, under the first run that spoils it.",
})
export class UnmatchedType implements Unmatched {
  @Field(() => String, { description: "The run that spoils them." }) run!: string;
  @Field(() => String, {
    description:
      "NOT_IN_RUN: it has no such item and replicate. OTHER_BLIND_ROUND: it begins otherwise than in the first run. NOT_ASKED, UNPARSED: its first missing ballot.",
  })
  reason!: Unmatched["reason"];
  @Field(() => Int, { description: "Debates." }) count!: number;
  @Field(() => [String], { description: "The first ten of their items." }) items!: string[];
}

@ObjectType("Ladder", {
  simpleResolvers: true,
  description:
    "Conditions on their common cohort: items and replicates in which every seat has a ballot in every round of every run. Another list of runs is another cohort.",
})
export class LadderType {
  readonly asked!: Asked;
  @Field(() => Int, { description: "The round that is compared with the blind one." }) round!: number;
  @Field(() => Int, { description: "Debates of the common cohort." }) debates!: number;
  @Field(() => String, { description: "The run whose jump is the whole." }) reference!: string;
  @Field(() => [UnmatchedType], { description: "Who was left out, and why." }) unmatched!: Ladder["unmatched"];
  @Field(() => LadderBlindRoundType, {
    description: "The blind round, which the runs share; under SAME_MAJORITY that of the first run.",
  })
  blind!: Ladder["blind"];
  @Field(() => [LadderRungType], { description: "In the order asked for." }) rungs!: Ladder["rungs"];
  @Field(() => [LadderIncrementType], {
    description: "Each rung against the one before it, the first against the blind round.",
  })
  increments!: Ladder["increments"];
  @Field(() => [CaveatType], { description: "What these data say against reading too much into it." })
  caveats!: Ladder["caveats"];
}

interface Asked {
  readonly runs: readonly string[];
  readonly coding: CodingInput | null;
  readonly interval: IntervalInput | null;
  readonly match: BlindMatch;
}

@Resolver()
export class LadderResolver {
  @Query(() => LadderType, {
    description:
      "How much of a panel's consensus each condition reproduces: runs of the same panel that share their blind round, on their common cohort. Refused where seats differ and, unless match says otherwise, where blind rounds do.",
  })
  async ladder(
    @Ctx() context: Context,
    @Arg("runs", () => [String], {
      description: "Slugs, in the order of the rungs: each is compared with the one before.",
    })
    runs: string[],
    @Arg("reference", () => String, {
      nullable: true,
      description: "The run whose jump is the whole; default: the last.",
    })
    reference?: string | null,
    @Arg("coding", () => CodingInput, {
      nullable: true,
      description: "The endpoint is the round that is compared with the blind one; default: the last of all runs.",
    })
    coding?: CodingInput | null,
    @Arg("interval", () => IntervalInput, { nullable: true, description: "How intervals are made." })
    interval?: IntervalInput | null,
    @Arg("match", () => BlindMatchEnum, {
      nullable: true,
      defaultValue: "EQUAL",
      description: "What becomes of debates that do not begin alike in all runs.",
    })
    match?: BlindMatch | null,
  ): Promise<Omit<LadderType, "verdicts">> {
    const asked = { runs, coding: coding ?? null, interval: interval ?? null, match: match ?? "EQUAL" };
    const whole = reference ?? runs[runs.length - 1];
    if (runs.length > 0 && !runs.includes(whole))
      throw new UserError("BAD_INPUT", `reference: one of ${runs.join(", ")} was expected, got ${whole}`);
    const rungs = await rungsOf(context, asked);
    const { key, round, rule, options } = question(rungs, asked);
    const answer = kept(context, key, "ladder", [whole, rule, options, asked.match], () =>
      ladder(matchedRungs(rungs, round, asked.match), runs.indexOf(whole), rule, options),
    );
    return { asked, reference: whole, ...answer };
  }
}

@Resolver(() => LadderType)
export class LadderVerdictsResolver {
  @FieldResolver(() => LadderVerdictsType, {
    nullable: true,
    description: "The same conditions against gold; null, with an error, while debates of one of the runs are blind.",
  })
  async verdicts(@Root() { asked }: LadderType, @Ctx() context: Context): Promise<LadderVerdicts> {
    const rungs = await rungsOf(context, asked);
    const { key, round, rule, options } = question(rungs, asked);
    const panels = await goldOfAll(
      context,
      rungs.map(({ panels: columns }) => columns),
      "ladder",
    );
    const judged = rungs.map((rung, index): RungSource<Panels> => ({ ...rung, panels: panels[index] }));
    return kept(context, key, "ladderVerdicts", [rule, options, asked.match], () =>
      ladderVerdicts(matchedRungs(judged, round, asked.match), options),
    );
  }
}

async function rungsOf({ loaders }: Context, { runs }: Asked): Promise<readonly RungSource<Columns>[]> {
  const stored = await Promise.all(runs.map((slug) => loaders.run.load(slug)));
  return Promise.all(
    stored.map(async (run, index): Promise<RungSource<Columns>> => {
      const { slug, condition, scaffold, rowId } = found(run, runs[index]);
      const panels = await loaders.columns.load({ __typename: "Run", slug });
      if (panels.derived !== null) throw noBallots(`ladder: ${slug}`);
      return { slug, condition, scaffold, panels, blind: await loaders.blindRounds.load(rowId) };
    }),
  );
}

function found(run: StoredRun | null, slug: string): StoredRun {
  if (run === null) throw new UserError("NOT_FOUND", `runs: nothing is stored under ${slug}`);
  return run;
}

/** The compared round and what an answer is cached by. Runs of different lengths have no last round in common: the caller names one. */
function question(rungs: readonly RungSource<Columns>[], { coding, interval }: Asked) {
  const rule = resolvedCoding(coding ?? {});
  const last = rungs.flatMap(({ panels }) => endpoints(panels.runs, rule));
  const round = last[0] ?? 0;
  if (last.some((other) => other !== round))
    throw new UserError(
      "BAD_INPUT",
      `runs: the same rounds were expected in all of them, got ${rungs.map(({ slug }, at) => `0 to ${last[at]} in ${slug}`).join(", ")}; an endpoint says which round to compare`,
    );
  return {
    rule,
    round,
    options: intervalOptions(interval ?? {}),
    key: {
      digest: JSON.stringify(rungs.map(({ panels, condition, scaffold }) => [panels.digest, condition, scaffold])),
      size: rungs.reduce((sum, { panels }) => sum + panels.size, 0),
    },
  };
}
