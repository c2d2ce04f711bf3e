import { must } from "../errors.js";
import { evaluationSeed } from "../seal/seed.js";
import { type StoredEvaluation } from "../store/evaluations.js";
import { cohortNode } from "./cohortNode.js";
import { type Context } from "./context.js";
import { type EvaluationType } from "./evaluation.js";
import { nodeId } from "./node.js";
import { policyNode } from "./policyNode.js";
import { weightsNode } from "./weightsNode.js";

/** A stored evaluation as the schema shows it. Its result stays behind `stored` (evaluationResult.ts). */
export async function evaluationNode(context: Context, stored: StoredEvaluation): Promise<EvaluationType> {
  const { loaders } = context;
  const [policy, cohort, weights] = await Promise.all([
    loaders.policy.load(stored.policy),
    loaders.cohort.load(stored.cohort),
    loaders.weights.load(stored.weights),
  ]);
  must(policy && cohort && weights, "what a declaration cites is stored");
  const { coding, interval, validation, method } = stored.declaration;
  return {
    __typename: "Evaluation",
    id: nodeId("Evaluation", stored.digest),
    stored,
    digest: stored.digest,
    state: stored.state,
    team: stored.team,
    policy: policyNode(policy),
    cohort: await cohortNode(context, cohort),
    weights: await weightsNode(context, weights),
    coding,
    interval,
    seed: evaluationSeed(stored.digest),
    validation,
    method,
    declaredPosition: stored.declaredPosition,
    resultPosition: stored.resultPosition,
    abandonedBecause: stored.abandoned?.reason ?? null,
  };
}
