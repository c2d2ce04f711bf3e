import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { coding } from "../../src/debate/coding.js";
import {
  asksGold,
  type DebateFilter,
  debateRounds,
  debateVerdicts,
  matchingBallots,
  matchingDebates,
} from "../../src/debate/debateFacts.js";
import { ledgerReport } from "../../src/debate/ledger.js";
import { intervalOptions } from "../../src/debate/intervalOptions.js";
import { onsetReport } from "../../src/debate/onset.js";
import { type Panels } from "../../src/debate/panels.js";
import { cells, exclusionReasons } from "../../src/debate/transition.js";
import { anyCoding, anyRuns } from "./arbitrary.js";
import { panelsOfLetters, panelsOfRuns } from "./fixtures.js";

const any: DebateFilter = { cells: null, onset: null, tieFired: null, excluded: null, items: null, contradicted: null };
const matching = (panels: Panels, filter: Partial<DebateFilter>, rule = coding()) => [
  ...matchingDebates(panels, rule, { ...any, ...filter }, (debate) => debate === 1),
];

it("a debate's facts are its cell, its rounds up to the final one, and when a collapse began", () => {
  // A collapse in round 1 that was repaired and lost again; one without a tie; one nobody was asked in at the end.
  const panels = panelsOfLetters(["AAB BBA AAB BBA", "AAA AAA AAA AAA", "AAA AAA AAA xxx"]);
  const facts = debateVerdicts(panels, coding());
  const rounds = debateRounds(panels, coding());
  expect(facts(0)).toMatchObject({ cell: "collapse", exclusion: null, onset: 1, finalSwitch: 3 });
  expect(rounds(0).map(({ majority }) => majority)).toEqual([1, 2, 1, 2]);
  expect(facts(1)).toMatchObject({ cell: "preservation", onset: null, finalSwitch: null });
  expect(facts(2)).toMatchObject({ cell: null, exclusion: "NOT_ASKED" });
  expect(rounds(2)[3]).toEqual({ round: 3, majority: null, tieFired: false });
});

it("a tie fired in a round says so, whatever the tie rule makes of it", () => {
  const panels = panelsOfLetters(["AB AA", "AA AA"]);
  expect(debateRounds(panels, coding())(0)[0]).toEqual({ round: 0, majority: 1, tieFired: true });
  expect(debateRounds(panels, coding({ tie: "UNDECIDED" }))(0)[0]).toEqual({
    round: 0,
    majority: null,
    tieFired: true,
  });
  expect(matching(panels, { tieFired: true })).toEqual([0]);
  expect(matching(panels, { tieFired: false })).toEqual([1]);
  expect([...matchingBallots(panels, coding(), { ...any, tieFired: true })]).toEqual([0]);
});

it("filters hold together, and none lets everything through", () => {
  const panels = panelsOfLetters(["A B B", "A A B", "A A A", "A A x"]);
  expect(matching(panels, {})).toEqual([0, 1, 2, 3]);
  expect(matching(panels, { cells: ["collapse"] })).toEqual([0, 1]);
  expect(matching(panels, { cells: ["collapse"], onset: 2 })).toEqual([1]);
  expect(matching(panels, { excluded: ["NOT_ASKED"] })).toEqual([3]);
  expect(matching(panels, { contradicted: true, cells: ["collapse"] })).toEqual([1]);
  expect(matching(panels, { cells: [] })).toEqual([]);
  expect(matching(panels, { items: ["no such item"] })).toEqual([]);
});

it("for any runs and coding the filters find as many debates as the reports count", () => {
  fc.assert(
    fc.property(anyRuns, anyCoding, (runs, rule) => {
      const panels = panelsOfRuns(...runs);
      const { total } = ledgerReport(panels, rule, null, intervalOptions());
      for (const cell of [...cells, "undecided"] as const)
        expect(matching(panels, { cells: [cell] }, rule)).toHaveLength(total[cell]);
      for (const reason of exclusionReasons)
        expect(matching(panels, { excluded: [reason] }, rule)).toHaveLength(
          total.exclusions.find((one) => one.reason === reason)?.count ?? 0,
        );
      for (const { round, count } of onsetReport(panels, rule, null, intervalOptions()).total.rounds)
        expect(matching(panels, { onset: round }, rule)).toHaveLength(count);
    }),
    { numRuns: 50 },
  );
});

it("a filter asks gold unless it looks at ties and items only", () => {
  expect(asksGold({ ...any, tieFired: true, items: ["q1"] })).toBe(false);
  for (const part of [{ cells: [] }, { onset: 1 }, { excluded: [] }, { contradicted: false }])
    expect(asksGold({ ...any, ...part })).toBe(true);
});
