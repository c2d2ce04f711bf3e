import { clusterRobust, influence } from "../../src/stats/clusterRobust.js";
import { clusterDesign } from "../../src/stats/clusterDesign.js";
import { effectiveRows } from "../../src/stats/clusterLimits.js";
import { clusterSums, columnTotals } from "../../src/stats/clusterSums.js";
import { distinctSums } from "../../src/stats/distinctSums.js";
import { acceleration, jackknife, ratioContrast, type RatioTerm } from "../../src/stats/ratioContrast.js";
import { disagreements, golden } from "../golden/golden.js";
import { expect, it } from "@jest/globals";
import fc from "fast-check";

const RATE: RatioTerm[] = [{ weight: 1, numerator: [1, 0], denominator: [0, 1] }];
const DIFFERENCE: RatioTerm[] = [
  { weight: 1, numerator: [1, 0, 0, 0], denominator: [0, 1, 0, 0] },
  { weight: -1, numerator: [0, 0, 1, 0], denominator: [0, 0, 0, 1] },
];

const contrastOf = (columns: number[][], terms: RatioTerm[]) =>
  ratioContrast(
    distinctSums({ clusters: columns[0].length, columns: columns.map((column) => Float64Array.from(column)) }),
    terms,
  );

const root = (variance: number | null): number | null => (variance === null ? null : Math.sqrt(variance));

function robust(contrast: ReturnType<typeof contrastOf>) {
  const { cr0, cr1, cr2, cr2Df, cr3, jackknife } = clusterRobust(contrast);
  return {
    clusters: contrast.clusters,
    clusters_at_risk: contrast.clustersAtRisk,
    estimate: contrast.estimate,
    se_cr0: root(cr0),
    se_cr1: root(cr1),
    se_cr2: root(cr2),
    df_satterthwaite_cr2: cr2Df,
    se_cr3: root(cr3),
    se_jackknife: root(jackknife),
  };
}

type Expected = Record<string, number | null>;
const pick = (expected: Expected, keys: string[]): Expected =>
  Object.fromEntries(keys.filter((key) => key in expected).map((key) => [key, expected[key]]));

it.each(
  golden<{ y: number[]; cluster: number[] }, Expected>("cluster_robust_se").filter(({ kind }) =>
    ["rate", "degenerate", "single_cluster"].includes(kind),
  ),
)(
  "CR0 to CR3 of a rate over rows agree with statsmodels and clubSandwich in $id",
  ({ input: { y, cluster }, expected, tolerance }) => {
    const ids = [...new Set(cluster)];
    const sums = clusterSums(
      ids.length,
      cluster.map((id) => ids.indexOf(id)),
      [y, y.map(() => 1)],
    );
    const got = robust(
      contrastOf(
        sums.columns.map((column) => [...column]),
        RATE,
      ),
    );
    expect(disagreements(got, pick(expected, Object.keys(got)), tolerance)).toEqual([]);
  },
);

it.each(golden<{ y: number[]; cluster: number[]; confidence: number }, Expected>("cluster_robust_se", "rate"))(
  "design effect and Korn and Graubard's effective rows agree with statsmodels and survey in $id",
  ({ input: { y, cluster, confidence }, expected, tolerance }) => {
    const ids = [...new Set(cluster)];
    const at = cluster.map((id) => ids.indexOf(id));
    const contrast = ratioContrast(distinctSums(clusterSums(ids.length, at, [y, y.map(() => 1)])), RATE);
    const { designEffect, effectiveDebates } = clusterDesign(contrast);
    const { cr1 } = clusterRobust(contrast);
    // The reference compares with p (1 - p) / n, clusterDesign with the unbiased p (1 - p) / (n - 1).
    const n = y.length;
    const p = contrast.estimate ?? NaN;
    const naive = (p * (1 - p)) / n;
    const got = {
      n,
      naive_se: Math.sqrt(naive),
      design_effect_cr1: ((designEffect ?? NaN) * n) / (n - 1),
      korn_graubard_n_eff: effectiveRows(p, cr1 ?? NaN, n, ids.length, confidence),
    };
    expect(disagreements(got, pick(expected, Object.keys(got)), tolerance)).toEqual([]);
    expect(effectiveDebates).toBeCloseTo(n / (designEffect ?? NaN), 9);
  },
);

it.each(golden<{ num: number[]; den: number[] }, Record<string, unknown>>("cluster_robust_se", "empty"))(
  "a ratio without a denominator has neither value nor error in $id",
  ({ input: { num, den }, expected }) => {
    const contrast = contrastOf([num, den], RATE);
    const { reason } = clusterDesign(contrast);
    const got = { ratio: contrast.estimate, se_delta_cr1_at_risk_clusters: root(clusterRobust(contrast).cr1), reason };
    expect(got).toEqual(expected);
  },
);

it.each(golden<{ num: number[]; den: number[] }, Expected>("cluster_robust_se", "ratio"))(
  "the delta-method error of a ratio is the cluster-robust one in $id",
  ({ input: { num, den }, expected, tolerance }) => {
    const contrast = contrastOf([num, den], RATE);
    const got = robust(contrast);
    const want = {
      clusters: expected.clusters,
      clusters_at_risk: expected.clusters_at_risk,
      estimate: expected.ratio,
      se_cr0: expected.se_delta_cr0,
      se_cr1: expected.se_delta_cr1_at_risk_clusters,
      se_jackknife: expected.se_jackknife,
    };
    expect(disagreements(got, want, tolerance)).toEqual([]);
    // Over all clusters, also those without a denominator, which is not what the intervals use.
    const all = (got.se_cr0 ?? NaN) * Math.sqrt(contrast.clusters / (contrast.clusters - 1));
    expect(disagreements(all, expected.se_delta_cr1, tolerance)).toEqual([]);
  },
);

interface Pair {
  num1: number[];
  den1: number[];
  num2: number[];
  den2: number[];
}

it.each(golden<Pair, Expected>("cluster_robust_se", "ratio_difference_paired"))(
  "a paired difference subtracts within the cluster before squaring, in $id",
  ({ input: { num1, den1, num2, den2 }, expected, tolerance }) => {
    const contrast = contrastOf([num1, den1, num2, den2], DIFFERENCE);
    const got = robust(contrast);
    expect(disagreements(got, pick(expected, Object.keys(got)), tolerance)).toEqual([]);
    expect(disagreements(contrast.estimate, expected.difference, tolerance)).toEqual([]);
    const rates = contrast.terms.map(({ above, below }) => above / below);
    expect(disagreements(rates, [expected.ratio1, expected.ratio2], tolerance)).toEqual([]);
    const separately = DIFFERENCE.map((term) => clusterRobust(contrastOf([num1, den1, num2, den2], [term])).cr0 ?? 0);
    expect(
      disagreements(Math.sqrt(separately[0] + separately[1]), expected.se_if_treated_independent_cr0, tolerance),
    ).toEqual([]);
  },
);

interface Net {
  prevented: number[];
  lost: number[];
  n: number[];
  w_collapse: number;
  w_correction: number;
}

it.each(golden<Net, Expected>("cluster_robust_se", "net_utility"))(
  "net utility per debate has the residual of its cluster's utility, in $id",
  ({ input, expected, tolerance }) => {
    const term = { weight: 1, numerator: [input.w_collapse, -input.w_correction, 0], denominator: [0, 0, 1] };
    const got = robust(contrastOf([input.prevented, input.lost, input.n], [term]));
    expect(disagreements(got, pick(expected, Object.keys(got)), tolerance)).toEqual([]);
    expect(disagreements(got.estimate, expected.per_debate, tolerance)).toEqual([]);
  },
);

interface Ledger {
  rows: [string, string, boolean | null, boolean | null][];
  cluster_by: "question" | "model";
  policy: "exclude" | "undefined_is_wrong";
}
interface Summary {
  estimate: number | null;
  jackknife: (number | null)[];
}

// Rows to counts per cluster is the debate room's work; here it is done by hand so that the statistics on top can be compared.
it.each(golden<Ledger, Record<string, unknown>>("cluster_sufficient_statistics"))(
  "estimates, jackknife, acceleration and errors of ledger rows agree in $id",
  ({ input: { rows, cluster_by, policy }, expected, tolerance }) => {
    const idOf = (row: Ledger["rows"][number]): string => (cluster_by === "question" ? row[0] : row[1]);
    const ids = [...new Set(rows.map(idOf))].sort();
    const at = rows.map((row) => ids.indexOf(idOf(row)));
    const undefinedRow = rows.map(([, , initial, final]) => initial === null || final === null);
    const counted = (test: (initial: boolean, final: boolean) => boolean): number[] =>
      rows.map(([, , initial, final], i) => {
        if (undefinedRow[i] && policy === "exclude") return 0;
        return test(initial ?? false, final ?? false) ? 1 : 0;
      });
    const { columns } = clusterSums(ids.length, at, [
      counted(() => true),
      counted((initial) => initial),
      counted((initial, final) => initial && !final),
      counted((initial) => !initial),
      counted((initial, final) => !initial && final),
      undefinedRow.map((missing) => (missing && policy === "exclude" ? 1 : 0)),
    ]);
    const totals = columnTotals({ clusters: ids.length, columns });
    const summary = (numerator: number[], denominator: number[]): Record<string, unknown> => {
      const terms = [{ weight: 1, numerator, denominator }];
      const contrast = contrastOf(
        columns.map((column) => [...column]),
        terms,
      );
      const { estimate, clusters_at_risk, se_cr0, se_cr1 } = robust(contrast);
      const kinds = jackknife(contrast);
      const distinct = distinctSums({ clusters: ids.length, columns });
      const perCluster = ids.map((_, g) => {
        const kind = Array.from(distinct.multiplicity).findIndex((_times, k) =>
          columns.every((column, c) => column[g] === distinct.columns[c][k]),
        );
        return kinds[kind];
      });
      const defined = estimate !== null;
      return {
        estimate,
        jackknife: perCluster,
        acceleration: acceleration(contrast),
        clusters_at_risk,
        se_cr0: defined ? se_cr0 : null,
        se_cr1: defined ? se_cr1 : null,
      } satisfies Summary & Record<string, unknown>;
    };
    const got = {
      cluster_ids: ids,
      counts: {
        n: columns[0],
        initially_correct: columns[1],
        collapses: columns[2],
        initially_wrong: columns[3],
        corrections: columns[4],
        undefined: columns[5],
      },
      totals: {
        n: totals[0],
        initially_correct: totals[1],
        collapses: totals[2],
        initially_wrong: totals[3],
        corrections: totals[4],
        undefined: totals[5],
      },
      conditional_collapse: summary([0, 0, 1, 0, 0, 0], [0, 1, 0, 0, 0, 0]),
      conditional_correction: summary([0, 0, 0, 0, 1, 0], [0, 0, 0, 1, 0, 0]),
      accuracy_change: summary([0, 0, -1, 0, 1, 0], [1, 0, 0, 0, 0, 0]),
      collapse_share_of_all: summary([0, 0, 1, 0, 0, 0], [1, 0, 0, 0, 0, 0]),
    };
    expect(disagreements(got, expected, tolerance)).toEqual([]);
  },
);

const cluster = fc
  .tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 3 }))
  .map(([num, rest]) => [num, num + rest]);
const cohort = fc
  .array(cluster, { minLength: 2, maxLength: 25 })
  .filter((rows) => rows.filter(([, den]) => den > 0).length > 1);
const columnsOf = (rows: number[][]): number[][] => [rows.map((row) => row[0]), rows.map((row) => row[1])];

it("order does not matter, counting everything k times leaves a rate and its variances, and influences add to zero", () => {
  fc.assert(
    fc.property(cohort, fc.integer({ min: 2, max: 5 }), (rows, k) => {
      const plain = robust(contrastOf(columnsOf(rows), RATE));
      expect(robust(contrastOf(columnsOf([...rows].reverse()), RATE))).toEqual(plain);
      const scaled = robust(contrastOf(columnsOf(rows.map(([num, den]) => [k * num, k * den])), RATE));
      expect(disagreements(scaled, plain, { abs: 1e-9, rel: 1e-9 })).toEqual([]);
      const contrast = contrastOf(columnsOf(rows), RATE);
      const total = influence(contrast).reduce((sum, u, i) => sum + u * contrast.times[i], 0);
      expect(Math.abs(total)).toBeLessThan(1e-12);
    }),
    { seed: 6 },
  );
});

it("every cluster twice leaves the rate and halves CR0", () => {
  fc.assert(
    fc.property(cohort, (rows) => {
      const once = robust(contrastOf(columnsOf(rows), RATE));
      const twice = robust(contrastOf(columnsOf([...rows, ...rows]), RATE));
      expect(twice.estimate).toBe(once.estimate);
      expect(disagreements(twice.se_cr0, (once.se_cr0 ?? 0) / Math.sqrt(2), { rel: 1e-9, abs: 1e-15 })).toEqual([]);
    }),
    { seed: 7 },
  );
});

it("clusters of one row each: CR1 of a rate is its textbook variance p q / (n - 1)", () => {
  const got = clusterRobust(
    contrastOf(
      [
        [1, 0, 0, 0, 1],
        [1, 1, 1, 1, 1],
      ],
      RATE,
    ),
  );
  expect(got.cr1).toBeCloseTo((0.4 * 0.6) / 4, 15);
  expect(got.cr2).toBeCloseTo((0.4 * 0.6) / 4, 15);
  expect(got.cr2Df).toBeCloseTo(4, 12);
});
