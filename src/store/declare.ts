import { UserError } from "../errors.js";
import { statementDigest, type StatementOf } from "../seal/statements.js";
import { appendLog } from "./appendLog.js";
import { cohortsByDigest } from "./cohorts.js";
import { evaluationsByDigest, type StoredEvaluation } from "./evaluations.js";
import { logTransaction } from "./logTransaction.js";
import { type Database, type Store } from "./open.js";
import { policiesByDigest } from "./policies.js";
import { addTeam } from "./teams.js";
import { weightsByDigest } from "./weights.js";

/** Puts a declaration into the log. It is durable when this returns; declaring the same again changes nothing. */
export const declare = (store: Store, statement: StatementOf<"declaration">): Promise<StoredEvaluation> =>
  logTransaction(store, async (database) => {
    const digest = statementDigest(statement);
    const known = (await evaluationsByDigest(database, [digest])).get(digest);
    if (known !== undefined) return known;
    const { team } = statement;
    const cited = <T>(found: ReadonlyMap<string, T>, what: "weights" | "policy" | "cohort"): T => {
      const stored = found.get(statement[what]);
      if (stored === undefined)
        throw new UserError("NOT_FOUND", `declaration: no such ${what} stands: ${statement[what]}`);
      return stored;
    };
    const weights = cited(await weightsByDigest(database, [statement.weights]), "weights");
    const policy = cited(await policiesByDigest(database, [statement.policy]), "policy");
    const cohort = cited(await cohortsByDigest(database, [statement.cohort]), "cohort");
    await addTeam(database, team);
    const position = await appendLog(database, statement);
    await database.declaration.create({
      data: {
        position,
        digest,
        teamSlug: team,
        policyId: policy.rowId,
        cohortId: cohort.rowId,
        weightsId: weights.rowId,
      },
      select: { id: true },
    });
    return stored(database, digest);
  });

/** Says that a declaration will have no result. It stays, and is counted. */
export const abandonDeclaration = (
  store: Store,
  digest: string,
  team: string,
  reason: string,
): Promise<StoredEvaluation> =>
  logTransaction(store, async (database) => {
    const known = await stored(database, digest);
    if (known.team !== team) throw new UserError("FORBIDDEN", `evaluation ${digest}: it is of team ${known.team}`);
    if (known.state === "COMPLETE") throw new UserError("IMMUTABLE", `evaluation ${digest}: it has a result`);
    if (known.state === "ABANDONED") return known;
    const at = new Date().toISOString();
    const position = await appendLog(database, { type: "abandonment", v: 1, statement: digest, reason, at });
    const data = { declarationId: known.rowId, position };
    await database.declarationAbandonment.create({ data, select: { position: true } });
    return stored(database, digest);
  });

async function stored(database: Database, digest: string): Promise<StoredEvaluation> {
  const found = (await evaluationsByDigest(database, [digest])).get(digest);
  if (found === undefined) throw new UserError("NOT_FOUND", `no evaluation has the digest ${digest}`);
  return found;
}
