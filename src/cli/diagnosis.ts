import { createWriteStream } from "node:fs";
import { once } from "node:events";
import { type Command } from "commander";
import { diagnosisMethods } from "../debate/diagnosis.js";
import { choice } from "./choice.js";
import {
  type Caveat,
  caveatLines,
  caveatSelection,
  type CodingAnswer,
  codingSelection,
  codingText,
} from "./conditions.js";
import { withConnection } from "./connect.js";
import { type Connection } from "./connection.js";
import { askMeasured, type MeasureFlags, measureFlags } from "./measured.js";
import { say } from "./say.js";
import { textTable } from "./textTable.js";

interface Flags extends MeasureFlags {
  readonly json?: boolean;
  readonly method: string;
  readonly table?: string;
}

export function diagnosisCommand(program: Command): void {
  measureFlags(
    program.command("diagnosis").description("How well features tell the debates that collapse from all others."),
  )
    .addOption(choice("--method <name>", "how out-of-fold chances are made", diagnosisMethods).default("CONVERGED"))
    .option("--table <file>", "write the feature table, debate by debate, as CSV in place of the answer")
    .option("--json", "print the answer as one JSON object")
    .action((run: string | undefined, flags: Flags) =>
      withConnection(async (connection) => {
        if (flags.table !== undefined) {
          const rows = await writeTable(connection, run, flags, flags.table);
          return say(flags.json, { file: flags.table, rows }, () => `${flags.table}: ${rows} debates`);
        }
        const report = await askDiagnosis(connection, run, flags);
        return say(flags.json, report, () => diagnosisText(report));
      }),
    );
}

interface AucAnswer {
  readonly value: number | null;
  readonly positives: number;
  readonly negatives: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly reason: string | null;
}
interface PredictorAnswer {
  readonly name: string;
  readonly access: string;
  readonly missing: number;
  readonly auc: AucAnswer;
}
export interface DiagnosisAnswer {
  readonly coding: CodingAnswer;
  readonly method: string;
  readonly debates: number;
  readonly collapses: number;
  readonly sets: readonly (PredictorAnswer & { readonly features: readonly string[] })[];
  readonly differences: readonly {
    readonly set: string;
    readonly less: string;
    readonly difference: number | null;
    readonly intervals: readonly {
      readonly unit: string;
      readonly clusters: number;
      readonly standardError: number | null;
      readonly low: number | null;
      readonly high: number | null;
      readonly pTwoSided: number | null;
      readonly reason: string | null;
    }[];
  }[];
  readonly predictors: readonly PredictorAnswer[];
  readonly groups: readonly { readonly label: string; readonly predictors: readonly PredictorAnswer[] }[];
  readonly caveats: readonly Caveat[];
}

const auc = "auc { value positives negatives low high reason }";

async function askDiagnosis(connection: Connection, run: string | undefined, flags: Flags): Promise<DiagnosisAnswer> {
  const selection = `diagnosis(method: ${flags.method}, coding: $coding, by: $by, interval: $interval) {
    ${codingSelection} method debates collapses
    sets { name access features missing ${auc} }
    differences { set less difference intervals { unit clusters standardError low high pTwoSided reason } }
    predictors { name access missing ${auc} }
    groups { label predictors { name access missing ${auc} } }
    ${caveatSelection}
  }`;
  return (await askMeasured<{ diagnosis: DiagnosisAnswer }>(connection, run, flags, selection)).diagnosis;
}

const number = (value: number | null): string => (value === null ? "-" : value.toFixed(4));
const limits = ({ low, high }: { readonly low: number | null; readonly high: number | null }): string =>
  low === null || high === null ? "[-]" : `[${number(low)}, ${number(high)}]`;

/** Sets, what each adds, and single predictors, whole and by group. */
export function diagnosisText(report: DiagnosisAnswer): string {
  const { sets, differences, predictors, groups, coding, caveats } = report;
  const row = ({ name, access, missing, auc }: PredictorAnswer) => [
    name,
    access,
    auc.reason === null ? number(auc.value) : `- (${auc.reason})`,
    limits(auc),
    String(missing),
  ];
  const table = (title: string, all: readonly PredictorAnswer[]) =>
    textTable([title, "access", "AUC", "DeLong", "missing"], all.map(row), 2);
  return [
    `${report.collapses} collapses among ${report.debates} debates; out-of-fold chances: ${report.method}`,
    "",
    table("features", sets),
    "",
    textTable(
      ["difference", "varies", "AUC", "interval", "clusters"],
      differences.flatMap(({ set, less, difference, intervals }) =>
        intervals.map((one) => [`${set} - ${less}`, one.unit, number(difference), limits(one), String(one.clusters)]),
      ),
      2,
    ),
    "",
    table("single predictor", predictors),
    ...groups.flatMap(({ label, predictors: own }) => ["", table(label, own)]),
    "",
    codingText(coding),
    ...caveatLines(caveats),
  ].join("\n");
}

interface TablePage {
  readonly featureTable: {
    readonly size: number;
    readonly columns: readonly { readonly name: string }[];
    readonly rows: readonly {
      readonly run: string;
      readonly item: string;
      readonly replicate: number;
      readonly model: string;
      readonly values: readonly (number | null)[];
    }[];
  };
}

const PAGE = 2000;

async function writeTable(
  connection: Connection,
  run: string | undefined,
  flags: Flags,
  file: string,
): Promise<number> {
  const out = createWriteStream(file);
  let skip = 0;
  for (let size = Infinity; skip < size; skip += PAGE) {
    const selection = `featureTable(first: ${PAGE}, skip: ${skip}, coding: $coding) {
      size columns { name } rows { run item replicate model values } }`;
    const { featureTable } = await askMeasured<TablePage>(connection, run, flags, selection);
    if (skip === 0)
      out.write(
        `${["model", "question_id", "run", "replicate", ...featureTable.columns.map(({ name }) => name)].join(",")}\n`,
      );
    for (const { model, item, run: slug, replicate, values } of featureTable.rows)
      out.write(`${[model, item, slug, replicate, ...values].map(field).join(",")}\n`);
    size = featureTable.size;
    skip = Math.min(skip, size);
    if (skip + PAGE >= size) {
      out.end();
      await once(out, "finish");
      return size;
    }
  }
  out.end();
  return 0;
}

const field = (value: string | number | null): string => {
  const text = value === null ? "" : String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
