import { type StoredWeights } from "../store/weights.js";
import { cohortNode } from "./cohortNode.js";
import { type Context } from "./context.js";
import { nodeId } from "./node.js";
import { type WeightsType } from "./weights.js";

/** Stored weights as the schema shows them. */
export async function weightsNode(context: Context, stored: StoredWeights): Promise<WeightsType> {
  const { prices, cohort: digest, abandoned, ...weights } = stored;
  const cohort = digest === null ? null : await context.loaders.cohortByDigest.load(digest);
  return {
    ...weights,
    ...prices,
    __typename: "Weights",
    id: nodeId("Weights", weights.slug),
    cohort: cohort && (await cohortNode(context, cohort)),
    abandonedBecause: abandoned?.reason ?? null,
  };
}
