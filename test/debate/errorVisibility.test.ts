import { expect, it } from "@jest/globals";
import { coding } from "../../src/debate/coding.js";
import { effectiveVotes } from "../../src/debate/effectiveVotes.js";
import { errorVisibilityReport } from "../../src/debate/errorVisibility.js";
import { intervalOptions } from "../../src/debate/intervalOptions.js";
import { selectivePrediction } from "../../src/debate/selectivePrediction.js";
import { panelsOfLetters } from "./fixtures.js";
import { toyPanel } from "./toyPanel.js";

const wilson = intervalOptions({ method: "WILSON" });
const toy = (endpoint: number) => errorVisibilityReport(toyPanel(), coding({ endpoint }), null, wilson).total;

it("errors of the toy panel: 3 = 2 split + 1 unanimous before debate, then 2 unanimous; one corrected, none broken", () => {
  const { rounds, changes } = toy(2);
  expect(rounds.map(({ wrong, wrongSplit, wrongUnanimous }) => [wrong, wrongSplit, wrongUnanimous])).toEqual([
    [3, 2, 1],
    [2, 0, 2],
    [2, 0, 2],
  ]);
  expect(changes[1]).toMatchObject({ corrected: 1, broken: 0, pExact: 1 });
  const batch = toy(0).rounds[0].byMargin.map(({ accuracy }) => [accuracy.count, accuracy.of]);
  expect(batch).toEqual([
    [2, 3],
    [2, 3],
    [1, 2],
  ]);
});

it("answering where the panel agrees: coverage, error, and the area as the mean error of the i most agreed", () => {
  // In order: right, wrong | right, wrong in either order. Errors among 1, 2, 3, 4: 1/2, 1/2, then 1.5/3, 2/4 in expectation.
  const classes = [
    { confidence: 1, debates: 2, wrong: 1 },
    { confidence: 0.2, debates: 2, wrong: 1 },
    { confidence: 0.6, debates: 0, wrong: 0 },
  ];
  const { curve, area, areaAtRandom, areaAtBest } = selectivePrediction(classes);
  expect(curve.map(({ coverage, error }) => [coverage.value, error.value])).toEqual([
    [0.5, 0.5],
    [1, 0.5],
  ]);
  expect(area).toBeCloseTo(0.5, 12);
  expect(areaAtRandom).toBe(0.5);
  expect(areaAtBest).toBeCloseTo((0 + 0 + 1 / 3 + 2 / 4) / 4, 12);
  expect(selectivePrediction([])).toEqual({ curve: [], area: null, areaAtRandom: null, areaAtBest: null });
});

it("seats that err as one are one vote, independent ones all of them, and seats that err by turns more", () => {
  const votes = (...texts: string[]) => effectiveVotes(panelsOfLetters(texts), 0, () => true)[0];
  expect(votes("AAA", "BBB")).toMatchObject({ seats: 3, debates: 2, effective: 1, errorCorrelation: 1 });
  expect(votes("AA", "AB", "BA", "BB")).toMatchObject({ effective: 2, errorCorrelation: 0 });
  expect(votes("AAB", "ABA", "BAA")).toMatchObject({ effective: null, errorCorrelation: null });
  expect(votes("AAA", "AAA").effective).toBeNull();
});

it("no debate, no gold and no error give nulls with reasons", () => {
  const none = errorVisibilityReport(panelsOfLetters(["AAA AAB"], { gold: null }), coding(), null, wilson).total;
  expect(none).toMatchObject({ debates: 1, noGold: 1 });
  expect(none.rounds[0]).toMatchObject({ accuracy: { value: null }, selective: { area: null } });
  expect(none.rounds[0].auc()).toMatchObject({ value: null, reason: "one_class" });
  const right = errorVisibilityReport(panelsOfLetters(["AAA AAB"]), coding(), null, wilson).total;
  expect(right.rounds[1].visibility).toMatchObject({ count: 0, of: 0, value: null, reason: "empty_denominator" });
});
