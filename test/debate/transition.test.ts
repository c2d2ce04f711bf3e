import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { coding } from "../../src/debate/coding.js";
import { cell, exclusionOf, finalVerdict, initialVerdict, transitions } from "../../src/debate/transition.js";
import { anyCoding, anyRuns } from "./arbitrary.js";
import { panelsOfLetters, panelsOfRuns } from "./fixtures.js";
import { slowOutcome } from "./slow.js";

const outcomes = (texts: string[], rule = coding(), more = {}) =>
  [...transitions(panelsOfLetters(texts, more), rule)].map((state) => cell(state) ?? exclusionOf(state));

it("the four cells are start against end", () => {
  expect(outcomes(["AAB AAA", "AAB ABB", "ABB AAB", "BBB BBA"])).toEqual([
    "preservation",
    "collapse",
    "correction",
    "unrepaired",
  ]);
});

it("an undefined majority leaves the debate undecided, or counts as not right", () => {
  const texts = ["--- AAA", "AAA ---", "--- ---", "--- BBB"];
  expect(outcomes(texts)).toEqual(["undecided", "undecided", "undecided", "undecided"]);
  expect(outcomes(texts, coding({ undefined: "WRONG" }))).toEqual([
    "correction",
    "collapse",
    "unrepaired",
    "unrepaired",
  ]);
});

it("rounds without a vote can follow another rule than undecided ties", () => {
  const texts = ["AB- AAA", "--- AAA"];
  expect(outcomes(texts, coding({ tie: "UNDECIDED", undefined: "WRONG", noVote: "EXCLUDE" }))).toEqual([
    "correction",
    "undecided",
  ]);
  expect(outcomes(texts, coding({ tie: "UNDECIDED", undefined: "EXCLUDE", noVote: "WRONG" }))).toEqual([
    "undecided",
    "correction",
  ]);
});

it("the first reason that applies excludes a debate: no gold, then not asked, then unparsed", () => {
  const drop = coding({ unparsed: "DROP" });
  expect(outcomes(["A-A xxx"], drop, { gold: null })).toEqual(["NO_GOLD"]);
  expect(outcomes(["A-A xxx", "xxx AAA", "A-A AAA", "AAA AA-", "AAx AAA"], drop)).toEqual([
    "NOT_ASKED",
    "NOT_ASKED",
    "UNPARSED",
    "UNPARSED",
    "preservation",
  ]);
});

it("an earlier endpoint forgives what is missing later, and moves the end", () => {
  expect(outcomes(["AAA AAA xxx", "AAA BBB AAA"], coding({ endpoint: 1 }))).toEqual(["preservation", "collapse"]);
  expect(outcomes(["AAA AA- -AA"], coding({ endpoint: 0, unparsed: "DROP" }))).toEqual(["preservation"]);
});

it("an endpoint beyond a run's last round is refused by the run's name", () => {
  const panels = panelsOfLetters(["AAA AAA"], { slug: "short" });
  expect(() => transitions(panels, coding({ endpoint: 2 }))).toThrow(
    expect.objectContaining({
      code: "ENDPOINT_BEYOND_LAST_ROUND",
      message: "endpoint: run short has rounds 0 to 1, round 2 was asked for",
    }),
  );
  expect(() => transitions(panels, coding({ endpoint: -1 }))).toThrow(expect.objectContaining({ code: "BAD_INPUT" }));
  expect(() => transitions(panels, coding({ endpoint: 0.5 }))).toThrow(expect.objectContaining({ code: "BAD_INPUT" }));
});

it("agrees with the twin on strings, for any runs and coding", () => {
  const names = ["right", "wrong", "undefined as wrong", "undefined"];
  fc.assert(
    fc.property(anyRuns, anyCoding, (runs, rule) => {
      const states = transitions(panelsOfRuns(...runs), rule);
      const expected = runs.flatMap((run) => run.debates.map((debate) => slowOutcome(debate, run, rule)));
      const got = [...states].map((state) =>
        cell(state) === null
          ? { excluded: exclusionOf(state) }
          : { cell: cell(state), initial: names[initialVerdict(state)!], final: names[finalVerdict(state)!] },
      );
      expect(got).toEqual(expected);
    }),
  );
});
