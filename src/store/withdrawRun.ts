import { UserError } from "../errors.js";
import { appendLog } from "./appendLog.js";
import { type Store } from "./open.js";
import { runsBySlug, type Withdrawal } from "./runs.js";

/**
 * Says of a complete run that it should not be used, or that another takes its place. The run is not touched: its
 * digests and every receipt that cites it stay readable. Saying the same again changes nothing.
 */
export async function withdrawRun(
  { prisma }: Store,
  { run: slug, kind, reason, by }: Withdrawal & { readonly run: string },
): Promise<void> {
  const runs = await runsBySlug(prisma, by === null ? [slug] : [slug, by]);
  const run = runs.get(slug);
  const successor = by === null ? null : runs.get(by);
  if (run === undefined) throw new UserError("NOT_FOUND", `no run is stored under ${slug}`);
  if (successor === undefined) throw new UserError("NOT_FOUND", `no run is stored under ${by}`);
  if (successor === run)
    throw new UserError("BAD_INPUT", `run ${slug}: expected another run to take its place, got itself`);
  if (kind === "SUPERSEDED" && successor === null) {
    throw new UserError("BAD_INPUT", `run ${slug}: expected the run that takes its place, got none`);
  }
  const known = run.withdrawals.find((withdrawal) => withdrawal.kind === kind);
  if (known?.reason === reason && known.by === by) return;
  if (known) throw new UserError("CONFLICT", `run ${slug}: was ${kind.toLowerCase()} before: ${known.reason}`);
  await prisma.$transaction(async (database) => {
    const position = await appendLog(database, {
      type: "retraction",
      v: 1,
      run: run.contentDigest,
      kind,
      reason,
      by: successor?.contentDigest ?? null,
      at: new Date().toISOString(),
    });
    await database.tombstone.create({
      data: { runId: run.rowId, kind, reason, byId: successor?.rowId ?? null, position },
      select: { runId: true },
    });
  });
}
