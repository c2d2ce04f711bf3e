import { expect, it } from "@jest/globals";
import { attritionAccuracyReport } from "../../src/debate/attritionAccuracy.js";
import { attritionReport } from "../../src/debate/attritionTable.js";
import { coding } from "../../src/debate/coding.js";
import { intervalOptions } from "../../src/debate/intervalOptions.js";
import { panelsOfLetters } from "./fixtures.js";
import { toyPanel } from "./toyPanel.js";

const report = (panels = toyPanel()) => attritionReport(panels, coding(), null, intervalOptions()).total;

it("kept and lost debates are compared by their margins in round 0", () => {
  const { retained, dropped, chiSquared, permutation, unclassed } = report().tables[1];
  expect(retained.margins.map(({ count }) => count)).toEqual([2, 2, 2]);
  expect(dropped.margins.map(({ count }) => count)).toEqual([1, 1, 0]);
  expect(chiSquared).toMatchObject({ df: 2, smallestExpected: 0.5, smallExpected: true });
  expect(chiSquared.statistic).toBeCloseTo(0.889, 3);
  expect(chiSquared.p).toBeCloseTo(0.641, 3);
  // Of the 28 ways to lose two of eight, nine give this table: none is likelier.
  expect(permutation()).toMatchObject({ method: "EXACT", p: 1 });
  expect(unclassed).toBe(0);
});

it("replies that could not be read are counted by seat, and as the only one; leaving a seat out brings back what was played on", () => {
  const { failures, withoutOne, caveats } = report();
  expect(failures.map(({ debates }) => debates)).toEqual([0, 1, 1]);
  expect(failures[1].seats.map(({ asked, unparsed, sole }) => [asked, unparsed, sole])[4]).toEqual([8, 1, 1]);
  expect(failures[2].seats.map(({ asked, unparsed, sole }) => [asked, unparsed, sole])[3]).toEqual([7, 1, 1]);
  expect(withoutOne().map(({ usable }) => usable)).toEqual([6, 6, 6, 7, 6]);
  expect(caveats()).toEqual([]);
});

it("one seat dominates when it has more unread replies than all others together, of at least ten", () => {
  const texts = (count: number) => Array<string>(count).fill("AAA A-A");
  expect(report(panelsOfLetters(texts(9))).caveats()).toEqual([]);
  expect(report(panelsOfLetters(texts(10))).caveats()).toMatchObject([{ code: "ONE_SEAT_DOMINATES", about: ["2"] }]);
});

it("debates without a complete round 0 have no class, and an empty side has no test", () => {
  const { tables } = report(panelsOfLetters(["A-A AAA", "AAA AAA"]));
  expect(tables[0]).toMatchObject({
    unclassed: 1,
    dropped: { debates: 1 },
    chiSquared: { reason: "degenerate_margin" },
  });
  expect(tables[0].permutation().p).toBeNull();
});

it("survivors are easier when those that were kept started right more often", () => {
  const of = (...texts: string[]) => attritionAccuracyReport(panelsOfLetters(texts), coding(), null).total;
  const easier = of("AAB AAA", "BBA BB-");
  expect(easier.rounds[0]).toMatchObject({
    retained: { count: 1, of: 1 },
    dropped: { count: 0, of: 1 },
    difference: 1,
  });
  expect(easier.caveats.map(({ code }) => code)).toEqual(["SURVIVORS_EASIER"]);
  const harder = of("BBA AAA", "AAB BB-");
  expect([harder.rounds[0].difference, harder.caveats]).toEqual([-1, []]);
  expect(of("AAB AAA").rounds[0].difference).toBeNull();
});
