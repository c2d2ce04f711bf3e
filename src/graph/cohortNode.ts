import { type StoredCohort } from "../store/cohorts.js";
import { type CohortType } from "./cohort.js";
import { type Context } from "./context.js";
import { nodeId } from "./node.js";
import { must } from "../errors.js";
import { runNode } from "./runNode.js";

/** A stored cohort as the schema shows it. */
export async function cohortNode({ loaders }: Context, { parts, ...cohort }: StoredCohort): Promise<CohortType> {
  const runs = await Promise.all(parts.map(({ run }) => loaders.run.load(run)));
  const blind = cohort.visibility === "BLIND" ? await loaders.blind() : [];
  const attrition = new Map<string, number>();
  for (const part of parts)
    for (const { reason, count } of part.attrition) attrition.set(reason, (attrition.get(reason) ?? 0) + count);
  return {
    ...cohort,
    __typename: "Cohort",
    visibility: blind.some(({ slug }) => slug === cohort.slug) ? "BLIND" : "OPEN",
    id: nodeId("Cohort", cohort.slug),
    attrition: [...attrition].map(([reason, count]) => ({ reason, count })),
    parts: parts.map((part, index) => {
      const run = runs[index];
      must(run, "a cohort names a run that is not stored");
      return { run: runNode(run), size: part.size, attrition: [...part.attrition] };
    }),
  };
}
