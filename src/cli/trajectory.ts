import { type Command } from "commander";
import { type CodingAnswer, codingSelection, codingText, intervalLines, rateSelection } from "./conditions.js";
import { withConnection } from "./connect.js";
import { askMeasured, type MeasureFlags, measureFlags } from "./measured.js";
import { type RateAnswer, rateText, rateWithCounts } from "./rateText.js";
import { say } from "./say.js";
import { listed } from "./listed.js";
import { textTable } from "./textTable.js";

export function trajectoryCommand(program: Command): void {
  measureFlags(
    program
      .command("trajectory")
      .description("How contested one fixed cohort was in each round, and where it closed ranks."),
  )
    .option("--without <seats>", "seats to leave out before the cohort is fixed, separated by commas", listed)
    .option("--json", "print the answer as one JSON object")
    .action((run: string | undefined, flags: MeasureFlags & { json?: boolean; without?: readonly string[] }) =>
      withConnection(async (connection) => {
        const rate = rateSelection(flags.interval);
        const one = `batch debates exclusions { round reason count }
          rounds { round margins { seats margin count } unanimity ${rate} pivotal ${rate} tied }
          steps { round jump ${rate} became ceased share ${rate} moves { from to count } } jump ${rate}
          flips { steps { round all { flips ${rate} } } }
          naive { round naive paired fixed inflation inflationOverFixed }`;
        const without = JSON.stringify(flags.without ?? []);
        const { trajectory } = await askMeasured<{ trajectory: Report }>(
          connection,
          run,
          flags,
          `trajectory(coding: $coding, by: $by, interval: $interval, without: ${without}) {
            ${codingSelection} without total { ${one} } groups { key label trajectory { ${one} } } }`,
        );
        say(flags.json, trajectory, () => text(trajectory, run ?? flags.cohort ?? "all"));
      }),
    );
}

interface Trajectory {
  readonly batch: number;
  readonly debates: number;
  readonly exclusions: readonly { readonly round: number; readonly reason: string; readonly count: number }[];
  readonly rounds: readonly {
    readonly round: number;
    readonly margins: readonly { readonly seats: number; readonly margin: number; readonly count: number }[];
    readonly unanimity: RateAnswer;
    readonly pivotal: RateAnswer;
  }[];
  readonly steps: readonly { readonly round: number; readonly jump: RateAnswer; readonly share: RateAnswer }[];
  readonly flips: { readonly steps: readonly { readonly all: { readonly flips: RateAnswer } }[] };
  readonly naive: readonly {
    readonly round: number;
    readonly naive: number | null;
    readonly inflation: number | null;
  }[];
}

interface Report {
  readonly coding: CodingAnswer;
  readonly without: readonly string[];
  readonly total: Trajectory;
  readonly groups: readonly { readonly label: string; readonly trajectory: Trajectory }[];
}

function text({ coding, without, total, groups }: Report, name: string): string {
  const shown = groups.length > 0 ? groups : [{ label: name, trajectory: total }];
  return [
    codingText(coding),
    ...(without.length > 0 ? [`without ${without.join(", ")}`] : []),
    "",
    ...shown.map(({ label, trajectory }) => block(label, trajectory)),
    ...intervalLines(shown.flatMap(({ trajectory }) => trajectory.rounds.map(({ unanimity }) => unanimity))),
  ].join("\n");
}

function block(label: string, { batch, debates, exclusions, rounds, steps, flips, naive }: Trajectory): string {
  const left = exclusions.map(({ round, reason, count }) => `${count} ${reason} in round ${round}`).join(", ");
  const rows = rounds.map(({ round, margins, unanimity, pivotal }, at) => [
    `round ${round}`,
    rateWithCounts(unanimity),
    rateWithCounts(pivotal),
    margins.map(({ margin, count }) => `${margin}:${count}`).join(" "),
    at === 0 ? "" : rateWithCounts(flips.steps[at - 1].all.flips),
    at === 0 ? "" : rateText(steps[at - 1].share),
  ]);
  const points = (share: number | null) => (share === null ? "-" : (100 * share).toFixed(2));
  return [
    `${label}: ${debates} of ${batch} debates have a ballot of every seat in each round${left === "" ? "" : `; left out: ${left}`}`,
    textTable(["", "unanimous", "pivotal", "margins", "flips", "share of the jump"], rows),
    ...naive.map(
      (each) =>
        `survivors of round ${each.round} against everybody: ${points(each.naive)} points, ${points(each.inflation)} of them from who was lost`,
    ),
    "",
  ].join("\n");
}
