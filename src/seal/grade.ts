import { type StatementOf } from "./statements.js";

export type Grade = StatementOf<"result">["grade"];

/**
 * How early the weights of an evaluation were fixed, by log positions alone.
 * BEFORE_DATA: before every run of the cohort was imported. BEFORE_OUTCOMES: before the first gold-dependent answer about
 * any of those runs. BEFORE_EVALUATION: only before the declaration. SENSITIVITY: other weights are of record.
 */
export function grade(evidence: {
  readonly weights: number;
  readonly runs: readonly number[];
  readonly firstAnswers: readonly number[];
  readonly weightsAreOfRecord: boolean;
}): Grade {
  const isBefore = (positions: readonly number[]) => positions.every((position) => evidence.weights < position);
  if (!evidence.weightsAreOfRecord) return "SENSITIVITY";
  if (isBefore(evidence.runs)) return "BEFORE_DATA";
  return isBefore(evidence.firstAnswers) ? "BEFORE_OUTCOMES" : "BEFORE_EVALUATION";
}
