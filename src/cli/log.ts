import { type Command } from "commander";
import { allPages } from "./allPages.js";
import { whole } from "./choice.js";
import { withConnection } from "./connect.js";
import { say } from "./say.js";

interface Entry {
  readonly position: number;
  readonly kind: string;
  readonly statement: Readonly<Record<string, unknown>>;
}

export function logCommands(program: Command): void {
  const log = program
    .command("log")
    .description("The transparency log: who said what before what. It only ever grows.");
  log
    .command("checkpoint")
    .description("Print the log's signed state. Keep it: a later receipt must come from a log that begins with it.")
    .option("--json", "print one JSON object with size, checkpoint and key")
    .action(({ json }: { json?: boolean }) =>
      withConnection(async (connection) => {
        type Answer = { log: { size: number; checkpoint: string; key: string } };
        const { log } = await connection.ask<Answer>("{ log { size checkpoint key } }");
        say(json, log, () => log.checkpoint.replace(/\n$/, ""));
      }),
    );
  log
    .command("key")
    .description("Print the public key that signs the log and its receipts. Publish it where your readers trust you.")
    .option("--json", "print one JSON object")
    .action(({ json }: { json?: boolean }) =>
      withConnection(async (connection) => {
        const { log } = await connection.ask<{ log: { key: string } }>("{ log { key } }");
        say(json, log, () => log.key);
      }),
    );
  log
    .command("consistency")
    .description(
      "Print the proof that the log of one size begins with that of a smaller one, as verify --consistency takes it.",
    )
    .argument("<from>", "the size that stands in the checkpoint that was kept", whole)
    .argument("[to]", "the size that stands in the receipt's checkpoint; unless said, the present one", whole)
    .option("--json", "the proof is JSON anyway")
    .action((from: number, to: number | undefined) =>
      withConnection(async (connection) => {
        const document = "query ($from: Int!, $to: Int) { log { consistency(from: $from, to: $to) { file } } }";
        type Answer = { log: { consistency: { file: string } } };
        const { log } = await connection.ask<Answer>(document, { from, to });
        process.stdout.write(log.consistency.file);
      }),
    );
  log
    .command("show")
    .description("Print the log's entries, oldest first.")
    .option("--kind <type>", "only statements of this type, such as weights or result")
    .option("--json", "print one JSON object a line, one for each entry")
    .action(({ kind, json }: { kind?: string; json?: boolean }) =>
      withConnection(async (connection) => {
        const document = `query ($first: Int!, $after: String, $kind: String) {
          log { page: entries(first: $first, after: $after, kind: $kind) {
            edges { node { position kind statement } } pageInfo { hasNextPage endCursor }
          } }
        }`;
        const entries = allPages<Entry>(
          async (page) => (await connection.ask<{ log: { page: never } }>(document, { ...page, kind })).log,
        );
        for await (const entry of entries) say(json, entry, () => entryText(entry));
      }),
    );
}

/** What an entry is about, in a line. The whole statement is there under --json. */
function entryText({ position, kind, statement }: Entry): string {
  const told = ["slug", "policy", "cohort", "declaration", "statement", "grade", "question", "team", "reason"].flatMap(
    (key) => (typeof statement[key] === "string" ? `${key} ${shortened(statement[key])}` : []),
  );
  return `${String(position).padStart(6)}  ${kind.padEnd(12)}  ${told.join(", ")}${typeof statement.at === "string" ? `  (${statement.at})` : ""}`;
}

const shortened = (text: string) => (/^[0-9a-f]{64}$/.test(text) ? text.slice(0, 12) : text);
