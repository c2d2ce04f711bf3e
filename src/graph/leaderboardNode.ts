import { must } from "../errors.js";
import { type StoredLeaderboard } from "../store/leaderboards.js";
import { cohortNode } from "./cohortNode.js";
import { type Context } from "./context.js";
import { type LeaderboardType } from "./leaderboard.js";
import { nodeId } from "./node.js";
import { weightsNode } from "./weightsNode.js";

/** A stored board as the schema shows it. */
export async function leaderboardNode(context: Context, stored: StoredLeaderboard): Promise<LeaderboardType> {
  const { loaders } = context;
  const [cohort, weights] = await Promise.all([
    loaders.cohort.load(stored.cohort),
    loaders.weights.load(stored.weights),
  ]);
  must(cohort && weights, "what a board cites is stored");
  const { coding, interval, validation } = stored.opened;
  return {
    __typename: "Leaderboard",
    id: nodeId("Leaderboard", stored.slug),
    stored,
    slug: stored.slug,
    digest: stored.digest,
    team: stored.team,
    cohort: await cohortNode(context, cohort),
    weights: await weightsNode(context, weights),
    coding,
    interval,
    validation,
    openedPosition: stored.openedPosition,
    closedPosition: stored.closedPosition,
  };
}
