/*
 * Crossed cohorts: every question meets every model, half of the pairs at risk; the log odds of an event add a normal deviation of the question
 * and one of the model. The claim is about new questions and new models, so the truth is the mean over both, integrated numerically.
 */
import { normalDensity, normalQuantile } from "../../src/stats/normal.js";
import { type Philox } from "../../src/stats/philox.js";
import { type CrossedRows } from "../../src/stats/twoWay.js";

export interface CrossedScenario {
  readonly name: string;
  readonly truth: number;
  readonly draw: (random: Philox) => CrossedRows;
}

/** Log odds of the average question under the average model: rates of about 9%. */
const INTERCEPT = -2.75;

export const CROSSED: readonly CrossedScenario[] = [
  crossed("100 questions x 14 models, both vary", 100, 14, 1, 0.6),
  crossed("300 questions x 6 models, both vary", 300, 6, 1, 0.6),
  crossed("100 x 14, models all alike", 100, 14, 1, 0),
];

function crossed(
  name: string,
  questions: number,
  models: number,
  sdQuestion: number,
  sdModel: number,
): CrossedScenario {
  const normal = (random: Philox): number => normalQuantile((random.uint32() + 0.5) / 4294967296);
  const draw = (random: Philox): CrossedRows => {
    const ofQuestion = Array.from({ length: questions }, () => sdQuestion * normal(random));
    const ofModel = Array.from({ length: models }, () => sdModel * normal(random));
    const question: number[] = [];
    const model: number[] = [];
    const numerator: number[] = [];
    for (let q = 0; q < questions; q++) {
      for (let m = 0; m < models; m++) {
        if (random.uniform() < 0.5) continue;
        question.push(q);
        model.push(m);
        numerator.push(random.uniform() < expit(INTERCEPT + ofQuestion[q] + ofModel[m]) ? 1 : 0);
      }
    }
    return { questions, models, question, model, numerator, denominator: numerator.map(() => 1) };
  };
  return { name, truth: meanRate(Math.sqrt(sdQuestion * sdQuestion + sdModel * sdModel)), draw };
}

function expit(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

/** E expit(intercept + sd Z), by the trapezoid rule, which is exact to many digits for so smooth an integrand. */
function meanRate(sd: number): number {
  let sum = 0;
  for (let z = -10; z <= 10; z += 0.01) sum += expit(INTERCEPT + sd * z) * normalDensity(z) * 0.01;
  return sum;
}
