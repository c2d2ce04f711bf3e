import { type Command } from "commander";
import { intervalMethods } from "../debate/intervalOptions.js";
import { choice } from "./choice.js";
import { type Caveat, caveatLines, caveatSelection, intervalLines, rateSelection } from "./conditions.js";
import { withConnection } from "./connect.js";
import { type Connection } from "./connection.js";
import { codingFlags, intervalFlags, type MeasureFlags, measureVariables } from "./measured.js";
import { type RateAnswer, rateText, rateWithCounts } from "./rateText.js";
import { say } from "./say.js";
import { textTable } from "./textTable.js";

interface Flags extends MeasureFlags {
  readonly reference?: string;
  readonly gold?: boolean;
  readonly match?: string;
  readonly json?: boolean;
}

export function ladderCommand(program: Command): void {
  intervalFlags(
    codingFlags(
      program
        .command("ladder <runs...>")
        .description(
          "How much of a panel's consensus each condition reproduces: runs that share their blind round, on their common cohort, in the order given.",
        ),
    ),
    choice("--interval <method>", "how intervals are made, or NONE", ["NONE", ...intervalMethods]),
  )
    .option("--seed <text>", "seed of the resampling")
    .option("--reference <run>", "the run whose jump counts as the whole; the last unless said")
    .addOption(
      choice("--match <rule>", "what becomes of debates that begin otherwise", ["EQUAL", "LEAVE_OUT", "SAME_MAJORITY"]),
    )
    .option("--gold", "also accuracy, three ways to score ties, and who turned unanimously wrong")
    .option("--json", "print the answer as one JSON object")
    .action((runs: readonly string[], flags: Flags) =>
      withConnection(async (connection) => {
        const report = await askLadder(connection, runs, flags);
        say(flags.json, report, () => ladderText(report));
      }),
    );
}

interface Verdicts {
  readonly accuracy: readonly { readonly scoring: string; readonly accuracy: RateAnswer }[];
  readonly unanimousAndWrong: RateAnswer;
}

interface Report {
  readonly round: number;
  readonly debates: number;
  readonly reference: string;
  readonly unmatched: readonly { run: string; reason: string; count: number; items: readonly string[] }[];
  readonly blind: { readonly unanimity: RateAnswer; readonly pivotal: RateAnswer };
  readonly rungs: readonly {
    readonly run: string;
    readonly condition: string;
    readonly unanimity: RateAnswer;
    readonly pivotal: RateAnswer;
    readonly flips: RateAnswer;
    readonly toward: RateAnswer | null;
    readonly shareOfJump: RateAnswer;
  }[];
  readonly increments: readonly {
    readonly from: string | null;
    readonly to: string;
    readonly difference: RateAnswer;
    readonly onlyFrom: number;
    readonly onlyTo: number;
    readonly pExact: number;
  }[];
  readonly caveats: readonly Caveat[];
  readonly verdicts?: {
    readonly debates: number;
    readonly blind: Verdicts;
    readonly rungs: readonly (Verdicts & { readonly run: string })[];
    readonly increments: readonly {
      readonly from: string | null;
      readonly to: string;
      readonly scoring: string;
      readonly difference: RateAnswer;
      readonly better: number;
      readonly worse: number;
      readonly p: number | null;
      readonly pClustered: number | null;
    }[];
    readonly conversions: readonly { run: string; item: string; margin: number; wasRight: boolean | null }[];
  };
}

async function askLadder(connection: Connection, runs: readonly string[], flags: Flags): Promise<Report> {
  const rate = rateSelection(flags.interval);
  const round = `accuracy { scoring accuracy ${rate} } unanimousAndWrong ${rate}`;
  const verdicts = `verdicts { debates blind { ${round} } rungs { run condition ${round} }
    increments { from to scoring difference ${rate} better worse p pClustered }
    conversions { run benchmark item replicate margin wasRight } }`;
  const document = `query ($runs: [String!]!, $reference: String, $coding: CodingInput, $interval: IntervalInput, $match: BlindMatch) {
    ladder(match: $match, runs: $runs, reference: $reference, coding: $coding, interval: $interval) {
      round debates reference unmatched { run reason count items }
      blind { unanimity ${rate} pivotal ${rate} }
      rungs { run condition unanimity ${rate} pivotal ${rate} flips ${rate} toward ${rate} shareOfJump ${rate} }
      increments { from to difference ${rate} both onlyFrom onlyTo neither pExact pMid }
      ${caveatSelection} ${flags.gold ? verdicts : ""}
    }
  }`;
  const { coding, interval } = measureVariables(flags);
  const variables = { runs, reference: flags.reference, coding, interval, match: flags.match };
  return (await connection.ask<{ ladder: Report }>(document, variables)).ladder;
}

const BLIND = "blind round";
const p = (value: number | null) => (value === null ? "-" : value.toPrecision(3));

function ladderText(report: Report): string {
  const { round, debates, reference, unmatched, blind, rungs, increments, verdicts, caveats } = report;
  const left = unmatched.map(({ run, reason, count }) => `${count} ${reason} ${run}`);
  return [
    `${debates} debates of ${rungs.length === 1 ? "1 run" : `${rungs.length} runs`}, round ${round} against the blind round${left.length === 0 ? "" : `; left out: ${left.join(", ")}`}`,
    "",
    textTable(
      [
        "rung",
        "condition",
        "unanimous",
        `share of the jump of ${reference}`,
        "pivotal",
        "flips",
        "toward what was shown",
      ],
      [
        [BLIND, "", rateWithCounts(blind.unanimity), "", rateWithCounts(blind.pivotal), "", ""],
        ...rungs.map(({ run, condition, unanimity, shareOfJump, pivotal, flips, toward }) => [
          run,
          condition,
          rateWithCounts(unanimity),
          rateWithCounts(shareOfJump),
          rateWithCounts(pivotal),
          rateWithCounts(flips),
          toward === null ? "-" : rateWithCounts(toward),
        ]),
      ],
    ),
    "",
    textTable(
      ["step", "unanimity", "only before", "only after", "exact p"],
      increments.map(({ from, to, difference, onlyFrom, onlyTo, pExact }) => [
        `${from ?? BLIND} to ${to}`,
        rateText(difference),
        String(onlyFrom),
        String(onlyTo),
        p(pExact),
      ]),
    ),
    ...(verdicts === undefined ? [] : ["", ...verdictLines(verdicts)]),
    ...intervalLines([...rungs.map(({ unanimity }) => unanimity), ...increments.map(({ difference }) => difference)]),
    ...caveatLines(caveats),
  ].join("\n");
}

function verdictLines({ debates, blind, rungs, increments, conversions }: NonNullable<Report["verdicts"]>): string[] {
  const scorings = blind.accuracy.map(({ scoring }) => scoring);
  return [
    `accuracy over ${debates} debates with gold, by how a tie scores`,
    textTable(
      ["rung", ...scorings, "all agree and are wrong"],
      [{ run: BLIND, ...blind }, ...rungs].map(({ run, accuracy, unanimousAndWrong }) => [
        run,
        ...accuracy.map(({ accuracy: rate }) => rateText(rate)),
        rateWithCounts(unanimousAndWrong),
      ]),
    ),
    "",
    textTable(
      ["step", "scoring", "difference", "better", "worse", "p", "p by cluster"],
      increments.map(({ from, to, scoring, difference, better, worse, p: exact, pClustered }) => [
        `${from ?? BLIND} to ${to}`,
        scoring,
        rateText(difference),
        String(better),
        String(worse),
        p(exact),
        p(pClustered),
      ]),
    ),
    "",
    `split votes that end unanimously wrong: ${conversions.length}`,
    ...(conversions.length === 0
      ? []
      : [
          textTable(
            ["run", "item", "margin before", "before"],
            conversions.map(({ run, item, margin, wasRight }) => [
              run,
              item,
              String(margin),
              wasRight === null ? "tied" : wasRight ? "right" : "wrong",
            ]),
          ),
        ]),
    "",
  ];
}
