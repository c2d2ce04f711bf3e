import { type Cohort } from "../debate/cohort.js";
import { must, UserError } from "../errors.js";
import { type StatementOf } from "../seal/statements.js";
import { appendLog } from "./appendLog.js";
import { type Prisma } from "./generated/client.js";
import { logTransaction } from "./logTransaction.js";
import { type Store } from "./open.js";
import { refuseAnswered } from "./refuseAnswered.js";

/**
 * Fixes a cohort: its entry in the log, which debates of which runs, and who was left out and why, in one transaction.
 * From then on the database refuses another part. CONFLICT when the name is taken; ANSWERED when it shall be blind and
 * its debates are known.
 */
export async function writeCohort(
  store: Store,
  statement: StatementOf<"cohort">,
  title: string | null,
  { recipe, size, runs }: Cohort,
): Promise<void> {
  const { slug, digest, blind } = statement;
  const rows = await store.prisma.run.findMany({
    where: { slug: { in: [...recipe.runs] } },
    select: { id: true, slug: true },
  });
  const ids = new Map(rows.map((row) => [row.slug, row.id]));
  const runId = (run: string): number => {
    const id = ids.get(run);
    must(id !== undefined, `cohort ${slug} selects from run ${run}, which is not stored`);
    return id;
  };
  await logTransaction(store, async (database) => {
    if (blind !== null) await refuseAnswered(database, runs);
    const position = await appendLog(database, statement);
    if (await database.cohort.findUnique({ where: { slug }, select: { id: true } })) {
      throw new UserError("CONFLICT", `cohort ${slug}: expected a new name, got that of a stored cohort`);
    }
    const { id: cohortId } = await database.cohort.create({
      data: {
        position,
        slug,
        title,
        digest,
        recipe: recipe as unknown as Prisma.InputJsonValue,
        size,
        visibility: blind === null ? "OPEN" : "BLIND",
        opensAt: blind?.until ?? null,
        board: blind?.board ?? null,
      },
      select: { id: true },
    });
    await database.cohortPart.createMany({
      data: runs.map(({ slug: run, size, bits }, index) => ({
        cohortId,
        index,
        runId: runId(run),
        size,
        bits: Buffer.from(bits),
      })),
    });
    await database.cohortExclusion.createMany({
      data: runs.flatMap(({ slug: run, attrition }) =>
        attrition.map(({ reason, count, bits }) => ({
          cohortId,
          runId: runId(run),
          reason,
          count,
          bits: Buffer.from(bits),
        })),
      ),
    });
  });
}
