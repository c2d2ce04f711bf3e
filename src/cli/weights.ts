import { type Command } from "commander";
import { allPages } from "./allPages.js";
import { withConnection } from "./connect.js";
import { type Connection } from "./connection.js";
import { say } from "./say.js";
import { asTeam } from "./team.js";
import { textTable } from "./textTable.js";

export interface WeightsAnswer {
  readonly slug: string;
  readonly digest: string;
  readonly team: string;
  readonly prevented: string;
  readonly lost: string;
  readonly rescue: string | null;
  readonly breakage: string | null;
  readonly abstention: string | null;
  readonly rationale: string;
  readonly principal: string;
  readonly cohort: { readonly slug: string } | null;
  readonly state: "DRAFT" | "SEALED" | "ABANDONED";
  readonly position: number;
  readonly sealedPosition: number | null;
  readonly abandonedBecause: string | null;
}

const fields = `slug digest team prevented lost rescue breakage abstention rationale principal cohort { slug }
  state position sealedPosition abandonedBecause`;

interface Given {
  readonly prevented?: string;
  readonly lost?: string;
  readonly rescue?: string;
  readonly breakage?: string;
  readonly abstention?: string;
  readonly rationale?: string;
  readonly principal?: string;
  readonly cohort?: string;
}

export function weightsCommands(program: Command): void {
  const weights = program
    .command("weights")
    .description("What a prevented error and a lost recovery are worth, said before anything is evaluated.");
  const priced = (command: Command) =>
    asTeam(command)
      .option("--prevented <decimal>", "price of a collapse that is prevented")
      .option("--lost <decimal>", "price of a correction that is lost")
      .option(
        "--rescue <decimal>",
        "price of an unrepaired debate that is rescued; freezing to a later round can do that",
      )
      .option("--breakage <decimal>", "price of a preserved debate that is broken; likewise")
      .option("--abstention <decimal>", "price of a verdict that is given up; likewise")
      .option("--rationale <text>", "why these")
      .option("--principal <text>", "who says so: a person, a board, a client")
      .option("--cohort <slug>", "the only cohort they are for")
      .option("--json", "print one JSON object");
  const act =
    (mutation: "draftWeights" | "sealWeights") =>
    (slug: string, { json, team, ...given }: Given & { json?: boolean; team?: string }) =>
      withConnection(async (connection) => {
        const type = mutation === "sealWeights" ? "SealWeightsInput" : "WeightsInput";
        const document = `mutation ($input: ${type}!) { done: ${mutation}(input: $input) { weights { ${fields} } } }`;
        const made = await askWeights(connection, document, { slug, ...given });
        say(json, made, () => weightsText(made));
      }, team);
  priced(weights.command("seal <slug>"))
    .description("Seal weights for good: those given here, or a draft by its name alone.")
    .action(act("sealWeights"));
  priced(weights.command("draft <slug>"))
    .description("Write weights down, in the log too. A draft binds nobody.")
    .action(act("draftWeights"));
  asTeam(weights.command("abandon <slug>"))
    .description("Say that a draft will not be sealed. It stays readable.")
    .requiredOption("--reason <text>", "why, for those who meet it later")
    .option("--json", "print one JSON object")
    .action((slug: string, { reason, json, team }: { reason: string; json?: boolean; team?: string }) =>
      withConnection(async (connection) => {
        const document = `mutation ($input: AbandonWeightsInput!) { done: abandonWeights(input: $input) { weights { ${fields} } } }`;
        const made = await askWeights(connection, document, { slug, reason });
        say(json, made, () => weightsText(made));
      }, team),
    );
  weights
    .command("list")
    .description("List weights: sealed ones, drafts, and drafts that were abandoned.")
    .option("--json", "print one JSON array")
    .action(({ json }: { json?: boolean }) =>
      withConnection(async (connection) => {
        const document = `query ($first: Int!, $after: String) {
          page: weightsList(first: $first, after: $after) { edges { node { ${fields} } } pageInfo { hasNextPage endCursor } }
        }`;
        const found: WeightsAnswer[] = [];
        for await (const one of allPages<WeightsAnswer>((page) => connection.ask(document, page))) found.push(one);
        say(json, found, () =>
          textTable(
            ["weights", "state", "principal", "prevented", "lost", "log position"],
            found.map(({ slug, state, principal, prevented, lost, position, sealedPosition }) => [
              slug,
              state,
              principal,
              prevented,
              lost,
              String(sealedPosition ?? position),
            ]),
            3,
          ),
        );
      }),
    );
}

async function askWeights(connection: Connection, document: string, input: object): Promise<WeightsAnswer> {
  return (await connection.ask<{ done: { weights: WeightsAnswer } }>(document, { input })).done.weights;
}

export async function sealWeights(connection: Connection, input: Given & { slug: string }): Promise<WeightsAnswer> {
  const document = `mutation ($input: SealWeightsInput!) { done: sealWeights(input: $input) { weights { ${fields} } } }`;
  return askWeights(connection, document, input);
}

/** The weights of this name; null when there are none. */
export async function findWeights(connection: Connection, slug: string): Promise<WeightsAnswer | null> {
  const document = `query ($slug: String!) { weights(slug: $slug) { ${fields} } }`;
  return (await connection.ask<{ weights: WeightsAnswer | null }>(document, { slug })).weights;
}

export function weightsText(weights: WeightsAnswer): string {
  const { slug, state, prevented, lost, rescue, breakage, abstention, rationale, principal, cohort } = weights;
  const { digest, position, sealedPosition, abandonedBecause } = weights;
  const further = Object.entries({ rescue, breakage, abstention }).flatMap(([name, price]) =>
    price === null ? [] : `${name} ${price}`,
  );
  const place = {
    SEALED: `sealed for good at log position ${sealedPosition}`,
    DRAFT: `a draft, at log position ${position}; it binds nobody until it is sealed`,
    ABANDONED: `an abandoned draft: ${abandonedBecause}`,
  }[state];
  return [
    `weights ${slug}: prevented ${prevented}, lost ${lost}${further.map((price) => `, ${price}`).join("")}; ${place}`,
    `for ${cohort === null ? "any cohort" : `cohort ${cohort.slug} only`}; ${principal}: ${rationale}`,
    `digest ${digest}`,
  ].join("\n");
}
