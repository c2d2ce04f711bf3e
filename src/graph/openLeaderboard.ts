import { Arg, Ctx, Field, InputType, Mutation, ObjectType, Resolver } from "type-graphql";
import { type StoredLeaderboard } from "../store/leaderboards.js";
import { closeLeaderboard, openBoardCohort, openLeaderboard } from "../store/writeLeaderboard.js";
import { CodingInput } from "./coding.js";
import { type Context } from "./context.js";
import { evaluationKey } from "./declaration.js";
import { EvaluationIntervalInput, ValidationEnum } from "./evaluatePolicy.js";
import { LeaderboardType } from "./leaderboard.js";
import { leaderboardNode } from "./leaderboardNode.js";
import { afresh, completeWaiting } from "./openCohort.js";
import { slug } from "./slug.js";

@InputType("OpenLeaderboardInput", { description: "A board's name and the key of its rows." })
export class OpenLeaderboardInput {
  @Field(() => String, { description: "Its name, for good." }) slug!: string;
  @Field(() => String, { description: "Slug of the cohort." }) cohort!: string;
  @Field(() => String, { description: "Slug of sealed weights." }) weights!: string;
  @Field(() => CodingInput, { nullable: true, description: "How ballots become verdicts." })
  coding?: CodingInput | null;
  @Field(() => ValidationEnum, { nullable: true, defaultValue: "NONE", description: "How policies are held out." })
  validation?: keyof typeof ValidationEnum | null;
  @Field(() => EvaluationIntervalInput, { nullable: true, description: "How intervals are made." })
  interval?: EvaluationIntervalInput | null;
}

@ObjectType("LeaderboardPayload", { simpleResolvers: true, description: "The board that stands under the name." })
export class LeaderboardPayload {
  @Field(() => LeaderboardType, { description: "As it is stored." }) leaderboard!: LeaderboardType;
}

@Resolver()
export class OpenLeaderboardResolver {
  @Mutation(() => LeaderboardPayload, {
    description:
      "Opens a board by sealing its key in the log. The same again changes nothing; another key under a taken name is refused.",
  })
  async openLeaderboard(
    @Arg("input", () => OpenLeaderboardInput, { description: "Name and key." })
    { slug: name, ...asked }: OpenLeaderboardInput,
    @Ctx() context: Context,
  ): Promise<LeaderboardPayload> {
    const named = slug("slug", name);
    const team = await context.team();
    const { key } = await evaluationKey(context, asked);
    const at = new Date().toISOString();
    const statement = { type: "leaderboardOpened", v: 1, slug: named, team, ...key, at } as const;
    return payload(context, await openLeaderboard(context.store, statement, asked.cohort));
  }

  @Mutation(() => LeaderboardPayload, {
    description:
      "Closes a board for good, by the team that opened it. A cohort that was blind until then is opened first, what was declared on it is computed, and the log names the rows; where that was interrupted, the same again goes on.",
  })
  async closeLeaderboard(
    @Arg("slug", () => String, { description: "Its name." }) slug: string,
    @Ctx() given: Context,
  ): Promise<LeaderboardPayload> {
    const team = await given.team();
    const board = await openBoardCohort(given.store, slug, team);
    given.loaders.forgetBlind();
    const context = afresh(given);
    if (board.closed === null) await completeWaiting(context, board.opened.cohort);
    return payload(context, await closeLeaderboard(given.store, slug, team));
  }
}

async function payload(context: Context, stored: StoredLeaderboard): Promise<LeaderboardPayload> {
  context.loaders.leaderboard.clear(stored.slug);
  return { leaderboard: await leaderboardNode(context, stored) };
}
