import { type Command } from "commander";
import {
  type Caveat,
  caveatLines,
  caveatSelection,
  type CodingAnswer,
  codingSelection,
  codingText,
} from "./conditions.js";
import { withConnection } from "./connect.js";
import { askMeasured, type MeasureFlags, measureFlags } from "./measured.js";
import { type RateAnswer, rateWithCounts } from "./rateText.js";
import { say } from "./say.js";
import { textTable } from "./textTable.js";

export function attritionCommand(program: Command): void {
  measureFlags(
    program
      .command("attrition")
      .description(
        "Which debates are lost in each round, whether they were the contested ones, and whose replies cost them.",
      ),
  )
    .option("--accuracy", "also whether the lost ones were harder, which looks at the right answers")
    .option("--json", "print the answer as one JSON object")
    .action((run: string | undefined, flags: MeasureFlags & { json?: boolean; accuracy?: boolean }) =>
      withConnection(async (connection) => {
        const share = "{ count of value reason }";
        const side = `{ debates margins { seats margin count } pivotal ${share} unanimous ${share} }`;
        const one = `batch tables { round retained ${side} dropped ${side} unclassed
            chiSquared { statistic df p smallestExpected smallExpected reason } permutation { p method monteCarloError reason } }
          failures { round debates seats { seat model asked unparsed sole } } withoutOne { seat model usable } ${caveatSelection}`;
        const more = flags.accuracy
          ? `attritionAccuracy(coding: $coding) { total { rounds { round retained ${share} dropped ${share} difference } ${caveatSelection} } }`
          : "";
        const answer = await askMeasured<Answer>(
          connection,
          run,
          flags,
          `attritionTable(coding: $coding, by: $by, interval: $interval) {
            ${codingSelection} total { ${one} } groups { key label attrition { ${one} } } } ${more}`,
        );
        say(flags.json, answer, () => text(answer, run ?? flags.cohort ?? "all"));
      }),
    );
}

interface Side {
  readonly debates: number;
  readonly margins: readonly { readonly margin: number; readonly count: number }[];
  readonly pivotal: RateAnswer;
  readonly unanimous: RateAnswer;
}
interface Attrition {
  readonly batch: number;
  readonly tables: readonly {
    readonly round: number;
    readonly retained: Side;
    readonly dropped: Side;
    readonly chiSquared: { readonly statistic: number | null; readonly df: number | null; readonly p: number | null };
    readonly permutation: { readonly p: number | null };
  }[];
  readonly failures: readonly {
    readonly round: number;
    readonly seats: readonly {
      readonly seat: string;
      readonly model: string;
      readonly unparsed: number;
      readonly sole: number;
    }[];
  }[];
  readonly withoutOne: readonly { readonly seat: string; readonly usable: number }[];
  readonly caveats: readonly Caveat[];
}
interface Answer {
  readonly attritionTable: {
    readonly coding: CodingAnswer;
    readonly total: Attrition;
    readonly groups: readonly { readonly label: string; readonly attrition: Attrition }[];
  };
  readonly attritionAccuracy?: {
    readonly total: {
      readonly rounds: readonly {
        readonly round: number;
        readonly retained: RateAnswer;
        readonly dropped: RateAnswer;
      }[];
      readonly caveats: readonly Caveat[];
    };
  };
}

function text({ attritionTable: { coding, total, groups }, attritionAccuracy }: Answer, name: string): string {
  const shown = groups.length > 0 ? groups : [{ label: name, attrition: total }];
  const accuracy = attritionAccuracy?.total;
  return [
    codingText(coding),
    "",
    ...shown.map(({ label, attrition }) => block(label, attrition)),
    ...(accuracy?.rounds ?? []).map(
      ({ round, retained, dropped }) =>
        `right in round 0, up to round ${round}: kept ${rateWithCounts(retained)}, lost ${rateWithCounts(dropped)}`,
    ),
    ...caveatLines([...shown.flatMap(({ attrition }) => attrition.caveats), ...(accuracy?.caveats ?? [])]),
  ].join("\n");
}

function block(label: string, { batch, tables, failures, withoutOne }: Attrition): string {
  const p = (value: number | null) => (value === null ? "-" : value.toPrecision(2));
  const sides = tables.flatMap(({ round, retained, dropped, chiSquared, permutation }) =>
    [retained, dropped].map((side, at) => [
      `up to round ${round}`,
      at === 0 ? "kept" : "lost",
      String(side.debates),
      side.margins.map(({ margin, count }) => `${margin}:${count}`).join(" "),
      rateWithCounts(side.pivotal),
      rateWithCounts(side.unanimous),
      at === 1 ? "" : chiSquared.statistic === null ? "-" : `${chiSquared.statistic.toFixed(1)} (df ${chiSquared.df})`,
      at === 1 ? "" : p(chiSquared.p),
      at === 1 ? "" : p(permutation.p),
    ]),
  );
  const seats = (failures[0]?.seats ?? []).map(({ seat, model }, at) => [
    `seat ${seat} (${model})`,
    ...failures.map((round) => `${round.seats[at].unparsed} (${round.seats[at].sole})`),
    String(withoutOne[at]?.usable ?? "-"),
  ]);
  return [
    `${label}: ${batch} debates`,
    textTable(
      ["", "", "debates", "margins in round 0", "pivotal", "unanimous", "chi-square", "p", "permutation p"],
      sides,
      2,
    ),
    "",
    "replies that could not be read (and no other in that round), and debates usable without the seat:",
    textTable(["", ...failures.map(({ round }) => `round ${round}`), "usable without"], seats),
    "",
  ].join("\n");
}
