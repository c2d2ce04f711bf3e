import { caveatLines, codingText, intervalLines } from "./conditions.js";
import { coverageLines } from "./coverage.js";
import { type BreakEvenAnswer, type DeclaredAnswer, type EvaluationAnswer, type EvaluationPart } from "./evaluation.js";
import { rateText } from "./rateText.js";
import { textTable } from "./textTable.js";

/** One line for each evaluation; those without a result say why in the place of the grade. */
export function evaluationTable(
  evaluations: readonly (DeclaredAnswer & EvaluationPart & Pick<EvaluationAnswer, "utility" | "grade">)[],
): string {
  const rows = evaluations.map((one) => {
    if (one.state !== "COMPLETE") return [one.policy.slug, "-", "-", "-", "-", "-", "-", "-", "-", one.state];
    return [one.policy.slug, String(one.debates), ...partCells(one, one.utility), one.grade];
  });
  return textTable(["policy", "debates", ...partTitles, "grade"], rows);
}

const partTitles = ["fired", "prevented", "lost", "net", "utility", "delta accuracy", "break-even"];

const partCells = (part: EvaluationPart, utility: string): string[] => [
  ...[part.fired, part.prevented, part.lost].map(String),
  signed(part.net),
  utility,
  rateText(part.deltaAccuracy).replace(" %", " pp"),
  breakEvenText(part.breakEven),
];

const signed = (net: number) => (net > 0 ? `+${net}` : String(net));

/** `69/56 = 1.2321`: the exact ratio and its value; where there is none to speak of, the kind of it, such as NEVER_FIRES. */
export const breakEvenText = ({ state, numerator, denominator, value }: BreakEvenAnswer): string =>
  state === "FINITE" && value !== null ? `${numerator}/${denominator} = ${value.toFixed(4)}` : state;

/** An evaluation with all that its numbers were made under. */
export function evaluationText(one: EvaluationAnswer): string {
  const { digest, policy, cohort, weights, state, team, declaredPosition, resultPosition } = one;
  const head = [
    `evaluation ${digest}`,
    `policy ${policy.slug} on cohort ${cohort.slug}, weights ${weights.slug} (prevented ${weights.prevented}, lost ${weights.lost}), declared by ${team}`,
  ];
  if (state === "ABANDONED") return [...head, `abandoned: ${one.abandonedBecause}`].join("\n");
  if (state === "DECLARED")
    return [
      ...head,
      `declared at log position ${declaredPosition}; its result waits until the cohort is no longer blind`,
      ...(one.coverage === null ? [] : coverageLines(one.coverage)),
    ].join("\n");
  const excluded = one.exclusions.filter(({ count }) => count > 0).map(({ reason, count }) => `${count} ${reason}`);
  const { collapsePrevented, rescue, correctionLost, breakage, abstentionRight, abstentionWrong } = one.effects;
  const givenUp = abstentionRight + abstentionWrong;
  const { interval } = one.breakEven;
  const bounds =
    interval === null || interval.low === null || interval.high === null
      ? ""
      : ` [${interval.low.toFixed(4)}, ${interval.high.toFixed(4)}]`;
  return [
    ...head,
    "",
    textTable(
      ["", "debates", ...partTitles],
      [
        ...(one.byModel.length > 1 ? one.byModel : []).map((group) => [
          group.label,
          String(group.debates),
          ...partCells(group, decimals(group.utilityPerDebate.count)),
        ]),
        ["all", String(one.debates), ...partCells(one, one.utility)],
      ],
    ),
    "",
    `prevented: ${collapsePrevented} collapses, ${rescue} rescues; lost: ${correctionLost} corrections, ${breakage} breakages${givenUp === 0 ? "" : `; given up: ${abstentionRight} right and ${abstentionWrong} wrong verdicts`}`,
    ...(givenUp === 0
      ? []
      : [`verdicts that are left ${rateText(one.answered)}; right among them ${rateText(one.accuracyAnswered)}`]),
    `utility for each debate ${perDebate(one)}`,
    `break-even: ${breakEvenText(one.breakEven)}${bounds} = lost / prevented: what one prevented error must be worth, in lost recoveries`,
    ...(one.roundsSaved === null
      ? []
      : [`rounds saved: ${one.roundsSaved}; tokens: ${one.tokensSaved.value ?? one.tokensSaved.reason}`]),
    `grade ${one.grade}, ${one.verification}${policy.decisions === null ? "" : ` (uploaded decisions, fitted on ${policy.decisions.fittedOn})`}; declared at log position ${declaredPosition}, result at ${resultPosition}`,
    ...(one.coverage === null ? [] : coverageLines(one.coverage)),
    ...(one.record === null ? [] : [`the weights of record for this policy were fixed by evaluation ${one.record}`]),
    `declarations on these debates so far: ${one.declarations.all}, by this team ${one.declarations.team}, without a result ${one.declarations.abandoned}`,
    ...(excluded.length === 0 ? [] : [`excluded: ${excluded.join(", ")}`]),
    codingText(one.coding),
    ...intervalLines([one.deltaAccuracy, one.utilityPerDebate]),
    ...caveatLines(one.caveats),
  ].join("\n");
}

const decimals = (value: number) => String(Number(value.toFixed(6)));

function perDebate({ utility, debates, utilityPerDebate: { value, interval } }: EvaluationAnswer): string {
  if (value === null) return "-";
  const { low = null, high = null } = interval ?? {};
  return `${utility}/${debates} = ${value.toFixed(4)}${low === null || high === null ? "" : ` [${low.toFixed(4)}, ${high.toFixed(4)}]`}`;
}
