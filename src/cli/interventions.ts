import { type Command } from "commander";
import { intervalMethods } from "../debate/intervalOptions.js";
import { choice } from "./choice.js";
import { type CodingAnswer, codingSelection, codingText, intervalLines, rateSelection } from "./conditions.js";
import { withConnection } from "./connect.js";
import { askMeasured, codingFlags, intervalFlags, type MeasureFlags, whose } from "./measured.js";
import { type RateAnswer, rateWithCounts } from "./rateText.js";
import { say } from "./say.js";
import { textTable } from "./textTable.js";

interface Round {
  readonly round: number;
  readonly coverage: RateAnswer;
  readonly substitution: RateAnswer;
  readonly debatesChanged: number;
  readonly addition: RateAnswer;
  readonly additionTies: number;
  readonly override: RateAnswer;
  readonly pivotal: RateAnswer;
}

interface Report {
  readonly coding: CodingAnswer;
  readonly rounds: readonly Round[];
}

interface Flags extends MeasureFlags {
  readonly signal: string;
  readonly recountTie: string;
  readonly json?: boolean;
}

const ties = ["CODING", "PANEL_STANDS", "SIGNAL", "FIRST_LABEL", "LAST_LABEL", "UNDECIDED"];

export function interventionsCommand(program: Command): void {
  const command = whose(
    program
      .command("interventions")
      .description("What one outside ballot could still change after each round, for better or worse."),
  )
    .requiredOption("--signal <name>", "the outside ballot")
    .addOption(choice("--recount-tie <rule>", "what a tie in a recount becomes", ties).default("CODING"));
  intervalFlags(
    codingFlags(command),
    choice("--interval <method>", "how intervals are made, or NONE", ["NONE", ...intervalMethods]),
  )
    .option("--seed <text>", "seed of the resampling")
    .option("--json", "print the answer as one JSON object")
    .action((run: string | undefined, flags: Flags) =>
      withConnection(async (connection) => {
        const rate = rateSelection(flags.interval);
        const selection = `interventions(signal: ${JSON.stringify(flags.signal)}, tie: ${flags.recountTie}, coding: $coding, interval: $interval) {
          ${codingSelection} rounds { round coverage ${rate} substitution ${rate} debatesChanged addition ${rate} additionTies
          override ${rate} pivotal ${rate} standings { margin side debates pivotal differs changes } }
        }`;
        const { interventions } = await askMeasured<{ interventions: Report }>(connection, run, flags, selection);
        say(flags.json, interventions, () => interventionsText(interventions, flags.signal));
      }),
    );
}

function interventionsText({ coding, rounds }: Report, signal: string): string {
  const rates = rounds.flatMap(({ pivotal, substitution, addition, override }) => [
    pivotal,
    substitution,
    addition,
    override,
  ]);
  return [
    textTable(
      ["round", `has ${signal}`, "pivotal", "substitution", "debates", "addition", "ties", "differs"],
      rounds.map((one) => [
        String(one.round),
        `${one.coverage.count}/${one.coverage.of}`,
        rateWithCounts(one.pivotal),
        rateWithCounts(one.substitution),
        String(one.debatesChanged),
        rateWithCounts(one.addition),
        String(one.additionTies),
        rateWithCounts(one.override),
      ]),
    ),
    "substitution = changed decisions, every seat in turn, and in how many debates; addition = one ballot more, and the ties it makes;",
    "differs = decisions that an override would change. Whether that is for the better: seal weights, and evaluate a rule",
    codingText(coding),
    ...intervalLines(rates),
  ].join("\n");
}
