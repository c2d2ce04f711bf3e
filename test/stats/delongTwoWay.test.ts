import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { delongClusteredPaired } from "../../src/stats/delongClustered.js";
import { delongTwoWayPaired } from "../../src/stats/delongTwoWay.js";
import { rocAuc } from "../../src/stats/rocAuc.js";

/** Each row's share in the difference, summed by cluster: the slow way to the same variances. */
function variance(labels: number[], one: number[], two: number[], keys: (number | string)[]): number {
  const share = (scores: number[]) => {
    const { auc, positives, negatives } = rocAuc(labels, scores);
    return labels.map((label, row) => {
      const others = labels.flatMap((other, at) => (other === label ? [] : [scores[at]]));
      const wins = others.reduce((sum, other) => sum + (other === scores[row] ? 0.5 : Number(other < scores[row])), 0);
      const beats = label === 1 ? wins / negatives : 1 - wins / positives;
      return (beats - auc!) / (label === 1 ? positives : negatives);
    });
  };
  const [a, b] = [share(one), share(two)];
  const sums = new Map<number | string, number>();
  keys.forEach((key, row) => sums.set(key, (sums.get(key) ?? 0) + a[row] - b[row]));
  return ([...sums.values()].reduce((sum, each) => sum + each * each, 0) * sums.size) / (sums.size - 1);
}

it("the two-way variance is that of questions and of models less that of their cells, never below either", () => {
  const row = fc.tuple(fc.nat(1), fc.nat(4), fc.nat(4), fc.nat(3), fc.nat(2));
  fc.assert(
    fc.property(fc.array(row, { minLength: 6, maxLength: 30 }), (rows) => {
      const [labels, one, two, question, model] = [0, 1, 2, 3, 4].map((at) => rows.map((each) => each[at]));
      const found = delongTwoWayPaired(labels, one, two, [question, model]);
      const questions = new Set(question).size;
      const models = new Set(model).size;
      if (new Set(labels).size < 2) return expect(found.reason).toBe("one_class");
      if (Math.min(questions, models) < 2) return expect(found.reason).toBe("single_cluster");
      const [q, m] = [question, model].map((keys) => variance(labels, one, two, keys));
      const cells = variance(
        labels,
        one,
        two,
        rows.map((each) => `${each[3]} ${each[4]}`),
      );
      expect(found.standardError).toBeCloseTo(Math.sqrt(Math.max(q + m - cells, q, m)), 10);
      return expect(found.difference).toBeCloseTo(delongClusteredPaired(labels, one, two, question).difference!, 12);
    }),
    { numRuns: 100 },
  );
});
