import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { coding } from "../../src/debate/coding.js";
import { effectAt, effects } from "../../src/debate/effect.js";
import { type FixedGate, fixedGates } from "../../src/debate/gate.js";
import { intervalOptions } from "../../src/debate/intervalOptions.js";
import { replayReport } from "../../src/debate/replay.js";
import { anyCoding, anyRun } from "./arbitrary.js";
import { panelsOfLetters, panelsOfRuns } from "./fixtures.js";
import { slowMajority, slowOutcome, slowVerdict, goldOf } from "./slow.js";

const replay = (texts: string[], gate: FixedGate, freezeTo = 0, rule = coding(), more = {}) =>
  replayReport(panelsOfLetters(texts, more), rule, { gate: fixedGates[gate], freezeTo }, null, intervalOptions());

// Gold A. A collapse, a correction, a preserved and an unrepaired debate, an undecided one.
const small = ["A A B", "B B A", "A B A", "B A B", "A A -"];

it("freezing everything to the start prevents every collapse and loses every correction, and nothing else", () => {
  const { total, outcomes } = replay(small, "always");
  expect(total).toMatchObject({
    debates: 4,
    fired: 4,
    prevented: 1,
    lost: 1,
    net: 0,
    collapsePrevented: 1,
    correctionLost: 1,
    rescue: 0,
    breakage: 0,
    unchanged: 2,
    roundsSaved: 8,
    breakEven: { state: "FINITE", numerator: 1, denominator: 1, value: 1 },
  });
  expect(total.deltaAccuracy).toMatchObject({ count: 0, of: 4, value: 0 });
  expect(small.map((_, debate) => effectAt(outcomes, debate))).toEqual([
    "collapsePrevented",
    "correctionLost",
    "unchanged",
    "unchanged",
    null,
  ]);
});

it("freezing to a later round can also rescue and break", () => {
  expect(replay(small, "always", 1).total).toMatchObject({
    prevented: 2,
    lost: 2,
    collapsePrevented: 1,
    rescue: 1,
    correctionLost: 1,
    breakage: 1,
    roundsSaved: 4,
  });
});

it("a freeze to a round without a majority gives the verdict up, unless undefined counts as wrong", () => {
  const texts = ["A - A", "B - B", "B - A"];
  expect(replay(texts, "always", 1).total).toMatchObject({
    abstentionRight: 2,
    abstentionWrong: 1,
    prevented: 0,
    lost: 0,
  });
  expect(replay(texts, "always", 1, coding({ undefined: "WRONG" })).total).toMatchObject({
    abstentionRight: 0,
    correctionLost: 1,
    breakage: 1,
    unchanged: 1,
  });
});

it("a gate that never fires changes nothing and is worth it at any ratio", () => {
  expect(replay(small, "never").total).toMatchObject({
    fired: 0,
    net: 0,
    roundsSaved: 0,
    breakEven: { state: "NEVER_FIRES" },
  });
  expect(replay([], "always", 0, coding(), { rounds: 1 }).total).toMatchObject({
    debates: 0,
    deltaAccuracy: { value: null },
  });
});

it("only rounds that were asked are saved", () => {
  expect(replay(["A B x", "A B B"], "always", 0, coding(), { carryForward: true }).total.roundsSaved).toBe(3);
  expect(replay(["A B B"], "round1MajorityChanged").total.roundsSaved).toBe(1);
});

it("a policy that needs a round beyond the final one is refused", () => {
  expect(() => replay(["A"], "round1AnyFlip")).toThrow("policy: it needs round 1, the final round of run run is 0");
  expect(() => replay(["A B B"], "always", 2, coding({ endpoint: 1 }))).toThrow("it needs round 2");
});

it("cluster sums add up to the effects", () => {
  const { total } = replay(small, "round1MajorityChanged");
  const { clusters, columns } = total.sums();
  expect(clusters).toBe(4);
  expect(columns.map((column) => column.reduce((sum, value) => sum + value, 0))).toEqual(
    effects.map((name) => total[name]),
  );
});

it("agrees with replacing verdicts one by one, for any run, coding, gate and freeze; groups add up", () => {
  fc.assert(
    fc.property(
      anyRun("run"),
      anyCoding,
      fc.constantFrom(...(Object.keys(fixedGates) as FixedGate[])),
      fc.nat(2),
      (run, rule, name, freezeTo) => {
        if (Math.max(fixedGates[name].sees, freezeTo) > run.rounds - 1) return;
        const policy = { gate: fixedGates[name], freezeTo };
        const { total, groups, outcomes } = replayReport(panelsOfRuns(run), rule, policy, "MODEL", intervalOptions());
        let net = 0;
        let debates = 0;
        run.debates.forEach((debate, index) => {
          const outcome = slowOutcome(debate, run, rule);
          if ("excluded" in outcome || outcome.cell === "undecided")
            return expect(effectAt(outcomes, index)).toBeNull();
          debates++;
          if (effectAt(outcomes, index) === "notFired") return;
          const majority = slowMajority(debate, freezeTo, run, rule);
          const frozen = majority === null ? "undefined" : slowVerdict(majority, goldOf(debate)!, rule);
          if (frozen === "undefined") return expect(effectAt(outcomes, index)).toMatch(/^abstention/);
          net += Number(frozen === "right") - Number(outcome.final === "right");
        });
        expect(total.net).toBe(net);
        expect(total.debates).toBe(debates);
        expect(groups.reduce((sum, { replay: { net: part } }) => sum + part, 0)).toBe(net);
        expect(groups.reduce((sum, one) => sum + one.replay.roundsSaved, 0)).toBe(total.roundsSaved);
      },
    ),
  );
});
