import { distinctSums } from "../../src/stats/distinctSums.js";
import { jointRatios, type JointReplicates, jointReplicates } from "../../src/stats/jointReplicates.js";
import { maxT } from "../../src/stats/maxT.js";
import { holm } from "../../src/stats/multipleTesting.js";
import { Philox } from "../../src/stats/philox.js";
import { quantile } from "../../src/stats/quantile.js";
import { resampledTotals } from "../../src/stats/resampledTotals.js";
import { separation, tieGroups } from "../../src/stats/separation.js";
import { expect, it } from "@jest/globals";
import fc from "fast-check";

/** Boards of four entries that collapse with the given chances on `clusters` shared items of three debates each. */
function board(
  clusters: number,
  chances: readonly number[],
  random: Philox,
): { estimates: number[]; columns: Float64Array[] } {
  const columns = [...chances, 0].map(() => new Float64Array(clusters));
  for (let g = 0; g < clusters; g++) {
    // A hard item is hard for everyone.
    const hard = random.uniform() < 0.3 ? 2 : 4 / 7;
    columns[chances.length][g] = 3;
    for (let debate = 0; debate < 3; debate++)
      chances.forEach((chance, entry) => (columns[entry][g] += random.uniform() < chance * hard ? 1 : 0));
  }
  return {
    estimates: chances.map((_, entry) => columns[entry].reduce((sum, x) => sum + x, 0) / (3 * clusters)),
    columns,
  };
}

function replicatesOf(columns: Float64Array[], clusters: number, seed: string, to: number): JointReplicates {
  const pick = (c: number): number[] => columns.map((_, i) => (i === c ? 1 : 0));
  const ratios = columns.slice(0, -1).map((_, m) => ({ numerator: pick(m), denominator: pick(columns.length - 1) }));
  return jointRatios(resampledTotals(distinctSums({ clusters, columns }), { seed, to }), ratios);
}

it("one comparison alone gets the two-sided quantile of its own replicates, carried to Student's t", () => {
  const values = Array.from({ length: 199 }, (_, r) => Math.sin(r * r));
  const { comparisons, critical, used } = maxT([0.5], jointReplicates([values]), 1e9, 0.9);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const sd = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0) / 198);
  const distances = values.map((value) => Math.abs(value - 0.5) / sd).sort((a, b) => a - b);
  expect(critical).toBeCloseTo(quantile(distances, 0.9), 6);
  const beyond = distances.filter((distance) => distance >= 0.5 / sd).length;
  expect(comparisons[0].pAdjusted).toBeCloseTo((beyond + 1) / (used + 1), 12);
});

it("a comparison is significant exactly when its simultaneous limits exclude 0", () => {
  const random = new Philox("1", 0);
  for (let trial = 0; trial < 6; trial++) {
    const { estimates, columns } = board(40, [0.1, 0.2, 0.25, 0.5], random);
    const { pairs } = separation(estimates, replicatesOf(columns, 40, String(trial), 999), 40, "LOWER");
    for (const { low, high, pAdjusted } of pairs)
      if (pAdjusted !== null && Math.abs(pAdjusted - 0.05) > 0.003)
        expect((low ?? 0) > 0 || (high ?? 0) < 0).toBe(pAdjusted < 0.05);
  }
});

it("no false order is claimed on more than about one board in twenty, though pairwise intervals claim far more", () => {
  // 250 boards of four equal entries on 30 items; the Monte Carlo error of 5 % is 1.4 points.
  const random = new Philox("42", 5);
  let simultaneous = 0;
  let naive = 0;
  for (let trial = 0; trial < 250; trial++) {
    const { estimates, columns } = board(30, [0.3, 0.3, 0.3, 0.3], random);
    const replicates = replicatesOf(columns, 30, String(trial), 250);
    const { pairs, tieGroups: groups } = separation(estimates, replicates, 30, "LOWER");
    const apart = pairs.some(({ low, high }) => (low ?? 0) > 0 || (high ?? 0) < 0);
    expect(groups.length > 1).toBe(apart);
    if (apart) simultaneous++;
    if (pairs.some(({ estimate, standardError }) => Math.abs(estimate) > 1.96 * (standardError ?? Infinity))) naive++;
  }
  expect(simultaneous).toBeLessThan(0.1 * 250);
  expect(simultaneous).toBeGreaterThan(0.01 * 250);
  expect(naive).toBeGreaterThan(0.12 * 250);
});

it("entries far apart are separated, neighbours that overlap are not separable, and ranks follow", () => {
  const { estimates, columns } = board(300, [0.3, 0.05, 0.06, 0.45], new Philox("3", 0));
  const result = separation(estimates, replicatesOf(columns, 300, "3", 2000), 300, "LOWER");
  expect(result.order.slice(2)).toEqual([0, 3]);
  expect(result.tieGroups).toEqual([result.order.slice(0, 2), [0], [3]]);
  expect(result.neighbours.map(({ verdict }) => verdict)).toEqual(["not separable", "ahead", "ahead"]);
  expect(result.ranks).toEqual([
    { low: 3, high: 3 },
    { low: 1, high: 2 },
    { low: 1, high: 2 },
    { low: 4, high: 4 },
  ]);
});

it("replicates that do not vary separate nothing and say why; neither does a single cluster", () => {
  const still = jointReplicates([
    [0, 0, 0],
    [0, 0, 0],
  ]);
  expect(separation([0, 0], still, 10, "LOWER").pairs[0]).toMatchObject({ low: null, reason: "degenerate_replicates" });
  const moving = jointReplicates([
    [1, 2, 3],
    [3, 1, 2],
  ]);
  const alone = separation([2, 2], moving, 1, "LOWER");
  expect(alone.pairs[0]).toMatchObject({ low: null, reason: "single_cluster" });
  expect(alone.neighbours[0].verdict).toBe("not separable");
});

it("tie groups are the longest runs without a separated pair: every run holds, none can be extended, all entries appear", () => {
  const size = 6;
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: size * size, maxLength: size * size }), (cells) => {
      const apart = (a: number, b: number): boolean => cells[Math.min(a, b) * size + Math.max(a, b)];
      const order = [0, 1, 2, 3, 4, 5];
      const groups = tieGroups(order, apart);
      const holds = (run: number[]): boolean => run.every((a) => run.every((b) => a === b || !apart(a, b)));
      const runs = order.flatMap((start) => order.slice(start).map((end) => order.slice(start, end + 1)));
      const longest = runs.filter(
        (run) =>
          holds(run) &&
          !runs.some(
            (other) => other.length > run.length && run.every((entry) => other.includes(entry)) && holds(other),
          ),
      );
      expect(groups).toEqual(longest);
    }),
  );
});

it("tie groups may also come from Holm-adjusted tests", () => {
  const p: Record<string, number> = { "0,1": 0.4, "0,2": 0.001, "1,2": 0.04 };
  const adjusted = holm(Object.values(p));
  const apart = (a: number, b: number): boolean => {
    const pair = Object.keys(p).indexOf([Math.min(a, b), Math.max(a, b)].join());
    return (adjusted[pair] ?? 1) < 0.05;
  };
  expect(tieGroups([0, 1, 2], apart)).toEqual([
    [0, 1],
    [1, 2],
  ]);
});
