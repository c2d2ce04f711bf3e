import { type Command } from "commander";
import { allPages } from "./allPages.js";
import { withConnection } from "./connect.js";
import { say } from "./say.js";
import { textTable } from "./textTable.js";

interface RunAnswer {
  readonly slug: string;
  readonly title: string | null;
  readonly condition: string;
  readonly benchmark: string;
  readonly size: number;
  readonly rounds: number;
  readonly seats: readonly { readonly model: string }[];
  readonly synthetic: boolean;
  readonly withdrawals: readonly { readonly kind: string; readonly by: string | null; readonly reason: string }[];
}

const document = `query ($first: Int!, $after: String) {
  page: runs(first: $first, after: $after) {
    edges { node { slug title condition benchmark size rounds seats { model } synthetic withdrawals { kind by reason } } }
    pageInfo { hasNextPage endCursor }
  }
}`;

export function runsCommand(program: Command): void {
  program
    .command("runs")
    .description("List the runs that are stored.")
    .option("--json", "print one JSON array")
    .action(({ json }: { json?: boolean }) =>
      withConnection(async (connection) => {
        const runs: RunAnswer[] = [];
        for await (const run of allPages<RunAnswer>((page) => connection.ask(document, page))) runs.push(run);
        say(json, runs, () =>
          textTable(
            ["run", "benchmark", "condition", "debates", "seats", "rounds", "withdrawn"],
            runs.map(({ slug, benchmark, condition, size, seats, rounds, withdrawals }) => [
              slug,
              benchmark,
              condition,
              ...[size, seats.length, rounds].map(String),
              withdrawals.map(({ kind, by }) => (by === null ? kind : `${kind} by ${by}`)).join(", "),
            ]),
            3,
          ),
        );
      }),
    );
}
