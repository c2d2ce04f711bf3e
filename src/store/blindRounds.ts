import { type Database } from "./open.js";

/** Rows at a time: a run may have a million debates. */
const PAGE = 4096;

/**
 * By run, what each debate's seats said in round 0: a text per ordinal that is equal where the ballots are, whatever run they are in. Labels are
 * stored by code, and codes of two debates mean different labels.
 */
export async function blindRounds(database: Database, runIds: readonly number[]): Promise<Map<number, string[]>> {
  const found = new Map<number, string[]>();
  for (const runId of runIds) {
    const texts: string[] = [];
    for (;;) {
      const rows = await database.$queryRaw<{ labels: string[]; codes: string; rounds: number }[]>`
        SELECT labels, encode(codes, 'base64') AS codes, rounds FROM "Debate"
        WHERE "runId" = ${runId} AND ordinal >= ${texts.length} AND ordinal < ${texts.length + PAGE} ORDER BY ordinal`;
      for (const { labels, codes, rounds } of rows) {
        const bytes = Buffer.from(codes, "base64");
        const first = bytes.subarray(0, rounds === 0 ? 0 : bytes.length / rounds);
        // A label, or the code that stands in its place where there is none.
        texts.push(JSON.stringify(Array.from(first, (code) => labels[code - 1] ?? code)));
      }
      if (rows.length < PAGE) break;
    }
    found.set(runId, texts);
  }
  return found;
}
