import { writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { must } from "../errors.js";
import { verifyReceipt } from "../seal/verifyReceipt.js";
import { type Connection } from "./connection.js";
import { evaluate, type EvaluationAnswer } from "./evaluation.js";
import { evaluationTable } from "./evaluationText.js";
import { addGate } from "./policy.js";
import { receiptOf } from "./receipt.js";
import { findWeights, sealWeights, weightsText } from "./weights.js";

const WEIGHTS = "one-to-one";
/** The published baselines, each freezing to the blind round. */
const gates = {
  never: "never",
  always: "always",
  "round1-majority-changed": "round1MajorityChanged",
  "round1-any-flip": "round1AnyFlip",
  "round0-not-unanimous": "round0NotUnanimous",
  "round1-not-unanimous": "round1NotUnanimous",
};
const SHOWN = "round1-majority-changed";

/**
 * The second half of the demonstration: weights, the baseline gates under them, and a receipt that is verified. A second time
 * nothing is sealed, declared or computed again, and that is said; the receipt is written anew, with the log as it is then.
 */
export async function demonstrateSeal(
  connection: Connection,
  cohort: string,
  home: string,
  print: (text: string) => void,
) {
  const { log } = await connection.ask<{ log: { size: number; key: string } }>("{ log { size key } }");
  const known = await findWeights(connection, WEIGHTS);
  const weights =
    known ??
    (await sealWeights(connection, {
      slug: WEIGHTS,
      prevented: "1",
      lost: "1",
      rationale: "a demonstration: an error prevented is worth a recovery lost",
      principal: "the demonstration",
    }));
  print(`\n${known ? "sealed before: " : ""}${weightsText(weights)}\n`);
  const evaluations: EvaluationAnswer[] = [];
  for (const [policy, gate] of Object.entries(gates)) {
    await addGate(connection, policy, gate, 0);
    evaluations.push(await evaluate(connection, { policy, cohort, weights: WEIGHTS }));
  }
  const shown = evaluations.find(({ policy }) => policy.slug === SHOWN);
  must(shown, "the policy that is shown is among those that were evaluated");
  const path = join(home, "demo-receipt.json");
  const text = await receiptOf(connection, shown.digest);
  await writeFile(path, text);
  const { checks } = verifyReceipt(text, { trustedKey: log.key });
  const failed = checks.filter(({ fault }) => fault !== null).length;
  must(failed === 0, "a receipt that was just made holds");
  const file = relative(process.cwd(), path) || path;
  const again = evaluations.every(({ resultPosition }) => resultPosition !== null && resultPosition < log.size);
  print(
    [
      `$ counterweight evaluate --policy ${SHOWN} --cohort ${cohort} --weights ${WEIGHTS}   # and the other gates; all freeze to the blind round`,
      "",
      evaluationTable(evaluations),
      "",
      "prevented = wrong verdicts made right, lost = right ones made wrong; break-even = lost / prevented",
      "grade BEFORE_EVALUATION: these weights were sealed when the ledger had been shown. Seal before the first answer, or before the import, for a better one.",
      ...(again
        ? ["nothing to do: these evaluations were in the log before, and the same declaration is the same evaluation"]
        : []),
      "",
      `receipt of ${SHOWN} written; ${file}: holds, ${checks.length} checks. Anyone can check it, without this server:`,
      `  npx counterweight verify ${file} --key '${log.key}'`,
      `  python3 clients/python/counterweight_verify.py ${file} --key '${log.key}'`,
    ].join("\n"),
  );
  return { weights, evaluations, receipt: { path, key: log.key, checks: checks.length } };
}
