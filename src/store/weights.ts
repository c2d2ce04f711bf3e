import { type StatementOf } from "../seal/statements.js";
import { type Prisma } from "./generated/client.js";
import { keysetArguments, type KeysetPage } from "./keyset.js";
import { type Database } from "./open.js";
import { statementText } from "./statementText.js";

type Said = Pick<StatementOf<"weights">, "slug" | "team" | "principal" | "rationale" | "prices" | "cohort">;

export interface StoredWeights extends Said {
  readonly rowId: number;
  /** Of the statement that sealed them; of a draft, its own. */
  readonly digest: string;
  readonly state: "DRAFT" | "SEALED" | "ABANDONED";
  /** Of the first log entry about them. */
  readonly position: number;
  /** Of the entry that sealed them; the same when there was no draft. */
  readonly sealedPosition: number | null;
  /** When and why, if they were abandoned. */
  readonly abandoned: { readonly position: number; readonly reason: string } | null;
}

/** All that is given must hold; null: any. */
export interface WeightsFilter {
  readonly team: string | null;
  readonly state: StoredWeights["state"] | null;
}

export async function weightsBySlug(database: Database, slugs: readonly string[]): Promise<Map<string, StoredWeights>> {
  const rows = await database.weights.findMany({ where: { slug: { in: [...slugs] } }, include });
  return new Map(rows.map((row) => [row.slug, stored(row)]));
}

/** Sealed weights by the digest under which they are cited. */
export async function weightsByDigest(
  database: Database,
  digests: readonly string[],
): Promise<Map<string, StoredWeights>> {
  const rows = await database.weights.findMany({ where: { seal: { digest: { in: [...digests] } } }, include });
  return new Map(rows.map(stored).map((weights) => [weights.digest, weights]));
}

/** One row more than `page.take`; from the end, in reverse. */
export async function weightsPage(
  database: Database,
  filter: WeightsFilter,
  page: KeysetPage,
): Promise<StoredWeights[]> {
  const { where, orderBy, take } = keysetArguments(page);
  const rows = await database.weights.findMany({ where: { AND: [matching(filter), where] }, orderBy, take, include });
  return rows.map(stored);
}

export const weightsCount = (database: Database, filter: WeightsFilter): Promise<number> =>
  database.weights.count({ where: matching(filter) });

const matching = ({ team, state }: WeightsFilter): Prisma.WeightsWhereInput => ({
  ...(team === null ? {} : { teamSlug: team }),
  ...(state === "SEALED" ? { seal: { isNot: null } } : {}),
  ...(state === "ABANDONED" ? { abandonment: { isNot: null } } : {}),
  ...(state === "DRAFT" ? { seal: null, abandonment: null } : {}),
});

const entry = { select: { statement: true } } as const;
const include = {
  entry,
  seal: { select: { position: true, digest: true } },
  abandonment: { select: { position: true, entry } },
} satisfies Prisma.WeightsInclude;

type Row = Prisma.WeightsGetPayload<{ include: typeof include }>;

function stored({ id, position, digest, entry, seal, abandonment }: Row): StoredWeights {
  const type = seal?.position === position ? "weights" : "weightsDraft";
  const { slug, team, principal, rationale, prices, cohort } = statementText(type, position, entry.statement);
  return {
    rowId: id,
    slug,
    team,
    principal,
    rationale,
    prices,
    cohort,
    digest: seal?.digest ?? digest,
    state: seal ? "SEALED" : abandonment ? "ABANDONED" : "DRAFT",
    position: Number(position),
    sealedPosition: seal && Number(seal.position),
    abandoned: abandonment && {
      position: Number(abandonment.position),
      reason: statementText("abandonment", abandonment.position, abandonment.entry.statement).reason,
    },
  };
}
