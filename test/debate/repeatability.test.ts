// Aim: agreement of repeated panels. Method: by hand, and the published panels of three days.
import { expect, it } from "@jest/globals";
import { type Probe } from "../../src/debate/probe.js";
import { comparePanels, repeatability } from "../../src/debate/repeatability.js";
import { probe, tableOf } from "./probes.js";

const resampling = { resamples: 1000, seed: "1" };
const of = (probes: readonly Probe[]) => repeatability(tableOf(probes));

it("counts pairs of repeats that agree in their initial answer and, place by place, in their replies", () => {
  const found = of([
    probe("A", "AAAAAAAB", { replicate: 0 }),
    probe("A", "AAAAAA-B", { replicate: 1 }),
    probe("B", "BBBBBBBB", { replicate: 2 }),
    probe("C", "CCCCCCCC", { item: "q2" }),
  ]);
  expect(found.sameAnswer).toMatchObject({ count: 1, of: 3 });
  // The first two agree in 7 places; each of them agrees with the third in the last.
  expect(found.sameReply).toMatchObject({ count: 9, of: 24 });
  expect(found.unstableAnswers).toMatchObject({ count: 1, of: 1 });
  expect(found.largestRange).toBe(1 / 8);
  expect(found.questions[0]).toMatchObject({
    item: "q1",
    repeats: 3,
    answers: 3,
    majority: "A",
    range: 1 / 8,
    unparsedReplies: 1,
  });
  expect(found.questions[1]).toMatchObject({ item: "q2", repeats: 1, range: null });
});

it("nothing repeated, nothing shared, nothing read: null with a reason", () => {
  expect(of([probe("A", "AAAAAAAA")])).toMatchObject({ sameAnswer: { value: null }, largestRange: null });
  expect(of([probe("-", "")]).questions[0]).toMatchObject({ majority: null, alpha: { value: null } });
  const none = comparePanels(of([probe("A", "AAAAAAAA")]), of([probe("A", "AAAAAAAA", { item: "q9" })]), resampling);
  expect(none).toMatchObject({ shared: 0, largestDifference: null, meanDifference: null, correlation: { rho: null } });
});

it("a question that differs between two panels is found", () => {
  const first = of(
    ["q1", "q2", "q3"].map((item, index) => probe("A", `${"B".repeat(index)}AAAAAAAA`.slice(0, 8), { item })),
  );
  const second = of(["q1", "q2", "q3"].map((item, index) => probe(index === 2 ? "B" : "A", "BAAAAAAA", { item })));
  const found = comparePanels(first, second, resampling);
  expect(found).toMatchObject({ shared: 3, majorityChanges: { count: 1, of: 3 } });
  // 0, 1/8, 2/8 against 1/8, 1/8, 7/8.
  expect(found.largestDifference).toBe(5 / 8);
  expect(found.meanDifference).toBeCloseTo((1 / 8 + 0 + 5 / 8) / 3, 12);
});

// Published (r5_panels): three days of 20 questions, 3 repeats each, all alike; alphas by question, unparsed replies of three of them.
const day = [6, 6, 8, 6, 0, 8, 5, 6, 6, 2, 7, 5, 7, 6, 8, 8, 1, 4, 6, 6];
const unparsed = new Map([
  [3, 2],
  [16, 1],
  [17, 4],
]);
const panel = () =>
  day.flatMap((flips, question) =>
    [0, 1, 2].map((replicate) => {
      const none = unparsed.get(question) ?? 0;
      return probe("A", "B".repeat(flips) + "-".repeat(none) + "A".repeat(8 - flips - none), {
        item: `q${question}`,
        replicate,
      });
    }),
  );

it("the published days: no instability, no range, a share of 0.04375 unparsed, and days that agree wholly", () => {
  const found = of(panel());
  expect(found.unstableAnswers).toMatchObject({ count: 0, of: 20 });
  expect(found.largestRange).toBe(0);
  expect(found.sameAnswer).toMatchObject({ count: 60, of: 60 });
  const none = found.questions.reduce((sum, { unparsedReplies }) => sum + unparsedReplies, 0);
  expect(none / (60 * 8)).toBe(0.04375);
  const { shared, correlation, largestDifference, majorityChanges } = comparePanels(found, of(panel()), resampling);
  expect([shared, largestDifference, majorityChanges.count]).toEqual([20, 0, 0]);
  expect(correlation.rho).toBeCloseTo(1, 14);
});
