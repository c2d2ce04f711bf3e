import { deflateSync, inflateSync } from "node:zlib";
import { UserError } from "../errors.js";
import { decisionsDigest, decisionText, type Decision } from "../seal/decisions.js";
import { type Database } from "./open.js";
import { type StoredPolicy } from "./policies.js";

/** Decisions as they are stored: a line of canonical JSON each, sorted, compressed. */
export const decisionBytes = (decisions: readonly Decision[]): Buffer =>
  deflateSync(
    decisions
      .map((decision) => `${decisionText(decision)}\n`)
      .sort()
      .join(""),
  );

/** The uploaded decisions of a policy, sorted; STORE_DAMAGED when they are not those that its digest names. */
export async function decisionsOf(database: Database, policy: StoredPolicy): Promise<Decision[]> {
  // Base64: the embedded adapter reads binary values a digit at a time.
  const rows = await database.$queryRaw<{ bytes: string }[]>`
    SELECT encode(bytes, 'base64') AS bytes FROM "PolicyDecisions" WHERE "policyId" = ${policy.rowId}`;
  try {
    const lines = inflateSync(Buffer.from(rows[0]?.bytes ?? "", "base64"))
      .toString("utf8")
      .split("\n");
    const decisions = lines.slice(0, -1).map((line) => JSON.parse(line) as Decision);
    if (decisionsDigest(decisions) === policy.decisions?.digest) return decisions;
  } catch {
    // Said below: neither unpacking nor parsing fails on what was written.
  }
  throw new UserError("STORE_DAMAGED", `the decisions of policy ${policy.slug} do not match their digest`);
}
