import { UserError } from "../errors.js";
import { type Connection } from "./connection.js";

/** The receipt of an evaluation as its file: a DSSE envelope, indented by two. */
export async function receiptOf(connection: Connection, digest: string): Promise<string> {
  const document = "query ($digest: String!) { evaluation(digest: $digest) { receipt { json } } }";
  type Answer = { evaluation: { receipt: { json: object } | null } | null };
  const { evaluation } = await connection.ask<Answer>(document, { digest });
  if (evaluation === null) throw unknownEvaluation(digest);
  if (evaluation.receipt === null) throw new UserError("NOT_FOUND", `evaluation ${digest} has no result yet`);
  return `${JSON.stringify(evaluation.receipt.json, null, 2)}\n`;
}

export const unknownEvaluation = (digest: string): UserError =>
  new UserError(
    "NOT_FOUND",
    `expected the digest of an evaluation, got ${digest}; "counterweight evaluations" shows what there is`,
  );
