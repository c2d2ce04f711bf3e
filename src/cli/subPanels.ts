import { type Command } from "commander";
import { whole } from "./choice.js";
import { type Caveat, caveatLines, caveatSelection } from "./conditions.js";
import { withConnection } from "./connect.js";
import { type Connection } from "./connection.js";
import { codingFlags, type MeasureFlags, measureVariables, unknownSlug, whose } from "./measured.js";
import { type RateAnswer, rateText } from "./rateText.js";
import { say } from "./say.js";
import { textTable } from "./textTable.js";

interface Flags extends Omit<MeasureFlags, "interval"> {
  readonly sizes?: readonly number[];
  readonly gold?: boolean;
  readonly each?: boolean;
  readonly json?: boolean;
}

export function subPanelsCommand(program: Command): void {
  codingFlags(
    whose(
      program
        .command("subpanels")
        .description("Every panel that some of the seats would have been, and the panel without each seat."),
    ),
  )
    .option("--sizes <counts...>", "numbers of seats; 3 to all unless said", (given: string, before: number[] = []) => [
      ...before,
      whole(given),
    ])
    .option("--gold", "also accuracy and how often all agree and are wrong")
    .option("--each", "a line for each sub-panel")
    .option("--json", "print the answer as one JSON object")
    .action((run: string | undefined, flags: Flags) =>
      withConnection(async (connection) => {
        const report = await askSubPanels(connection, run, flags);
        say(flags.json, report, () => subPanelsText(report, flags.each ?? false));
      }),
    );
}

interface Spread {
  readonly least: number | null;
  readonly median: number | null;
  readonly greatest: number | null;
}

interface Report {
  readonly seats: readonly string[];
  readonly rounds: readonly number[];
  readonly debates: number;
  readonly caveats: readonly Caveat[];
  readonly sizes: readonly {
    readonly size: number;
    readonly unanimity: readonly Spread[];
    readonly frontLoading: Spread;
    readonly panels: readonly {
      readonly seats: readonly string[];
      readonly unanimity: readonly RateAnswer[];
      readonly frontLoading: RateAnswer;
    }[];
  }[];
  readonly leaveOneOut: readonly {
    readonly without: string;
    readonly debates: number;
    readonly unanimity: readonly RateAnswer[];
    readonly flips: readonly RateAnswer[];
    readonly frontLoading: RateAnswer;
  }[];
  readonly accuracy?: {
    readonly debates: number;
    readonly sizes: readonly {
      readonly size: number;
      readonly accuracy: readonly Spread[];
      readonly unanimousAndWrong: readonly Spread[];
    }[];
  };
}

async function askSubPanels(connection: Connection, run: string | undefined, flags: Flags): Promise<Report> {
  const share = "{ count of value reason }";
  const spread = "{ least median greatest of undefined }";
  const judged = `accuracy { debates sizes { size accuracy ${spread} unanimousAndWrong ${spread} } }`;
  const sizes = flags.sizes === undefined ? "" : `sizes: [${flags.sizes.join(", ")}], `;
  const [noun, slug] = run === undefined ? (["cohort", flags.cohort ?? ""] as const) : (["run", run] as const);
  const document = `query ($slug: String!, $coding: CodingInput) { measured: ${noun}(slug: $slug) { subPanels(${sizes}coding: $coding) { seats rounds debates ${caveatSelection}
    sizes { size unanimity ${spread} frontLoading ${spread}
      panels { seats ties unanimity ${share} frontLoading ${share} } }
    leaveOneOut { without debates regained ties unanimity ${share} flips ${share} frontLoading ${share} }
    ${flags.gold ? judged : ""} } } }`;
  const { coding } = measureVariables({ ...flags, interval: "NONE" });
  const { measured } = await connection.ask<{ measured: { subPanels: Report } | null }>(document, { slug, coding });
  if (measured === null) throw unknownSlug(noun, slug);
  return measured.subPanels;
}

function subPanelsText(report: Report, each: boolean): string {
  const { seats, rounds, debates, sizes, leaveOneOut, accuracy, caveats } = report;
  const byRound = rounds.map((round) => `round ${round}`);
  const count = (size: number) => sizes.find((one) => one.size === size)?.panels.length ?? 0;
  return [
    `${debates} debates in which all ${seats.length} seats have a ballot in rounds ${rounds[0]} to ${rounds.at(-1)}`,
    "",
    "unanimous, %: least, median and greatest over the sub-panels of each size; front-loading = share of the jump that round 1 made",
    textTable(
      ["seats", "sub-panels", ...byRound, "front-loading"],
      sizes.map(({ size, panels, unanimity, frontLoading }) => [
        String(size),
        String(panels.length),
        ...unanimity.map(spreadText),
        spreadText(frontLoading),
      ]),
    ),
    ...(each
      ? [
          "",
          textTable(
            ["sub-panel", ...byRound, "front-loading"],
            sizes.flatMap(({ panels }) =>
              panels.map((one) => [one.seats.join(" "), ...one.unanimity.map(rateText), rateText(one.frontLoading)]),
            ),
          ),
        ]
      : []),
    ...(accuracy === undefined
      ? []
      : [
          "",
          `right majorities, %, and below all agree and are wrong, %; ${accuracy.debates} debates with gold`,
          textTable(
            ["seats", "sub-panels", ...byRound],
            accuracy.sizes.flatMap((one) => [
              [String(one.size), String(count(one.size)), ...one.accuracy.map(spreadText)],
              ["", "wrong", ...one.unanimousAndWrong.map(spreadText)],
            ]),
          ),
        ]),
    ...(leaveOneOut.length === 0
      ? []
      : [
          "",
          "without one seat, on the debates that the others answered: unanimous, and ballots that changed",
          textTable(
            ["without", "debates", ...byRound, ...rounds.slice(1).map((round) => `flips ${round}`), "front-loading"],
            leaveOneOut.map((one) => [
              one.without,
              String(one.debates),
              ...one.unanimity.map(rateText),
              ...one.flips.map(rateText),
              rateText(one.frontLoading),
            ]),
          ),
        ]),
    ...caveatLines(caveats),
  ].join("\n");
}

const percent = (value: number | null) => (value === null ? "-" : (100 * value).toFixed(2));
const spreadText = ({ least, median, greatest }: Spread) => [least, median, greatest].map(percent).join(" ");
