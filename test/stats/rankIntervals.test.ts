import { distinctSums } from "../../src/stats/distinctSums.js";
import { jointRatios, jointReplicates } from "../../src/stats/jointReplicates.js";
import { rankIntervals } from "../../src/stats/rankIntervals.js";
import { resampledTotals } from "../../src/stats/resampledTotals.js";
import { disagreements, golden } from "../golden/golden.js";
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";

const transposed = <T>(rows: readonly (readonly T[])[]): T[][] => rows[0].map((_, j) => rows.map((row) => row[j]));

it("three replicates by hand: first, first and tied for second", () => {
  const ranks = rankIntervals(
    jointReplicates([
      [1, 1, 2],
      [2, 3, 2],
      [3, 2, 1],
    ]),
    "LOWER",
  );
  expect(ranks.entries?.[0]).toEqual({ low: 1, high: 2, expected: (1 + 1 + 2.5) / 3, first: 2 / 3 });
  expect(ranks.better?.[0]).toEqual([0.5, 2.5 / 3, 2 / 3]);
});

interface Expected {
  n_replicates: number;
  n_dropped: number;
  rank_lower: number[];
  rank_upper: number[];
  expected_midrank: number[];
  p_rank1: number[];
  pairwise_better: number[][];
}

describe("rank intervals agree with numpy, SciPy and R on given replicates", () => {
  const cases = ["given_replicates", "all_tied"].flatMap((kind) =>
    golden<{ replicates: (number | null)[][]; confidence: number }, Expected>("leaderboard_rank_intervals", kind),
  );
  it.each(cases)("$id", ({ input: { replicates, confidence }, expected, tolerance }) => {
    const got = rankIntervals(jointReplicates(transposed(replicates)), "LOWER", confidence);
    const named = {
      n_replicates: got.used + got.dropped,
      n_dropped: got.dropped,
      expected_midrank: got.entries?.map(({ expected }) => expected),
      p_rank1: got.entries?.map(({ first }) => first),
      pairwise_better: got.better,
    };
    const { rank_lower, rank_upper, ...want } = expected;
    expect(disagreements(named, want, tolerance)).toEqual([]);
    expect(got.entries?.map(({ low }) => low)).toEqual(rank_lower);
    expect(got.entries?.map(({ high }) => high)).toEqual(rank_upper);
  });
});

interface Reference {
  rates: number[];
  rank_lower_allowed: number[][];
  rank_upper_allowed: number[][];
  expected_midrank: number[];
  expected_midrank_tolerance_at_B10000: number;
  p_rank1: number[];
  pairwise_better: number[][];
  probability_tolerance_at_B10000: number;
}

it.each(
  golden<{ num: number[][]; den: number[][]; confidence: number }, Reference>(
    "leaderboard_rank_intervals",
    "monte_carlo",
  ),
)(
  "ten thousand shared question draws land where 200,000 of numpy's did: $id",
  ({ input: { num, den, confidence }, expected }) => {
    const models = num[0].length;
    const columns = [...transposed(num), ...transposed(den)].map((column) => Float64Array.from(column));
    const totals = resampledTotals(distinctSums({ clusters: num.length, columns }), { seed: "20", to: 10_000 });
    const pick = (c: number): number[] => columns.map((_, i) => (i === c ? 1 : 0));
    const ratios = num[0].map((_, m) => ({ numerator: pick(m), denominator: pick(models + m) }));
    const once = {
      replicates: 1,
      columns: columns.map((column) => Float64Array.of(column.reduce((a, b) => a + b, 0))),
    };
    const rates = jointRatios(once, ratios).columns.map(([rate]) => rate);
    expect(disagreements(rates, expected.rates, { rel: 1e-12 })).toEqual([]);
    const got = rankIntervals(jointRatios(totals, ratios), "LOWER", confidence);
    got.entries?.forEach(({ low, high }, m) => {
      expect(expected.rank_lower_allowed[m]).toContain(low);
      expect(expected.rank_upper_allowed[m]).toContain(high);
    });
    const midranks = got.entries?.map(({ expected: midrank }) => midrank);
    expect(
      disagreements(midranks, expected.expected_midrank, { abs: expected.expected_midrank_tolerance_at_B10000 }),
    ).toEqual([]);
    const chance = { abs: expected.probability_tolerance_at_B10000 };
    expect(
      disagreements(
        got.entries?.map(({ first }) => first),
        expected.p_rank1,
        chance,
      ),
    ).toEqual([]);
    expect(disagreements(got.better, expected.pairwise_better, chance)).toEqual([]);
  },
);

it("turning all values and the direction changes nothing, and expected ranks always sum to those of 1..k", () => {
  const replicate = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(replicate, { minLength: 1, maxLength: 30 }), (rows) => {
      const columns = transposed(rows);
      const ranks = rankIntervals(jointReplicates(columns), "LOWER");
      const turned = columns.map((column) => column.map((value) => -value));
      expect(rankIntervals(jointReplicates(turned), "HIGHER")).toEqual(ranks);
      const sum = ranks.entries?.reduce((all, { expected }) => all + expected, 0);
      expect(sum).toBeCloseTo(10, 9);
      ranks.entries?.forEach(({ low, high }) => expect(low).toBeLessThanOrEqual(high));
      ranks.better?.forEach((row, i) =>
        row.forEach((win, j) => expect(win + (ranks.better?.[j][i] ?? 0)).toBeCloseTo(1, 12)),
      );
    }),
  );
});

it("without a replicate that has a value for everyone there are no ranks", () => {
  expect(
    rankIntervals(
      jointReplicates([
        [1, null],
        [null, 2],
      ]),
      "LOWER",
    ),
  ).toEqual({
    entries: null,
    better: null,
    used: 0,
    dropped: 2,
    reason: "too_many_undefined_replicates",
  });
});
