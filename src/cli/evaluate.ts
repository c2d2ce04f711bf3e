import { writeFile } from "node:fs/promises";
import { type Command } from "commander";
import { intervalMethods } from "../debate/intervalOptions.js";
import { choice } from "./choice.js";
import { withConnection } from "./connect.js";
import { evaluate } from "./evaluation.js";
import { evaluationText } from "./evaluationText.js";
import { codingFlags, intervalFlags, type MeasureFlags, measureVariables } from "./measured.js";
import { receiptOf } from "./receipt.js";
import { say } from "./say.js";
import { asTeam } from "./team.js";

interface Flags extends Omit<MeasureFlags, "by" | "seed" | "cohort"> {
  readonly policy: string;
  readonly cohort: string;
  readonly weights: string;
  readonly receipt?: string;
  readonly team?: string;
  readonly json?: boolean;
}

export function evaluateCommand(program: Command): void {
  const command = program
    .command("evaluate")
    .description(
      "Declare what a policy is judged by, then replay it. The same again is the same evaluation, and completes one that was interrupted.",
    )
    .requiredOption("--policy <slug>", "what is replayed")
    .requiredOption("--cohort <slug>", "on which debates")
    .requiredOption("--weights <slug>", "under which sealed weights")
    .option("--receipt <file>", "write the receipt there, for those who check it without this store")
    .option("--json", "print one JSON object");
  intervalFlags(
    codingFlags(asTeam(command)),
    choice("--interval <method>", "how intervals are made", intervalMethods),
  ).action(({ policy, cohort, weights, receipt, team, json, ...flags }: Flags) =>
    withConnection(async (connection) => {
      const {
        coding,
        interval: { method, level, cluster, resamples },
      } = measureVariables(flags);
      const interval = { method, level, cluster, resamples };
      const found = await evaluate(connection, { policy, cohort, weights, coding, interval });
      if (receipt !== undefined && found.state === "COMPLETE")
        await writeFile(receipt, await receiptOf(connection, found.digest));
      say(json, found, () =>
        [
          evaluationText(found),
          ...(receipt !== undefined && found.state === "COMPLETE" ? [`receipt written to ${receipt}`] : []),
        ].join("\n"),
      );
    }, team),
  );
}
