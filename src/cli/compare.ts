import { type Command } from "commander";
import { UserError } from "../errors.js";
import { intervalLines, rateSelection } from "./conditions.js";
import { withConnection } from "./connect.js";
import { type RateAnswer, rateText } from "./rateText.js";
import { unknownEvaluation } from "./receipt.js";
import { say } from "./say.js";
import { textTable } from "./textTable.js";

interface Overlap {
  readonly both: number;
  readonly onlyThis: number;
  readonly onlyOther: number;
  readonly neither: number;
}

interface Comparison {
  readonly debates: number;
  readonly fired: Overlap;
  readonly prevented: Overlap;
  readonly lost: Overlap;
  readonly utilityPerDebate: RateAnswer;
  readonly deltaAccuracy: RateAnswer;
}

const overlap = "{ both onlyThis onlyOther neither }";
const rate = rateSelection("AUTO");
const document = `query ($digest: String!, $with: String!) {
  other: evaluation(digest: $with) { policy { slug } }
  evaluation(digest: $digest) {
    policy { slug }
    compare(with: $with) {
      debates fired ${overlap} prevented ${overlap} lost ${overlap} utilityPerDebate ${rate} deltaAccuracy ${rate}
    }
  }
}`;

interface Answer {
  readonly other: { readonly policy: { readonly slug: string } } | null;
  readonly evaluation: { readonly policy: { readonly slug: string }; readonly compare: Comparison | null } | null;
}

export function compareCommand(program: Command): void {
  program
    .command("compare <digest> <other>")
    .description("Two evaluations of the same debates, debate by debate: the first less the other, in the same draws.")
    .option("--json", "print one JSON object")
    .action((digest: string, other: string, { json }: { json?: boolean }) =>
      withConnection(async (connection) => {
        const found = await connection.ask<Answer>(document, { digest, with: other });
        if (found.evaluation === null) throw unknownEvaluation(digest);
        if (found.other === null) throw unknownEvaluation(other);
        const { compare } = found.evaluation;
        if (compare === null) throw new UserError("NOT_FOUND", "expected two results, got a declaration without one");
        say(json, compare, () => comparisonText(found.evaluation!.policy.slug, found.other!.policy.slug, compare));
      }),
    );
}

function comparisonText(mine: string, other: string, comparison: Comparison): string {
  const { debates, utilityPerDebate, deltaAccuracy } = comparison;
  const row = (name: "fired" | "prevented" | "lost") => {
    const { both, onlyThis, onlyOther, neither } = comparison[name];
    return [name, ...[both, onlyThis, onlyOther, neither].map(String)];
  };
  return [
    `${mine} less ${other}, on the same ${debates} debates`,
    "",
    textTable(
      ["debates", "both", `only ${mine}`, `only ${other}`, "neither"],
      [row("fired"), row("prevented"), row("lost")],
    ),
    "",
    `difference in accuracy ${rateText(deltaAccuracy).replace(" %", " pp")}`,
    `difference in utility for each debate ${number(utilityPerDebate)}`,
    ...intervalLines([deltaAccuracy, utilityPerDebate]),
  ].join("\n");
}

function number({ value, interval }: RateAnswer): string {
  if (value === null) return "-";
  const { low = null, high = null } = interval ?? {};
  return `${value.toFixed(4)}${low === null || high === null ? "" : ` [${low.toFixed(4)}, ${high.toFixed(4)}]`}`;
}
