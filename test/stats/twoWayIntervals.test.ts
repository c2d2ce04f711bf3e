import { bootstrapMoments } from "../../src/stats/bootstrapLimits.js";
import { quantile } from "../../src/stats/quantile.js";
import { type CrossedRows, pigeonholeReplicates, twoWayVariance } from "../../src/stats/twoWay.js";
import { twoWayIntervals } from "../../src/stats/twoWayIntervals.js";
import { disagreements, golden } from "../golden/golden.js";
import { expect, it } from "@jest/globals";

interface Input {
  y: number[];
  question: number[];
  model: number[];
}
type Expected = Record<string, number> & { ci_logit_t: number[] };

const size = (ids: ArrayLike<number>): number => Math.max(-1, ...Array.from(ids)) + 1;

const crossed = (question: number[], model: number[], numerator: number[], denominator: number[]): CrossedRows => ({
  questions: size(question),
  models: size(model),
  question,
  model,
  numerator,
  denominator,
});

it.each(golden<Input, Expected>("cluster_robust_se", "two_way"))(
  "the two-way variance and its logit-t interval agree in $id",
  ({ input: { y, question, model }, expected, tolerance }) => {
    const rows = crossed(
      question,
      model,
      y,
      y.map(() => 1),
    );
    const { estimate, questions, models, cr0, cr1, variance, floored } = twoWayVariance(rows);
    const twoWay0 = cr0.question + cr0.model - cr0.cell;
    const { interval } = twoWayIntervals(rows, { seed: "1", resamples: 0 });
    const got = {
      n: y.length,
      questions,
      models,
      estimate,
      v_question_cr0: cr0.question,
      v_model_cr0: cr0.model,
      v_intersection: cr0.cell,
      v_two_way_cr0: twoWay0,
      se_two_way_cr0: Math.sqrt(twoWay0),
      se_two_way_cr1: Math.sqrt(variance),
      se_two_way_max: Math.sqrt(Math.max(twoWay0, cr0.question, cr0.model)),
      se_two_way_cr1_max: Math.sqrt(floored),
      df: interval.clusters - 1,
      ci_logit_t: [interval.low, interval.high],
    };
    expect(disagreements(got, expected, tolerance)).toEqual([]);
    expect(interval.warnings.includes("VARIANCE_FLOORED")).toBe(floored > variance);
    expect(cr1.question).toBeGreaterThan(cr0.question);
  },
);

interface Reference {
  estimate: number;
  percentile: number[];
  se_boot: number;
  se_two_way_cr0: number;
  se_pigeonhole_theory_cr0: number;
  se_question_only_cr0: number;
  se_model_only_cr0: number;
  tolerance_at_B10000: { percentile: number[]; se_boot: number };
}

it.each(golden<{ num: number[][]; den: number[][] }, Reference>("bootstrap_monte_carlo_reference", "two_way_ratio"))(
  "resampling both ways agrees with the reference in $id",
  ({ input: { num, den }, expected }) => {
    const cells = num.flatMap((row, q) => row.map((_, m) => [q, m] as const));
    const rows = crossed(
      cells.map(([q]) => q),
      cells.map(([, m]) => m),
      cells.map(([q, m]) => num[q][m]),
      cells.map(([q, m]) => den[q][m]),
    );
    const { estimate, cr0 } = twoWayVariance(rows);
    const { question, model, cell } = cr0;
    const errors = {
      estimate,
      se_question_only_cr0: Math.sqrt(question),
      se_model_only_cr0: Math.sqrt(model),
      se_two_way_cr0: Math.sqrt(question + model - cell),
      se_pigeonhole_theory_cr0: Math.sqrt(question + model + cell),
    };
    const { se_question_only_cr0, se_model_only_cr0, se_two_way_cr0, se_pigeonhole_theory_cr0 } = expected;
    const exact = { se_question_only_cr0, se_model_only_cr0, se_two_way_cr0, se_pigeonhole_theory_cr0 };
    expect(disagreements(errors, { estimate: expected.estimate, ...exact }, { rel: 1e-9 })).toEqual([]);
    const replicates = pigeonholeReplicates(rows, { seed: "1", to: 10_000 });
    const error = bootstrapMoments(replicates, expected.estimate)?.error;
    expect(disagreements(error, expected.se_boot, { abs: expected.tolerance_at_B10000.se_boot })).toEqual([]);
    const { ascending } = replicates;
    [0.025, 0.975].forEach((p, i) => {
      const allowed = expected.tolerance_at_B10000.percentile[i] + 1e-12;
      expect(disagreements(quantile(ascending, p), expected.percentile[i], { abs: allowed })).toEqual([]);
    });
  },
);

/** 12 questions by 5 models, every fourth cell an event. */
const grid = (event: (q: number, m: number) => boolean): CrossedRows => {
  const cells = Array.from({ length: 60 }, (_, i) => [i % 12, Math.floor(i / 12)] as const);
  return crossed(
    cells.map(([q]) => q),
    cells.map(([, m]) => m),
    cells.map(([q, m]) => (event(q, m) ? 1 : 0)),
    cells.map(() => 1),
  );
};

it("AUTO is the two-way logit-t with the pigeonhole percentile beside it, and counts the fewer of both ways", () => {
  const { interval, beside } = twoWayIntervals(
    grid((q, m) => (q * 7 + m * 3) % 4 === 0),
    { seed: "1", resamples: 300 },
  );
  expect(interval).toMatchObject({ method: "TWO_WAY_LOGIT_T", status: "OK", clusters: 5, resamples: null });
  expect(interval.why).toContain("new models");
  expect(beside).toMatchObject([{ method: "PIGEONHOLE", status: "OK", resamples: 300, seed: "1", why: null }]);
});

it("a model or a question with more than a quarter of the rows dominates", () => {
  const warned = (question: number[], model: number[]): boolean => {
    const rows = crossed(
      question,
      model,
      question.map((q, i) => (q + model[i]) % 2),
      question.map(() => 1),
    );
    return twoWayIntervals(rows, { seed: "1", resamples: 0 }).interval.warnings.includes("ONE_CLUSTER_DOMINATES");
  };
  const cells = Array.from({ length: 20 }, (_, i) => [i % 5, Math.floor(i / 5)] as const);
  const question = cells.map(([q]) => q);
  const model = cells.map(([, m]) => m);
  expect(warned(question, model)).toBe(false); // 4 models hold a quarter each
  expect(warned([...question, 5], [...model, 0])).toBe(true);
  expect(warned([...question, 0, 0, 0, 0], [...model, 0, 1, 2, 3])).toBe(true); // question 0 has 8 of 24
});

it("a rate of 0 or 1 counts the fewer of both ways; one model or no rows have no interval", () => {
  const zero = twoWayIntervals(
    grid(() => false),
    { seed: "1", resamples: 50 },
  );
  expect(zero.interval).toMatchObject({ method: "CLOPPER_PEARSON_CLUSTERS", low: 0, clusters: 5, status: "OK" });
  expect(zero.beside).toMatchObject([{ status: "DEGENERATE" }]);
  const alone = twoWayIntervals(crossed([0, 1, 2], [0, 0, 0], [1, 0, 1], [1, 1, 1]), { seed: "1", resamples: 50 });
  expect(alone.interval).toMatchObject({ low: null, reason: "single_cluster", clusters: 1 });
  const empty = twoWayIntervals(crossed([], [], [], []), { seed: "1", resamples: 50 });
  expect(empty).toMatchObject({ proportion: { value: null }, interval: { low: null, reason: "empty_denominator" } });
  expect(
    twoWayIntervals(
      grid((q) => q === 1),
      { seed: "1", resamples: 0, method: "LOGIT_T" },
    ).interval.reason,
  ).toBe("method_not_for_this_report");
  expect(() => twoWayIntervals(crossed([0], [0], [2], [1]), { seed: "1" })).toThrow("row 0 counts 2 events of 1");
});
