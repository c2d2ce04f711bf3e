import { type Command } from "commander";
import { readDecisions } from "../import/decisionFile.js";
import { check, type Check } from "../seal/check.js";
import { type Decision } from "../seal/decisions.js";
import { type ExportedEffect } from "../seal/effects.js";
import { type Evidence } from "../seal/evidence.js";
import { recompute } from "../seal/recompute.js";
import { lostTotal, preventedTotal } from "../seal/utility.js";
import { verifyReceipt, type VerifyOptions } from "../seal/verifyReceipt.js";
import { decisionFormat } from "./decisionFormat.js";
import { REFUSED, Said } from "./failure.js";
import { readEffects } from "./readEffects.js";
import { verifyHere } from "./verifyHere.js";
import { readText } from "./readText.js";
import { say } from "./say.js";

interface Flags {
  readonly key?: string;
  readonly since?: string;
  readonly consistency?: string;
  readonly data?: string;
  readonly decisions?: string;
  readonly store?: boolean;
  readonly json?: boolean;
}

export function verifyCommand(program: Command): void {
  const command = program
    .command("verify [files...]")
    .description(
      "Check receipts, with neither server nor store, or the whole store: what fails is named, and ends with 1.",
    )
    .option("--key <key>", "the public key you trust, name+id+base64; without it the receipt's own is taken")
    .option("--since <checkpoint>", "a file with a checkpoint that you kept: the log must begin with what it had then")
    .option("--consistency <proof>", "a file with the proof that leads from there to the receipt's own checkpoint")
    .option("--data <file>", 'recompute the result from the rows of "export --evaluation"')
    .option("--decisions <file>", "compare what was uploaded with what was done; NDJSON or CSV")
    .option("--store", "read everything that is stored here, and hold it against the log")
    .option("--json", "print one JSON object a line, one for each receipt");
  command.action(async (files: string[], flags: Flags) => {
    if (files.length > 0 === (flags.store === true))
      command.error(`error: expected receipts or --store, got ${flags.store ? "both" : "neither"}`);
    if (flags.store) return verifyHere(flags);
    if (flags.consistency !== undefined && flags.since === undefined)
      command.error("error: --consistency leads from an older checkpoint, expected --since as well");
    if (flags.decisions !== undefined && flags.data === undefined)
      command.error("error: --decisions is compared with exported rows, expected --data as well");
    const options: VerifyOptions = {
      trustedKey: flags.key,
      since: flags.since && (await readText(flags.since)),
      consistency: flags.consistency && (await readText(flags.consistency)),
    };
    const rows = flags.data === undefined ? null : await readEffects(flags.data);
    const decisions =
      flags.decisions === undefined
        ? undefined
        : (await readDecisions({ path: flags.decisions }, decisionFormat(flags.decisions))).decisions;
    let hold = true;
    for (const file of files) {
      const { checks, evidence, key } = verifyReceipt(await readText(file), options);
      const all = [...checks, ...(evidence && rows ? recomputed(evidence, rows, decisions) : [])];
      const holds = all.every(({ fault }) => fault === null);
      hold &&= holds;
      say(flags.json, { file, holds, key, checks: all }, () =>
        [
          ...all.map(checkText),
          holds && evidence
            ? `${file}: holds: ${all.length} checks; ${summary(evidence)}`
            : `${file}: does not hold: ${all.filter(({ fault }) => fault !== null).length} of ${all.length} checks fail`,
          ...(flags.key === undefined && key !== null
            ? [`${file}: no --key was given to trust; it is signed by the key that it names itself, ${key}`]
            : []),
        ].join("\n"),
      );
    }
    if (!hold) throw new Said(REFUSED);
  });
}

/** Rows that cannot be read are a fault of the rows. */
function recomputed(evidence: Evidence, read: () => ExportedEffect[], decisions?: readonly Decision[]): Check[] {
  let rows: ExportedEffect[] | null = null;
  const looked = check("data", "exported rows", () => void (rows = read()));
  return rows === null ? [looked] : recompute(evidence, rows, decisions);
}

export const checkText = ({ check, object, fault }: Check): string =>
  fault === null ? `ok      ${check}: ${object}` : `FAILED  ${check}: ${object}: ${fault}`;

function summary({ result: { statement: said }, declaration }: Evidence): string {
  const { state, numerator, denominator } = said.breakEven;
  const ratio = denominator === null ? "" : `${numerator}/${denominator} `;
  return [
    `${said.debates} debates, fired on ${said.fired}: prevented ${preventedTotal(said)}, lost ${lostTotal(said)}, net ${said.net}`,
    `utility ${said.utility}, break-even ${ratio}(${state})`,
    `${said.grade}, ${said.verification}, ${said.custody}, declared by ${declaration.statement.team}`,
  ].join("; ");
}
