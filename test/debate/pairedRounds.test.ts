import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { cohort } from "../../src/debate/cohort.js";
import { pairedRounds, through } from "../../src/debate/pairedRounds.js";
import { subset } from "../../src/debate/subset.js";
import { withoutSeats } from "../../src/debate/withoutSeats.js";
import { anyRun } from "./arbitrary.js";
import { panelsOfLetters, panelsOfRuns, part } from "./fixtures.js";
import { toyPanel } from "./toyPanel.js";

const names = (panels: { item: Uint32Array; items: readonly string[] }) =>
  Array.from(panels.item, (item) => panels.items[item].split("\u0000")[1]);

it("a debate is usable in a set of rounds when every seat has a ballot in each; its first missing ballot is the reason", () => {
  const toy = toyPanel();
  const paired = pairedRounds(toy, [0, 1]);
  expect(names(paired.panels)).toEqual(["t1", "t2", "t3", "t4", "t5", "t7", "t8"]);
  expect(paired.exclusions).toEqual([{ round: 1, reason: "UNPARSED", count: 1 }]);
  const fixed = pairedRounds(toy, through(2));
  expect(names(fixed.panels)).toEqual(["t1", "t2", "t3", "t4", "t5", "t7"]);
  expect(fixed.exclusions).toEqual([
    { round: 1, reason: "UNPARSED", count: 1 },
    { round: 2, reason: "UNPARSED", count: 1 },
  ]);
  expect(fixed.batch).toBe(toy);
});

it("without a seat the cohort is built anew: what only that seat lost comes back, what was not played on does not", () => {
  expect(names(pairedRounds(withoutSeats(toyPanel(), ["4"]), through(2)).panels)).toEqual([
    "t1",
    "t2",
    "t3",
    "t4",
    "t5",
    "t7",
    "t8",
  ]);
  const six = pairedRounds(withoutSeats(toyPanel(), ["5"]), through(2));
  expect(six.exclusions).toEqual([
    { round: 2, reason: "NOT_ASKED", count: 1 },
    { round: 2, reason: "UNPARSED", count: 1 },
  ]);
  expect(() => withoutSeats(toyPanel(), ["9"])).toThrow(
    "without: seats were expected to be among 1, 2, 3, 4, 5, got 9",
  );
  expect(() => withoutSeats(toyPanel(), ["1", "2", "3", "4", "5"])).toThrow("at least one seat must remain");
});

it("a round that no run has is refused, and an empty cohort is an answer", () => {
  expect(() => pairedRounds(toyPanel(), [0, 3])).toThrow(
    "run run has rounds 0 to 2, round 3 was asked for".replace("run run", "run toy"),
  );
  expect(pairedRounds(panelsOfLetters(["A-"]), [0]).panels.size).toBe(0);
});

it("is the cohort that a recipe with usableThrough selects, for any run", () => {
  fc.assert(
    fc.property(anyRun("run"), fc.nat(3), (run, last) => {
      fc.pre(last < run.rounds);
      const { run: header, blocks } = part(run);
      const recipe = {
        runs: ["run"],
        benchmarks: null,
        items: null,
        dropSeats: [],
        usableThrough: last,
        pairedAcrossRuns: false,
      };
      const stored = cohort(recipe, [{ run: header, blocks }]);
      const paired = pairedRounds(panelsOfRuns(run), through(last));
      expect(paired.panels.size).toBe(stored.size);
      const reasons = new Map(stored.attrition.map(({ reason, count }) => [reason as string, count]));
      for (const reason of ["NOT_ASKED", "UNPARSED"])
        expect(
          paired.exclusions.filter((each) => each.reason === reason).reduce((sum, { count }) => sum + count, 0),
        ).toBe(reasons.get(reason) ?? 0);
    }),
    { numRuns: 200 },
  );
});

it("a subset keeps each column of its debates, in its own order", () => {
  const toy = toyPanel();
  const some = subset(toy, Uint32Array.of(5, 0));
  expect(names(some)).toEqual(["t6", "t1"]);
  expect([...some.gold]).toEqual([toy.gold[5], toy.gold[0]]);
  expect([...some.ballots.subarray(0, 15)]).toEqual([...toy.ballots.subarray(75, 90)]);
  expect([...some.signals.get("tests")!]).toEqual([toy.signals.get("tests")![5], toy.signals.get("tests")![0]]);
  expect(some.digest).not.toBe(subset(toy, Uint32Array.of(0, 5)).digest);
});
