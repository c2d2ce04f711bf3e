import { type Command } from "commander";
import { fixedGates } from "../debate/gate.js";
import { must } from "../errors.js";
import { allPages } from "./allPages.js";
import { whole } from "./choice.js";
import { withConnection } from "./connect.js";
import { type Connection } from "./connection.js";
import { type CoverageAnswer, coverageLines, coverageSelection } from "./coverage.js";
import { decisionFormat } from "./decisionFormat.js";
import { readText } from "./readText.js";
import { say } from "./say.js";
import { asTeam } from "./team.js";
import { textTable } from "./textTable.js";

export interface PolicyAnswer {
  readonly slug: string;
  readonly digest: string;
  readonly team: string;
  readonly kind: "FIXED" | "DECISIONS";
  /** A fixed gate and a round, or a rule of the language. */
  readonly rule:
    | { readonly gate: string; readonly action: { readonly freezeTo: number } }
    | { readonly at: number; readonly when: unknown; readonly then: { readonly do: string } }
    | null;
  readonly decisions: { readonly digest: string; readonly count: number; readonly fittedOn: string } | null;
  readonly position: number;
}

const fields = "slug digest team kind rule decisions { digest count fittedOn } position";

interface Flags {
  readonly gate?: string;
  readonly rule?: string;
  readonly freezeTo?: number;
  readonly decisions?: string;
  readonly fittedOn?: string;
  readonly cohort?: string;
  readonly team?: string;
  readonly json?: boolean;
}

export function policyCommands(program: Command): void {
  const policy = program
    .command("policy")
    .description("What to do with which debates: fixed gates, rules, or your decisions.");
  const gates = Object.keys(fixedGates);
  const add = asTeam(policy.command("add <slug>"))
    .description(
      "Store a policy for good: a gate with the round it freezes to, a rule, or a file of decisions made elsewhere.",
    )
    .option("--gate <name>", `when it fires (${gates.join(", ")})`)
    .option("--freeze-to <round>", "the round whose majority then stands; 0, the blind round, unless said", whole)
    .option("--rule <file>", "a rule of the policy language, JSON (docs/policies.md)")
    .option(
      "--decisions <file>",
      "one decision a line: item, freeze, and where needed replicate, run, to; NDJSON or .csv",
    )
    .option("--fitted-on <text>", "what the decisions were fitted on; stands beside every number")
    .option(
      "--cohort <slug>",
      "also say which of this cohort's debates the decisions miss, and which decisions it has no use for",
    )
    .option("--json", "print one JSON object");
  add.action((slug: string, { gate, rule, freezeTo, decisions, fittedOn, cohort, team, json }: Flags) => {
    const given = [gate, rule, decisions].filter((one) => one !== undefined).length;
    if (given !== 1)
      add.error(
        `error: expected --gate NAME, --rule FILE or --decisions FILE, got ${given === 0 ? "none" : "more"} of them`,
      );
    if (gate === undefined && freezeTo !== undefined)
      add.error("error: --freeze-to goes with --gate; rules and decisions say a round themselves");
    if (decisions !== undefined && fittedOn === undefined)
      add.error('error: --decisions needs --fitted-on: say "nothing" where nothing was fitted');
    if (decisions === undefined && fittedOn !== undefined)
      add.error("error: --fitted-on goes with --decisions; gates and rules are fitted on nothing");
    if (decisions === undefined && cohort !== undefined)
      add.error("error: --cohort goes with --decisions; gates and rules decide about any debate");
    if (gate !== undefined && !gates.includes(gate))
      add.error(`error: --gate: expected one of ${gates.join(", ")}, got ${gate}`);
    return withConnection(async (connection) => {
      let ignored: readonly string[] = [];
      if (gate !== undefined) await addGate(connection, slug, gate, freezeTo ?? 0);
      else if (rule !== undefined) await addRule(connection, slug, await readText(rule));
      else if (decisions !== undefined && fittedOn !== undefined)
        ignored = await connection.addDecisions(decisions, { slug, fittedOn, format: decisionFormat(decisions) });
      const made = await findPolicy(connection, slug);
      must(made, "a policy that was just added is stored");
      const coverage = cohort === undefined ? null : await coverageOf(connection, slug, cohort);
      say(json, { ...made, ignored, coverage }, () =>
        [
          policyText(made),
          ...(coverage === null ? [] : coverageLines(coverage)),
          ...(ignored.length === 0 ? [] : [`passed over, since they say nothing of a decision: ${ignored.join(", ")}`]),
        ].join("\n"),
      );
    }, team);
  });
  policy
    .command("features")
    .description("List what a rule can look at, and from which round on.")
    .option("--json", "print one JSON array")
    .action(({ json }: { json?: boolean }) =>
      withConnection(async (connection) => {
        const found = await featuresOf(connection);
        say(json, found, () =>
          textTable(
            ["feature", "kind", "from round", "signal", "what it is"],
            found.map(({ name, kind, firstRound, takesSignal, description }) => [
              name,
              kind,
              firstRound === null ? "-" : String(firstRound),
              takesSignal ? "yes" : "-",
              description,
            ]),
            5,
          ),
        );
      }),
    );
  policy
    .command("list")
    .description("List the policies that are stored.")
    .option("--json", "print one JSON array")
    .action(({ json }: { json?: boolean }) =>
      withConnection(async (connection) => {
        const document = `query ($first: Int!, $after: String) {
          page: policies(first: $first, after: $after) { edges { node { ${fields} } } pageInfo { hasNextPage endCursor } }
        }`;
        const found: PolicyAnswer[] = [];
        for await (const one of allPages<PolicyAnswer>((page) => connection.ask(document, page))) found.push(one);
        say(json, found, () =>
          textTable(
            ["policy", "what it does", "team", "digest"],
            found.map((one) => [one.slug, doing(one), one.team, one.digest.slice(0, 12)]),
            4,
          ),
        );
      }),
    );
}

interface FeatureAnswer {
  readonly name: string;
  readonly stage: string;
  readonly kind: string;
  readonly firstRound: number | null;
  readonly takesSignal: boolean;
  readonly description: string;
}

async function featuresOf(connection: Connection): Promise<readonly FeatureAnswer[]> {
  const document = "{ policyFeatures { name stage kind firstRound takesSignal description } }";
  return (await connection.ask<{ policyFeatures: FeatureAnswer[] }>(document)).policyFeatures;
}

async function addRule(connection: Connection, slug: string, ruleText: string): Promise<void> {
  const document = "mutation ($input: AddPolicyInput!) { addPolicy(input: $input) { policy { slug } } }";
  await connection.ask(document, { input: { slug, ruleText } });
}

/** The same gate under the same name again changes nothing. */
export async function addGate(connection: Connection, slug: string, gate: string, freezeTo: number): Promise<void> {
  const document = "mutation ($input: AddPolicyInput!) { addPolicy(input: $input) { policy { slug } } }";
  await connection.ask(document, { input: { slug, rule: { gate, freezeTo } } });
}

/** The policy of this name; null when there is none. */
export async function findPolicy(connection: Connection, slug: string): Promise<PolicyAnswer | null> {
  const document = `query ($slug: String!) { policy(slug: $slug) { ${fields} } }`;
  return (await connection.ask<{ policy: PolicyAnswer | null }>(document, { slug })).policy;
}

async function coverageOf(connection: Connection, slug: string, cohort: string): Promise<CoverageAnswer | null> {
  const document = `query ($slug: String!, $cohort: String!) { policy(slug: $slug) { coverage(cohort: $cohort) ${coverageSelection} } }`;
  const variables = { slug, cohort };
  const { policy } = await connection.ask<{ policy: { coverage: CoverageAnswer | null } | null }>(document, variables);
  return policy?.coverage ?? null;
}

export const policyText = (policy: PolicyAnswer): string =>
  `policy ${policy.slug}: ${doing(policy)}\ndigest ${policy.digest}`;

function doing({ rule, decisions }: PolicyAnswer): string {
  if (rule !== null && "gate" in rule) return `gate ${rule.gate}, freezes to round ${rule.action.freezeTo}`;
  if (rule !== null) return `after round ${rule.at}, when ${JSON.stringify(rule.when)}: ${JSON.stringify(rule.then)}`;
  return `${decisions?.count} uploaded decisions, fitted on ${decisions?.fittedOn}`;
}
