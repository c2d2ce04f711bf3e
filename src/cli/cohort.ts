import { type Command } from "commander";
import { allPages } from "./allPages.js";
import { whole } from "./choice.js";
import { withConnection } from "./connect.js";
import { type Connection } from "./connection.js";
import { type EvaluationAnswer, rowSelection } from "./evaluation.js";
import { evaluationTable } from "./evaluationText.js";
import { UserError } from "../errors.js";
import { readText } from "./readText.js";
import { say } from "./say.js";
import { asTeam } from "./team.js";
import { textTable } from "./textTable.js";

export interface CohortAnswer {
  readonly slug: string;
  readonly title: string | null;
  readonly digest: string;
  readonly size: number;
  readonly visibility: "OPEN" | "BLIND";
  readonly opensAt: string | null;
  readonly attrition: readonly { readonly reason: string; readonly count: number }[];
  readonly parts: readonly { readonly run: { readonly slug: string }; readonly size: number }[];
}

/** What should be known before it is relied on. */
interface Warned {
  readonly warnings: readonly { readonly code: string; readonly message: string; readonly run: string }[];
}

const fields = "slug title digest size visibility opensAt attrition { reason count } parts { size run { slug } }";

interface Recipe {
  readonly runs: readonly string[];
  readonly benchmarks?: readonly string[];
  readonly items?: readonly string[];
  readonly dropSeats?: readonly string[];
  readonly usableThrough?: number;
  readonly pairedAcrossRuns?: boolean;
}

interface NewCohort {
  readonly slug: string;
  readonly title?: string;
  readonly blind?: { readonly until: string };
  readonly pool?: { readonly probes: string; readonly model: string; readonly size: number };
}

interface CreateFlags {
  readonly itemsFrom?: string;
  readonly pool?: string;
  readonly poolModel?: string;
  readonly poolSize?: number;
  readonly json?: boolean;
  readonly title?: string;
  readonly blindUntil?: string;
}

interface Opened {
  readonly cohort: CohortAnswer;
  readonly completed: number;
  readonly waiting: number;
  readonly evaluations: readonly EvaluationAnswer[];
}

/** Keys of items in a file: a JSON array of texts, or one a line. */
async function itemsIn(path: string): Promise<string[]> {
  const text = await readText(path);
  if (!text.trimStart().startsWith("[")) return text.split(/\r?\n/).filter((line) => line.trim() !== "");
  try {
    const items: unknown = JSON.parse(text);
    if (Array.isArray(items) && items.every((item) => typeof item === "string")) return items;
  } catch {
    // Said below.
  }
  throw new UserError("BAD_FILE", `${path}: expected a JSON array of the keys of items, got something else`);
}

export function cohortCommands(program: Command): void {
  const cohort = program.command("cohort").description("Fixed sets of debates.");
  cohort
    .command("create <slug>")
    .description(
      "Fix a set of debates under a name. The recipe may look at what is missing, never at gold or outcomes.",
    )
    .requiredOption("--runs <slugs...>", "the runs it is taken from")
    .option("--benchmarks <slugs...>", "only debates of these benchmarks")
    .option("--items <keys...>", "only these items")
    .option(
      "--items-from <file>",
      "only the items of this file: a JSON array of keys, as high_fr_question_ids.json, or a key a line",
    )
    .option("--pool <set>", "only the items of the highest solo flip rates in this set of probes")
    .option("--pool-model <name>", "whose flips")
    .option("--pool-size <count>", "how many items", whole)
    .option("--drop-seats <names...>", "leave these seats out of every panel, before anything else is looked at")
    .option(
      "--usable-through <round>",
      "only debates with a parsed ballot of every seat in each round up to this one",
      whole,
    )
    .option("--paired-across-runs", "only items that have such a debate in every one of the runs")
    .option(
      "--blind-until <date>",
      "answer nothing that depends on gold about these debates until it is opened, then or later",
    )
    .option("--title <text>", "a title for people")
    .option("--json", "print one JSON object")
    .action((slug: string, flags: Recipe & CreateFlags, command: Command) =>
      withConnection(async (connection) => {
        const { json, title, blindUntil, itemsFrom, pool: probes, poolModel: model, poolSize: size, ...recipe } = flags;
        const blind = blindUntil === undefined ? undefined : { until: blindUntil };
        const pool =
          probes === undefined || model === undefined || size === undefined ? undefined : { probes, model, size };
        if (pool === undefined && (probes ?? model ?? size) !== undefined)
          command.error("error: --pool, --pool-model and --pool-size go together");
        const items = itemsFrom === undefined ? recipe.items : [...(recipe.items ?? []), ...(await itemsIn(itemsFrom))];
        const made = await createCohort(connection, { slug, title, blind, ...recipe, items, pool });
        say(json, made, () =>
          [cohortText(made), ...made.warnings.map(({ message }) => `warning: ${message}`)].join("\n"),
        );
      }),
    );
  asTeam(cohort.command("open <slug>"))
    .description(
      "Open a blind cohort for good, at its date or later. Evaluations that wait for it get their results; the same again goes on where that was interrupted.",
    )
    .requiredOption("--reason <text>", "why now; stands in the log")
    .option("--json", "print one JSON object")
    .action((slug: string, { reason, json, team }: { reason: string; json?: boolean; team?: string }) =>
      withConnection(async (connection) => {
        const document = `mutation ($input: OpenCohortInput!) {
          openCohort(input: $input) { cohort { ${fields} } completed waiting evaluations { ${rowSelection} } }
        }`;
        const { openCohort } = await connection.ask<{ openCohort: Opened }>(document, {
          input: { cohort: slug, reason },
        });
        say(json, openCohort, () =>
          [
            cohortText(openCohort.cohort),
            ...(openCohort.evaluations.length === 0 ? [] : ["", evaluationTable(openCohort.evaluations)]),
            ...(openCohort.completed > openCohort.evaluations.length
              ? [`and ${openCohort.completed - openCohort.evaluations.length} more; "evaluations" lists them`]
              : []),
            ...(openCohort.waiting === 0
              ? []
              : [`${openCohort.waiting} go on waiting: another blind cohort holds some of their debates`]),
          ].join("\n"),
        );
      }, team),
    );
  cohort
    .command("list")
    .description("List the cohorts that are stored.")
    .option("--json", "print one JSON array")
    .action(({ json }: { json?: boolean }) =>
      withConnection(async (connection) => {
        const document = `query ($first: Int!, $after: String) {
          page: cohorts(first: $first, after: $after) { edges { node { ${fields} } } pageInfo { hasNextPage endCursor } }
        }`;
        const found: CohortAnswer[] = [];
        for await (const one of allPages<CohortAnswer>((page) => connection.ask(document, page))) found.push(one);
        say(json, found, () =>
          textTable(
            ["cohort", "debates", "runs", "digest"],
            found.map(({ slug, size, parts, digest }) => [
              slug,
              String(size),
              String(parts.length),
              digest.slice(0, 12),
            ]),
          ),
        );
      }),
    );
}

export async function createCohort(connection: Connection, input: Recipe & NewCohort): Promise<CohortAnswer & Warned> {
  const document = `mutation ($input: CreateCohortInput!) {
    createCohort(input: $input) { cohort { ${fields} } warnings { code message run bits } }
  }`;
  const { createCohort } = await connection.ask<{ createCohort: { cohort: CohortAnswer } & Warned }>(document, {
    input,
  });
  return { ...createCohort.cohort, warnings: createCohort.warnings };
}

/** The cohort of this name; null when there is none. */
export async function findCohort(connection: Connection, slug: string): Promise<CohortAnswer | null> {
  const document = `query ($slug: String!) { cohort(slug: $slug) { ${fields} } }`;
  return (await connection.ask<{ cohort: CohortAnswer | null }>(document, { slug })).cohort;
}

export function cohortText({ slug, size, parts, digest, attrition, visibility, opensAt }: CohortAnswer): string {
  const left = attrition.filter(({ count }) => count > 0).map(({ reason, count }) => `${count} ${reason}`);
  return [
    `cohort ${slug}: ${size} debates of ${parts.length} runs${left.length === 0 ? "" : `, left out: ${left.join(", ")}`}`,
    ...(visibility === "OPEN"
      ? []
      : [
          `blind until it is opened${opensAt === null ? "" : `, from ${opensAt} on`}: nothing that depends on gold is answered`,
        ]),
    `digest ${digest}`,
  ].join("\n");
}
