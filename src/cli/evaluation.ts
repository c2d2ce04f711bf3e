import { codingSelection, type CodingAnswer, type Caveat, caveatSelection, rateSelection } from "./conditions.js";
import { type Connection } from "./connection.js";
import { type CoverageAnswer, coverageSelection } from "./coverage.js";
import { type IntervalAnswer, type RateAnswer } from "./rateText.js";

export interface BreakEvenAnswer {
  readonly state: string;
  readonly numerator: number | null;
  readonly denominator: number | null;
  readonly value: number | null;
  readonly interval: IntervalAnswer | null;
}

export interface EvaluationPart {
  readonly debates: number;
  readonly fired: number;
  readonly prevented: number;
  readonly lost: number;
  readonly net: number;
  readonly utilityPerDebate: RateAnswer;
  readonly deltaAccuracy: RateAnswer;
  readonly breakEven: BreakEvenAnswer;
}

/** What a declaration says, whether or not its result stands. */
export interface DeclaredAnswer {
  readonly digest: string;
  readonly state: "DECLARED" | "COMPLETE" | "ABANDONED";
  readonly team: string;
  readonly policy: { readonly slug: string; readonly decisions: { readonly fittedOn: string } | null };
  readonly cohort: { readonly slug: string };
  readonly weights: { readonly slug: string; readonly prevented: string; readonly lost: string };
  readonly declaredPosition: number;
  readonly resultPosition: number | null;
  readonly abandonedBecause: string | null;
}

interface SavingAnswer {
  readonly value: number | null;
  readonly reason: string | null;
}

/** With null for the result's fields until it stands. */
export interface EvaluationAnswer extends DeclaredAnswer, EvaluationPart {
  readonly coding: CodingAnswer;
  readonly coverage: CoverageAnswer | null;
  readonly seed: string;
  readonly grade: string;
  readonly record: string | null;
  readonly verification: string;
  readonly exclusions: readonly { readonly reason: string; readonly count: number }[];
  readonly effects: Readonly<Record<string, number>>;
  readonly utility: string;
  readonly answered: RateAnswer;
  readonly accuracyAnswered: RateAnswer;
  readonly roundsSaved: number | null;
  readonly tokensSaved: SavingAnswer;
  readonly costSaved: SavingAnswer;
  readonly byModel: readonly (EvaluationPart & { readonly key: string | null; readonly label: string })[];
  readonly declarations: { readonly team: number; readonly all: number; readonly abandoned: number };
  readonly caveats: readonly Caveat[];
}

const declared = `digest state team policy { slug decisions { fittedOn } } cohort { slug }
  weights { slug prevented lost } declaredPosition resultPosition abandonedBecause`;
const rate = rateSelection("AUTO");
const part = `debates fired prevented lost net utilityPerDebate ${rate} deltaAccuracy ${rate}
  breakEven { state numerator denominator value interval { low high level method resamples seed clusters status reason } }`;

/** What tables of many evaluations show: nothing here is computed but what was stored, and one interval each. */
export const rowSelection = `${declared} ${part} utility grade verification`;

export const evaluationSelection = `${rowSelection} ${codingSelection} coverage ${coverageSelection} seed record exclusions { reason count }
  effects { unchanged collapsePrevented rescue correctionLost breakage abstentionRight abstentionWrong }
  answered ${rate} accuracyAnswered ${rate} roundsSaved tokensSaved { value reason } costSaved { value reason } byModel { key label ${part} } declarations { team all abandoned } ${caveatSelection}`;

export interface EvaluateInput {
  readonly policy: string;
  readonly cohort: string;
  readonly weights: string;
  readonly coding?: object;
  readonly interval?: object;
}

/** Declares and computes; the same input again is the same evaluation. */
export async function evaluate(connection: Connection, input: EvaluateInput): Promise<EvaluationAnswer> {
  const document = `mutation ($input: EvaluatePolicyInput!) {
    evaluatePolicy(input: $input) { evaluation { ${evaluationSelection} } }
  }`;
  const { evaluatePolicy } = await connection.ask<{ evaluatePolicy: { evaluation: EvaluationAnswer } }>(document, {
    input,
  });
  return evaluatePolicy.evaluation;
}
