import { Arg, Ctx, FieldResolver, Query, Resolver, Root } from "type-graphql";
import { boardStanding, type BoardStanding } from "../debate/boardStanding.js";
import { must, UserError } from "../errors.js";
import { type StoredEvaluation } from "../store/evaluations.js";
import {
  allLeaderboards,
  boardDeclarations,
  boardKey,
  type StoredLeaderboard,
  unlikeParts,
} from "../store/leaderboards.js";
import { type Context } from "./context.js";
import { METHOD } from "./declaration.js";
import { evaluationNode } from "./evaluationNode.js";
import { LeaderboardAttemptsType, LeaderboardRowType, LeaderboardType } from "./leaderboard.js";
import { leaderboardNode } from "./leaderboardNode.js";

@Resolver(() => LeaderboardType)
export class LeaderboardResolver {
  @Query(() => LeaderboardType, { nullable: true, description: "The board of this name; null when there is none." })
  async leaderboard(
    @Arg("slug", () => String, { description: "Its name." }) slug: string,
    @Ctx() context: Context,
  ): Promise<LeaderboardType | null> {
    const found = await context.loaders.leaderboard.load(slug);
    return found && leaderboardNode(context, found);
  }

  @Query(() => [LeaderboardType], { description: "All boards, in the order in which they were opened." })
  async leaderboards(@Ctx() context: Context): Promise<LeaderboardType[]> {
    const found = await allLeaderboards(context.store.prisma);
    return Promise.all(found.map((each) => leaderboardNode(context, each)));
  }

  @FieldResolver(() => [LeaderboardRowType], {
    description:
      "In the order of the log, which says nothing about which is better. Of a closed board: what it closed with.",
  })
  async rows(@Root() { stored }: LeaderboardType, @Ctx() context: Context): Promise<LeaderboardRowType[]> {
    return Promise.all((await rowsOf(context, stored)).map((evaluation) => row(context, stored, evaluation)));
  }

  @FieldResolver(() => LeaderboardRowType, {
    description: "One evaluation on this board. Refused when it is of another key: the error names the parts.",
  })
  async row(
    @Root() { stored }: LeaderboardType,
    @Arg("evaluation", () => String, { description: "Digest of the evaluation." }) digest: string,
    @Ctx() context: Context,
  ): Promise<LeaderboardRowType> {
    const evaluation = await context.loaders.evaluation.load(digest);
    if (!evaluation) throw new UserError("NOT_FOUND", `evaluation: no evaluation has the digest ${digest}`);
    const unlike = unlikeParts(stored, evaluation);
    if (unlike.length > 0)
      throw new UserError(
        "BAD_INPUT",
        `evaluation: leaderboard ${stored.slug} has evaluations of one ${boardKey.join(", ")}; this one differs in ${unlike.join(" and ")}`,
        { parts: unlike },
      );
    if (stored.closed !== null && !stored.closed.evaluations.includes(digest))
      throw new UserError("NOT_FOUND", `evaluation: leaderboard ${stored.slug} closed without it`);
    return row(context, stored, evaluation);
  }

  @FieldResolver(() => [LeaderboardAttemptsType], {
    description:
      "By team, in the order of their first declaration: each look is another chance of a lucky one. Also what was declared after closing.",
  })
  async attempts(@Root() { stored }: LeaderboardType, @Ctx() context: Context): Promise<LeaderboardAttemptsType[]> {
    const teams = new Map<string, { declared: number; counting: number }>();
    for (const evaluation of await boardDeclarations(context.store.prisma, stored)) {
      const { declared, counting } = teams.get(evaluation.team) ?? { declared: 0, counting: 0 };
      const onIt = stored.closed === null || stored.closed.evaluations.includes(evaluation.digest);
      const counts = onIt && (await standingOf(context, stored, evaluation)) === "COUNTS";
      teams.set(evaluation.team, { declared: declared + 1, counting: counting + Number(counts) });
    }
    return [...teams].map(([team, attempts]) => ({ team, ...attempts }));
  }
}

/** What is on a board, in the order of the log. */
async function rowsOf({ store: { prisma } }: Context, board: StoredLeaderboard): Promise<StoredEvaluation[]> {
  const declared = await boardDeclarations(prisma, board);
  const { closed } = board;
  return closed === null ? declared : declared.filter(({ digest }) => closed.evaluations.includes(digest));
}

const row = async (context: Context, board: StoredLeaderboard, evaluation: StoredEvaluation) => ({
  evaluation: await evaluationNode(context, evaluation),
  standing: await standingOf(context, board, evaluation),
});

async function standingOf(
  { loaders }: Context,
  { blind }: StoredLeaderboard,
  { state, result, declaredPosition: declared, declaration, policy: slug }: StoredEvaluation,
): Promise<BoardStanding> {
  const policy = await loaders.policy.load(slug);
  must(policy, "a declaration's policy is stored");
  const isSensitivity = result?.grade === "SENSITIVITY";
  const isUploaded = policy.kind === "DECISIONS";
  return boardStanding({ state, isSensitivity, isUploaded, declared, isStale: declaration.method !== METHOD, blind });
}
