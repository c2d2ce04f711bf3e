import { type Command } from "commander";
import { type CodingAnswer, codingSelection, codingText, intervalLines, rateSelection } from "./conditions.js";
import { withConnection } from "./connect.js";
import { listed } from "./listed.js";
import { askMeasured, type MeasureFlags, measureFlags } from "./measured.js";
import { type RateAnswer, rateWithCounts } from "./rateText.js";
import { say } from "./say.js";
import { textTable } from "./textTable.js";

export function visibilityCommand(program: Command): void {
  measureFlags(
    program.command("visibility").description("Whether disagreement points at errors, before debate and after it."),
  )
    .option("--without <seats>", "seats to leave out before the cohort is fixed, separated by commas", listed)
    .option("--json", "print the answer as one JSON object")
    .action((run: string | undefined, flags: MeasureFlags & { json?: boolean; without?: readonly string[] }) =>
      withConnection(async (connection) => {
        const rate = rateSelection(flags.interval);
        const share = "{ count of value reason }";
        const one = `debates noGold exclusions { round reason count }
          rounds { round undecided accuracy ${rate} wrong wrongSplit wrongUnanimous visibility ${rate} rightSplit ${rate} outvoted ${rate}
            byMargin { seats margin accuracy ${rate} }
            selective { area areaAtRandom areaAtBest curve { confidence coverage ${share} error ${share} } }
            auc { value low high wrong right reason } effectiveVotes { seats debates effective errorCorrelation } }
          changes { from round stayedRight corrected broken stayedWrong change ${rate} pExact pMid silenced { seats margin count startedRight } moves { from to count corrected broken } }
          lastErrors { first last difference low high p reason }
          parseFlags { target sensitivity ${share} precision ${share} baseRate ${share} }`;
        const without = JSON.stringify(flags.without ?? []);
        const { errorVisibility } = await askMeasured<{ errorVisibility: Report }>(
          connection,
          run,
          flags,
          `errorVisibility(coding: $coding, by: $by, interval: $interval, without: ${without}) {
            ${codingSelection} without total { ${one} } groups { key label errorVisibility { ${one} } } }`,
        );
        say(flags.json, errorVisibility, () => text(errorVisibility, run ?? flags.cohort ?? "all"));
      }),
    );
}

interface Visibility {
  readonly debates: number;
  readonly rounds: readonly {
    readonly round: number;
    readonly accuracy: RateAnswer;
    readonly wrongSplit: number;
    readonly wrongUnanimous: number;
    readonly visibility: RateAnswer;
    readonly rightSplit: RateAnswer;
    readonly outvoted: RateAnswer;
    readonly byMargin: readonly { readonly seats: number; readonly margin: number; readonly accuracy: RateAnswer }[];
    readonly selective: { readonly area: number | null };
    readonly auc: { readonly value: number | null };
    readonly effectiveVotes: readonly { readonly seats: number; readonly effective: number | null }[];
  }[];
  readonly changes: readonly {
    readonly round: number;
    readonly corrected: number;
    readonly broken: number;
    readonly change: RateAnswer;
    readonly pExact: number;
  }[];
  readonly lastErrors: {
    readonly first: number | null;
    readonly last: number | null;
    readonly difference: number | null;
    readonly low: number | null;
    readonly high: number | null;
  };
  readonly parseFlags: readonly {
    readonly target: string;
    readonly sensitivity: RateAnswer;
    readonly precision: RateAnswer;
    readonly baseRate: RateAnswer;
  }[];
}
interface Report {
  readonly coding: CodingAnswer;
  readonly total: Visibility;
  readonly groups: readonly { readonly label: string; readonly errorVisibility: Visibility }[];
}

function text({ coding, total, groups }: Report, name: string): string {
  const shown = groups.length > 0 ? groups : [{ label: name, errorVisibility: total }];
  return [
    codingText(coding),
    "",
    ...shown.map(({ label, errorVisibility }) => block(label, errorVisibility)),
    ...intervalLines(shown.flatMap(({ errorVisibility }) => errorVisibility.rounds.map(({ accuracy }) => accuracy))),
  ].join("\n");
}

const number = (value: number | null) => (value === null ? "-" : value.toFixed(3));

function block(label: string, { debates, rounds, changes, lastErrors, parseFlags }: Visibility): string {
  const errors = rounds.map((each) => [
    `round ${each.round}`,
    rateWithCounts(each.accuracy),
    rateWithCounts(each.visibility),
    rateWithCounts(each.rightSplit),
    rateWithCounts(each.outvoted),
    number(each.auc.value),
    number(each.selective.area),
    each.effectiveVotes
      .map(({ seats, effective }) => `${effective === null ? "-" : effective.toFixed(2)} of ${seats}`)
      .join(", "),
  ]);
  const margins = rounds.map(({ round, byMargin }) => [
    `round ${round}`,
    ...byMargin.map(({ accuracy }) => `${accuracy.count}/${accuracy.of}`),
  ]);
  const { first, last, difference, low, high } = lastErrors;
  return [
    `${label}: ${debates} debates with a ballot of every seat in each round`,
    textTable(
      [
        "",
        "right",
        "errors with a dissent",
        "right with a dissent",
        "errors that outvote a right seat",
        "AUC",
        "area",
        "effective votes",
      ],
      errors,
    ),
    "",
    textTable(
      ["right at margin", ...(rounds[0]?.byMargin ?? []).map(({ seats, margin }) => `${margin} of ${seats}`)],
      margins,
    ),
    "",
    ...changes.map(
      ({ round, corrected, broken, change, pExact }) =>
        `round 0 to ${round}: ${corrected} corrected, ${broken} broken, ${rateWithCounts(change)}, exact p ${pExact.toPrecision(2)}`,
    ),
    `errors of the last round: AUC ${number(first)} by the margins of round 0, ${number(last)} by its own; difference ${number(difference)} [${number(low)}, ${number(high)}]`,
    ...parseFlags.map(
      ({ target, sensitivity, precision, baseRate }) =>
        `a reply that could not be read, as a flag for ${target}: sensitivity ${rateWithCounts(sensitivity)}, precision ${rateWithCounts(precision)}, base rate ${rateWithCounts(baseRate)}`,
    ),
    "",
  ].join("\n");
}
