import { type DebateSet, shareDebate } from "../debate/debateSet.js";
import { type Database } from "./open.js";
import { overlapsOf } from "./runs.js";
import { selectionsOf } from "./selections.js";

/** A declaration on debates that are also asked about. */
export interface OverlappingDeclaration {
  readonly digest: string;
  readonly team: string;
  /** Digest. */
  readonly policy: string;
  /** Digest of the sealed weights. */
  readonly weights: string;
  readonly position: number;
  readonly state: "DECLARED" | "COMPLETE" | "ABANDONED";
}

/** Cohorts whose bitsets are compared at once: a million debates are 125 KB each. */
const COMPARED_AT_ONCE = 100;

/**
 * The declarations on cohorts that share a debate with these, under whatever name it was imported, in log order; of one team and one policy (by digest) where
 * those are given. The first of a team and policy fixes its weights of record there.
 */
export async function overlappingDeclarations(
  database: Database,
  debates: readonly DebateSet[],
  { team, policy }: { readonly team: string | null; readonly policy: string | null },
): Promise<OverlappingDeclaration[]> {
  const wide = await withOverlaps(database, debates);
  const contents = wide.map(({ contentDigest }) => contentDigest);
  const rows = await database.declaration.findMany({
    where: {
      ...(team === null ? {} : { teamSlug: team }),
      ...(policy === null ? {} : { policy: { digest: policy } }),
      cohort: { parts: { some: { size: { gt: 0 }, run: { contentDigest: { in: contents } } } } },
    },
    select: {
      digest: true,
      teamSlug: true,
      position: true,
      cohortId: true,
      policy: { select: { digest: true } },
      weights: { select: { digest: true } },
      evaluation: { select: { position: true } },
      abandonment: { select: { position: true } },
    },
    orderBy: { position: "asc" },
  });
  const sharing = await cohortsSharing(database, new Set(rows.map(({ cohortId }) => cohortId)), wide);
  return rows
    .filter(({ cohortId }) => sharing.has(cohortId))
    .map(({ digest, teamSlug, position, policy, weights, evaluation, abandonment }) => ({
      digest,
      team: teamSlug,
      policy: policy.digest,
      weights: weights.digest,
      position: Number(position),
      state: evaluation ? "COMPLETE" : abandonment ? "ABANDONED" : "DECLARED",
    }));
}

/** Of a run that shares any debate with one of these, every debate counts as one of these: the log knows runs, and so do receipts. */
async function withOverlaps(database: Database, debates: readonly DebateSet[]): Promise<DebateSet[]> {
  const chosen = debates.filter(({ bits }) => bits === null || bits.some((byte) => byte !== 0));
  const contents = chosen.map(({ contentDigest }) => contentDigest);
  const overlaps = await overlapsOf(database, contents);
  return [...chosen, ...overlaps.map((contentDigest) => ({ contentDigest, bits: null }))];
}

async function cohortsSharing(
  database: Database,
  candidates: ReadonlySet<number>,
  debates: readonly DebateSet[],
): Promise<Set<number>> {
  const contents = debates.map(({ contentDigest }) => contentDigest);
  const ids = [...candidates];
  const sharing = new Set<number>();
  for (let from = 0; from < ids.length; from += COMPARED_AT_ONCE) {
    const selections = await selectionsOf(database, ids.slice(from, from + COMPARED_AT_ONCE), contents);
    for (const [id, selection] of selections) if (shareDebate(selection, debates)) sharing.add(id);
  }
  return sharing;
}
