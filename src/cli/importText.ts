import { type ImportReport } from "../import/importRun.js";

/** What became of one file, in a line; then a line for each kind of warning, with the first place it was met. */
export function reportText(file: string, report: ImportReport, seconds: number): string {
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
  const warned = warnings.map(({ kind, count, sentence, examples: [first] }) => {
    const where = first
      ? `; first on line ${first.line}: ${first.path === "" ? "" : `${first.path}: `}${first.says}`
      : "";
    return `  warning ${kind}, ${count} times: ${sentence}${where}`;
  });
  return [`${file}: ${said}; ${more.join(", ")}`, ...warned].join("\n");
}
