import { type Command } from "commander";
import { flipDefinitions, unparsedReplies } from "../debate/probeCoding.js";
import { probeGroupings } from "../debate/probeGrouping.js";
import { intervalMethods } from "../debate/intervalOptions.js";
import { UserError } from "../errors.js";
import { allPages } from "./allPages.js";
import { choice, whole } from "./choice.js";
import { intervalLines, rateSelection } from "./conditions.js";
import { withConnection } from "./connect.js";
import { type Connection } from "./connection.js";
import { intervalFlags, type MeasureFlags } from "./measured.js";
import { type RateAnswer, rateText } from "./rateText.js";
import { say } from "./say.js";
import { textTable } from "./textTable.js";

interface ProbeFlags extends Pick<MeasureFlags, "interval" | "level" | "cluster" | "resamples" | "seed"> {
  readonly by?: string;
  readonly definition?: string;
  readonly unparsed?: string;
  readonly condition?: string[];
  readonly seat?: string[];
  readonly directed?: boolean;
  readonly model?: string;
  readonly highest?: number;
  readonly against?: string;
  readonly with?: string;
  readonly json?: boolean;
}

export function probesCommand(program: Command): void {
  const command = program
    .command("probes")
    .description(
      "How often members give up their answer when probed; without a name, the sets of probes that are stored.",
    )
    .argument("[set]", "the slug of a set of probes")
    .addOption(choice("--by <group>", "one line for each", probeGroupings))
    .addOption(choice("--definition <name>", "of the flip rate", flipDefinitions))
    .addOption(choice("--unparsed <rule>", "what a reply that could not be read is", unparsedReplies))
    .option("--condition <names...>", "only under these prompts")
    .option("--seat <names...>", "only by these seats")
    .option("--directed", "also where flips lead, which looks at gold")
    .option("--against <run>", "also what the screen took, beside the debates of this run")
    .option("--with <set>", "also how this set agrees with another of the same questions, such as another day's")
    .option("--highest <count>", "only the items of the highest solo flip rates, a key a line", whole)
    .option("--model <name>", "whose, where a set holds several models");
  intervalFlags(command, choice("--interval <method>", "how intervals are made, or NONE", ["NONE", ...intervalMethods]))
    .option("--seed <text>", "seed of the resampling")
    .option("--json", "print the answer as one JSON object")
    .action((slug: string | undefined, flags: ProbeFlags) =>
      withConnection(async (connection) => {
        if (slug === undefined) return listSets(connection, flags.json);
        if (flags.highest !== undefined) return listHighest(connection, slug, flags);
        const report = await askProbes(connection, slug, flags);
        say(flags.json, report, () => probesText(report, slug, flags.by));
      }),
    );
}

interface SetAnswer {
  readonly slug: string;
  readonly size: number;
  readonly items: number;
  readonly models: readonly { readonly model: string }[];
  readonly conditions: readonly string[];
  readonly missing: { readonly missing: number };
}

async function listSets(connection: Connection, json: boolean | undefined): Promise<void> {
  const document = `query ($first: Int!, $after: String) {
    page: probeSets(first: $first, after: $after) {
      edges { node { slug size items models { model } conditions missing { missing } } } pageInfo { hasNextPage endCursor }
    }
  }`;
  const sets: SetAnswer[] = [];
  for await (const set of allPages<SetAnswer>((page) => connection.ask(document, page))) sets.push(set);
  say(json, sets, () =>
    textTable(
      ["probes", "conditions", "models", "items", "rows", "missing"],
      sets.map(({ slug, conditions, models, items, size, missing }) => [
        slug,
        conditions.join(", "),
        ...[models.length, items, size, missing.missing].map(String),
      ]),
      2,
    ),
  );
}

async function listHighest(connection: Connection, slug: string, { highest, model, json }: ProbeFlags): Promise<void> {
  const document = `query ($slug: String!, $model: String, $highest: Int) {
    probeSet(slug: $slug) { itemRates(model: $model, highest: $highest) { benchmark item solo { count of value } } }
  }`;
  const { probeSet } = await connection.ask<{ probeSet: { itemRates: { item: string }[] } | null }>(document, {
    slug,
    model,
    highest,
  });
  if (probeSet === null) throw unknownProbes(slug);
  say(json, probeSet.itemRates, () => probeSet.itemRates.map(({ item }) => item).join("\n"));
}

const unknownProbes = (slug: string): UserError =>
  new UserError(
    "NOT_FOUND",
    `expected the slug of a set of probes, got ${slug}; "counterweight probes" shows what there is`,
  );

interface Variant {
  readonly definition: string;
  readonly social: number | null;
  readonly argument: number | null;
  readonly ratio: number | null;
  readonly logRatio: number | null;
}

interface Spending {
  readonly generations: number;
  readonly tokens: number | null;
  readonly cost: string | null;
}

interface Comparison {
  readonly shared: number;
  readonly correlation: number | null;
  readonly correlationReason: string | null;
  readonly largestDifference: number | null;
  readonly majorityChanges: { readonly count: number; readonly of: number };
}

type Flips = Readonly<Record<"alpha" | "total" | "solo" | "social" | "noneAsFlip", RateAnswer>> & {
  readonly probes: number;
  readonly replies: number;
  readonly unparsedReplies: number;
  readonly flips: number;
};
type Directed = Readonly<Record<"initialAccuracy" | "adversarial" | "corrective" | "neutral", RateAnswer>>;

interface Report<T> {
  readonly total: T;
  readonly groups: readonly { readonly label: string; readonly flips: T }[];
}

interface ProbesReport {
  readonly missing: { readonly expected: number; readonly missing: number };
  readonly flipRates: Report<Flips> & {
    readonly coding: { readonly definition: string; readonly unparsed: string; readonly conditions: string[] | null };
  };
  readonly directedFlips?: Report<Directed>;
  readonly sensitivity: { readonly total: { readonly variants: readonly Variant[] } };
  readonly cost?: { readonly screen: Spending; readonly audit: Spending };
  readonly compareRepeats?: Comparison;
}

async function askProbes(connection: Connection, slug: string, flags: ProbeFlags): Promise<ProbesReport> {
  const rate = rateSelection(flags.interval);
  const flips = `{ probes unparsedInitial replies unparsedReplies flips
    alpha ${rate} total ${rate} solo ${rate} social ${rate} noneAsHeld ${rate} noneAsFlip ${rate} }`;
  const directed = `{ initialAccuracy ${rate} adversarial ${rate} corrective ${rate} neutral ${rate} withoutGold withoutReplies }`;
  const given = "(coding: $coding, by: $by, interval: $interval)";
  const spending = "{ generations tokens cost records withTokens withCost }";
  const variables = "$slug: String!, $coding: ProbeCodingInput, $by: ProbeGrouping, $interval: IntervalInput";
  const others = `${flags.against === undefined ? "" : ", $against: String"}${flags.with === undefined ? "" : ", $with: String!"}`;
  const document = `query (${variables}${others}) {
    probeSet(slug: $slug) {
      missing { expected missing by { condition seat missing } }
      flipRates${given} { coding { definition unparsed conditions seats channels strengths }
        total ${flips} groups { key label flips ${flips} } }
      sensitivity(coding: $coding) { total { variants { definition social argument ratio logRatio } } }
      ${flags.against === undefined ? "" : `cost(against: $against) { screen ${spending} audit ${spending} }`}
      ${
        flags.with === undefined
          ? ""
          : `compareRepeats(with: $with) { shared correlation correlationReason pTwoSided largestDifference meanDifference majorityChanges { count of } }`
      }
      ${flags.directed ? `directedFlips${given} { total ${directed} groups { key label flips ${directed} } }` : ""}
    }
  }`;
  const { by, definition, unparsed, condition: conditions, seat: seats, level, cluster, resamples, seed } = flags;
  const method = flags.interval === "NONE" ? undefined : flags.interval;
  const { probeSet } = await connection.ask<{ probeSet: ProbesReport | null }>(document, {
    slug,
    by,
    coding: { definition, unparsed, conditions, seats },
    interval: { method, level, cluster, resamples, seed },
    against: flags.against,
    with: flags.with,
  });
  if (probeSet === null) throw unknownProbes(slug);
  return probeSet;
}

function probesText(
  { missing, flipRates, directedFlips, sensitivity, cost, compareRepeats }: ProbesReport,
  whole: string,
  by: string | undefined,
): string {
  const title = by?.toLowerCase() ?? "";
  const together = <T>({ groups, total }: Report<T>) => [
    ...groups,
    ...(groups.length === 1 ? [] : [{ label: whole, flips: total }]),
  ];
  const rows = together(flipRates);
  const counts = textTable(
    [title, "probes", "replies", "unparsed", "flips", "alpha", "solo", "social", "unparsed as flips"],
    rows.map(({ label, flips }) => [
      label,
      ...[flips.probes, flips.replies, flips.unparsedReplies, flips.flips].map(String),
      ...[flips.alpha, flips.solo, flips.social, flips.noneAsFlip].map(rateText),
    ]),
  );
  const led = directedFlips ? together(directedFlips) : [];
  const { definition, unparsed, conditions } = flipRates.coding;
  return [
    counts,
    "",
    ...(led.length === 0
      ? []
      : [
          textTable(
            [title, "initial accuracy", "adversarial", "corrective", "neutral"],
            led.map(({ label, flips: { initialAccuracy, adversarial, corrective, neutral } }) => [
              label,
              ...[initialAccuracy, adversarial, corrective, neutral].map(rateText),
            ]),
          ),
          "",
        ]),
    textTable(
      ["sensitivity", "social s", "argument a", "S/A", "log S/A"],
      sensitivity.total.variants.map(({ definition: name, ...values }) => [
        name,
        ...[values.social, values.argument, values.ratio, values.logRatio].map(number),
      ]),
    ),
    "",
    ...(cost === undefined ? [] : [spendingText("screen", cost.screen), spendingText("debates", cost.audit)]),
    ...(compareRepeats === undefined ? [] : [comparisonText(compareRepeats)]),
    `alpha by the definition ${definition}: unparsed ${unparsed}, conditions ${conditions?.join(", ") ?? "all"}`,
    ...(missing.missing === 0 ? [] : [`missing: ${missing.missing} of ${missing.expected} cells of the observed grid`]),
    ...intervalLines([
      ...rows.flatMap(({ flips: { alpha, solo, social, noneAsFlip } }) => [alpha, solo, social, noneAsFlip]),
      ...led.flatMap(({ flips }) => [flips.initialAccuracy, flips.adversarial, flips.corrective, flips.neutral]),
    ]),
  ].join("\n");
}

const number = (value: number | null): string => (value === null ? "-" : value.toFixed(4));

const spendingText = (what: string, { generations, tokens, cost }: Spending): string =>
  `${what}: ${generations} generations, ${tokens ?? "no"} tokens known, ${cost === null ? "no cost known" : `$${cost}`}`;

const comparisonText = ({ shared, correlation, correlationReason, largestDifference, majorityChanges }: Comparison) =>
  `${shared} shared questions: correlation of flip rates ${correlation === null ? `- (${correlationReason})` : number(correlation)}, largest difference ${number(largestDifference)}, initial answer changed in ${majorityChanges.count} of ${majorityChanges.of}`;
