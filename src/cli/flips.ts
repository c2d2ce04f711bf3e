import { type Command } from "commander";
import { type CodingAnswer, codingSelection, codingText, intervalLines, rateSelection } from "./conditions.js";
import { withConnection } from "./connect.js";
import { askMeasured, type MeasureFlags, measureFlags } from "./measured.js";
import { type RateAnswer, rateWithCounts } from "./rateText.js";
import { say } from "./say.js";
import { textTable } from "./textTable.js";

export function flipsCommand(program: Command): void {
  measureFlags(
    program.command("flips").description("Which seats change their ballots, and whether toward what they were shown."),
  )
    .option("--unpaired", "each step on whatever ballots it has, instead of one fixed cohort")
    .option("--json", "print the answer as one JSON object")
    .action((run: string | undefined, flags: MeasureFlags & { json?: boolean; unpaired?: boolean }) =>
      withConnection(async (connection) => {
        const rate = rateSelection(flags.interval);
        const row = `{ seat model flips ${rate} toward ${rate} yielded ${rate} away left shownTie nothingShown notStated lost found }`;
        const one = `{ steps { round all ${row} seats ${row} } all ${row} bySeat ${row} }`;
        const { flips } = await askMeasured<{ flips: Report }>(
          connection,
          run,
          flags,
          `flips(coding: $coding, by: $by, interval: $interval, paired: ${!flags.unpaired}) {
            ${codingSelection} debates total ${one} groups { key label debates flips ${one} } }`,
        );
        say(flags.json, flips, () => text(flips, run ?? flags.cohort ?? "all"));
      }),
    );
}

interface Row {
  readonly seat: string | null;
  readonly model: string | null;
  readonly flips: RateAnswer;
  readonly toward: RateAnswer;
  readonly away: number;
  readonly shownTie: number;
  readonly nothingShown: number;
  readonly notStated: number;
}
interface Flips {
  readonly steps: readonly { readonly round: number; readonly all: Row }[];
  readonly all: Row;
  readonly bySeat: readonly Row[];
}
interface Report {
  readonly coding: CodingAnswer;
  readonly debates: number;
  readonly total: Flips;
  readonly groups: readonly { readonly label: string; readonly debates: number; readonly flips: Flips }[];
}

function text({ coding, debates, total, groups }: Report, name: string): string {
  const shown = groups.length > 0 ? groups : [{ label: name, debates, flips: total }];
  return [
    codingText(coding),
    "",
    ...shown.map(({ label, debates: size, flips }) => block(`${label}: ${size} debates`, flips)),
    ...intervalLines(shown.flatMap(({ flips }) => [flips.all.flips, flips.all.toward])),
  ].join("\n");
}

function block(title: string, { steps, all, bySeat }: Flips): string {
  const row = (name: string, { flips, toward, away, shownTie, nothingShown, notStated }: Row) => [
    name,
    rateWithCounts(flips),
    rateWithCounts(toward),
    ...[away, shownTie, nothingShown, notStated].map(String),
  ];
  const rows = [
    ...steps.map((step) => row(`round ${step.round}`, step.all)),
    row("all rounds", all),
    ...bySeat.map((seat) => row(`seat ${seat.seat} (${seat.model})`, seat)),
  ];
  return [
    title,
    textTable(["", "flips", "toward the shown majority", "away", "shown a tie", "shown nothing", "not stated"], rows),
    "",
  ].join("\n");
}
