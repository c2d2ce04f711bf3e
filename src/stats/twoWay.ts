import { type Replicates } from "./bootstrapLimits.js";
import { type Draws } from "./resampledTotals.js";
import { resampledTwoWay } from "./resampledWeights.js";

/** Rows of a crossed design: row i belongs to question `question[i]` and model `model[i]`, and adds to numerator and denominator. */
export interface CrossedRows {
  readonly questions: number;
  readonly models: number;
  readonly question: ArrayLike<number>;
  readonly model: ArrayLike<number>;
  readonly numerator: ArrayLike<number>;
  readonly denominator: ArrayLike<number>;
}

/**
 * The variance of a rate for a claim about new questions *and* new models (Cameron, Gelbach & Miller 2011): V_question + V_model - V_cell.
 * Each piece is the one-way cluster-robust variance, CR1 times its own G / (G - 1), G what has a denominator.
 */
export interface TwoWayVariance {
  readonly estimate: number | null;
  readonly rows: number;
  readonly questions: number;
  readonly models: number;
  readonly cr0: Pieces;
  readonly cr1: Pieces;
  /** V_question + V_model - V_cell of CR1; it can be too small, even negative. */
  readonly variance: number;
  /** The variance, or the larger one-way piece where it fell below. */
  readonly floored: number;
}

interface Pieces {
  readonly question: number;
  readonly model: number;
  readonly cell: number;
}

/** Null pieces do not exist: with fewer than two questions or models at risk the CR1 pieces are 0 and no interval may be built. */
export function twoWayVariance(rows: CrossedRows): TwoWayVariance {
  const { numerator, denominator, question, model, models } = rows;
  let above = 0;
  let below = 0;
  for (let i = 0; i < numerator.length; i++) {
    above += numerator[i];
    below += denominator[i];
  }
  const piece = (of: (i: number) => number): { cr0: number; groups: number } => {
    const sums = new Map<number, number>();
    for (let i = 0; i < numerator.length; i++) {
      if (denominator[i] === 0) continue;
      sums.set(of(i), (sums.get(of(i)) ?? 0) + numerator[i] * below - above * denominator[i]);
    }
    let squares = 0;
    for (const sum of sums.values()) squares += (sum / below) * (sum / below);
    return { cr0: below === 0 ? 0 : squares / (below * below), groups: sums.size };
  };
  const byQuestion = piece((i) => question[i]);
  const byModel = piece((i) => model[i]);
  const byCell = piece((i) => question[i] * models + model[i]);
  const cr1 = ({ cr0, groups }: typeof byCell): number => (groups < 2 ? 0 : (cr0 * groups) / (groups - 1));
  const pieces = { question: cr1(byQuestion), model: cr1(byModel), cell: cr1(byCell) };
  const variance = pieces.question + pieces.model - pieces.cell;
  return {
    estimate: below === 0 ? null : above / below,
    rows: byCell.groups,
    questions: byQuestion.groups,
    models: byModel.groups,
    cr0: { question: byQuestion.cr0, model: byModel.cr0, cell: byCell.cr0 },
    cr1: pieces,
    variance,
    floored: Math.max(variance, pieces.question, pieces.model),
  };
}

/** The rate with rows of question q and model m counted questions[q] * models[m] times; null when the denominator is empty. */
export function crossedRate(rows: CrossedRows, questions: ArrayLike<number>, models: ArrayLike<number>): number | null {
  const { numerator, denominator, question, model } = rows;
  let above = 0;
  let below = 0;
  for (let i = 0; i < numerator.length; i++) {
    const weight = questions[question[i]] * models[model[i]];
    above += weight * numerator[i];
    below += weight * denominator[i];
  }
  return below === 0 ? null : above / below;
}

/** The rate when questions and models are resampled independently ("pigeonhole"); costs one multiplication per row and replicate. */
export function pigeonholeReplicates(rows: CrossedRows, draws: Omit<Draws, "stream">): Replicates {
  const values = new Float64Array(draws.to - (draws.from ?? 0));
  let defined = 0;
  resampledTwoWay(rows.questions, rows.models, draws, (questions, models) => {
    const rate = crossedRate(rows, questions, models);
    if (rate !== null) values[defined++] = rate;
  });
  return { ascending: values.slice(0, defined).sort(), undefinedReplicates: values.length - defined };
}
