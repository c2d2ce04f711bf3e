import { contrastIntervals } from "../../src/stats/contrastIntervals.js";
import { bootstrapMoments, medianBias } from "../../src/stats/bootstrapLimits.js";
import { clusterRobust } from "../../src/stats/clusterRobust.js";
import { distinctSums } from "../../src/stats/distinctSums.js";
import { type IntervalMethod } from "../../src/stats/interval.js";
import { acceleration, contrastReplicates, ratioContrast, type RatioTerm } from "../../src/stats/ratioContrast.js";
import { resampledTotals } from "../../src/stats/resampledTotals.js";
import { disagreements, golden } from "../golden/golden.js";
import { expect, it } from "@jest/globals";
import fc from "fast-check";

const DIFFERENCE: RatioTerm[] = [
  { weight: 1, numerator: [1, 0, 0, 0], denominator: [0, 1, 0, 0] },
  { weight: -1, numerator: [0, 0, 1, 0], denominator: [0, 0, 0, 1] },
];
const NET: RatioTerm[] = [{ weight: 1, numerator: [1, -1, 0], denominator: [0, 0, 1] }];

const sumsOf = (columns: number[][]) => ({
  clusters: columns[0].length,
  columns: columns.map((column) => Float64Array.from(column)),
});

function report(columns: number[][], terms: RatioTerm[], method: IntervalMethod = "AUTO", resamples = 400) {
  const sums = sumsOf(columns);
  return contrastIntervals(sums, terms, { method, resamples, seed: "1" });
}

interface Pair {
  num1: number[];
  den1: number[];
  num2: number[];
  den2: number[];
}
interface Net {
  prevented: number[];
  lost: number[];
  n: number[];
  w_collapse: number;
  w_correction: number;
}
const pairColumns = ({ num1, den1, num2, den2 }: Pair): number[][] => [num1, den1, num2, den2];
const netColumns = ({ prevented, lost, n }: Net): number[][] => [prevented, lost, n];
const netTerms = (input: Net): RatioTerm[] => [
  { weight: 1, numerator: [input.w_collapse, -input.w_correction, 0], denominator: [0, 0, 1] },
];

const ends = ({ interval: { low, high } }: ReturnType<typeof report>): (number | null)[] => [low, high];

it.each(golden<Pair, Record<string, number[]>>("cluster_robust_se", "ratio_difference_paired"))(
  "the t interval of a paired difference of rates agrees in $id",
  ({ input, expected, tolerance }) => {
    const got = report(pairColumns(input), DIFFERENCE, "CR1_T", 0);
    expect(disagreements(got.value, expected.difference, tolerance)).toEqual([]);
    expect(disagreements(ends(got), expected.ci_cr1_t, tolerance)).toEqual([]);
  },
);

it.each(golden<Net, Record<string, number[]>>("cluster_robust_se", "net_utility"))(
  "the t intervals of net utility per debate agree in $id",
  ({ input, expected, tolerance }) => {
    const by = (method: IntervalMethod) => ends(report(netColumns(input), netTerms(input), method, 0));
    expect(disagreements(by("CR1_T"), expected.ci_cr1_t, tolerance)).toEqual([]);
    expect(disagreements(by("CR3_T"), expected.ci_cr3_t, tolerance)).toEqual([]);
  },
);

interface Reference {
  estimate: number;
  percentile: number[];
  basic: number[];
  bca: number[];
  se_boot: number;
  z0: number;
  acceleration: number;
  se_delta_cr1?: number;
  tolerance_at_B10000: { percentile: number[]; basic: number[]; bca: number[]; se_boot: number; z0: number };
}

function agrees(columns: number[][], terms: RatioTerm[], expected: Reference): void {
  const distinct = distinctSums(sumsOf(columns));
  const totals = resampledTotals(distinct, { seed: "1", to: 10_000 });
  const contrast = ratioContrast(distinct, terms);
  const replicates = contrastReplicates(totals, terms);
  const bias = medianBias(replicates, expected.estimate);
  const { se_boot, z0 } = expected.tolerance_at_B10000;
  const error = bootstrapMoments(replicates, expected.estimate)?.error;
  expect(disagreements(error, expected.se_boot, { abs: se_boot })).toEqual([]);
  expect(disagreements("z0" in bias ? bias.z0 : null, expected.z0, { abs: z0 })).toEqual([]);
  expect(disagreements(acceleration(contrast), expected.acceleration, { rel: 1e-9, abs: 1e-12 })).toEqual([]);
  if (expected.se_delta_cr1 !== undefined)
    expect(Math.sqrt(clusterRobust(contrast).cr1 ?? NaN)).toBeCloseTo(expected.se_delta_cr1, 12);
  for (const [method, key] of [
    ["PERCENTILE", "percentile"],
    ["BASIC", "basic"],
    ["BCA", "bca"],
  ] as const) {
    const got = contrastIntervals(distinct, terms, { method, seed: "1", totals });
    expect(disagreements(got.value, expected.estimate, { abs: 1e-12 })).toEqual([]);
    ends(got).forEach((end, i) => {
      const allowed = expected.tolerance_at_B10000[key][i] + 1e-12;
      expect([method, i, ...disagreements(end, expected[key][i], { abs: allowed })]).toEqual([method, i]);
    });
  }
}

it.each(golden<Pair, Reference>("bootstrap_monte_carlo_reference", "paired_ratio_difference"))(
  "resampled paired differences agree with the reference in $id",
  ({ input, expected }) => agrees(pairColumns(input), DIFFERENCE, expected),
);

it.each(golden<{ num: number[]; den: number[] }, Reference>("bootstrap_monte_carlo_reference", "ratio"))(
  "a resampled ratio agrees with the reference in $id",
  ({ input: { num, den }, expected }) =>
    agrees([num, den], [{ weight: 1, numerator: [1, 0], denominator: [0, 1] }], expected),
);

it.each(golden<Net, Reference>("bootstrap_monte_carlo_reference", "net_utility_per_debate"))(
  "resampled net utility agrees with the reference in $id",
  ({ input, expected }) => agrees(netColumns(input), netTerms(input), expected),
);

it.each(golden<{ num: number[][]; den: number[][] }, Reference>("bootstrap_monte_carlo_reference", "macro_mean"))(
  "the mean of the models' own rates is a contrast with equal weights, as in $id",
  ({ input: { num, den }, expected }) => {
    const models = num[0].length;
    const unit = (c: number): number[] => Array.from({ length: 2 * models }, (_, i) => (i === c ? 1 : 0));
    const columns = [...Array(models).keys()].flatMap((m) => [num.map((row) => row[m]), den.map((row) => row[m])]);
    const terms = [...Array(models).keys()].map((m) => ({
      weight: 1 / models,
      numerator: unit(2 * m),
      denominator: unit(2 * m + 1),
    }));
    agrees(columns, terms, expected);
  },
);

it.each(
  golden<Record<"u0" | "u1" | "u3", number[]>, Reference>("bootstrap_monte_carlo_reference", "front_loading_share"),
)("a share of two differences is one ratio, as in $id", ({ input: { u0, u1, u3 }, expected }) => {
  agrees([u0, u1, u3], [{ weight: 1, numerator: [-1, 1, 0], denominator: [-1, 0, 1] }], expected);
});

const row = fc.tuple(...Array.from({ length: 3 }, () => fc.integer({ min: 0, max: 3 })));
const cohort = fc
  .array(row, { minLength: 2, maxLength: 70 })
  .map((rows) => [0, 1, 2].map((c) => rows.map((each) => each[c])));

it("AUTO is CR1 from 50 clusters and the jackknife below, with percentile beside it", () => {
  const columns = (clusters: number): number[][] =>
    [0, 1, 2].map((c) => Array.from({ length: clusters }, (_, g) => (c === 2 ? 4 : (g + c) % 3 === 0 ? 1 : 0)));
  const many = report(columns(50), NET);
  expect(many.interval).toMatchObject({ method: "CR1_T", status: "OK", clusters: 50, warnings: [], resamples: null });
  expect(many.beside).toMatchObject([{ method: "PERCENTILE", status: "OK", resamples: 400, seed: "1" }]);
  expect(many.interval.why).toContain("cluster-robust");
  expect(report(columns(49), NET).interval).toMatchObject({ method: "CR3_T", status: "OK" });
  expect(report(columns(20), NET).interval.warnings).toEqual(["FEW_CLUSTERS"]);
});

it("exchanging the sides of a difference changes its sign and turns the interval round", () => {
  fc.assert(
    fc.property(cohort, ([prevented, lost, n]) => {
      const { value, interval } = report([prevented, lost, n], NET, "AUTO", 0);
      const swapped = report([lost, prevented, n], NET, "AUTO", 0);
      if (value === null || interval.low === null || interval.high === null) {
        expect(swapped.interval.reason).toBe(interval.reason);
        return;
      }
      expect(
        disagreements([swapped.value, ...ends(swapped)], [-value, -interval.high, -interval.low], { abs: 1e-12 }),
      ).toEqual([]);
      expect(interval.low).toBeLessThanOrEqual(value);
      expect(interval.high).toBeGreaterThanOrEqual(value);
    }),
    { seed: 10 },
  );
});

it("there is no interval without a denominator, on one cluster or without variance", () => {
  expect(report([[1], [0], [0]], NET)).toMatchObject({
    value: null,
    reason: "empty_denominator",
    interval: { low: null, status: "UNAVAILABLE" },
  });
  expect(report([[1], [0], [4]], NET)).toMatchObject({
    value: 0.25,
    reason: null,
    interval: { reason: "single_cluster", clusters: 1 },
  });
  const nothing = report(
    [
      [0, 0, 0],
      [0, 0, 0],
      [4, 2, 5],
    ],
    NET,
  );
  expect(nothing).toMatchObject({ value: 0, interval: { low: null, status: "DEGENERATE", reason: "zero_variance" } });
  expect(nothing.beside).toMatchObject([{ status: "DEGENERATE", reason: "degenerate_replicates" }]);
});

it("where one cluster holds a whole denominator there is no jackknife: CR1 stands in and says so", () => {
  const { interval } = report(
    [
      [1, 0, 1, 0],
      [4, 4, 2, 3],
      [0, 2, 0, 0],
      [0, 5, 0, 0],
    ],
    DIFFERENCE,
  );
  expect(interval).toMatchObject({ method: "CR1_T", status: "FALLBACK", reason: "jackknife_undefined" });
});

it("methods for a single rate are not for differences", () => {
  const columns = [
    [1, 0, 1],
    [0, 0, 1],
    [4, 3, 4],
  ];
  for (const method of ["LOGIT_T", "KORN_GRAUBARD", "WILSON", "TANGO"] as const) {
    expect(report(columns, NET, method).interval).toMatchObject({ low: null, reason: "method_not_for_this_report" });
  }
});
