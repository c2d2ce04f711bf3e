import { type Comparison } from "../../src/debate/comparison.js";
import { ask } from "../../src/graph/ask.js";
import { type Services } from "../../src/graph/context.js";
import { type Interval } from "../../src/stats/interval.js";

type Input = Readonly<Record<string, unknown>>;

export const seal = (services: Services, input: Input) =>
  ask<{ sealWeights: { weights: { slug: string; state: string; sealedPosition: number; digest: string } } }>(
    services,
    "mutation ($input: SealWeightsInput!) { sealWeights(input: $input) { weights { slug state sealedPosition digest } } }",
    { input },
  );

/** The weights `one-to-one`: 1 for a prevented collapse, 1 for a lost correction. */
export const sealOneToOne = (services: Services) =>
  seal(services, { slug: "one-to-one", prevented: "1", lost: "1", rationale: "as in the paper", principal: "tests" });

const add = "mutation ($input: AddPolicyInput!) { addPolicy(input: $input) { policy { slug digest kind } ignored } }";

export const addFixed = (services: Services, slug: string, gate: string, freezeTo = 0) =>
  ask<{ addPolicy: { policy: { slug: string; digest: string } } }>(services, add, {
    input: { slug, rule: { gate, freezeTo } },
  });

export const addDecisions = (services: Services, slug: string, text: string, fittedOn: string, format = "NDJSON") =>
  ask<{ addPolicy: { policy: { slug: string; digest: string }; ignored: string[] } }>(services, add, {
    input: { slug, decisions: { format, text, fittedOn } },
  });

interface RateAnswer {
  readonly count: number;
  readonly of: number;
  readonly value: number | null;
  readonly interval: Pick<Interval, "low" | "high" | "method" | "status" | "seed"> | null;
}
export interface EvaluationAnswer {
  readonly digest: string;
  readonly state: string;
  readonly grade: string | null;
  readonly record: string | null;
  readonly verification: string;
  readonly seed: string;
  readonly debates: number | null;
  readonly exclusions: readonly { readonly reason: string; readonly count: number }[] | null;
  readonly fired: number | null;
  readonly prevented: number | null;
  readonly lost: number | null;
  readonly net: number | null;
  readonly utility: string | null;
  readonly effects: Readonly<Record<string, number>> | null;
  readonly utilityPerDebate: RateAnswer;
  readonly deltaAccuracy: RateAnswer;
  readonly breakEven: {
    readonly state: string;
    readonly numerator: number | null;
    readonly denominator: number | null;
    readonly value: number | null;
    readonly interval: RateAnswer["interval"];
  };
  readonly roundsSaved: number | null;
  readonly byModel: readonly {
    readonly label: string;
    readonly net: number;
    readonly fired: number;
    readonly debates: number;
  }[];
  readonly declarations: { readonly team: number; readonly all: number; readonly abandoned: number };
  readonly caveats: readonly { readonly code: string; readonly about: readonly string[] }[];
  readonly receipt: { readonly url: string; readonly json: unknown };
  readonly compare?: Comparison;
}

const rate = "{ count of value interval { low high method status seed } }";
export const evaluationFields = `
  digest state grade record verification seed debates exclusions { reason count } fired prevented lost net utility
  effects { unchanged collapsePrevented rescue correctionLost breakage abstentionRight abstentionWrong }
  utilityPerDebate ${rate} deltaAccuracy ${rate}
  breakEven { state numerator denominator value interval { low high method status seed } }
  roundsSaved byModel { label net fired debates } declarations { team all abandoned } caveats { code about }`;

/** Declares and computes an evaluation, and asks for all of it. */
export async function evaluate(services: Services, input: Input, team?: string): Promise<EvaluationAnswer> {
  const { evaluatePolicy } = await ask<{ evaluatePolicy: { evaluation: EvaluationAnswer } }>(
    services,
    `mutation ($input: EvaluatePolicyInput!) { evaluatePolicy(input: $input) { evaluation { ${evaluationFields} receipt { url json } } } }`,
    { input },
    team,
  );
  return evaluatePolicy.evaluation;
}
