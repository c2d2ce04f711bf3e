import { type Database } from "./open.js";

export interface LogEntryRow {
  readonly position: number;
  readonly kind: string;
  /** Canonical JSON: the bytes of the leaf. */
  readonly statement: string;
}

export interface LogPage {
  readonly take: number;
  readonly fromEnd: boolean;
  readonly after: number | null;
  readonly before: number | null;
  /** Null: any. */
  readonly kind: string | null;
}

/** Entries in order of position, one more than `take`; from the end, in reverse. */
export async function logEntriesPage(
  database: Database,
  { take, fromEnd, after, before, kind }: LogPage,
): Promise<LogEntryRow[]> {
  const rows = await database.logEntry.findMany({
    where: {
      position: { ...(after === null ? {} : { gt: after }), ...(before === null ? {} : { lt: before }) },
      ...(kind === null ? {} : { kind }),
    },
    orderBy: { position: fromEnd ? "desc" : "asc" },
    take: take + 1,
  });
  return rows.map(({ position, ...row }) => ({ ...row, position: Number(position) }));
}

export const logEntriesCount = (database: Database, kind: string | null): Promise<number> =>
  database.logEntry.count({ where: kind === null ? {} : { kind } });
