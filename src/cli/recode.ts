import { type Command, InvalidArgumentError } from "commander";
import { type CodingAnswer, codingSelection, codingText } from "./conditions.js";
import { withConnection } from "./connect.js";
import { codingFlags, measureVariables, type MeasureFlags, unknownSlug, whose } from "./measured.js";
import { type RateAnswer, rateWithCounts } from "./rateText.js";
import { say } from "./say.js";
import { textTable } from "./textTable.js";

type CodingText = Readonly<Record<string, string | number>>;
type RecodeFlags = MeasureFlags & { readonly from?: CodingText; readonly json?: boolean };

interface Moved {
  readonly from: string;
  readonly to: string;
  readonly before: Shown;
  readonly after: Shown;
}

interface Shown {
  readonly run: { readonly slug: string };
  readonly item: string;
  readonly rounds: readonly { readonly majority: string | null }[];
}

interface Recoded {
  readonly from: CodingAnswer;
  readonly to: CodingAnswer;
  readonly debates: number;
  readonly moved: RateAnswer;
  readonly table: readonly { readonly from: string; readonly to: string; readonly count: number }[];
  readonly movedDebates: { readonly edges: readonly { readonly node: Moved }[] };
}

const KEYS = ["parser", "unparsed", "tie", "undefined", "noVote", "endpoint"];

/** "tie=FIRST_SEEN,endpoint=2" */
function codingOf(given: string): CodingText {
  const pairs = given.split(",").map((pair) => {
    const [key, value, ...rest] = pair.split("=");
    if (!KEYS.includes(key) || !value || rest.length > 0)
      throw new InvalidArgumentError(`Expected KEY=VALUE,... with the keys ${KEYS.join(", ")}.`);
    return [key, key === "endpoint" ? Number(value) : value] as const;
  });
  return Object.fromEntries(pairs);
}

export function recodeCommand(program: Command): void {
  codingFlags(whose(program.command("recode").description("What another coding does to the cells, debate by debate.")))
    .option("--from <coding>", "the coding to start from, as KEY=VALUE,...; the default coding unless said", codingOf)
    .option("--json", "print the answer as one JSON object")
    .action((run: string | undefined, flags: RecodeFlags) =>
      withConnection(async (connection) => {
        const [noun, slug] = run === undefined ? (["cohort", flags.cohort ?? ""] as const) : (["run", run] as const);
        const coding = codingSelection.slice("coding ".length);
        const shown = "{ run { slug } item rounds { majority } }";
        const document = `query ($slug: String!, $from: CodingInput, $to: CodingInput!) {
          measured: ${noun}(slug: $slug) { recode(from: $from, to: $to) {
            from ${coding} to ${coding} debates moved { count of value reason } table { from to count }
            movedDebates(first: 100) { edges { node { from to before ${shown} after ${shown} } } }
          } }
        }`;
        const { coding: to } = measureVariables({ ...flags, interval: "NONE" });
        const variables = { slug, from: flags.from, to };
        const { measured } = await connection.ask<{ measured: { recode: Recoded } | null }>(document, variables);
        if (measured === null) throw unknownSlug(noun, slug);
        say(flags.json, measured.recode, () => recodeText(measured.recode));
      }),
    );
}

function recodeText({ from, to, debates, moved, table, movedDebates }: Recoded): string {
  const course = ({ rounds }: Shown) => rounds.map(({ majority }) => majority ?? "-").join(" ");
  const rows = movedDebates.edges.map(({ node }) => [
    `${node.before.run.slug}/${node.before.item}`,
    node.from,
    course(node.before),
    node.to,
    course(node.after),
  ]);
  const changed = table.filter((row) => row.from !== row.to);
  return [
    `from ${codingText(from)}`,
    `to ${codingText(to)}`,
    `moved: ${rateWithCounts(moved)} of ${debates} debates`,
    ...(changed.length === 0
      ? []
      : [
          "",
          textTable(
            ["from", "to", "debates"],
            changed.map((row) => [row.from, row.to, String(row.count)]),
            2,
          ),
        ]),
    ...(rows.length === 0 ? [] : ["", textTable(["debate", "from", "majorities", "to", "majorities"], rows, 5)]),
    ...(moved.count > rows.length ? [`and ${moved.count - rows.length} more`] : []),
  ].join("\n");
}
