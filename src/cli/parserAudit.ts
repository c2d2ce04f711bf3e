import { type Command } from "commander";
import { withConnection } from "./connect.js";
import { askMeasured, type MeasureFlags, parserOption, whose } from "./measured.js";
import { type RateAnswer, rateWithCounts } from "./rateText.js";
import { say } from "./say.js";
import { textTable } from "./textTable.js";

interface Audit {
  readonly parser: string;
  readonly debates: number;
  readonly asked: number;
  readonly texts: number;
  readonly withoutText: number;
  readonly failed: RateAnswer;
  readonly rules: readonly { readonly rule: string; readonly count: number }[];
  readonly agreement: Readonly<Record<"same" | "otherLabel" | "onlyRead" | "onlyRecorded" | "neither", number>>;
  readonly byModel: readonly Failures[];
  readonly bySeat: readonly Failures[];
  readonly byRound: readonly Failures[];
}

interface Failures {
  readonly key: string;
  readonly failed: RateAnswer;
}

const share = "{ count of value reason }";
const failures = `{ key failed ${share} }`;

export function parserAuditCommand(program: Command): void {
  whose(program.command("parse").description("Read the stored replies again, beside the answers that were recorded."))
    .addOption(parserOption("how to read them").makeOptionMandatory())
    .option("--json", "print the answer as one JSON object")
    .action((run: string | undefined, flags: { cohort?: string; parser: string; json?: boolean }) =>
      withConnection(async (connection) => {
        const asked: MeasureFlags = { cohort: flags.cohort, interval: "NONE" };
        const selection = `parserAudit(parser: ${JSON.stringify(flags.parser)}) {
          parser debates asked texts withoutText failed ${share} rules { rule count }
          agreement { same otherLabel onlyRead onlyRecorded neither }
          byModel ${failures} bySeat ${failures} byRound ${failures}
        }`;
        const { parserAudit } = await askMeasured<{ parserAudit: Audit }>(connection, run, asked, selection);
        say(flags.json, parserAudit, () => auditText(parserAudit));
      }),
    );
}

function auditText({ parser, debates, asked, texts, withoutText, failed, rules, agreement, ...by }: Audit): string {
  const { same, otherLabel, onlyRead, onlyRecorded, neither } = agreement;
  const groups = [
    ...by.byModel.map((group) => ["model", group] as const),
    ...by.bySeat.map((group) => ["seat", group] as const),
    ...by.byRound.map((group) => ["round", group] as const),
  ];
  return [
    `${parser}: ${texts} of ${asked} replies of ${debates} debates are stored; ${withoutText} are not, and count as unparsed`,
    "",
    textTable(
      ["rule", "texts"],
      [...rules.map(({ rule, count }) => [rule, String(count)]), ["none", String(failed.count)]],
    ),
    "",
    textTable(
      ["beside what was recorded", "texts"],
      [
        ["same label", String(same)],
        ["another label", String(otherLabel)],
        ["only read now", String(onlyRead)],
        ["only recorded", String(onlyRecorded)],
        ["neither", String(neither)],
      ],
    ),
    "",
    textTable(
      ["", "", "not read"],
      groups.map(([what, { key, failed }]) => [what, key, rateWithCounts(failed)]),
      2,
    ),
  ].join("\n");
}
