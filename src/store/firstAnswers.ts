import { type DebateSet } from "../debate/debateSet.js";
import { appendLog } from "./appendLog.js";
import { blindCohorts, refuseBlind } from "./blind.js";
import { logTransaction } from "./logTransaction.js";
import { type Database, type Store } from "./open.js";

/** Where the log says that something that depends on the gold of these runs was first answered, by content digest. */
export async function firstAnswersOf(database: Database, contents: readonly string[]): Promise<Map<string, number>> {
  const rows = await database.firstAnswer.findMany({
    where: { contentDigest: { in: [...contents] } },
    select: { contentDigest: true, position: true },
  });
  return new Map(rows.map(({ contentDigest, position }) => [contentDigest, Number(position)]));
}

/**
 * Says in the log that a question that depends on the gold of these runs is answered for the first time, and returns when
 * that is durable; the answer leaves after it. BLIND when a blind cohort holds some of these debates. What the log has said
 * once is remembered and costs nothing.
 */
export async function logFirstAnswers(store: Store, debates: readonly DebateSet[], question: string): Promise<void> {
  const contents = debates.map(({ contentDigest }) => contentDigest);
  const known = saidBefore.get(store) ?? new Set<string>();
  saidBefore.set(store, known);
  let missing = contents.filter((content) => !known.has(content));
  if (missing.length === 0) return;
  const said = await firstAnswersOf(store.prisma, missing);
  missing = missing.filter((content) => !said.has(content));
  if (missing.length > 0)
    await logTransaction(store, async (database) => {
      // A cohort over them may have become blind a moment ago; once they are answered about, none can.
      refuseBlind(await blindCohorts(database), debates);
      await appendFirstAnswers(database, missing, question);
    });
  for (const content of contents) known.add(content);
}

const saidBefore = new WeakMap<Store, Set<string>>();

/** The same within a transaction that holds the log's lock. */
export async function appendFirstAnswers(
  database: Database,
  contents: readonly string[],
  question: string,
): Promise<void> {
  const said = await firstAnswersOf(database, contents);
  const runs = [...new Set(contents)].filter((content) => !said.has(content)).sort();
  if (runs.length === 0) return;
  const at = new Date().toISOString();
  const position = await appendLog(database, { type: "firstAnswer", v: 1, runs, question, at });
  await database.firstAnswer.createMany({ data: runs.map((contentDigest) => ({ contentDigest, position })) });
}
