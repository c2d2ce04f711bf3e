import { type Command } from "commander";
import { withConnection } from "./connect.js";
import { askMeasured, type MeasureFlags, measureFlags } from "./measured.js";
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
import { say } from "./say.js";
import { type Connection } from "./connection.js";
import { type RateAnswer, rateText } from "./rateText.js";
import { textTable } from "./textTable.js";

export function ledgerCommand(program: Command): void {
  measureFlags(program.command("ledger").description("Collapse and correction of a run or cohort, with intervals."))
    .option("--json", "print the answer as one JSON object")
    .action((run: string | undefined, flags: MeasureFlags & { json?: boolean }) =>
      withConnection(async (connection) => {
        const report = await askLedger(connection, run, flags);
        say(flags.json, report, () => ledgerText(report, flags.by, run ?? flags.cohort ?? "all"));
      }),
    );
}

interface LedgerAnswer {
  readonly debates: number;
  readonly preservation: number;
  readonly collapse: number;
  readonly correction: number;
  readonly unrepaired: number;
  readonly undecided: number;
  readonly net: number;
  readonly initialAccuracy: RateAnswer;
  readonly finalAccuracy: RateAnswer;
  readonly conditionalCollapse: RateAnswer;
  readonly conditionalCorrection: RateAnswer;
  readonly exclusions: readonly { readonly reason: string; readonly count: number }[];
}

export interface LedgerReport {
  readonly coding: CodingAnswer;
  readonly total: LedgerAnswer;
  readonly groups: readonly { readonly key: string | null; readonly label: string; readonly ledger: LedgerAnswer }[];
  readonly caveats: readonly Caveat[];
}

export async function askLedger(
  connection: Connection,
  run: string | undefined,
  flags: MeasureFlags,
): Promise<LedgerReport> {
  const rate = rateSelection(flags.interval);
  const cells = `{
    debates preservation collapse correction unrepaired undecided net
    initialAccuracy ${rate} finalAccuracy ${rate} conditionalCollapse ${rate} conditionalCorrection ${rate}
    identity { holds residue initialRight finalRight rightToUndefined undefinedToRight }
    exclusions { reason count }
  }`;
  const selection = `ledger(coding: $coding, by: $by, interval: $interval) {
    ${codingSelection} total ${cells} groups { key label ledger ${cells} } ${caveatSelection}
  }`;
  return (await askMeasured<{ ledger: LedgerReport }>(connection, run, flags, selection)).ledger;
}

/** The four cells of each group, then its rates, then what the numbers were made under. `whole` names all debates together. */
export function ledgerText(report: LedgerReport, by: string | undefined, whole: string): string {
  const { coding, total, groups, caveats } = report;
  const title = by?.toLowerCase() ?? "";
  const rows = [...groups, ...(groups.length === 1 ? [] : [{ label: whole, ledger: total }])];
  const counts = textTable(
    [title, "debates", "preservation", "collapse", "correction", "unrepaired", "undecided", "excluded", "net"],
    rows.map(({ label, ledger }) => {
      const { debates, preservation, collapse, correction, unrepaired, undecided, exclusions, net } = ledger;
      const excluded = exclusions.reduce((sum, { count }) => sum + count, 0);
      const cells = [debates, preservation, collapse, correction, unrepaired, undecided, excluded];
      return [label, ...cells.map(String), net > 0 ? `+${net}` : String(net)];
    }),
  );
  const rates = rows.map(({ ledger }) => ratesOf(ledger));
  const excluded = total.exclusions.filter(({ count }) => count > 0).map(({ reason, count }) => `${count} ${reason}`);
  return [
    counts,
    "",
    textTable(
      [title, "initial accuracy", "final accuracy", "conditional collapse", "conditional correction"],
      rows.map(({ label }, row) => [label, ...rates[row].map(rateText)]),
    ),
    "",
    "conditional collapse = collapse / (preservation + collapse); conditional correction = correction / (correction + unrepaired)",
    ...(excluded.length === 0 ? [] : [`excluded: ${excluded.join(", ")}`]),
    codingText(coding),
    ...intervalLines(rates.flat()),
    ...caveatLines(caveats),
  ].join("\n");
}

const ratesOf = (ledger: LedgerAnswer): readonly RateAnswer[] => [
  ledger.initialAccuracy,
  ledger.finalAccuracy,
  ledger.conditionalCollapse,
  ledger.conditionalCorrection,
];
