import { binomialIntervals } from "../../src/stats/binomialIntervals.js";
import { disagreements, golden } from "../golden/golden.js";
import { expect, it } from "@jest/globals";

it("AUTO is Wilson, with Clopper-Pearson beside it", () => {
  const [{ expected }] = golden<unknown, { wilson: number[]; clopper_pearson: number[] }>("binomial_intervals");
  const { proportion, interval, beside } = binomialIntervals(8, 97);
  expect(proportion).toMatchObject({ count: 8, of: 97 });
  expect(interval).toMatchObject({ method: "WILSON", status: "OK", clusters: 97, seed: null });
  expect(disagreements([interval.low, interval.high], expected.wilson, { abs: 1e-10 })).toEqual([]);
  expect(disagreements([beside[0].low, beside[0].high], expected.clopper_pearson, { abs: 1e-10 })).toEqual([]);
});

it.each(golden<{ confidence: number }, { reason: string }>("binomial_intervals", "empty"))(
  "nothing counted has no interval, as in $id",
  ({ input: { confidence }, expected }) => {
    const { proportion, interval } = binomialIntervals(0, 0, { level: confidence });
    expect(proportion.value).toBeNull();
    expect(interval).toMatchObject({ low: null, high: null, status: "UNAVAILABLE", reason: expected.reason });
  },
);

it("by name, and what cannot be", () => {
  expect(binomialIntervals(3, 10, { method: "JEFFREYS" }).interval).toMatchObject({
    method: "JEFFREYS",
    status: "OK",
    why: null,
  });
  expect(binomialIntervals(3, 10, { method: "LOGIT_T" }).interval.reason).toBe("method_not_for_this_report");
  expect(() => binomialIntervals(11, 10)).toThrow("0 to 10 events");
  expect(() => binomialIntervals(1, 10, { level: 1 })).toThrow("strictly between");
});
