import { type DebateSet, shareDebate } from "../debate/debateSet.js";
import { must, UserError } from "../errors.js";
import { statementDigest } from "../seal/statements.js";
import { appendLog } from "./appendLog.js";
import { logTransaction } from "./logTransaction.js";
import { type Database, type Store } from "./open.js";
import { selectionsOf } from "./selections.js";
import { statementText } from "./statementText.js";

/** A blind cohort that has not been opened. */
export interface BlindCohort {
  readonly slug: string;
  readonly opensAt: string | null;
  readonly board: string | null;
  readonly selection: readonly DebateSet[];
}

/** All of them; usually none, which costs one statement. */
export async function blindCohorts(database: Database): Promise<BlindCohort[]> {
  const rows = await database.cohort.findMany({
    where: { visibility: "BLIND", opening: null },
    select: { id: true, slug: true, opensAt: true, board: true },
    orderBy: { position: "asc" },
  });
  const selections = await selectionsOf(
    database,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, ...row }) => ({ ...row, selection: selections.get(id) ?? [] }));
}

/** Throws BLIND, naming the cohort, when an answer about these debates would depend on the gold of a blind one. */
export function refuseBlind(blind: readonly BlindCohort[], debates: readonly DebateSet[]): void {
  const closed = blind.find(({ selection }) => shareDebate(selection, debates));
  if (closed === undefined) return;
  throw new UserError(
    "BLIND",
    `cohort ${closed.slug} is blind ${untilWhen(closed)}, and these debates are among its own`,
  );
}

/** Opens a blind cohort for good: at its date or later, by `now`. Opening it again changes nothing. */
export const openCohort = (store: Store, slug: string, reason: string, now: Date): Promise<void> =>
  logTransaction(store, async (database) => {
    const cohort = await database.cohort.findUnique({
      where: { slug },
      include: { opening: true, entry: { select: { statement: true } } },
    });
    if (cohort === null) throw new UserError("NOT_FOUND", `no cohort is stored under ${slug}`);
    if (cohort.visibility === "OPEN" || cohort.opening !== null) return;
    if (cohort.opensAt === null || new Date(cohort.opensAt) > now)
      throw new UserError("BLIND", `cohort ${slug} stays blind ${untilWhen(cohort)}`);
    await writeOpening(database, cohort, reason, now);
  });

/** Opens the cohort that is blind until this board closes, as a part of closing it. */
export async function openForBoard(database: Database, slug: string, board: string, now: Date): Promise<void> {
  const include = { entry: { select: { statement: true } } } as const;
  const cohort = await database.cohort.findUniqueOrThrow({ where: { slug }, include });
  must(cohort.board === board, "a board opens a cohort that waits for it");
  await writeOpening(database, cohort, `board ${board} closes`, now);
}

async function writeOpening(
  database: Database,
  { id, slug, position: at, entry }: Opened,
  reason: string,
  now: Date,
): Promise<void> {
  const cohort = statementDigest(statementText("cohort", at, entry.statement));
  const opened = { type: "cohortOpened", v: 1, slug, cohort, reason, at: now.toISOString() } as const;
  const position = await appendLog(database, opened);
  await database.cohortOpening.create({ data: { cohortId: id, position }, select: { position: true } });
}

interface Opened {
  readonly id: number;
  readonly slug: string;
  readonly position: bigint;
  readonly entry: { readonly statement: string };
}

const untilWhen = ({ opensAt, board }: Pick<BlindCohort, "opensAt" | "board">): string =>
  [opensAt && `until ${opensAt}`, board && `until board ${board} closes`].filter(Boolean).join(" or ");
