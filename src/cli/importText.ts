import { type FileReport } from "../import/importFile.js";
import { type ProbesReport } from "../import/importProbes.js";
import { type ImportReport } from "../import/importRun.js";
import { type Warning } from "../import/notes.js";

/** What became of one file, in a line; then a line for each kind of warning, with the first place it was met. */
export const reportText = (file: string, report: FileReport, seconds: number): string =>
  "run" in report ? runText(file, report, seconds) : probesText(file, report, seconds);

function runText(file: string, report: ImportReport, seconds: number): string {
  const { status, run, debates, seats, rounds, replicates, resumed, disagreements, warnings } = report;
  const rate = Math.round(debates / Math.max(seconds, 0.001));
  const said = {
    IMPORTED: `stored as run ${run}`,
    UNCHANGED: `nothing to do: run ${run} holds this very content`,
    DRY_RUN: `no fault found; would be stored as run ${run}`,
  }[status];
  const more = [
    `${debates} debates of ${seats} seats and ${rounds} rounds`,
    ...(replicates > 0 ? [`${replicates} replicates`] : []),
    ...(resumed > 0 ? [`${resumed} of them stored by an earlier, interrupted import`] : []),
    ...(disagreements.debates > 0
      ? [`in ${disagreements.debates} the source's own report contradicts its ballots`]
      : []),
    ...(status === "UNCHANGED" ? [] : [`${seconds.toFixed(1)} s, ${rate}/s`]),
  ];
  return [`${file}: ${said}; ${more.join(", ")}`, ...warningLines(warnings)].join("\n");
}

function probesText(file: string, report: ProbesReport, seconds: number): string {
  const { status, probeSet, probes, items, models, conditions, missing, disagreements, warnings } = report;
  const said = {
    IMPORTED: `stored as probes ${probeSet}`,
    UNCHANGED: `nothing to do: probes ${probeSet} hold this very content`,
    DRY_RUN: `no fault found; would be stored as probes ${probeSet}`,
  }[status];
  const more = [
    `${probes} probes of ${items} items and ${models} ${models === 1 ? "model" : "models"} (${conditions.join(", ")})`,
    ...(missing > 0 ? [`${missing} missing`] : []),
    ...(disagreements.probes > 0 ? [`in ${disagreements.probes} the source's own report contradicts its replies`] : []),
    ...(status === "UNCHANGED" ? [] : [`${seconds.toFixed(1)} s`]),
  ];
  return [`${file}: ${said}; ${more.join(", ")}`, ...warningLines(warnings)].join("\n");
}

const warningLines = (warnings: readonly Warning[]): readonly string[] =>
  warnings.map(({ kind, count, sentence, examples: [first] }) => {
    const where = first
      ? `; first on line ${first.line}: ${first.path === "" ? "" : `${first.path}: `}${first.says}`
      : "";
    return `  warning ${kind}, ${count} times: ${sentence}${where}`;
  });
