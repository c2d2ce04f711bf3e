import { type Json } from "../seal/canonical.js";
import { type StatementOf } from "../seal/statements.js";
import { type Prisma } from "./generated/client.js";
import { keysetArguments, type KeysetPage } from "./keyset.js";
import { type Database } from "./open.js";
import { statementText } from "./statementText.js";

/** A declaration, and its result once there is one. */
export interface StoredEvaluation {
  readonly rowId: number;
  /** Of the declaration. */
  readonly digest: string;
  readonly team: string;
  /** DECLARED until its result stands, however long ago that was. */
  readonly state: "DECLARED" | "COMPLETE" | "ABANDONED";
  /** Slugs. Of several policies or cohorts with one digest, the first. */
  readonly policy: string;
  readonly cohort: string;
  readonly weights: string;
  readonly declaration: StatementOf<"declaration">;
  readonly declaredPosition: number;
  readonly sealedPosition: number;
  readonly result: StatementOf<"result"> | null;
  readonly resultPosition: number | null;
  /** What was computed beside the result; it holds the digest. */
  readonly detail: Json | null;
  /** When and why, if it was abandoned. */
  readonly abandoned: { readonly position: number; readonly reason: string } | null;
}

/** All that is given must hold; null: any. Policy, cohort and weights by digest. */
export interface EvaluationFilter {
  readonly team: string | null;
  readonly policy: string | null;
  readonly cohort: string | null;
  readonly weights: string | null;
  readonly state: StoredEvaluation["state"] | null;
}

export async function evaluationsByDigest(
  database: Database,
  digests: readonly string[],
): Promise<Map<string, StoredEvaluation>> {
  const rows = await database.declaration.findMany({ where: { digest: { in: [...digests] } }, include });
  return new Map(rows.map((row) => [row.digest, stored(row)]));
}

/** One row more than `page.take`; from the end, in reverse. Ordered by position; the name of a row is its digest. */
export async function evaluationsPage(
  database: Database,
  filter: EvaluationFilter,
  page: KeysetPage,
): Promise<StoredEvaluation[]> {
  const { where, orderBy, take } = keysetArguments({ ...page, name: "digest" });
  const found = { AND: [matching(filter), where] };
  const rows = await database.declaration.findMany({ where: found, orderBy, take, include });
  return rows.map(stored);
}

export const evaluationsCount = (database: Database, filter: EvaluationFilter): Promise<number> =>
  database.declaration.count({ where: matching(filter) });

/** What the policy did to each debate, as it was written; null while there is no result. */
export async function effectsOf(database: Database, { rowId }: StoredEvaluation): Promise<Buffer | null> {
  const rows = await database.$queryRaw<{ effects: string }[]>`
    SELECT encode(effects, 'base64') AS effects FROM "Evaluation" WHERE "declarationId" = ${rowId}`;
  const [found] = rows;
  return found === undefined ? null : Buffer.from(found.effects, "base64");
}

const matching = ({ team, policy, cohort, weights, state }: EvaluationFilter): Prisma.DeclarationWhereInput => ({
  ...(team === null ? {} : { teamSlug: team }),
  ...(policy === null ? {} : { policy: { digest: policy } }),
  ...(cohort === null ? {} : { cohort: { digest: cohort } }),
  ...(weights === null ? {} : { weights: { digest: weights } }),
  ...(state === "COMPLETE" ? { evaluation: { isNot: null } } : {}),
  ...(state === "ABANDONED" ? { abandonment: { isNot: null } } : {}),
  ...(state === "DECLARED" ? { evaluation: null, abandonment: null } : {}),
});

const entry = { select: { statement: true } } as const;
const include = {
  entry,
  policy: { select: { slug: true } },
  cohort: { select: { slug: true } },
  weights: { select: { position: true, weights: { select: { slug: true } } } },
  evaluation: { select: { position: true, detail: true, entry } },
  abandonment: { select: { position: true, entry } },
} satisfies Prisma.DeclarationInclude;

type Row = Prisma.DeclarationGetPayload<{ include: typeof include }>;

function stored({ id, position, digest, teamSlug, entry, policy, cohort, weights, ...row }: Row): StoredEvaluation {
  const { evaluation, abandonment } = row;
  return {
    rowId: id,
    digest,
    team: teamSlug,
    state: evaluation ? "COMPLETE" : abandonment ? "ABANDONED" : "DECLARED",
    policy: policy.slug,
    cohort: cohort.slug,
    weights: weights.weights.slug,
    declaration: statementText("declaration", position, entry.statement),
    declaredPosition: Number(position),
    sealedPosition: Number(weights.position),
    result: evaluation && statementText("result", evaluation.position, evaluation.entry.statement),
    resultPosition: evaluation && Number(evaluation.position),
    detail: evaluation && (JSON.parse(evaluation.detail) as Json),
    abandoned: abandonment && {
      position: Number(abandonment.position),
      reason: statementText("abandonment", abandonment.position, abandonment.entry.statement).reason,
    },
  };
}
