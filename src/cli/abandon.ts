import { type Command } from "commander";
import { withConnection } from "./connect.js";
import { type EvaluationAnswer, evaluationSelection } from "./evaluation.js";
import { evaluationText } from "./evaluationText.js";
import { say } from "./say.js";
import { asTeam } from "./team.js";

const document = `mutation ($input: AbandonEvaluationInput!) {
  abandonEvaluation(input: $input) { evaluation { ${evaluationSelection} } }
}`;

export function abandonCommand(program: Command): void {
  asTeam(program.command("abandon <evaluation>"))
    .description("Say that a declared evaluation will have no result. It stays in the log, and is counted.")
    .requiredOption("--reason <text>", "why, for those who meet it later")
    .option("--json", "print one JSON object")
    .action((digest: string, { reason, json, team }: { reason: string; json?: boolean; team?: string }) =>
      withConnection(async (connection) => {
        const { abandonEvaluation } = await connection.ask<{ abandonEvaluation: { evaluation: EvaluationAnswer } }>(
          document,
          { input: { digest, reason } },
        );
        const { evaluation } = abandonEvaluation;
        say(json, evaluation, () => evaluationText(evaluation));
      }, team),
    );
}
