import { type ExportedEffect } from "../seal/effects.js";
import { allPages } from "./allPages.js";
import { type Connection } from "./connection.js";
import { unknownEvaluation } from "./receipt.js";

const document = `query ($digest: String!, $first: Int!, $after: String) {
  evaluation(digest: $digest) {
    page: effectsByDebate(first: $first, after: $after) {
      edges { node { run item replicate fired to by initial before after } } pageInfo { hasNextPage endCursor }
    }
  }
}`;

/** The longest page of effects that the schema gives. */
const LONG_PAGE = 5_000;

interface Answer {
  readonly evaluation: { readonly page: never } | null;
}

/** What a policy did to each debate, a line each: the rows that `verify --data` recomputes a result from. */
export async function* effectLines(connection: Connection, digest: string): AsyncGenerator<string, void> {
  const rows = allPages<ExportedEffect & { readonly by: ExportedEffect["to"] }>(async (page) => {
    const { evaluation } = await connection.ask<Answer>(document, { digest, ...page });
    if (evaluation === null) throw unknownEvaluation(digest);
    return evaluation;
  }, LONG_PAGE);
  for await (const { run, item, replicate, fired, to, by, initial, before, after } of rows)
    yield JSON.stringify({ run, item, replicate, fired, to: to ?? by, initial, before, after });
}
