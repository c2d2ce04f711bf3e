import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { margin, unanimous } from "../../src/debate/margin.js";
import { NOT_ASKED } from "../../src/debate/debate.js";
import { pivotal } from "../../src/debate/pivotal.js";
import { anyRuns } from "./arbitrary.js";
import { panelsOfLetters, panelsOfRuns } from "./fixtures.js";
import { leaders, standing } from "./slow.js";

const margins = (...texts: string[]) => {
  const panels = panelsOfLetters(texts);
  return texts.map((_, debate) => margin(panels)(debate, 0));
};

it("a margin is the leader's ballots less the runner-up's: 0 in a tie, all of them when all agree", () => {
  expect(margins("AAAAA", "AAAAB", "AAABB", "AABBC", "ABCDE", "AAABC")).toEqual([5, 3, 1, 0, 0, 2]);
});

it("a panel with a ballot that is missing has no margin, and is neither unanimous nor split", () => {
  const panels = panelsOfLetters(["AAAA-", "AAAAx", "-----", "xxxxx"]);
  const all = [0, 1, 2, 3];
  expect(all.map((debate) => margin(panels)(debate, 0))).toEqual([null, null, null, null]);
  expect(all.map((debate) => unanimous(panels)(debate, 0))).toEqual([null, null, null, null]);
  expect(all.map((debate) => margin(panels, "PARSED")(debate, 0))).toEqual([4, 4, null, null]);
});

it("a round that is carried forward has the margin of the last asked one, and its own panel's size", () => {
  const panels = panelsOfLetters(["AAB xxx AAA"], { carryForward: true });
  expect([0, 1, 2].map((round) => margin(panels)(0, round))).toEqual([1, 1, 3]);
  expect([0, 1, 2].map((round) => unanimous(panels)(0, round))).toEqual([false, false, true]);
});

it.each([3, 5, 7, 9])("of %i seats and two labels, exactly the patterns at margin 1 are pivotal", (seats) => {
  const patterns = Array.from({ length: 2 ** seats }, (_, bits) =>
    Array.from({ length: seats }, (_seat, at) => ((bits >> at) & 1 ? "A" : "B")).join(""),
  );
  const panels = panelsOfLetters(patterns);
  for (const tie of ["ALPHABETICAL", "FIRST_SEEN", "UNDECIDED"] as const) {
    const found = pivotal(panels, { tie });
    patterns.forEach((_, debate) => expect(found(debate, 0)).toBe(margin(panels)(debate, 0) === 1));
  }
});

it.each([2, 4, 6])(
  "of %i seats and two labels, what is pivotal at margins 0 and 2 follows from the tie rule",
  (seats) => {
    const patterns = Array.from({ length: 2 ** seats }, (_, bits) =>
      Array.from({ length: seats }, (_seat, at) => ((bits >> at) & 1 ? "A" : "B")).join(""),
    );
    const panels = panelsOfLetters(patterns);
    const count = (text: string, label: string) => [...text].filter((letter) => letter === label).length;
    patterns.forEach((text, debate) => {
      const gap = count(text, "A") - count(text, "B");
      // Two seats that agree know no other label. A tie is won by A: from a tie one ballot for B decides, from a majority of two for B one ballot for A does.
      expect(pivotal(panels, { tie: "ALPHABETICAL" })(debate, 0)).toBe(gap === 0 || (gap === -2 && seats > 2));
      expect(pivotal(panels, { tie: "UNDECIDED" })(debate, 0)).toBe(Math.abs(gap) <= 2 && !(seats === 2 && gap !== 0));
    });
  },
);

it("margin 2 of three labels is pivotal where a tie decides otherwise, margin 3 never", () => {
  const panels = panelsOfLetters(["AAABC", "BBBAC", "AAAAB"]);
  const at = (tie: "ALPHABETICAL" | "UNDECIDED") => [0, 1, 2].map((debate) => pivotal(panels, { tie })(debate, 0));
  expect(at("UNDECIDED")).toEqual([true, true, false]);
  expect(at("ALPHABETICAL")).toEqual([false, true, false]);
});

it("margins are those of a slow count, for any runs", () => {
  fc.assert(
    fc.property(anyRuns, (runs) => {
      const panels = panelsOfRuns(...runs);
      let at = 0;
      for (const run of runs)
        for (const one of run.debates) {
          for (let round = 0; round < run.rounds; round++) {
            const ballots = standing(one, round, run) ?? [];
            const votes = ballots.flatMap((each) => (typeof each === "string" && each.trim() ? [each.trim()] : []));
            const counts = [...new Set(votes)].map((label) => votes.filter((vote) => vote === label).length);
            const [first = 0, second = 0] = counts.sort((a, b) => b - a);
            const slow = votes.length === 0 ? null : first - second;
            const whole = votes.length === (one.seats ?? run.seats).length && !ballots.includes(NOT_ASKED);
            expect(margin(panels, "PARSED")(at, round)).toBe(slow);
            expect(margin(panels)(at, round)).toBe(whole ? slow : null);
            if (slow === 0) expect(leaders(ballots).length).toBeGreaterThan(1);
          }
          at++;
        }
    }),
    { numRuns: 200 },
  );
});
