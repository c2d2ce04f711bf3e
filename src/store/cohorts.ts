import { type CohortRecipe } from "../debate/cohortRecipe.js";
import { type Attrition, type AttritionReason } from "../debate/cohort.js";
import { type Bitset } from "../debate/bitset.js";
import { type Prisma } from "./generated/client.js";
import { keysetArguments, type KeysetPage } from "./keyset.js";
import { type Database } from "./open.js";

export interface StoredCohort {
  readonly rowId: number;
  /** Of its log entry. */
  readonly position: number;
  readonly slug: string;
  readonly title: string | null;
  readonly digest: string;
  readonly recipe: CohortRecipe;
  readonly size: number;
  readonly visibility: "OPEN" | "BLIND";
  /** Blind until this date, or until this board closes. */
  readonly opensAt: string | null;
  readonly board: string | null;
  /** In the order of the recipe's runs. */
  readonly parts: readonly StoredCohortPart[];
}

export interface StoredCohortPart {
  /** Slug. */
  readonly run: string;
  readonly size: number;
  readonly bits: Bitset;
  readonly attrition: readonly Attrition[];
}

export async function cohortsBySlug(database: Database, slugs: readonly string[]): Promise<Map<string, StoredCohort>> {
  const rows = await database.cohort.findMany({ where: { slug: { in: [...slugs] } }, include });
  return new Map(rows.map((row) => [row.slug, stored(row)]));
}

/** Of several cohorts with one digest, the first. */
export async function cohortsByDigest(
  database: Database,
  digests: readonly string[],
): Promise<Map<string, StoredCohort>> {
  const rows = await database.cohort.findMany({
    where: { digest: { in: [...digests] } },
    orderBy: { position: "desc" },
    include,
  });
  return new Map(rows.map((row) => [row.digest, stored(row)]));
}

/** One row more than `page.take`; from the end, in reverse. */
export async function cohortsPage(database: Database, page: KeysetPage): Promise<StoredCohort[]> {
  const rows = await database.cohort.findMany({ ...keysetArguments(page), include });
  return rows.map(stored);
}

export const cohortsCount = (database: Database): Promise<number> => database.cohort.count();

/** Which ordinals of each run were left out, by reason. */
export async function leftOutDebates(
  database: Database,
  cohortId: number,
): Promise<{ run: string; reason: AttritionReason; count: number; bits: Bitset }[]> {
  const rows = await database.cohortExclusion.findMany({
    where: { cohortId },
    select: { run: { select: { slug: true } }, reason: true, count: true, bits: true },
  });
  return rows.map(({ run, reason, ...rest }) => ({ ...rest, run: run.slug, reason: reason as AttritionReason }));
}

const include = {
  parts: { orderBy: { index: "asc" }, include: { run: { select: { slug: true } } } },
  exclusions: { select: { runId: true, reason: true, count: true } },
} satisfies Prisma.CohortInclude;

type Row = Prisma.CohortGetPayload<{ include: typeof include }>;

const stored = ({ id, position, recipe, parts, exclusions, ...columns }: Row): StoredCohort => ({
  ...columns,
  rowId: id,
  position: Number(position),
  recipe: recipe as unknown as CohortRecipe,
  parts: parts.map(({ runId, run, size, bits }) => ({
    run: run.slug,
    size,
    bits,
    attrition: exclusions
      .filter((exclusion) => exclusion.runId === runId)
      .map(({ reason, count }) => ({ reason: reason as AttritionReason, count })),
  })),
});
