import { once } from "node:events";
import { createWriteStream, mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Writable } from "node:stream";
import { type Command } from "commander";
import { UserError } from "../errors.js";
import { allPages } from "./allPages.js";
import { withConnection } from "./connect.js";
import { type Connection } from "./connection.js";
import { unknownSlug, whose } from "./measured.js";
import { type DebateAnswer, debateLine, debateSelection, runLine } from "./neutralLine.js";
import { say } from "./say.js";

interface Flags {
  readonly cohort?: string;
  readonly to?: string;
  readonly json?: boolean;
}

export function exportCommand(program: Command): void {
  whose(
    program
      .command("export")
      .description(
        "Write debates as neutral files, as import reads them, a file for each run; without raw replies and displayed labels.",
      ),
  )
    .option("--to <directory>", "write DIRECTORY/RUN.jsonl in place of printing; needed for a cohort of several runs")
    .option("--json", "with --to: print one JSON object that says what was written; printed debates are JSON anyway")
    .action((run: string | undefined, { cohort, to, json }: Flags) =>
      withConnection(async (connection) => {
        const written = await writeDebates(debates(connection, run, cohort), to);
        if (to !== undefined)
          say(json, written, () =>
            Object.entries(written)
              .map(([slug, count]) => `${slug}.jsonl: ${count} debates`)
              .join("\n"),
          );
      }),
    );
}

async function* debates(
  connection: Connection,
  run: string | undefined,
  cohort: string | undefined,
): AsyncGenerator<DebateAnswer, void> {
  const [noun, slug] = run === undefined ? (["cohort", cohort ?? ""] as const) : (["run", run] as const);
  const document = `query ($slug: String!, $first: Int!, $after: String) {
    measured: ${noun}(slug: $slug) {
      page: debates(first: $first, after: $after) { edges { node { ${debateSelection} } } pageInfo { hasNextPage endCursor } }
    }
  }`;
  yield* allPages<DebateAnswer>(async (page) => {
    const { measured } = await connection.ask<{ measured: { page: never } | null }>(document, { slug, ...page });
    if (measured === null) throw unknownSlug(noun, slug);
    return measured;
  });
}

/** Debates of one run stand together, so a file is finished when the next run begins. */
async function writeDebates(
  found: AsyncIterable<DebateAnswer>,
  to: string | undefined,
): Promise<Record<string, number>> {
  const written: Record<string, number> = {};
  let out: Writable = process.stdout;
  let current: string | null = null;
  if (to !== undefined) mkdirSync(to, { recursive: true });
  for await (const debate of found) {
    const { slug } = debate.run;
    if (slug !== current) {
      if (to === undefined && current !== null)
        throw new UserError(
          "BAD_INPUT",
          `a neutral file holds one run, and this cohort has ${current}, ${slug} and maybe more; say --to DIRECTORY`,
        );
      if (to !== undefined) {
        if (current !== null) await finished(out);
        out = createWriteStream(join(to, `${slug}.jsonl`));
      }
      out.write(`${runLine(debate.run)}\n`);
      current = slug;
    }
    written[slug] = (written[slug] ?? 0) + 1;
    if (!out.write(`${debateLine(debate)}\n`)) await once(out, "drain");
  }
  if (to !== undefined && current !== null) await finished(out);
  return written;
}

async function finished(out: Writable): Promise<void> {
  out.end();
  await once(out, "finish");
}
