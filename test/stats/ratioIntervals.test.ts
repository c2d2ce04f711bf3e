import { distinctSums } from "../../src/stats/distinctSums.js";
import { type Interval, type IntervalMethod } from "../../src/stats/interval.js";
import { Philox } from "../../src/stats/philox.js";
import { ratioIntervals } from "../../src/stats/ratioIntervals.js";
import { resampledTotals } from "../../src/stats/resampledTotals.js";
import { disagreements, golden } from "../golden/golden.js";
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";

const sumsOf = (num: number[], den: number[]) => ({
  clusters: num.length,
  columns: [Float64Array.from(num), Float64Array.from(den)],
});

const report = (
  num: number[],
  den: number[],
  method: IntervalMethod = "AUTO",
  more: { resamples?: number; level?: number } = {},
) => ratioIntervals(sumsOf(num, den), [1, 0], [0, 1], { method, resamples: 400, seed: "1", ...more });

const limits = ({ low, high }: Interval): (number | null)[] => [low, high];

/** Clusters of a few rows each, about one event in five. */
function cohort(clusters: number, rate = 0.2, seed = "12"): [num: number[], den: number[]] {
  const random = new Philox(seed, 5);
  const den = Array.from({ length: clusters }, () => 1 + Math.floor(random.uniform() * 5));
  return [den.map((n) => Array.from({ length: n }, () => random.uniform() < rate).filter(Boolean).length), den];
}

interface Rate {
  y: number[];
  cluster: number[];
  confidence: number;
}

it.each(golden<Rate, Record<string, number[]>>("cluster_robust_se", "rate"))(
  "the analytic intervals of a rate agree with statsmodels, clubSandwich and survey in $id",
  ({ input: { y, cluster, confidence }, expected, tolerance }) => {
    const ids = [...new Set(cluster)];
    const num = ids.map((id) => y.filter((value, i) => cluster[i] === id && value === 1).length);
    const den = ids.map((id) => cluster.filter((each) => each === id).length);
    const by = (method: IntervalMethod) =>
      limits(report(num, den, method, { resamples: 0, level: confidence }).interval);
    const clip = (want: number[]): number[] => want.map((end) => Math.min(1, Math.max(0, end))); // R does not clip
    expect(disagreements(by("CR1_T"), clip(expected.ci_cr1_t), tolerance)).toEqual([]);
    expect(disagreements(by("CR2_T"), clip(expected.ci_cr2_satterthwaite), tolerance)).toEqual([]);
    expect(disagreements(by("LOGIT_T"), expected.ci_logit_t, tolerance)).toEqual([]);
    expect(disagreements(by("KORN_GRAUBARD"), expected.ci_korn_graubard, tolerance)).toEqual([]);
  },
);

it.each(
  golden<{ num: number[]; den: number[]; confidence: number }, Record<string, number[]>>("cluster_robust_se", "ratio"),
)("the logit-t interval of a ratio agrees in $id", ({ input: { num, den, confidence }, expected, tolerance }) => {
  const { interval } = report(num, den, "LOGIT_T", { resamples: 0, level: confidence });
  expect(disagreements(limits(interval), expected.ci_logit_t, tolerance)).toEqual([]);
});

it.each(golden<Rate, Record<string, number[]>>("cluster_robust_se", "degenerate"))(
  "a rate of 0 or 1 counts clusters, as in $id",
  ({ input: { y, cluster }, expected, tolerance }) => {
    const ids = [...new Set(cluster)];
    const den = ids.map((id) => cluster.filter((each) => each === id).length);
    const { interval, beside } = report(
      den.map((n) => n * y[0]),
      den,
    );
    expect(disagreements(limits(interval), expected.fallback_clopper_pearson_on_clusters, tolerance)).toEqual([]);
    expect(interval).toMatchObject({ method: "CLOPPER_PEARSON_CLUSTERS", status: "OK", clusters: 4, resamples: null });
    expect(interval.warnings).toContain("ZERO_VARIANCE");
    expect(beside).toMatchObject([
      { method: "PERCENTILE", low: null, high: null, status: "DEGENERATE", reason: "degenerate_replicates" },
    ]);
  },
);

interface Reference {
  estimate: number;
  percentile: number[];
  basic: number[];
  bca: number[];
  tolerance_at_B10000: { percentile: number[]; basic: number[]; bca: number[] };
}

it.each(golden<{ num: number[]; den: number[] }, Reference>("bootstrap_monte_carlo_reference", "ratio"))(
  "10,000 resamples come as close to 200,000 of NumPy as chance allows in $id",
  ({ input: { num, den }, expected }) => {
    const distinct = distinctSums(sumsOf(num, den));
    const totals = resampledTotals(distinct, { seed: "1", to: 10_000 });
    const [percentile, basic, bca] = (["PERCENTILE", "BASIC", "BCA"] as const).map(
      (method) => ratioIntervals(distinct, [1, 0], [0, 1], { method, seed: "1", totals }).interval,
    );
    const off = (got: Interval, want: number[], allowed: number[]) =>
      limits(got).flatMap((end, i) => disagreements(end, want[i], { abs: allowed[i] + 1e-12 }));
    expect(off(percentile, expected.percentile, expected.tolerance_at_B10000.percentile)).toEqual([]);
    expect(off(basic, expected.basic, expected.tolerance_at_B10000.basic)).toEqual([]);
    expect(off(bca, expected.bca, expected.tolerance_at_B10000.bca)).toEqual([]);
  },
);

describe("AUTO", () => {
  it("is logit-t for a clustered rate, says why, and shows percentile and BCa beside it", () => {
    const { proportion, interval, beside } = report(...cohort(80));
    expect(interval).toMatchObject({
      method: "LOGIT_T",
      status: "OK",
      clusters: 80,
      level: 0.95,
      seed: null,
      generator: null,
    });
    expect(interval.why).toContain("logit");
    expect(interval.warnings).toEqual([]);
    expect(beside).toMatchObject([
      {
        method: "PERCENTILE",
        status: "OK",
        resamples: 400,
        seed: "1",
        generator: "philox4x32-10",
        undefinedReplicates: 0,
        why: null,
      },
      { method: "BCA", status: "OK" },
    ]);
    for (const { low, high } of [interval, ...beside]) {
      expect(low).toBeLessThan(proportion.value ?? 0);
      expect(high).toBeGreaterThan(proportion.value ?? 1);
    }
  });

  it("is Korn-Graubard below 10 events or non-events", () => {
    const num = Array.from({ length: 40 }, (_, g) => (g % 5 === 0 ? 1 : 0));
    const den = num.map(() => 3);
    expect(report(num, den).interval).toMatchObject({ method: "KORN_GRAUBARD", warnings: ["RARE_EVENTS"] });
    expect(
      report(
        num.map((x) => 3 - x),
        den,
      ).interval,
    ).toMatchObject({ method: "KORN_GRAUBARD" });
    expect(report([...num, 1, 1], [...den, 3, 3]).interval).toMatchObject({ method: "LOGIT_T" });
  });

  it("warns below 10 and 30 clusters and when one holds more than a quarter, counting clusters with a denominator", () => {
    const num = [4, 5, 3, 4, 4, 6, 2, 4, 4];
    expect(report([...num, 0, 0], [...num.map(() => 8), 0, 0]).interval).toMatchObject({
      clusters: 9,
      warnings: ["UNRELIABLE", "FEW_CLUSTERS"],
    });
    const many = cohort(29, 0.5);
    expect(report(...many).interval.warnings).toEqual(["FEW_CLUSTERS"]);
    expect(report([...many[0], 40], [...many[1], 80]).interval.warnings).toEqual(["ONE_CLUSTER_DOMINATES"]);
  });
});

describe("no interval", () => {
  it("without a denominator: the rate is null too", () => {
    const { proportion, interval, beside } = report([0, 0], [0, 0]);
    expect(proportion).toEqual({ count: 0, of: 0, value: null, reason: "empty_denominator" });
    for (const each of [interval, ...beside]) {
      expect(each).toMatchObject({
        low: null,
        high: null,
        status: "UNAVAILABLE",
        reason: "empty_denominator",
        clusters: 0,
      });
    }
    expect(report([], []).interval.status).toBe("UNAVAILABLE");
  });

  it("with one cluster that has a denominator, by any clustered method", () => {
    for (const method of ["AUTO", "LOGIT_T", "PERCENTILE", "BCA", "CR3_T"] as const) {
      const { proportion, interval } = report([1, 0], [4, 0], method);
      expect(proportion.value).toBe(0.25);
      expect(interval).toMatchObject({ low: null, status: "UNAVAILABLE", reason: "single_cluster", clusters: 1 });
    }
  });

  it.each([2, 3, 7, 49, 103])(
    "when every cluster has the same rate, 1 in %i: rounding is no variance to build on",
    (rows) => {
      const even = Array.from({ length: 30 }, () => 1);
      const { interval, beside } = report(
        even,
        even.map(() => rows),
      );
      expect(interval).toMatchObject({ method: "LOGIT_T", low: null, status: "DEGENERATE", reason: "zero_variance" });
      expect(beside).toMatchObject([{ method: "PERCENTILE", status: "DEGENERATE", reason: "degenerate_replicates" }]);
    },
  );

  it("when more than one resample in twenty has an empty denominator; fewer are counted and warned of", () => {
    const { interval } = report([1, 0, 0, 0], [2, 3, 0, 0], "PERCENTILE");
    expect(interval).toMatchObject({ low: null, status: "UNAVAILABLE", reason: "too_many_undefined_replicates" });
    const some = report([1, 0, 0, 1, 0, 0], [2, 3, 0, 2, 0, 0], "PERCENTILE", { resamples: 4000 }).interval;
    expect(some.status).toBe("OK");
    expect(some.undefinedReplicates).toBeGreaterThan(0);
    expect(some.warnings).toContain("UNDEFINED_REPLICATES");
  });
});

describe("a method asked for by name", () => {
  it("falls back when it cannot exist, and says so", () => {
    const zero = report([0, 0, 0], [2, 1, 4], "LOGIT_T").interval;
    expect(zero).toMatchObject({
      method: "CLOPPER_PEARSON_CLUSTERS",
      status: "FALLBACK",
      reason: "zero_variance",
      low: 0,
      why: null,
    });
    const [num, den] = cohort(12);
    const alone = report([0, 1, 0, 0, 2], [0, 5, 0, 0, 2], "BCA", { resamples: 4000 }).interval;
    expect(alone.status).not.toBe("OK");
    expect(report(num, den, "NEWCOMBE").interval).toMatchObject({
      low: null,
      status: "UNAVAILABLE",
      reason: "method_not_for_this_report",
    });
  });

  it("on rows ignores the clusters, and warns", () => {
    const { interval } = report(...cohort(40), "WILSON");
    expect(interval.warnings).toEqual(["IGNORES_CLUSTERS"]);
  });

  it("studentized, basic, CR0, CR2 and CR3 lie about the rate too", () => {
    const [num, den] = cohort(60);
    for (const method of ["STUDENTIZED", "BASIC", "CR0_T", "CR2_T", "CR3_T", "JEFFREYS", "CLOPPER_PEARSON"] as const) {
      const { proportion, interval } = report(num, den, method);
      expect(interval).toMatchObject({ method, status: "OK" });
      expect(interval.low).toBeLessThan(proportion.value ?? 0);
      expect(interval.high).toBeGreaterThan(proportion.value ?? 1);
    }
  });
});

it("what cannot be a rate, a level or a number of resamples is an error", () => {
  expect(() => report([3, 0], [2, 1])).toThrow("0 to 2 events");
  expect(() => report([-1, 0], [2, 1])).toThrow("got -1");
  for (const level of [0, 1, -0.5, 95, NaN])
    expect(() => report([1], [2], "AUTO", { level })).toThrow("strictly between 0 and 1");
  expect(() => report([1], [2], "AUTO", { resamples: 1.5 })).toThrow("whole number");
  expect(() => report([1, 0], [2, 1], "BCA", { resamples: 0 })).toThrow("needs resamples");
});

it("counts in the billions lose nothing", () => {
  const num = Array.from({ length: 40 }, (_, g) => 1e9 + 1e7 * (g % 7));
  const { interval } = report(
    num,
    num.map((x) => 3 * x + 1e6),
  );
  expect(interval).toMatchObject({ method: "LOGIT_T", status: "OK" });
});

it("totals drawn once serve every rate of a cohort and give what each would draw itself", () => {
  const [num, den] = cohort(70);
  const distinct = distinctSums(sumsOf(num, den));
  const totals = resampledTotals(distinct, { seed: "1", to: 400 });
  const shared = ratioIntervals(distinct, [1, 0], [0, 1], { method: "PERCENTILE", seed: "1", totals });
  expect(shared).toEqual(report(num, den, "PERCENTILE"));
});

const clusterRows = fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 4 }));
const METHODS = ["AUTO", "LOGIT_T", "KORN_GRAUBARD", "PERCENTILE", "BCA", "CR1_T", "STUDENTIZED"] as const;

it("every interval is ordered and inside [0, 1]; order of clusters does not matter; t-based ones contain the rate", () => {
  fc.assert(
    fc.property(fc.array(clusterRows, { maxLength: 20 }), fc.constantFrom(...METHODS), (rows, method) => {
      const num = rows.map(([events]) => events);
      const den = rows.map(([events, rest]) => events + rest);
      const { proportion, interval, beside } = report(num, den, method, { resamples: 60 });
      for (const { low, high, status } of [interval, ...beside]) {
        expect(low === null).toBe(high === null);
        expect(low === null).toBe(status === "UNAVAILABLE" || status === "DEGENERATE");
        if (low === null || high === null) continue;
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(high);
      }
      if (interval.low !== null && interval.resamples === null) {
        expect(interval.low).toBeLessThanOrEqual((proportion.value ?? 0) + 1e-12);
        expect(interval.high).toBeGreaterThanOrEqual((proportion.value ?? 1) - 1e-12);
      }
      expect(report([...num].reverse(), [...den].reverse(), method, { resamples: 60 })).toEqual({
        proportion,
        interval,
        beside,
      });
    }),
    { seed: 8, numRuns: 300 },
  );
});

it("swapping events and non-events mirrors the default interval", () => {
  fc.assert(
    fc.property(fc.array(clusterRows, { minLength: 2, maxLength: 40 }), (rows) => {
      const den = rows.map(([events, rest]) => events + rest);
      const { interval } = report(
        rows.map(([events]) => events),
        den,
        "AUTO",
        { resamples: 0 },
      );
      const { interval: swapped } = report(
        rows.map(([, rest]) => rest),
        den,
        "AUTO",
        { resamples: 0 },
      );
      expect(swapped.method).toBe(interval.method);
      if (interval.low === null || interval.high === null) return;
      expect(disagreements(limits(swapped), [1 - interval.high, 1 - interval.low], { abs: 1e-9 })).toEqual([]);
    }),
    { seed: 9 },
  );
});
