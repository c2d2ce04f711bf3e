import { canonical } from "../seal/canonical.js";
import { type StatementOf } from "../seal/statements.js";
import { evaluationsPage, type StoredEvaluation } from "./evaluations.js";
import { type Prisma } from "./generated/client.js";
import { type Database } from "./open.js";
import { statementText } from "./statementText.js";

export interface StoredLeaderboard {
  readonly rowId: number;
  readonly slug: string;
  /** Of the statement that opened it. */
  readonly digest: string;
  readonly team: string;
  /** Slugs. */
  readonly cohort: string;
  readonly weights: string;
  readonly opened: StatementOf<"leaderboardOpened">;
  readonly openedPosition: number;
  readonly closed: StatementOf<"leaderboardClosed"> | null;
  readonly closedPosition: number | null;
  /** Whether its cohort was ever blind, and the log position at which it was opened; null: it still is blind. */
  readonly blind: { readonly openedPosition: number | null } | null;
}

/** What an evaluation must have in common with a board to be a row of it. */
export const boardKey = ["cohort", "coding", "weights", "interval", "validation"] as const;

/** The parts of the key in which a declaration differs from what a board was opened with. */
export const unlikeParts = (
  { opened }: StoredLeaderboard,
  { declaration }: StoredEvaluation,
): (typeof boardKey)[number][] => boardKey.filter((part) => canonical(opened[part]) !== canonical(declaration[part]));

/** Every declaration of the board's key, in the order of the log: nobody chooses which of them are seen. */
export async function boardDeclarations(database: Database, board: StoredLeaderboard): Promise<StoredEvaluation[]> {
  const { cohort, weights } = board.opened;
  const filter = { team: null, policy: null, cohort, weights, state: null };
  const order = { column: "position", nullable: false, descending: false, name: "digest" } as const;
  const page = { fromEnd: false, after: null, before: null } as const;
  const take = await database.declaration.count({ where: { weights: { digest: weights } } });
  const found = await evaluationsPage(database, filter, { ...page, ...order, take });
  return found.filter((each) => unlikeParts(board, each).length === 0);
}

export async function leaderboardsBySlug(
  database: Database,
  slugs: readonly string[],
): Promise<Map<string, StoredLeaderboard>> {
  const rows = await database.leaderboard.findMany({ where: { slug: { in: [...slugs] } }, include });
  return new Map(rows.map((row) => [row.slug, stored(row)]));
}

/** All of them in the order of the log. */
export async function allLeaderboards(database: Database): Promise<StoredLeaderboard[]> {
  return (await database.leaderboard.findMany({ orderBy: { position: "asc" }, include })).map(stored);
}

const entry = { select: { statement: true } } as const;
const include = {
  entry,
  cohort: { select: { slug: true, visibility: true, opening: { select: { position: true } } } },
  weights: { select: { weights: { select: { slug: true } } } },
  closing: { select: { position: true, entry } },
} satisfies Prisma.LeaderboardInclude;

type Row = Prisma.LeaderboardGetPayload<{ include: typeof include }>;

function stored({ id, position, slug, digest, teamSlug, entry, cohort, weights, closing }: Row): StoredLeaderboard {
  return {
    rowId: id,
    slug,
    digest,
    team: teamSlug,
    cohort: cohort.slug,
    weights: weights.weights.slug,
    opened: statementText("leaderboardOpened", position, entry.statement),
    openedPosition: Number(position),
    closed: closing && statementText("leaderboardClosed", closing.position, closing.entry.statement),
    closedPosition: closing && Number(closing.position),
    blind:
      cohort.visibility === "OPEN"
        ? null
        : { openedPosition: cohort.opening === null ? null : Number(cohort.opening.position) },
  };
}
