import { UserError } from "../errors.js";
import { canonical, type Json } from "../seal/canonical.js";
import { policyDigest } from "../seal/citedDigests.js";
import { decisionsDigest, type Decision } from "../seal/decisions.js";
import { type StatementOf } from "../seal/statements.js";
import { appendLog } from "./appendLog.js";
import { decisionBytes } from "./decisions.js";
import { logTransaction } from "./logTransaction.js";
import { type Store } from "./open.js";
import { policiesBySlug, type StoredPolicy } from "./policies.js";
import { addTeam } from "./teams.js";

export interface NewPolicy {
  readonly slug: string;
  readonly team: string;
  /** Gate, action and how they were chosen, with defaults resolved; or decisions and what they were fitted on. */
  readonly does: { readonly rule: Json } | { readonly decisions: readonly Decision[]; readonly fittedOn: string };
}

/** Stores a policy for good. The same again changes nothing; another one under a taken name is a CONFLICT. */
export async function addPolicy(store: Store, { slug, team, does }: NewPolicy): Promise<StoredPolicy> {
  const uploaded = "decisions" in does ? does : null;
  if (uploaded !== null) refuseRepeated(uploaded.decisions);
  const said = {
    rule: "rule" in does ? does.rule : null,
    decisions: uploaded && {
      digest: decisionsDigest(uploaded.decisions),
      count: uploaded.decisions.length,
      fittedOn: uploaded.fittedOn,
    },
  };
  const bytes = uploaded && decisionBytes(uploaded.decisions);
  const at = new Date().toISOString();
  const statement: StatementOf<"policy"> = {
    type: "policy",
    v: 1,
    slug,
    team,
    digest: policyDigest(said),
    ...said,
    at,
  };
  return logTransaction(store, async (database) => {
    const known = (await policiesBySlug(database, [slug])).get(slug);
    if (known !== undefined) {
      const { rule, decisions } = known;
      if (known.team === team && canonical({ rule, decisions }) === canonical(said)) return known;
      throw new UserError("CONFLICT", `policy ${slug}: another policy stands under this name`);
    }
    await addTeam(database, team);
    const position = await appendLog(database, statement);
    const { id: policyId } = await database.policy.create({
      data: { position, slug, digest: statement.digest, teamSlug: team, kind: bytes === null ? "FIXED" : "DECISIONS" },
      select: { id: true },
    });
    if (bytes !== null)
      await database.$executeRaw`
        INSERT INTO "PolicyDecisions" ("policyId", bytes) VALUES (${policyId}, decode(${bytes.toString("base64")}, 'base64'))`;
    return (await policiesBySlug(database, [slug])).get(slug)!;
  });
}

function refuseRepeated(decisions: readonly Decision[]): void {
  const seen = new Set<string>();
  for (const { run, item, replicate } of decisions) {
    const key = JSON.stringify([run, item, replicate]);
    if (seen.has(key)) throw new UserError("BAD_INPUT", `decisions: ${key} (run, item, replicate) comes twice`);
    seen.add(key);
  }
}
