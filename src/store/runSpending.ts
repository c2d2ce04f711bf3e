import { type Database } from "./open.js";

/** What the debates of a run say they cost, added exactly. Null where none says anything. */
export async function runSpending(database: Database, rowId: number) {
  const [row] = await database.$queryRaw<
    { tokens: string | null; cost: string | null; records: number; withTokens: number; withCost: number }[]
  >`SELECT sum(tokens)::text AS tokens, trim_scale(sum(cost::numeric))::text AS cost, count(*)::int AS records,
      count(tokens)::int AS "withTokens", count(cost)::int AS "withCost" FROM "Debate" WHERE "runId" = ${rowId}`;
  return { ...row, tokens: row.tokens === null ? null : Number(row.tokens) };
}
