import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { coding } from "../../src/debate/coding.js";
import { recode } from "../../src/debate/recode.js";
import { anyCoding, anyRuns } from "./arbitrary.js";
import { panelsOfLetters, panelsOfRuns } from "./fixtures.js";
import { slowOutcome } from "./slow.js";

it("debates move between cells when ties are broken otherwise, and are named", () => {
  // Gold A. The start is a tie that the alphabet gives to A and the first seat to B; an end without a tie; a debate that stays.
  const panels = panelsOfLetters(["BA- AAA", "BA- BBB", "AAA BBB"]);
  const found = recode({ panels, coding: coding() }, { panels, coding: coding({ tie: "FIRST_SEEN" }) });
  expect(found).toMatchObject({
    debates: 3,
    moved: { count: 2, of: 3 },
    table: [
      { from: "preservation", to: "correction", count: 1 },
      { from: "collapse", to: "collapse", count: 1 },
      { from: "collapse", to: "unrepaired", count: 1 },
    ],
  });
  expect([...found.which]).toEqual([0, 1]);
  expect([found.stateFrom(1), found.stateTo(1)]).toEqual(["collapse", "unrepaired"]);
});

it("no debates: nothing moved, of nothing", () => {
  const panels = panelsOfLetters([]);
  expect(recode({ panels, coding: coding() }, { panels, coding: coding({ unparsed: "DROP" }) })).toMatchObject({
    debates: 0,
    moved: { value: null },
    table: [],
  });
});

it("the states are those of each coding alone, for any runs and two codings", () => {
  fc.assert(
    fc.property(anyRuns, anyCoding, anyCoding, (runs, one, other) => {
      const panels = panelsOfRuns(...runs);
      const found = recode({ panels, coding: one }, { panels, coding: other });
      const states = runs.flatMap((run) =>
        run.debates.map((debate) =>
          [one, other].map((rule) => {
            const outcome = slowOutcome(debate, run, rule);
            return "excluded" in outcome ? outcome.excluded : outcome.cell;
          }),
        ),
      );
      expect(states.map((_, at) => [found.stateFrom(at), found.stateTo(at)])).toEqual(states);
      expect(found.moved.count).toBe(states.filter(([from, to]) => from !== to).length);
      expect(found.table.reduce((sum, { count }) => sum + count, 0)).toBe(states.length);
      expect(recode({ panels, coding: one }, { panels, coding: one }).moved.count).toBe(0);
    }),
  );
});
