import { placements, rocAuc } from "../../src/stats/rocAuc.js";
import { expect, it } from "@jest/globals";
import fc from "fast-check";

const rows = fc.array(fc.tuple(fc.nat(1), fc.integer({ min: -4, max: 4 })), { minLength: 1, maxLength: 40 });
const split = (pairs: readonly (readonly [number, number])[]): [number[], number[]] => [
  pairs.map(([label]) => label),
  pairs.map(([, score]) => score),
];

/** The definition: every positive against every negative. */
function pairwise(labels: readonly number[], scores: readonly number[]): number | null {
  let wins = 0;
  let pairs = 0;
  labels.forEach((label, i) =>
    labels.forEach((other, j) => {
      if (label !== 1 || other !== 0) return;
      pairs++;
      wins += scores[i] > scores[j] ? 1 : scores[i] === scores[j] ? 0.5 : 0;
    }),
  );
  return pairs === 0 ? null : wins / pairs;
}

it("two positives at 3 and 1 against negatives at 1 and 0 win three pairs and tie one: 3.5 of 4", () => {
  expect(rocAuc([1, 1, 0, 0], [3, 1, 1, 0])).toEqual({ auc: 0.875, positives: 2, negatives: 2, reason: null });
});

it("without both classes there is no AUC", () => {
  expect(rocAuc([1, 1], [1, 2])).toEqual({ auc: null, positives: 2, negatives: 0, reason: "one_class" });
  expect(rocAuc([], [])).toMatchObject({ auc: null, reason: "one_class" });
});

it("ranks give the same AUC as comparing every pair", () => {
  fc.assert(
    fc.property(rows, (pairs) => {
      const [labels, scores] = split(pairs);
      expect(rocAuc(labels, scores).auc).toBe(pairwise(labels, scores));
    }),
  );
});

it("swapping the classes or turning the scores gives 1 - AUC; order and repetition of the rows change nothing", () => {
  fc.assert(
    fc.property(rows, (pairs) => {
      const [labels, scores] = split(pairs);
      const { auc } = rocAuc(labels, scores);
      if (auc === null) return;
      expect(
        rocAuc(
          labels.map((label) => 1 - label),
          scores,
        ).auc,
      ).toBeCloseTo(1 - auc, 12);
      expect(
        rocAuc(
          labels,
          scores.map((score) => -score),
        ).auc,
      ).toBeCloseTo(1 - auc, 12);
      expect(rocAuc([...labels, ...labels].reverse(), [...scores, ...scores].reverse()).auc).toBe(auc);
      expect(
        rocAuc(
          labels,
          scores.map((score) => Math.exp(score)),
        ).auc,
      ).toBe(auc);
    }),
  );
});

it("placements are each row's own share of wins, and average to the AUC within either class", () => {
  fc.assert(
    fc.property(rows, (pairs) => {
      const [labels, scores] = split(pairs);
      const { auc } = rocAuc(labels, scores);
      if (auc === null) return;
      const placed = placements(labels, scores);
      labels.forEach((label, row) => {
        const alone = labels.map((other, i) => i === row || other !== label);
        const keep = <T>(values: readonly T[]): T[] => values.filter((_, i) => alone[i]);
        expect(placed[row]).toBeCloseTo(pairwise(keep(labels), keep(scores)) ?? NaN, 12);
      });
      for (const label of [0, 1]) {
        const own = [...placed].filter((_, row) => labels[row] === label);
        expect(own.reduce((sum, value) => sum + value, 0) / own.length).toBeCloseTo(auc, 12);
      }
    }),
  );
});

it("labels other than 0 and 1, scores that are not finite and unequal lengths are errors", () => {
  expect(() => rocAuc([0, 2], [1, 2])).toThrow("label 1 is 2, not 0 or 1");
  expect(() => rocAuc([0, 1], [1, Number.NaN])).toThrow("score 1 is NaN");
  expect(() => rocAuc([0, 1], [1])).toThrow("2 labels, but 1 scores");
});
