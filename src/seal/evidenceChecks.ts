import { breakEven } from "../debate/breakEven.js";
import { check, type Check } from "./check.js";
import { cohortDigest, policyDigest } from "./citedDigests.js";
import { decimalText } from "./decimal.js";
import { nameOf, type Evidence, type Placed } from "./evidence.js";
import { grade } from "./grade.js";
import { evaluationSeed } from "./seed.js";
import { abstainedTotal, lostTotal, preventedTotal, utility } from "./utility.js";

/** Everything that the statements of an evaluation must satisfy among themselves. */
export const evidenceChecks = (evidence: Evidence): Check[] => [
  ...orderChecks(evidence),
  ...digestChecks(evidence),
  ...resultChecks(evidence),
];

/** Promise: what is cited stands earlier. Order is log position. */
function orderChecks({
  declaration,
  result,
  cohort,
  policy,
  weights,
  runs,
  twins,
  firstAnswers,
  record,
}: Evidence): Check[] {
  const before = (earlier: Placed, later: Placed): Check =>
    check("order", nameOf(earlier), () =>
      earlier.position < later.position ? null : `expected before the ${nameOf(later)}`,
    );
  return [
    ...runs.map((run) => before(run, cohort)),
    before(cohort, declaration),
    before(policy, declaration),
    before(weights, declaration),
    ...(record === null ? [] : [before(record, declaration)]),
    before(declaration, result),
    ...twins.map((run) => before(run, result)),
    ...firstAnswers.map((answer) => before(answer, result)),
  ];
}

function digestChecks({ declaration, cohort, policy, weights, runs, record, result }: Evidence): Check[] {
  const { statement: selection } = cohort;
  return [
    check("cohort digest", nameOf(cohort), () =>
      differs(selection.digest, cohortDigest(selection.runs, selection.dropSeats)),
    ),
    check("cohort size", nameOf(cohort), () => differs(selection.size, total(selection.runs.map(({ size }) => size)))),
    ...runs.map((run, index) =>
      check("cohort run", nameOf(run), () => {
        const part = selection.runs[index];
        return part.size <= run.statement.debates
          ? null
          : `the cohort takes ${part.size} of its ${run.statement.debates}`;
      }),
    ),
    check("policy digest", nameOf(policy), () => {
      if ((policy.statement.rule === null) === (policy.statement.decisions === null))
        return "expected either a rule or decisions";
      return differs(policy.statement.digest, policyDigest(policy.statement));
    }),
    check("weights cohort", nameOf(weights), () =>
      weights.statement.cohort === null ? null : differs(weights.statement.cohort, declaration.statement.cohort),
    ),
    ...(record === null
      ? []
      : [
          check("weights of record", nameOf(result), () => {
            const { team, policy: same } = declaration.statement;
            const { statement: first } = record;
            return first.team === team && first.policy === same ? null : "cites another team's or policy's declaration";
          }),
        ]),
  ];
}

function resultChecks({
  declaration,
  result,
  cohort,
  policy,
  weights,
  runs,
  twins,
  firstAnswers,
  record,
}: Evidence): Check[] {
  const { statement: said } = result;
  const prevented = preventedTotal(said);
  const lost = lostTotal(said);
  const abstained = abstainedTotal(said);
  const of = (name: string, look: () => string | null) => check(name, nameOf(result), look);
  return [
    of("seed", () => differs(said.seed, evaluationSeed(said.declaration))),
    of("grade", () =>
      differs(
        said.grade,
        grade({
          weights: weights.position,
          runs: [...runs, ...twins].map(({ position }) => position),
          firstAnswers: firstAnswers.map(({ position }) => position),
          weightsAreOfRecord: record === null || record.statement.weights === declaration.statement.weights,
        }),
      ),
    ),
    of("verification", () =>
      differs(said.verification, policy.statement.decisions === null ? "VERIFIED" : "UNVERIFIED"),
    ),
    of("debates", () =>
      differs(said.debates + total(said.excluded.map(({ count }) => count)), cohort.statement.size, "debates in all"),
    ),
    of("fired", () =>
      prevented + lost + abstained <= said.fired && said.fired <= said.debates
        ? null
        : `${prevented} prevented, ${lost} lost and ${abstained} given up do not fit into ${said.fired} fired of ${said.debates}`,
    ),
    of("net", () => differs(said.net, prevented - lost)),
    of("utility", () => differs(said.utility, decimalText(utility(weights.statement.prices, said)))),
    of("break-even", () => {
      const { state, numerator, denominator } = breakEven(said.fired, prevented, lost);
      const print = (even: typeof said.breakEven) => `${even.state} ${even.numerator}/${even.denominator}`;
      return differs(print(said.breakEven), print({ state, numerator, denominator }));
    }),
    of("delta accuracy", () =>
      differs(`${said.deltaAccuracy.count}/${said.deltaAccuracy.of}`, `${prevented - lost}/${said.debates}`),
    ),
    of("declarations", () =>
      said.declarations.team >= 1 && said.declarations.all >= said.declarations.team
        ? null
        : `${said.declarations.team} of ${said.declarations.all} declarations cannot be`,
    ),
  ];
}

const differs = (said: string | number, found: string | number, what = ""): string | null =>
  said === found ? null : `says ${said}${what && ` ${what}`}, found ${found}`;

const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);
