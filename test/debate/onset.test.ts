import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { coding } from "../../src/debate/coding.js";
import { intervalOptions } from "../../src/debate/intervalOptions.js";
import { courses, onsetReport } from "../../src/debate/onset.js";
import { anyCoding, anyRuns } from "./arbitrary.js";
import { panelsOfLetters, panelsOfRuns } from "./fixtures.js";
import { slowCourse, slowOutcome } from "./slow.js";

const of = (texts: string[], rule = coding(), more = {}) =>
  onsetReport(panelsOfLetters(texts, more), rule, null, intervalOptions()).total;

it("the onset is the first wrong round of a collapse, the final switch the last change to wrong", () => {
  // Collapses at once; late; repaired in between and lost again; an excursion that was repaired; a start that was wrong.
  const found = of(["A B B B", "A A B B", "A B A B", "A B A A", "B A B B", "A A A A"]);
  expect(found.collapses).toBe(3);
  expect(found.rounds.map(({ round, count, finalSwitch }) => [round, count, finalSwitch])).toEqual([
    [1, 2, 1],
    [2, 1, 1],
    [3, 0, 1],
  ]);
  expect(found.rounds[0].share).toMatchObject({ count: 2, of: 3, value: 2 / 3 });
  expect(found.late).toMatchObject({ count: 1, of: 3 });
  expect(found.repairedExcursions).toMatchObject({ count: 1, of: 2, value: 0.5 });
});

it("without collapses the shares are null, and a run of one round has no rounds to report", () => {
  expect(of(["A A"]).rounds[0].share).toMatchObject({ count: 0, of: 0, value: null, reason: "empty_denominator" });
  expect(of(["A", "B"])).toMatchObject({ collapses: 0, rounds: [] });
});

it("an undefined majority in between is an onset only where undefined counts as wrong", () => {
  const onsets = (rule = coding()) => of(["AA -- BB", "AA AB BB"], rule).rounds.map(({ count }) => count);
  expect(onsets()).toEqual([0, 2]);
  expect(onsets(coding({ undefined: "WRONG" }))).toEqual([1, 1]);
  const tied = ["AAC ABC BBB"];
  expect(of(tied, coding({ tie: "UNDECIDED" })).rounds.map(({ count }) => count)).toEqual([0, 1]);
  expect(of(tied, coding({ tie: "UNDECIDED", undefined: "WRONG" })).rounds.map(({ count }) => count)).toEqual([1, 0]);
});

it("a collapse into an undefined end has its onset there", () => {
  expect(of(["A A -"], coding({ undefined: "WRONG" })).rounds.map(({ count }) => count)).toEqual([0, 1]);
});

it("rounds that nobody was asked in are no onset, carried or not", () => {
  expect(of(["A x B"]).rounds.map(({ count }) => count)).toEqual([0, 1]);
  expect(of(["A B x"], coding(), { carryForward: true }).rounds.map(({ count }) => count)).toEqual([1, 0]);
});

it("an earlier endpoint ends the report there", () => {
  expect(of(["A B B B"], coding({ endpoint: 2 })).rounds.map(({ round }) => round)).toEqual([1, 2]);
});

it("agrees with the twin on strings, for any runs and coding, and groups add up", () => {
  fc.assert(
    fc.property(anyRuns, anyCoding, (runs, rule) => {
      const panels = panelsOfRuns(...runs);
      const expected = runs.flatMap((run) =>
        run.debates.map((one) => ({ ...slowOutcome(one, run, rule), ...slowCourse(one, run, rule) })),
      );
      const course = courses(panels, rule);
      expect([...course.onset]).toEqual(expected.map(({ onset }) => onset ?? 0));
      expect([...course.finalSwitch]).toEqual(expected.map(({ final }) => final ?? 0));
      const collapses = expected.filter((one) => "cell" in one && one.cell === "collapse");
      const { total, groups } = onsetReport(panels, rule, "MODEL", intervalOptions());
      expect(total.collapses).toBe(collapses.length);
      for (const { round, count, finalSwitch } of total.rounds) {
        expect(count).toBe(collapses.filter(({ onset }) => onset === round).length);
        expect(finalSwitch).toBe(collapses.filter(({ final }) => final === round).length);
      }
      expect(total.rounds.reduce((sum, { count }) => sum + count, 0)).toBe(total.collapses);
      const kept = expected.filter((one) => "cell" in one && one.cell === "preservation");
      expect(total.repairedExcursions.count).toBe(kept.filter(({ onset }) => onset !== null).length);
      expect(groups.reduce((sum, { onset }) => sum + onset.collapses, 0)).toBe(total.collapses);
    }),
  );
});
