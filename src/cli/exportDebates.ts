import { once } from "node:events";
import { createWriteStream, mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Writable } from "node:stream";
import { type Command } from "commander";
import { UserError } from "../errors.js";
import { allPages } from "./allPages.js";
import { withConnection } from "./connect.js";
import { type Connection } from "./connection.js";
import { effectLines } from "./exportEffects.js";
import { unknownSlug } from "./measured.js";
import { type DebateAnswer, debateLine, debateSelection, runLine } from "./neutralLine.js";
import { say } from "./say.js";

interface Flags {
  readonly cohort?: string;
  readonly evaluation?: string;
  readonly to?: string;
  readonly json?: boolean;
}

export function exportCommand(program: Command): void {
  const command = program
    .command("export")
    .description(
      "Write debates as neutral files, as import reads them, a file for each run and the same content; or what an evaluation did to each debate, as verify --data reads it.",
    )
    .argument("[run]", "the slug of a run")
    .option("--cohort <slug>", "a cohort instead of a run")
    .option("--evaluation <digest>", "an evaluation instead of a run")
    .option("--to <directory>", "write DIRECTORY/RUN.jsonl in place of printing; needed for a cohort of several runs")
    .option("--json", "with --to: print one JSON object that says what was written; printed debates are JSON anyway");
  command.action((run: string | undefined, { cohort, evaluation, to, json }: Flags) => {
    const given = [run, cohort, evaluation].filter((name) => name !== undefined).length;
    if (given !== 1)
      command.error(
        `error: expected a run's slug, --cohort SLUG or --evaluation DIGEST, got ${given === 0 ? "none" : "several"}`,
      );
    return withConnection(async (connection) => {
      const written =
        evaluation === undefined
          ? await writeDebates(debates(connection, run, cohort), to)
          : await writeEffects(effectLines(connection, evaluation), evaluation, to);
      if (to !== undefined)
        say(json, written, () =>
          Object.entries(written)
            .map(([slug, count]) => `${slug}.jsonl: ${count} debates`)
            .join("\n"),
        );
    });
  });
}

async function writeEffects(
  lines: AsyncIterable<string>,
  digest: string,
  to: string | undefined,
): Promise<Record<string, number>> {
  let out: Writable | null = null;
  let count = 0;
  for await (const line of lines) {
    out ??= to === undefined ? process.stdout : fileIn(to, digest);
    count++;
    if (!out.write(`${line}\n`)) await once(out, "drain");
  }
  if (to !== undefined) await finished(out ?? fileIn(to, digest));
  return { [digest]: count };
}

function fileIn(directory: string, name: string): Writable {
  mkdirSync(directory, { recursive: true });
  return createWriteStream(join(directory, `${name}.jsonl`));
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
