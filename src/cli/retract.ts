import { type Command } from "commander";
import { withConnection } from "./connect.js";
import { say } from "./say.js";

const document = `mutation ($input: RetractRunInput!) { retractRun(input: $input) { run { slug withdrawals { kind by reason } } } }`;

export function retractCommand(program: Command): void {
  program
    .command("retract <slug>")
    .description("Withdraw a run. Its debates, digests and receipts stay readable; nothing new is built on it.")
    .requiredOption("--reason <text>", "why, for those who meet its name later")
    .option("--superseded-by <slug>", "the run that takes its place")
    .option("--json", "print one JSON object")
    .action((slug: string, { reason, supersededBy, json }: { reason: string; supersededBy?: string; json?: boolean }) =>
      withConnection(async (connection) => {
        const { retractRun } = await connection.ask<{ retractRun: unknown }>(document, {
          input: { run: slug, reason, supersededBy },
        });
        const instead = supersededBy === undefined ? "" : `; ${supersededBy} takes its place`;
        say(json, retractRun, () => `${slug} is retracted${instead}`);
      }),
    );
}
