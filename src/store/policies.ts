import { type StatementOf } from "../seal/statements.js";
import { type Prisma } from "./generated/client.js";
import { keysetArguments, type KeysetPage } from "./keyset.js";
import { type Database } from "./open.js";
import { statementText } from "./statementText.js";

type Said = Pick<StatementOf<"policy">, "slug" | "team" | "digest" | "rule" | "decisions" | "at">;

export interface StoredPolicy extends Said {
  readonly rowId: number;
  readonly kind: "FIXED" | "DECISIONS";
  readonly position: number;
}

/** All that is given must hold; null: any. */
export interface PolicyFilter {
  readonly team: string | null;
  readonly kind: StoredPolicy["kind"] | null;
  readonly digest: string | null;
}

export async function policiesBySlug(database: Database, slugs: readonly string[]): Promise<Map<string, StoredPolicy>> {
  const rows = await database.policy.findMany({ where: { slug: { in: [...slugs] } }, include });
  return new Map(rows.map((row) => [row.slug, stored(row)]));
}

/** Of several policies that do the same, the first. */
export async function policiesByDigest(
  database: Database,
  digests: readonly string[],
): Promise<Map<string, StoredPolicy>> {
  const where = { digest: { in: [...digests] } };
  const rows = await database.policy.findMany({ where, orderBy: { position: "desc" }, include });
  return new Map(rows.map((row) => [row.digest, stored(row)]));
}

/** One row more than `page.take`; from the end, in reverse. */
export async function policiesPage(
  database: Database,
  filter: PolicyFilter,
  page: KeysetPage,
): Promise<StoredPolicy[]> {
  const { where, orderBy, take } = keysetArguments(page);
  const rows = await database.policy.findMany({ where: { AND: [matching(filter), where] }, orderBy, take, include });
  return rows.map(stored);
}

export const policiesCount = (database: Database, filter: PolicyFilter): Promise<number> =>
  database.policy.count({ where: matching(filter) });

const matching = ({ team, kind, digest }: PolicyFilter): Prisma.PolicyWhereInput => ({
  ...(team === null ? {} : { teamSlug: team }),
  ...(kind === null ? {} : { kind }),
  ...(digest === null ? {} : { digest }),
});

const include = { entry: { select: { statement: true } } } satisfies Prisma.PolicyInclude;

type Row = Prisma.PolicyGetPayload<{ include: typeof include }>;

function stored({ id, kind, position, entry }: Row): StoredPolicy {
  const { slug, team, digest, rule, decisions, at } = statementText("policy", position, entry.statement);
  return { rowId: id, kind, position: Number(position), slug, team, digest, rule, decisions, at };
}
