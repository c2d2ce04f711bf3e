import { expect, it } from "@jest/globals";
import { coding } from "../../src/debate/coding.js";
import { intervalOptions } from "../../src/debate/intervalOptions.js";
import { susceptibility } from "../../src/debate/susceptibility.js";
import { panelsOfLetters, panelsOfRuns } from "./fixtures.js";
import { toyRun } from "./toyPanel.js";

const few = intervalOptions({ resamples: 50 });

it("flips of each seat are counted on the debates that both conditions have, and ranked", () => {
  // Seat 1 never flips, seat 2 once, seat 3 twice; under the other condition in the reverse order. q3 is lost there.
  const here = panelsOfLetters(["AAA ABB", "AAA AAB", "AAA BBB"], { slug: "here" });
  const there = panelsOfLetters(["AAA BBA", "AAA BAA", "AAA -AA"], { slug: "there" });
  const found = susceptibility(here, there, coding(), few);
  expect(found).toMatchObject({ debates: 2, lastRound: 1, spearman: { rho: -1 } });
  expect(found.seats.map((seat) => [seat.here.count, seat.there.count, seat.here.of])).toEqual([
    [0, 2, 2],
    [1, 1, 2],
    [2, 0, 2],
  ]);
});

it("a constant column has no rank correlation, and no interval", () => {
  const still = panelsOfLetters(["AAA AAA"]);
  const found = susceptibility(still, still, coding(), few);
  expect([found.spearman.rho, found.spearman.reason, found.interval()]).toEqual([null, "constant_input", null]);
});

it("several runs on one side are refused: they are not one condition", () => {
  const two = panelsOfRuns(toyRun, { ...toyRun, slug: "again" });
  expect(() => susceptibility(two, two, coding(), few)).toThrow("two conditions of one run each were expected");
});
