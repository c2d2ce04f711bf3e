import { codeDebate } from "../debate/codeDebate.js";
import { type RunHeader } from "../debate/debate.js";
import { blockDigest, decodePanelBlock, encodePanelBlock, type PanelBlock, panelBlock } from "../debate/panelBlock.js";
import { sha256 } from "../debate/sha256.js";
import { UserError } from "../errors.js";
import { debateRows } from "./debates.js";
import { debateOf, rowOf } from "./debateRow.js";
import { type Database } from "./open.js";

interface BlockRow {
  readonly runId: number;
  readonly index: number;
  readonly first: number;
  readonly count: number;
  readonly rounds: number;
  readonly seats: number;
  /** Base64: the embedded adapter reads binary values a digit at a time. */
  readonly bytes: string;
  readonly digest: string;
  readonly rowsDigest: string;
}

type Owner = Pick<RunHeader, "slug" | "seats"> & { readonly rowId: number };

/**
 * The panel blocks of runs, in order, in one statement. A block whose bytes do not match their digest is made again from
 * its rows; STORE_DAMAGED names it when the rows do not match theirs either.
 */
export async function blocksByRun(database: Database, runs: readonly Owner[]): Promise<Map<number, PanelBlock[]>> {
  const rows = await database.$queryRaw<BlockRow[]>`
    SELECT "runId", index, first, count, rounds, seats, encode(bytes, 'base64') AS bytes, digest, "rowsDigest"
    FROM "PanelBlock" WHERE "runId" = ANY (${runs.map(({ rowId }) => rowId)}::int[]) ORDER BY "runId", index`;
  const found = new Map(runs.map((run) => [run.rowId, { run, blocks: new Array<PanelBlock>() }]));
  for (const row of rows) {
    const { run, blocks } = found.get(row.runId)!;
    blocks.push(intact(row) ?? (await rebuilt(database, run, row)));
  }
  return new Map([...found].map(([rowId, { blocks }]) => [rowId, blocks]));
}

function intact({ bytes, digest }: BlockRow): PanelBlock | null {
  // Not the Buffer itself: its slices share memory with others.
  const encoded = new Uint8Array(Buffer.from(bytes, "base64"));
  if (blockDigest(encoded) !== digest) return null;
  try {
    return decodePanelBlock(encoded);
  } catch {
    // Written by a version that laid blocks out in another way.
    return null;
  }
}

async function rebuilt(database: Database, run: Owner, row: BlockRow): Promise<PanelBlock> {
  const { index, first, count, rounds, seats } = row;
  const name = `panel block ${index} of run ${run.slug} (debates ${first} to ${first + count - 1})`;
  const found = await debateRows(database, run.rowId, first, count);
  try {
    const block = panelBlock(
      run,
      { rounds, seats },
      first,
      found.map((stored) => {
        const debate = debateOf(stored);
        return { debate, coded: codeDebate(debate, { rounds, seats }) };
      }),
    );
    const rowsMatch = sha256(JSON.stringify(found.map(rowOf))) === row.rowsDigest;
    if (found.length === count && (rowsMatch || blockDigest(encodePanelBlock(block)) === row.digest)) return block;
  } catch (error) {
    throw new UserError(
      "STORE_DAMAGED",
      `${name} does not match its digest, and its rows cannot be read: ${String(error)}`,
    );
  }
  throw new UserError("STORE_DAMAGED", `${name} does not match its digest, and neither do its rows`);
}
