// Aim: how members differ at the start, and what becomes of each. Method: by hand, and the published diversity of three models.
import { expect, it } from "@jest/globals";
import { coding } from "../../src/debate/coding.js";
import { diversity, seatOutcomes } from "../../src/debate/diversity.js";
import { intervalOptions } from "../../src/debate/intervalOptions.js";
import { panels } from "../../src/debate/panelsOf.js";
import { debate, part, rounds, seatsNamed } from "./fixtures.js";

const interval = intervalOptions({ resamples: 50 });
const of = (texts: readonly string[], carryForward = false) =>
  panels([
    part({
      seats: seatsNamed(3),
      carryForward,
      debates: texts.map((text, index) => debate({ item: `q${index}`, rounds: rounds(text) })),
    }),
  ]);
const free = (texts: readonly string[], carry = false) => diversity(of(texts, carry), coding({}), interval);
const byGold = (texts: readonly string[]) => seatOutcomes(of(texts), coding({}), interval);

it("disagreement, unanimity, entropy and agreement are of the blind round; flips of seats with both ends read", () => {
  const found = free(["AAB ABB", "AAA AAA", "A-- AA-", "--- AAA", "xxx xxx"]);
  expect(found.debates).toBe(4);
  expect(found.disagreement).toMatchObject({ count: 1, of: 4 });
  expect(found.unanimity).toMatchObject({ count: 1, of: 4 });
  expect(found.agreement.count).toBeCloseTo(2 / 3 + 1 + 1 + 0, 12);
  expect(found.entropy.count).toBeCloseTo((Math.log(3) - (2 / 3) * Math.log(2)) / Math.log(3), 12);
  expect(found.seatFlips).toMatchObject({ count: 1, of: 7 });
  expect(found.debatesWithFlip).toMatchObject({ count: 1, of: 3 });
  expect(free([])).toMatchObject({ debates: 0, disagreement: { value: null, reason: "empty_denominator" } });
});

it("a seat that was not asked at the end counts where the run carries its last round forward, and nowhere else", () => {
  expect(free(["AAA BBB xxx"]).seatFlips).toMatchObject({ count: 0, of: 0, value: null });
  expect(free(["AAA BBB xxx"], true).seatFlips).toMatchObject({ count: 3, of: 3 });
});

it("a member collapses when it leaves the right label, also for nothing that can be read, and is corrected the other way", () => {
  // Gold is A. Seats: A to -, B to C, - to A; then A to A, B to A, C to C.
  const found = byGold(["AB- -CA", "ABC AAC"]);
  expect(found.seats).toBe(6);
  expect(found.collapse).toMatchObject({ count: 1, of: 2 });
  expect(found.correction).toMatchObject({ count: 2, of: 4 });
  expect(found.wrongToWrong).toMatchObject({ count: 1, of: 4 });
  expect(found.debatesWithCollapse).toMatchObject({ count: 1, of: 2 });
  expect(found.debatesWithCorrection).toMatchObject({ count: 2, of: 2 });
  expect(found.atRiskDisagreement).toMatchObject({ count: 2, of: 2 });
});

// Published (trace_diversity): how many of 200 debates are split 2-1, 1-1-1, 1-1 with one unparsed, whole, and whole with unparsed, follows from the
// published means.
it.each([
  ["qwen3.5-4b", [81, 52, 9, 51, 7, 0], 0.71, 0.255, 0.523040805446422, 0.6691666666666669],
  ["deepseek-v4-flash", [7, 0, 1, 152, 20, 20], 0.04, 0.76, 0.02343295451785661, 0.8858333333333333],
])(
  "%s: the published disagreement, unanimity, entropy and margin",
  (_, counts, disagreement, unanimity, entropy, margin) => {
    const shapes = ["AAB", "ABC", "AB-", "AAA", "AA-", "---"];
    const found = free(counts.flatMap((count, shape) => Array.from({ length: count }, () => `${shapes[shape]} AAA`)));
    expect(found.disagreement.value).toBeCloseTo(disagreement, 12);
    expect(found.unanimity.value).toBeCloseTo(unanimity, 12);
    expect(found.entropy.value).toBeCloseTo(entropy, 12);
    expect(found.agreement.value).toBeCloseTo(margin, 12);
  },
);
