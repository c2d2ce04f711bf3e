import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { coding } from "../../src/debate/coding.js";
import { expectedAccuracyReport } from "../../src/debate/expectedAccuracy.js";
import { intervalOptions } from "../../src/debate/intervalOptions.js";
import { anyCoding, anyRuns } from "./arbitrary.js";
import { panelsOfLetters, panelsOfRuns } from "./fixtures.js";
import { slowOutcome, slowScore } from "./slow.js";

const of = (texts: string[], rule = coding()) =>
  expectedAccuracyReport(panelsOfLetters(texts), rule, null, intervalOptions()).total;

it("a tie that gold shares in scores one over the leaders, another tie nothing", () => {
  const found = of(["ABC AAB", "AB- BBA", "BC- AAA"]);
  expect(found.initial.count).toBeCloseTo(1 / 3 + 1 / 2, 15);
  expect(found.initial.of).toBe(3);
  expect(found.final).toMatchObject({ count: 2, of: 3, value: 2 / 3 });
  expect(found.difference.count).toBeCloseTo(2 - 5 / 6, 15);
});

it("the tie rule plays no part, and a round without a vote leaves or scores 0 by noVote", () => {
  const texts = ["AB- BBA", "--- AAA"];
  expect(of(texts, coding({ tie: "UNDECIDED" })).initial).toMatchObject({ count: 0.5, of: 1 });
  expect(of(texts, coding({ undefined: "WRONG" })).initial).toMatchObject({ count: 0.5, of: 2, value: 0.25 });
  expect(of([]).initial).toMatchObject({ count: 0, of: 0, value: null, reason: "empty_denominator" });
});

it("agrees with the twin on strings, for any runs and coding", () => {
  fc.assert(
    fc.property(anyRuns, anyCoding, (runs, rule) => {
      const scores = runs.flatMap((run) =>
        run.debates.flatMap((one) => {
          if ("excluded" in slowOutcome(one, run, rule)) return [];
          const pair = [slowScore(one, 0, run), slowScore(one, run.rounds - 1, run)];
          if (rule.noVote === "EXCLUDE" && pair.includes(null)) return [];
          return [pair.map((score) => score ?? 0)];
        }),
      );
      const { total } = expectedAccuracyReport(panelsOfRuns(...runs), rule, null, intervalOptions());
      expect(total.initial.of).toBe(scores.length);
      expect(total.initial.count).toBeCloseTo(
        scores.reduce((sum, [initial]) => sum + initial, 0),
        12,
      );
      expect(total.final.count).toBeCloseTo(
        scores.reduce((sum, [, final]) => sum + final, 0),
        12,
      );
      expect(total.difference.count).toBeCloseTo(total.final.count - total.initial.count, 12);
    }),
  );
});
