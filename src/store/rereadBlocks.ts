import { type ParserName } from "../debate/answerParser.js";
import { codeDebate } from "../debate/codeDebate.js";
import { BLOCK_SIZE, type PanelBlock, panelBlock } from "../debate/panelBlock.js";
import { recoded } from "../debate/recoded.js";
import { UserError } from "../errors.js";
import { type StoredDebate } from "./debateRow.js";
import { debatesInOrder } from "./debates.js";
import { type Database } from "./open.js";
import { type StoredRun } from "./runs.js";

/** The panel blocks of runs with their ballots read anew from the stored replies. Throws PARSER_UNKNOWN. */
export async function rereadBlocks(
  database: Database,
  runs: readonly StoredRun[],
  parser: ParserName,
): Promise<Map<number, PanelBlock[]>> {
  await requireTexts(database, runs);
  const found = new Map<number, PanelBlock[]>();
  for (const run of runs) {
    const blocks: PanelBlock[] = [];
    for await (const debates of debatesInOrder(database, run.rowId, BLOCK_SIZE))
      blocks.push(rereadBlock(run, debates, parser));
    found.set(run.rowId, blocks);
  }
  return found;
}

function rereadBlock(run: StoredRun, debates: readonly StoredDebate[], parser: ParserName): PanelBlock {
  const seats = Math.max(...debates.flatMap(({ rounds }) => rounds.map(({ length }) => length)), 0);
  const shape = { rounds: Math.max(...debates.map(({ rounds }) => rounds.length)), seats };
  const rows = debates.map((stored) => {
    const debate = recoded(stored, parser);
    return { debate, coded: codeDebate(debate, shape) };
  });
  return panelBlock(run, shape, debates[0].ordinal, rows);
}

/** Throws PARSER_UNKNOWN for a run that keeps no reply at all. Looks at no debate. */
export async function requireTexts(
  database: Database,
  runs: readonly Pick<StoredRun, "rowId" | "slug">[],
): Promise<void> {
  const rows = await database.response.groupBy({
    by: ["runId"],
    where: { runId: { in: runs.map(({ rowId }) => rowId) } },
  });
  const kept = new Set(rows.map(({ runId }) => runId));
  const without = runs.find(({ rowId }) => !kept.has(rowId));
  if (without)
    throw new UserError(
      "PARSER_UNKNOWN",
      `coding parser: run ${without.slug} keeps no replies that could be read again`,
    );
}
