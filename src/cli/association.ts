import { type Command } from "commander";
import { flipDefinitions } from "../debate/probeCoding.js";
import { UserError } from "../errors.js";
import { choice } from "./choice.js";
import { type Caveat, caveatLines, caveatSelection } from "./conditions.js";
import { withConnection } from "./connect.js";
import { codingFlags, intervalFlags, measureVariables, type MeasureFlags } from "./measured.js";
import { type RateAnswer, rateWithCounts } from "./rateText.js";
import { readText } from "./readText.js";
import { say } from "./say.js";
import { textTable } from "./textTable.js";

type AssociationFlags = Omit<MeasureFlags, "interval"> & {
  readonly interval?: string;
  readonly definition?: string;
  readonly aggregation?: string;
  readonly pool?: string;
  readonly json?: boolean;
};

interface Correlation {
  readonly rho: number | null;
  readonly reason: string | null;
  readonly used: number;
  readonly pTwoSided: number | null;
  readonly method: string | null;
  readonly approximation: { readonly df: number; readonly pTwoSided: number } | null;
}

interface Answer {
  readonly planned: number;
  readonly realised: number;
  readonly aggregation: string;
  readonly rows: readonly {
    readonly label: string;
    readonly family: string | null;
    readonly missing: string | null;
    readonly alpha: RateAnswer | null;
    readonly conditionalCollapse: RateAnswer | null;
    readonly initialAccuracy: RateAnswer | null;
  }[];
  readonly families: readonly {
    readonly family: string;
    readonly rows: number;
    readonly alpha: number;
    readonly collapse: number;
    readonly initialAccuracy: number;
  }[];
  readonly byRow: { readonly spearman: Correlation; readonly partial: Correlation };
  readonly byFamily: { readonly spearman: Correlation; readonly partial: Correlation };
  readonly predictors: readonly {
    readonly predictor: string;
    readonly byRow: Correlation;
    readonly byFamily: Correlation;
  }[];
  readonly withoutFamily: readonly {
    readonly family: string;
    readonly byRow: number | null;
    readonly byFamily: Correlation;
  }[];
  readonly withoutRow: readonly {
    readonly label: string;
    readonly family: string;
    readonly byRow: number | null;
    readonly byFamily: Correlation;
  }[];
  readonly familyInterval: { readonly low: number | null; readonly high: number | null; readonly level: number };
  readonly errorsInVariables: Readonly<Record<"median" | "low" | "high", number | null>>;
  readonly caveats: readonly Caveat[];
}

export function associationCommand(program: Command): void {
  const command = program
    .command("association")
    .description("Whether flip rates of probes go with conditional collapse, over models and families.")
    .argument("<rows>", "a JSON file: a list of { label, run or cohort, probes, panel, family, coding }")
    .addOption(choice("--definition <name>", "of the flip rate", flipDefinitions))
    .addOption(choice("--aggregation <how>", "what a family's rows become", ["MEAN", "MEDIAN"]))
    .addOption(choice("--pool <which>", "the items that count", ["FULL", "SHARED"]))
    .option("--seed <text>", "seed of the resampling")
    .option("--json", "print the answer as one JSON object");
  intervalFlags(
    codingFlags(command),
    choice("--interval <method>", "as for rates; families are resampled", ["AUTO"]),
  ).action((path: string, flags: AssociationFlags) =>
    withConnection(async (connection) => {
      const { coding, interval } = measureVariables({ ...flags, interval: "NONE" });
      const variables = {
        rows: await rowsOf(path),
        coding,
        interval,
        probeCoding: flags.definition === undefined ? undefined : { definition: flags.definition },
        aggregation: flags.aggregation,
        pool: flags.pool,
      };
      const { association } = await connection.ask<{ association: Answer }>(document, variables);
      say(flags.json, association, () => associationText(association));
    }),
  );
}

async function rowsOf(path: string): Promise<unknown> {
  const text = await readText(path);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UserError("BAD_INPUT", `${path}: expected a JSON list of rows, got: ${(error as Error).message}`);
  }
}

const correlation = "{ rho reason used pTwoSided method approximation { df pTwoSided } }";
const both = `{ spearman ${correlation} partial ${correlation} }`;
const rate = "{ count of value reason }";
const document = `query ($rows: [AssociationRowInput!]!, $coding: CodingInput, $probeCoding: ProbeCodingInput,
    $aggregation: Aggregation, $pool: Pool, $interval: IntervalInput) {
  association(rows: $rows, coding: $coding, probeCoding: $probeCoding, aggregation: $aggregation, pool: $pool, interval: $interval) {
    planned realised aggregation
    rows { label family missing alpha ${rate} conditionalCollapse ${rate} initialAccuracy ${rate} }
    families { family rows alpha collapse initialAccuracy }
    byRow ${both} byFamily ${both}
    predictors { predictor byRow ${correlation} byFamily ${correlation} }
    withoutFamily { family byRow byFamily ${correlation} }
    withoutRow { label family byRow byFamily ${correlation} }
    familyInterval { low high level }
    errorsInVariables { median low high }
    ${caveatSelection}
  }
}`;

const three = (value: number | null): string => (value === null ? "-" : value.toFixed(3));
const shareText = (rate: RateAnswer | null): string =>
  rate === null || rate.value === null ? "-" : percent(rate.value);
const percent = (value: number): string => `${(100 * value).toFixed(2)} %`;
const pText = ({ pTwoSided, method }: Correlation): string =>
  pTwoSided === null ? "-" : `${pTwoSided.toFixed(4)}${method === "EXACT" ? "" : " (drawn)"}`;

function associationText(answer: Answer): string {
  const { planned, realised, rows, families, byRow, byFamily, predictors, familyInterval, errorsInVariables } = answer;
  const line = (name: string, found: Correlation) => [
    name,
    three(found.rho),
    pText(found),
    found.approximation === null ? "-" : found.approximation.pTwoSided.toFixed(4),
    String(found.used),
  ];
  return [
    `${realised} of ${planned} planned rows`,
    textTable(
      ["row", "family", "flip rate", "conditional collapse", "initial accuracy"],
      rows.map(({ label, family, missing, alpha, conditionalCollapse, initialAccuracy }) => [
        label,
        family ?? "-",
        shareText(alpha),
        missing ?? (conditionalCollapse === null ? "-" : rateWithCounts(conditionalCollapse)),
        shareText(initialAccuracy),
      ]),
      2,
    ),
    "",
    textTable(
      [`family (${answer.aggregation.toLowerCase()})`, "rows", "flip rate", "conditional collapse", "initial accuracy"],
      families.map(({ family, rows, alpha, collapse, initialAccuracy }) => [
        family,
        String(rows),
        ...[alpha, collapse, initialAccuracy].map(percent),
      ]),
    ),
    "",
    textTable(
      ["with conditional collapse", "rho", "p", "p by t", "units"],
      [
        line("flip rate, families", byFamily.spearman),
        line("  given initial accuracy", byFamily.partial),
        line("flip rate, rows", byRow.spearman),
        line("  given initial accuracy", byRow.partial),
        ...predictors.slice(1).map(({ predictor, byFamily }) => line(`${predictor.toLowerCase()}, families`, byFamily)),
      ],
    ),
    "",
    textTable(
      ["left out", "families: rho", "p", "rows: rho"],
      [
        ...answer.withoutFamily.map(({ family, byRow, byFamily }) => [
          family,
          three(byFamily.rho),
          pText(byFamily),
          three(byRow),
        ]),
        ...answer.withoutRow.map(({ label, byRow, byFamily }) => [
          `  ${label}`,
          three(byFamily.rho),
          pText(byFamily),
          three(byRow),
        ]),
      ],
    ),
    "",
    `rows, families resampled: rho ${three(familyInterval.low)} to ${three(familyInterval.high)}, level ${familyInterval.level}`,
    `rows, errors in both rates: median ${three(errorsInVariables.median)}, ${three(errorsInVariables.low)} to ${three(errorsInVariables.high)}`,
    ...caveatLines(answer.caveats),
  ].join("\n");
}
