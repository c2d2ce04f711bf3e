import { must, UserError } from "../errors.js";
import { canonical } from "../seal/canonical.js";
import { statementDigest, type StatementOf } from "../seal/statements.js";
import { appendLog } from "./appendLog.js";
import { blindCohorts, openForBoard, refuseBlind } from "./blind.js";
import { cohortsBySlug } from "./cohorts.js";
import { boardDeclarations, boardKey, leaderboardsBySlug, type StoredLeaderboard } from "./leaderboards.js";
import { logTransaction } from "./logTransaction.js";
import { type Database, type Store } from "./open.js";
import { selectionsOf } from "./selections.js";
import { addTeam } from "./teams.js";
import { weightsByDigest } from "./weights.js";

type Opened = StatementOf<"leaderboardOpened">;

/** Opens a board on the cohort of this slug. The same again changes nothing; another key under a taken name is a CONFLICT. */
export const openLeaderboard = (store: Store, statement: Opened, cohortSlug: string): Promise<StoredLeaderboard> =>
  logTransaction(store, async (database) => {
    const { slug, team } = statement;
    const known = (await leaderboardsBySlug(database, [slug])).get(slug);
    if (known !== undefined) {
      const unlike = boardKey.filter((part) => canonical(known.opened[part]) !== canonical(statement[part]));
      if (known.team === team && unlike.length === 0) return known;
      const why = unlike.length > 0 ? `they differ in ${unlike.join(" and ")}` : `it is of team ${known.team}`;
      throw new UserError("CONFLICT", `leaderboard ${slug}: another board stands under this name: ${why}`);
    }
    const waiting = (await blindCohorts(database)).find(({ board, slug: own }) => board === slug && own !== cohortSlug);
    if (waiting !== undefined)
      throw new UserError("CONFLICT", `leaderboard ${slug}: cohort ${waiting.slug} waits for the board of this name`);
    const weights = (await weightsByDigest(database, [statement.weights])).get(statement.weights);
    const cohort = (await cohortsBySlug(database, [cohortSlug])).get(cohortSlug);
    must(weights && cohort && cohort.digest === statement.cohort, "a board cites weights and a cohort that are stored");
    await addTeam(database, team);
    const position = await appendLog(database, statement);
    const digest = statementDigest(statement);
    const data = { position, slug, digest, teamSlug: team, cohortId: cohort.rowId, weightsId: weights.rowId };
    await database.leaderboard.create({ data, select: { id: true } });
    return stored(database, slug);
  });

/**
 * Opens the cohort that is blind until this board closes: the first step of closing, after which what waited is computed. What is
 * declared from here on was declared with open eyes, and does not count. BLIND when the debates are hidden by something else.
 */
export const openBoardCohort = (store: Store, slug: string, team: string): Promise<StoredLeaderboard> =>
  logTransaction(store, async (database) => {
    const board = await own(database, slug, team);
    if (board.closed !== null) return board;
    const cohort = (await cohortsBySlug(database, [board.cohort])).get(board.cohort);
    must(cohort, "a board's cohort is stored");
    const blind = await blindCohorts(database);
    const others = blind.filter((each) => each.board !== slug || each.slug !== board.cohort);
    refuseBlind(others, (await selectionsOf(database, [cohort.rowId])).get(cohort.rowId) ?? []);
    if (blind.length > others.length) await openForBoard(database, board.cohort, slug, new Date());
    return stored(database, slug);
  });

/** Writes down with which results a board closes: all of its key, in the order of the log. Closing again changes nothing. */
export const closeLeaderboard = (store: Store, slug: string, team: string): Promise<StoredLeaderboard> =>
  logTransaction(store, async (database) => {
    const board = await own(database, slug, team);
    if (board.closed !== null) return board;
    const declared = await boardDeclarations(database, board);
    const pending = declared.filter(({ state }) => state === "DECLARED").length;
    if (pending > 0) throw new UserError("CONFLICT", `leaderboard ${slug}: ${pending} of its rows have no result yet`);
    const evaluations = declared.filter(({ state }) => state === "COMPLETE").map(({ digest }) => digest);
    const at = new Date().toISOString();
    const closed = { type: "leaderboardClosed", v: 1, opened: board.digest, evaluations, at } as const;
    const position = await appendLog(database, closed);
    const data = { leaderboardId: board.rowId, position };
    await database.leaderboardClosing.create({ data, select: { position: true } });
    return stored(database, slug);
  });

async function own(database: Database, slug: string, team: string): Promise<StoredLeaderboard> {
  const board = await stored(database, slug);
  if (board.team !== team) throw new UserError("FORBIDDEN", `leaderboard ${slug}: it is of team ${board.team}`);
  return board;
}

async function stored(database: Database, slug: string): Promise<StoredLeaderboard> {
  const found = (await leaderboardsBySlug(database, [slug])).get(slug);
  if (found === undefined) throw new UserError("NOT_FOUND", `no leaderboard is stored under ${slug}`);
  return found;
}
