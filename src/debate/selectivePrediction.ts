import { proportion, type Proportion } from "../stats/proportion.js";

/** Debates of equal confidence, and how many of them are wrong. */
export interface ConfidenceClass {
  /** Margin over seats: 1 is unanimous, 0 a tie. */
  readonly confidence: number;
  readonly debates: number;
  readonly wrong: number;
}

/** Answering only where the panel agrees at least so much. */
export interface SelectivePoint {
  readonly confidence: number;
  /** Debates answered, of all. */
  readonly coverage: Proportion;
  /** Wrong majorities among those answered. */
  readonly error: Proportion;
}

export interface SelectivePrediction {
  /** From the most to the least agreed. */
  readonly curve: readonly SelectivePoint[];
  /**
   * Area under the curve of error against coverage: the mean, over i = 1 to n, of the error among the i most agreed (Geifman, Uziel & El-Yaniv 2019), in
   * expectation over the order within a class. Null without a debate.
   */
  readonly area: number | null;
  /** The same if debates were answered in random order: the error rate itself. */
  readonly areaAtRandom: number | null;
  /** The same if all right ones came first: the least there can be. */
  readonly areaAtBest: number | null;
}

export function selectivePrediction(classes: readonly ConfidenceClass[]): SelectivePrediction {
  const ordered = [...classes].filter(({ debates }) => debates > 0).sort((a, b) => b.confidence - a.confidence);
  const all = ordered.reduce((sum, { debates }) => sum + debates, 0);
  const wrong = ordered.reduce((sum, each) => sum + each.wrong, 0);
  let answered = 0;
  let errors = 0;
  const curve = ordered.map(({ confidence, debates, wrong: own }) => {
    answered += debates;
    errors += own;
    return { confidence, coverage: proportion(answered, all), error: proportion(errors, answered) };
  });
  return {
    curve,
    area: all === 0 ? null : area(ordered),
    areaAtRandom: all === 0 ? null : wrong / all,
    areaAtBest:
      all === 0
        ? null
        : area([
            { debates: all - wrong, wrong: 0 },
            { debates: wrong, wrong },
          ]),
  };
}

/** Within a class the errors come evenly, which is their expectation in random order. */
function area(ordered: readonly Omit<ConfidenceClass, "confidence">[]): number {
  let answered = 0;
  let errors = 0;
  let sum = 0;
  for (const { debates, wrong } of ordered) {
    for (let each = 1; each <= debates; each++) sum += (errors + (wrong * each) / debates) / (answered + each);
    answered += debates;
    errors += wrong;
  }
  return sum / answered;
}
