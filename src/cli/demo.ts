import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Command } from "commander";
import { config } from "../config.js";
import { createCohort, cohortText, findCohort } from "./cohort.js";
import { connect } from "./connect.js";
import { demonstrateSeal } from "./demoSeal.js";
import { type Connection } from "./connection.js";
import { isHere } from "./here.js";
import { importWithProgress } from "./importFiles.js";
import { reportText } from "./importText.js";
import { askLedger, ledgerText } from "./ledger.js";
import { askOnset, onsetText } from "./onset.js";
import { addresses, refuseTakenPort, serve } from "./serve.js";

const examples = fileURLToPath(new URL("../../examples/", import.meta.url));
const COHORT = "demo";

export function demoCommand(program: Command): void {
  program
    .command("demo")
    .description(
      "Load the example runs, fix a cohort of them, print its ledger and onset, seal weights, replay the baseline gates, verify a receipt, and serve. Needs no database.",
    )
    .option("--no-serve", "end after printing")
    .option("--json", "print one JSON object in place of the tables")
    .action(async ({ serve: serves, json }: { serve: boolean; json?: boolean }) => {
      // A demonstration never touches somebody's Postgres.
      const settings = { ...config(), databaseUrl: null, ownerUrl: null };
      const print = (text: string) => void process.stdout.write(`${text}\n`);
      if (serves) await refuseTakenPort(settings);
      const connection = await connect(settings);
      let serving = false;
      try {
        const say = json ? () => undefined : print;
        const shown = await demonstrate(connection, say);
        const sealed = await demonstrateSeal(connection, COHORT, settings.home, say);
        if (json) print(JSON.stringify({ ...shown, ...sealed }));
        if (!isHere(connection)) print(json ? "" : `\nServed already: this was answered by ${connection.through}.`);
        else if (serves) {
          serving = true;
          await serve(connection, settings, (url) => print(json ? JSON.stringify({ url }) : `\n${addresses(url)}`));
        }
      } finally {
        if (!serving) await connection.close();
      }
    });
}

/** What the demonstration prints about the runs themselves. Loading and fixing a second time change nothing, and say so. */
async function demonstrate(connection: Connection, print: (text: string) => void) {
  const files = (await readdir(examples)).filter((name) => /\.jsonl(\.gz)?$/.test(name)).sort();
  print(
    `Loading ${files.length} example runs (synthetic, published margins; see examples/README.md) into ${connection.through}.`,
  );
  const reports = [];
  for (const name of files) {
    const { report, seconds } = await importWithProgress(connection, join(examples, name), {});
    print(reportText(name, report, seconds));
    reports.push(report);
  }
  const known = await findCohort(connection, COHORT);
  // The GPQA check is a run for another question: it shows a sign that turns with the coding.
  const runs = reports
    .flatMap((report) => ("run" in report ? [report.run] : []))
    .filter((slug) => slug.startsWith("primary-"));
  const cohort = known ?? (await createCohort(connection, { slug: COHORT, title: "The example runs", runs }));
  print(`${known ? "fixed before: " : ""}${cohortText(cohort)}\n`);
  const flags = { cohort: COHORT, by: "MODEL", interval: "AUTO" };
  const ledger = await askLedger(connection, undefined, flags);
  const onset = await askOnset(connection, undefined, { cohort: COHORT, interval: "AUTO" });
  print(`$ counterweight ledger --cohort ${COHORT} --by model\n\n${ledgerText(ledger, "MODEL", COHORT)}\n`);
  print(`$ counterweight onset --cohort ${COHORT}\n\n${onsetText(onset, COHORT)}`);
  return { imports: reports, cohort, ledger, onset };
}
