import { must, UserError } from "../errors.js";
import { canonical, type Json } from "../seal/canonical.js";
import { digest as digestOf } from "../seal/digest.js";
import { type StatementOf } from "../seal/statements.js";
import { appendLog } from "./appendLog.js";
import { blindCohorts, refuseBlind } from "./blind.js";
import { cohortsByDigest } from "./cohorts.js";
import { evaluationsByDigest, type StoredEvaluation } from "./evaluations.js";
import { appendFirstAnswers } from "./firstAnswers.js";
import { logTransaction } from "./logTransaction.js";
import { type Store } from "./open.js";
import { selectionsOf } from "./selections.js";

export interface NewResult {
  readonly statement: StatementOf<"result">;
  /** What was computed beside; the statement holds its digest. */
  readonly detail: Json;
  /** What the policy did to each debate, as debate/effect.ts writes it. */
  readonly effects: Uint8Array;
  /** How the first answers about its runs are named in the log. */
  readonly question: string;
}

/**
 * Writes the result of a declaration, and before it in the log that its runs are answered about, all or nothing. When it
 * has one already, that one stands and comes back. CONFLICT when it was abandoned, BLIND when its debates are.
 */
export const writeResult = (
  store: Store,
  { statement, detail, effects, question }: NewResult,
): Promise<StoredEvaluation> =>
  logTransaction(store, async (database) => {
    const evaluation = statement.declaration;
    must(digestOf(detail) === statement.detail, "a result holds the digest of its detail");
    const known = (await evaluationsByDigest(database, [evaluation])).get(evaluation);
    if (known === undefined) throw new UserError("NOT_FOUND", `no evaluation has the digest ${evaluation}`);
    if (known.state === "COMPLETE") return known;
    if (known.state === "ABANDONED")
      throw new UserError("CONFLICT", `evaluation ${evaluation}: it was abandoned: ${known.abandoned?.reason}`);
    const cohort = (await cohortsByDigest(database, [known.declaration.cohort])).get(known.declaration.cohort);
    must(cohort, "a declaration's cohort is stored");
    const selection = (await selectionsOf(database, [cohort.rowId])).get(cohort.rowId) ?? [];
    refuseBlind(await blindCohorts(database), selection);
    const contents = selection.map(({ contentDigest }) => contentDigest);
    await appendFirstAnswers(database, contents, question);
    const position = await appendLog(database, statement);
    await database.$executeRaw`
      INSERT INTO "Evaluation" ("declarationId", position, detail, effects)
      VALUES (${known.rowId}, ${position}, ${canonical(detail)}, decode(${Buffer.from(effects).toString("base64")}, 'base64'))`;
    return (await evaluationsByDigest(database, [evaluation])).get(evaluation)!;
  });
