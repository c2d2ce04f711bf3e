import { expect, it } from "@jest/globals";
import { bitset, setBit } from "../../src/debate/bitset.js";
import { coding } from "../../src/debate/coding.js";
import { type Decision, decidedRounds, lastFreeze, runDecisions, undecided } from "../../src/debate/decisions.js";
import { effectAt, RUNS_ON } from "../../src/debate/effect.js";
import { outcomes } from "../../src/debate/outcomes.js";
import { debate, panelsOfRuns, part, rounds, seatsNamed } from "./fixtures.js";

// Gold A: a collapse, a correction, a collapse again as its replicate, and an item that two benchmarks have.
const run = {
  slug: "run",
  seats: seatsNamed(1),
  debates: [
    debate({ item: "q1", rounds: rounds("A B B") }),
    debate({ item: "q2", rounds: rounds("B B A") }),
    debate({ item: "q1", replicate: 1, rounds: rounds("A A B") }),
    debate({ item: "q3", benchmark: "one", rounds: rounds("A A A") }),
    debate({ item: "q3", benchmark: "two", rounds: rounds("A A A") }),
  ],
};
const { blocks } = part(run);
const decision = (item: string, to: number | null, more: Partial<Decision> = {}): Decision => ({
  run: "run",
  item,
  replicate: 0,
  to,
  ...more,
});
const ordinals = (...chosen: number[]) => {
  const bits = bitset(5);
  chosen.forEach((ordinal) => setBit(bits, ordinal));
  return bits;
};

it("a decision finds its debate by run, item and replicate; one that names the run goes before one that names none", () => {
  const anywhere = decision("q1", 1, { run: null });
  const all = [anywhere, decision("q1", 0), decision("q2", null), decision("q1", 2, { run: null, replicate: 1 })];
  const { decisions, used, ambiguous } = runDecisions("run", blocks, all);
  expect(decisions).toEqual({
    decided: ordinals(0, 1, 2),
    freeze: ordinals(0, 2),
    to: Uint8Array.from([0, 0, 2, 0, 0]),
  });
  expect(used.size).toBe(4);
  expect(ambiguous.size).toBe(0);
});

it("surplus decisions are found out: another run's, another item's, and an item of two benchmarks", () => {
  const all = [decision("q1", 0, { run: "other" }), decision("q9", 0), decision("q3", 0)];
  const { decisions, used, ambiguous } = runDecisions("run", blocks, all);
  expect(decisions).toEqual({ decided: ordinals(), freeze: ordinals(), to: null });
  expect(used.size).toBe(0);
  expect([...ambiguous]).toEqual([all[2]]);
});

it("missing decisions are counted within the selection, and the first is named", () => {
  const { decisions } = runDecisions("run", blocks, [decision("q1", 0), decision("q2", null)]);
  expect(undecided(5, null, decisions)).toEqual({ count: 3, first: 2 });
  expect(undecided(5, ordinals(1, 4), decisions)).toEqual({ count: 1, first: 4 });
  expect(undecided(5, ordinals(0, 1), decisions)).toBeNull();
});

it("the last round frozen to is that of the selection's frozen debates", () => {
  const all = [decision("q1", 1), decision("q2", 0), decision("q1", 2, { replicate: 1 })];
  const { decisions } = runDecisions("run", blocks, all);
  expect(lastFreeze(null, decisions)).toBe(2);
  expect(lastFreeze(ordinals(0, 1), decisions)).toBe(1);
  expect(lastFreeze(ordinals(1), decisions)).toBe(0);
});

it("decisions are replayed as they were made", () => {
  const panels = panelsOfRuns(run);
  const all = [decision("q1", 0), decision("q2", 0), decision("q1", 1, { replicate: 1 })];
  const decided = decidedRounds(panels, [runDecisions("run", blocks, all).decisions]);
  expect([...decided]).toEqual([0, 0, 1, RUNS_ON, RUNS_ON]);
  const found = outcomes(panels, coding(), { decided });
  expect(run.debates.map((_, at) => effectAt(found, at))).toEqual([
    "collapsePrevented",
    "correctionLost",
    "collapsePrevented",
    "notFired",
    "notFired",
  ]);
});

it("a decision for a round beyond the final one is refused", () => {
  const panels = panelsOfRuns(run);
  expect(() => outcomes(panels, coding(), { decided: new Uint8Array(5).fill(3) })).toThrow(
    "policy: it needs round 3, the final round of run run is 2",
  );
});
