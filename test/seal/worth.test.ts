import { expect, it } from "@jest/globals";
import { type Action, furtherEffects } from "../../src/debate/action.js";
import { type TieRule } from "../../src/debate/coding.js";
import { effects } from "../../src/debate/effect.js";
import { unpriced, worth } from "../../src/seal/worth.js";

const prices = { prevented: "3", lost: "0.5", rescue: "1.25", breakage: "0.1", abstention: "0.01" };
const none = Object.fromEntries(effects.map((effect) => [effect, 0])) as Record<(typeof effects)[number], number>;

it("each effect is worth its price, losses and verdicts given up negative, the rest nothing", () => {
  expect(worth(prices).each).toEqual([0, 0, 3, 1.25, -0.5, -0.1, -0.01, -0.01]);
});

it("a total is exact before it is rounded: ten times 0.1 lost is 1, and ten collapses less than ten are none", () => {
  const { total } = worth(prices);
  expect(total({ ...none, breakage: 10 })).toBe(-1);
  expect(
    total({ ...none, collapsePrevented: 2, rescue: 1, correctionLost: 3, abstentionRight: 1, abstentionWrong: 2 }),
  ).toBe(5.72);
  expect(total({ ...none, breakage: -3 })).toBe(0.3);
});

it("freezing to the start needs no further prices, freezing later needs all, an outside ballot needs what it can do", () => {
  const paper = { ...prices, rescue: null, breakage: null, abstention: null };
  const missing = (action: Action, given: typeof paper | typeof prices = paper, tie: TieRule = "ALPHABETICAL") =>
    unpriced(given, furtherEffects(action, { tie }));
  expect(missing({ do: "freeze", round: 0 })).toEqual([]);
  expect(missing({ do: "freeze", round: 1 })).toEqual(["rescue", "breakage", "abstention"]);
  expect(missing({ do: "freeze", round: 1 }, prices)).toEqual([]);
  expect(missing({ do: "override", signal: "s" })).toEqual(["rescue", "breakage"]);
  expect(missing({ do: "abstain" })).toEqual(["abstention"]);
  const add: Action = { do: "add", signal: "s", round: 0, tie: "CODING" };
  expect(missing(add)).toEqual(["rescue", "breakage"]);
  expect(missing(add, paper, "UNDECIDED")).toEqual(["rescue", "breakage", "abstention"]);
  expect(missing({ ...add, tie: "SIGNAL" }, paper, "UNDECIDED")).toEqual(["rescue", "breakage"]);
});
