import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { codeDebate } from "../../src/debate/codeDebate.js";
import { coding, type TieRule } from "../../src/debate/coding.js";
import { majority, tally } from "../../src/debate/majority.js";
import { NO_VOTE, NOT_ASKED_CODE, TIED } from "../../src/debate/panels.js";
import { anyCoding, anyRun } from "./arbitrary.js";
import { panelsOfLetters, panelsOfRuns } from "./fixtures.js";
import { slowMajority } from "./slow.js";

const rules: readonly TieRule[] = ["ALPHABETICAL", "FIRST_SEEN", "UNDECIDED"];

it.each([
  ["AAB", [1, 1, 1]],
  ["BBA", [2, 2, 2]],
  ["BA-", [1, 2, TIED]],
  ["CAB", [1, 3, TIED]],
  ["CBBC", [1, 2, TIED]],
  ["B--", [1, 1, 1]],
  ["-x-", [NO_VOTE, NO_VOTE, NO_VOTE]],
  ["xxx", [NOT_ASKED_CODE, NOT_ASKED_CODE, NOT_ASKED_CODE]],
  ["Bxx", [1, 1, 1]],
])("%s has the majorities %p: alphabetical, first seen, undecided", (ballots, expected) => {
  const panels = panelsOfLetters([ballots], { gold: null });
  expect(rules.map((tie) => majority(panels, { tie })(0, 0))).toEqual(expected);
});

it("an alphabetical tie goes by code points, not by UTF-16 units", () => {
  const panels = panelsOfLetters(["\u{1F600}\uFF21"], { gold: null });
  expect(majority(panels, { tie: "ALPHABETICAL" })(0, 0)).toBe(1);
  expect(majority(panels, { tie: "FIRST_SEEN" })(0, 0)).toBe(2);
});

it("a round that nobody was asked in repeats the last asked one, only where the run carries forward", () => {
  const debates = ["AAB xxx xxx", "AAB ABB xxx", "AAB xxx BBB", "xxx AAB xxx", "AAB A-x xxx"];
  const stops = panelsOfLetters(debates, { gold: null });
  const carries = panelsOfLetters(debates, { gold: null, carryForward: true });
  const final = (panels: typeof stops) => debates.map((_, index) => majority(panels, coding({}))(index, 2));
  expect(final(stops)).toEqual([255, 255, 2, 255, 255]);
  expect(final(carries)).toEqual([1, 2, 2, 1, 1]);
});

it("leaders are counted among parsed ballots, and the tally is clean for the next debate", () => {
  const panels = panelsOfLetters(["AABB-", "CCCxx", "-----", "xxxxx", "AABBB"]);
  const count = tally(panels, panels.gold);
  expect(count(0, 0)).toEqual({
    asked: true,
    count: 2,
    runnerUp: 2,
    votes: 4,
    leaders: 2,
    first: 1,
    smallest: 1,
    includes: true,
  });
  expect(count(1, 0)).toEqual({
    asked: true,
    count: 3,
    runnerUp: 0,
    votes: 3,
    leaders: 1,
    first: 2,
    smallest: 2,
    includes: false,
  });
  expect(count(2, 0)).toEqual({
    asked: true,
    count: 0,
    runnerUp: 0,
    votes: 0,
    leaders: 0,
    first: 0,
    smallest: 0,
    includes: false,
  });
  expect(count(3, 0)).toEqual({
    asked: false,
    count: 0,
    runnerUp: 0,
    votes: 0,
    leaders: 0,
    first: 0,
    smallest: 0,
    includes: false,
  });
  expect(count(4, 0)).toMatchObject({ count: 3, leaders: 1, first: 2, includes: false });
});

it.each([1, 2, 3, 4])("every pattern of %i ballots over three labels has the majority of the obvious twin", (seats) => {
  const patterns = Array.from({ length: 5 ** seats }, (_, n) =>
    Array.from({ length: seats }, (_unused, seat) => "ABC-x"[Math.floor(n / 5 ** seat) % 5]).join(""),
  );
  const panels = panelsOfLetters(patterns);
  for (const tie of rules) {
    const fast = majority(panels, { tie });
    patterns.forEach((pattern, index) => {
      const ballots = [...pattern].filter((letter) => letter !== "-" && letter !== "x");
      const counts = ["A", "B", "C"].map((label) => ballots.filter((ballot) => ballot === label).length);
      const leaders = ["A", "B", "C"].filter((_, at) => counts[at] === Math.max(...counts));
      const labels = ["A", ...new Set(ballots)].filter((label, at, all) => all.indexOf(label) === at).sort();
      const codeOf = (label: string) => labels.indexOf(label) + 1;
      const expected = [...pattern].every((letter) => letter === "x")
        ? NOT_ASKED_CODE
        : ballots.length === 0
          ? NO_VOTE
          : leaders.length === 1 || tie === "ALPHABETICAL"
            ? codeOf(leaders[0])
            : tie === "FIRST_SEEN"
              ? codeOf(ballots.find((ballot) => leaders.includes(ballot))!)
              : TIED;
      expect([pattern, fast(index, 0)]).toEqual([pattern, expected]);
    });
  }
});

it("agrees with the twin on strings, for any run and coding", () => {
  fc.assert(
    fc.property(anyRun("run"), anyCoding, (run, rule) => {
      const panels = panelsOfRuns(run);
      const fast = majority(panels, rule);
      run.debates.forEach((debate, index) => {
        const { labels } = codeDebate(debate, { rounds: run.rounds, seats: 9 });
        for (let round = 0; round < run.rounds; round++) {
          const slow = slowMajority(debate, round, run, rule);
          const expected =
            slow === null
              ? NOT_ASKED_CODE
              : typeof slow === "string"
                ? labels.indexOf(slow) + 1
                : slow.none === "tie"
                  ? TIED
                  : NO_VOTE;
          expect(fast(index, round)).toBe(expected);
        }
      });
    }),
  );
});
