import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { coding } from "../../src/debate/coding.js";
import { tieReport } from "../../src/debate/ties.js";
import { anyCoding, anyRuns } from "./arbitrary.js";
import { panelsOfLetters, panelsOfRuns } from "./fixtures.js";
import { goldOf, leaders, slowOutcome, slowTies, standing } from "./slow.js";

const of = (texts: string[], rule = coding(), more = {}) => tieReport(panelsOfLetters(texts, more), rule, null).total;

it("ties are counted in recorded rounds, gold or not, under every tie rule", () => {
  const texts = ["AB- AAA", "ABC ABC", "--- A--", "AAB xxx"];
  for (const tie of ["ALPHABETICAL", "FIRST_SEEN", "UNDECIDED"] as const)
    expect(of(texts, coding({ tie }), { gold: null, carryForward: true })).toMatchObject({
      fired: 3,
      rounds: [
        { round: 0, count: 2, of: 3 },
        { round: 1, count: 1, of: 3 },
      ],
    });
});

it("a tie decides a cell when gold shares it at the start or the end", () => {
  // Gold A. Decided: by the start; by the end; not (gold does not lead); not (the tie is in between).
  const texts = ["AB- AAA BBB", "AAA AAA AB-", "BC- AAA AAA", "AAA AB- BBB"];
  expect(of(texts).decided).toMatchObject({ count: 2, of: 4, value: 0.5 });
  expect(of(texts).decidedCells).toEqual({ preservation: 1, collapse: 1, correction: 0, unrepaired: 0 });
  expect(of(texts, coding({ tie: "FIRST_SEEN" })).decided).toMatchObject({ count: 2, of: 4 });
  expect(of(texts, coding({ tie: "UNDECIDED" })).decided.count).toBe(0);
});

it("a carried tie still decides the final cell", () => {
  expect(of(["AAA AB- xxx"], coding(), { carryForward: true }).decided).toMatchObject({ count: 1, of: 1 });
});

it("a decided cell is one that some other choice among the leaders would change, for any runs and coding", () => {
  fc.assert(
    fc.property(anyRuns, anyCoding, (runs, rule) => {
      const { total, groups } = tieReport(panelsOfRuns(...runs), rule, "RUN");
      let fired = 0;
      const decided: Record<string, number> = { preservation: 0, collapse: 0, correction: 0, unrepaired: 0 };
      for (const run of runs)
        for (const one of run.debates) {
          const outcome = slowOutcome(one, run, rule);
          const unparsed = one.rounds
            .flat()
            .some((ballot) => ballot === null || (typeof ballot === "string" && !ballot.trim()));
          if (rule.unparsed === "FILTER" || !unparsed) fired += slowTies(one, run.rounds - 1).length;
          if ("excluded" in outcome || outcome.cell === "undecided" || rule.tie === "UNDECIDED") continue;
          const verdicts = (round: number) =>
            new Set(leaders(standing(one, round, run)!).map((label) => label === goldOf(one))).size;
          if (verdicts(0) > 1 || verdicts(run.rounds - 1) > 1) decided[outcome.cell]++;
        }
      expect(total.fired).toBe(fired);
      expect(total.decidedCells).toEqual(decided);
      expect(total.decided.count).toBe(Object.values(decided).reduce((sum, count) => sum + count, 0));
      expect(groups.reduce((sum, { ties }) => sum + ties.fired, 0)).toBe(fired);
    }),
  );
});
