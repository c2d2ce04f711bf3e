import { type Command } from "commander";
import { bar } from "./bar.js";
import {
  type Caveat,
  caveatLines,
  caveatSelection,
  type CodingAnswer,
  codingSelection,
  codingText,
  intervalLines,
  rateSelection,
} from "./conditions.js";
import { withConnection } from "./connect.js";
import { type Connection } from "./connection.js";
import { askMeasured, type MeasureFlags, measureFlags } from "./measured.js";
import { type RateAnswer, rateWithCounts } from "./rateText.js";
import { say } from "./say.js";
import { textTable } from "./textTable.js";

export function onsetCommand(program: Command): void {
  measureFlags(program.command("onset").description("In which round the collapses of a run or cohort began."))
    .option("--json", "print the answer as one JSON object")
    .action((run: string | undefined, flags: MeasureFlags & { json?: boolean }) =>
      withConnection(async (connection) => {
        const report = await askOnset(connection, run, flags);
        say(flags.json, report, () => onsetText(report, run ?? flags.cohort ?? "all"));
      }),
    );
}

interface OnsetRound {
  readonly round: number;
  readonly count: number;
  readonly share: RateAnswer;
  readonly finalSwitch: number;
  readonly finalSwitchShare: RateAnswer;
}

interface OnsetAnswer {
  readonly collapses: number;
  readonly late: RateAnswer;
  readonly repairedExcursions: number;
  readonly repaired: RateAnswer;
  readonly rounds: readonly OnsetRound[];
}

export interface OnsetReport extends OnsetAnswer {
  readonly coding: CodingAnswer;
  readonly caveats: readonly Caveat[];
  readonly groups: readonly { readonly key: string | null; readonly label: string; readonly onset: OnsetAnswer }[];
}

export async function askOnset(
  connection: Connection,
  run: string | undefined,
  flags: MeasureFlags,
): Promise<OnsetReport> {
  const rate = rateSelection(flags.interval);
  const answer = `collapses late ${rate} repairedExcursions repaired ${rate}
    rounds { round count share ${rate} finalSwitch finalSwitchShare ${rate} }`;
  const selection = `onset(coding: $coding, by: $by, interval: $interval) {
    ${codingSelection} ${answer} groups { key label onset { ${answer} } } ${caveatSelection}
  }`;
  return (await askMeasured<{ onset: OnsetReport }>(connection, run, flags, selection)).onset;
}

/** For each round a bar of how many collapses began in it, group by group and then for all debates together. */
export function onsetText(report: OnsetReport, whole: string): string {
  const { coding, caveats, groups } = report;
  const shown = [...(groups.length > 1 ? groups : []), { label: whole, onset: report }];
  return [
    ...shown.map(({ label, onset }) => block(label, onset)),
    "onset = the first round whose majority is wrong; final switch = the last change from right to wrong",
    codingText(coding),
    ...intervalLines(shown.flatMap(({ onset }) => ratesOf(onset))),
    ...caveatLines(caveats),
  ].join("\n");
}

const ratesOf = ({ late, repaired, rounds }: OnsetAnswer): readonly RateAnswer[] => [
  late,
  repaired,
  ...rounds.flatMap(({ share, finalSwitchShare }) => [share, finalSwitchShare]),
];

const BAR = 30;

function block(label: string, { collapses, late, repaired, rounds }: OnsetAnswer): string {
  const rows = rounds.map(({ round, share, finalSwitchShare }) => [
    `round ${round}`,
    rateWithCounts(share),
    bar(share.value, BAR).padEnd(BAR),
    rateWithCounts(finalSwitchShare),
  ]);
  return [
    `${label}: ${collapses} collapses; after round 1: ${rateWithCounts(late)}`,
    textTable(["", "onset", "", "final switch"], rows),
    `repaired excursions, of the preserved debates: ${rateWithCounts(repaired)}`,
    "",
  ].join("\n");
}
