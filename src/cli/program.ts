import { createRequire } from "node:module";
import { Command } from "commander";
import { abandonCommand } from "./abandon.js";
import { associationCommand } from "./association.js";
import { cohortCommands } from "./cohort.js";
import { compareCommand } from "./compare.js";
import { demoCommand } from "./demo.js";
import { evaluateCommand } from "./evaluate.js";
import { evaluationsCommand } from "./evaluations.js";
import { exportCommand } from "./exportDebates.js";
import { DONE, failure } from "./failure.js";
import { importCommand } from "./importFiles.js";
import { ladderCommand } from "./ladder.js";
import { interventionsCommand } from "./interventions.js";
import { ledgerCommand } from "./ledger.js";
import { logCommands } from "./log.js";
import { migrateCommand } from "./migrate.js";
import { attritionCommand } from "./attrition.js";
import { flipsCommand } from "./flips.js";
import { diagnosisCommand } from "./diagnosis.js";
import { onsetCommand } from "./onset.js";
import { parserAuditCommand } from "./parserAudit.js";
import { trajectoryCommand } from "./trajectory.js";
import { visibilityCommand } from "./visibility.js";
import { policyCommands } from "./policy.js";
import { probesCommand } from "./probes.js";
import { recodeCommand } from "./recode.js";
import { retractCommand } from "./retract.js";
import { runsCommand } from "./runs.js";
import { serveCommand } from "./serve.js";
import { subPanelsCommand } from "./subPanels.js";
import { tokenCommands } from "./token.js";
import { verifyCommand } from "./verify.js";
import { weightsCommands } from "./weights.js";

const { version } = createRequire(import.meta.url)("../../package.json") as { readonly version: string };

/** Every command of `counterweight`. None of these files loads a database or the schema before it is asked to act. */
export function program(): Command {
  const all = new Command("counterweight")
    .description(
      "Reports on recorded multi-agent debates: ledgers with intervals, sealed weights, signed replays of policies.",
    )
    .version(version)
    .exitOverride()
    .showHelpAfterError("(add --help for what is possible)");
  for (const add of [
    serveCommand,
    demoCommand,
    importCommand,
    runsCommand,
    cohortCommands,
    ledgerCommand,
    onsetCommand,
    interventionsCommand,
    trajectoryCommand,
    flipsCommand,
    attritionCommand,
    visibilityCommand,
    diagnosisCommand,
    associationCommand,
    probesCommand,
    parserAuditCommand,
    recodeCommand,
    subPanelsCommand,
    ladderCommand,
    weightsCommands,
    policyCommands,
    evaluateCommand,
    evaluationsCommand,
    abandonCommand,
    compareCommand,
    exportCommand,
    verifyCommand,
    logCommands,
    retractCommand,
    tokenCommands,
    migrateCommand,
  ])
    add(all);
  return all.addHelpText(
    "after",
    `
Environment:
  DATABASE_URL         a Postgres; without it the embedded store in COUNTERWEIGHT_HOME (.counterweight) is used
  HOST, PORT           where "serve" and "demo" listen: 127.0.0.1, 4000
  COUNTERWEIGHT_TOKEN  the token of your team, for commands that write through a server
  LOG_LEVEL            what the server logs to stderr: info

Exit codes: 0 done, 1 refused, 2 the command line makes no sense, 3 a fault of ours.`,
  );
}

/** Runs one command line and answers its exit code. */
export async function runProgram(argv: readonly string[]): Promise<number> {
  try {
    await program().parseAsync([...argv], { from: "user" });
    return DONE;
  } catch (error) {
    return failure(error, argv.includes("--json"));
  }
}
