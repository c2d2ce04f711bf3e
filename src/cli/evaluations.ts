import { type Command } from "commander";
import { allPages } from "./allPages.js";
import { withConnection } from "./connect.js";
import { type DeclaredAnswer } from "./evaluation.js";
import { say } from "./say.js";
import { textTable } from "./textTable.js";

type Answer = DeclaredAnswer & { readonly verification: string };

const fields = `digest state team policy { slug decisions { fittedOn } } cohort { slug } weights { slug prevented lost }
  declaredPosition resultPosition abandonedBecause verification`;

export function evaluationsCommand(program: Command): void {
  program
    .command("evaluations")
    .description(
      "List what was declared, in the order of the log, also what has no result. Numbers are evaluate's to show.",
    )
    .option("--policy <slug>", "only of this policy, and all that do the same")
    .option("--cohort <slug>", "only on this cohort, and all that hold the same debates")
    .option("--weights <slug>", "only under these weights")
    .option("--by-team <name>", "only of this team")
    .option("--json", "print one JSON array")
    .action(({ json, byTeam, ...filter }: { json?: boolean; byTeam?: string }) =>
      withConnection(async (connection) => {
        const document = `query ($first: Int!, $after: String, $filter: EvaluationFilter) {
          page: evaluations(first: $first, after: $after, filter: $filter) {
            edges { node { ${fields} } } pageInfo { hasNextPage endCursor }
          }
        }`;
        const found: Answer[] = [];
        const pages = allPages<Answer>((page) =>
          connection.ask(document, { ...page, filter: { ...filter, team: byTeam } }),
        );
        for await (const one of pages) found.push(one);
        say(json, found, () =>
          textTable(
            ["policy", "cohort", "weights", "team", "state", "verification", "position", "evaluation"],
            found.map(({ digest, policy, cohort, weights, team, state, verification, declaredPosition }) => [
              policy.slug,
              cohort.slug,
              weights.slug,
              team,
              state,
              verification,
              String(declaredPosition),
              digest,
            ]),
            6,
          ),
        );
      }),
    );
}
