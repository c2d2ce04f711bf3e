import { expect, it } from "@jest/globals";
import { coding } from "../../src/debate/coding.js";
import { decided, type Decision, sameKey } from "../../src/debate/decisions.js";
import { effectAt, RUNS_ON } from "../../src/debate/effect.js";
import { outcomes } from "../../src/debate/outcomes.js";
import { debate, panelsOfRuns, rounds, seatsNamed } from "./fixtures.js";

// Gold A: a collapse, a correction, the first item again as its replicate, and a preserved debate.
const debates = [
  debate({ item: "q1", rounds: rounds("A B B") }),
  debate({ item: "q2", rounds: rounds("B B A") }),
  debate({ item: "q1", replicate: 1, rounds: rounds("A A B") }),
  debate({ item: "q3", rounds: rounds("A A A") }),
];
const panels = panelsOfRuns(
  { slug: "one", seats: seatsNamed(1), debates },
  { slug: "two", seats: seatsNamed(1), debates },
);
const decision = (item: string, to: number | null, run: string | null = null, replicate = 0): Decision => ({
  run,
  item,
  replicate,
  to,
});

it("a decision that names the run goes before one that names none, which holds in every run", () => {
  const { rounds, missing, surplus } = decided(panels, [
    decision("q1", 1),
    decision("q1", 0, "two"),
    decision("q2", null),
    decision("q1", 2, "one", 1),
    decision("q1", 2, "two", 1),
    decision("q3", 0),
  ]);
  expect([...rounds]).toEqual([1, RUNS_ON, 2, 0, 0, RUNS_ON, 2, 0]);
  expect(missing.count).toBe(0);
  expect(surplus).toEqual({ count: 0, first: [] });
});

it("missing and surplus decisions are counted, and the first of both named", () => {
  const { rounds, missing, surplus } = decided(panels, [
    decision("q1", 0),
    decision("q2", 0, "one"),
    decision("q9", 0),
    decision("q1", 0, "three"),
    decision("q1", 0, "one", 7),
  ]);
  expect([...rounds]).toEqual([0, 0, RUNS_ON, RUNS_ON, 0, RUNS_ON, RUNS_ON, RUNS_ON]);
  expect(missing).toEqual({ count: 5, first: [2, 3, 5, 6, 7] });
  expect(surplus.count).toBe(3);
  expect(surplus.first).toEqual([decision("q9", 0), decision("q1", 0, "three"), decision("q1", 0, "one", 7)]);
});

it("a decision that every run overrules by one of its own is surplus, and of many surplus ones the first five are shown", () => {
  const own = [decision("q1", null, "one"), decision("q1", null, "two")];
  const many = [1, 2, 3, 4, 5, 6, 7].map((replicate) => decision("q8", 0, null, replicate));
  expect(decided(panels, [decision("q1", 2), ...own]).surplus).toEqual({ count: 1, first: [decision("q1", 2)] });
  expect(decided(panels, [...many, ...own]).surplus).toEqual({ count: 7, first: many.slice(0, 5) });
  expect(decided(panels, []).surplus).toEqual({ count: 0, first: [] });
});

it("two debates of a run with one key are found, two runs with one item are no such case", () => {
  expect(sameKey(panels)).toBeNull();
  const twice = ["one", "two"].map((benchmark) => debate({ item: "q1", benchmark, rounds: rounds("A") }));
  expect(sameKey(panelsOfRuns({ seats: seatsNamed(1), debates: twice }))).toEqual([0, 1]);
});

it("decisions are replayed as they were made", () => {
  const { rounds } = decided(panels, [decision("q1", 0), decision("q2", 0), decision("q1", 1, "one", 1)]);
  const found = outcomes(panels, coding(), { decided: rounds });
  expect(Array.from({ length: panels.size }, (_, at) => effectAt(found, at))).toEqual([
    ...["collapsePrevented", "correctionLost", "collapsePrevented", "notFired"],
    ...["collapsePrevented", "correctionLost", "notFired", "notFired"],
  ]);
});

it("a decision for a round beyond the final one is refused", () => {
  expect(() => outcomes(panels, coding(), { decided: new Uint8Array(8).fill(3) })).toThrow(
    "policy: it needs round 3, the final round of run one is 2",
  );
});
