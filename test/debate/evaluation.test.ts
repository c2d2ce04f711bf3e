// Aim: what must hold for every policy on every panel. Method: small arbitrary runs with every kind of hole, every coding, every
// fixed gate, and prices of up to two decimals; exact prices come from the seal room, as they do in an evaluation.
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { coding, type Coding } from "../../src/debate/coding.js";
import { comparison } from "../../src/debate/comparison.js";
import { effectAt, effects, type Outcomes, RUNS_ON } from "../../src/debate/effect.js";
import { evaluation } from "../../src/debate/evaluation.js";
import { type FixedGate, fixedGates } from "../../src/debate/gate.js";
import { intervalOptions } from "../../src/debate/intervalOptions.js";
import { outcomes } from "../../src/debate/outcomes.js";
import { type Panels } from "../../src/debate/panels.js";
import { minimalDecimal } from "../../src/seal/decimal.js";
import { type Prices } from "../../src/seal/utility.js";
import { worth } from "../../src/seal/worth.js";
import { type AnyRun, anyCoding, anyRun } from "./arbitrary.js";
import { panelsOfLetters, panelsOfRuns } from "./fixtures.js";
import { goldOf, slowMajority, slowOutcome, slowVerdict } from "./slow.js";

const anyGate = fc.constantFrom(...(Object.keys(fixedGates) as FixedGate[]));
const cents = fc.nat(999).map((n) => minimalDecimal((n / 100).toFixed(2)));
const anyPrices: fc.Arbitrary<Prices> = fc.record({
  prevented: cents,
  lost: cents,
  rescue: cents,
  breakage: cents,
  abstention: cents,
});
const oneToOne: Prices = { prevented: "1", lost: "1", rescue: "1", breakage: "1", abstention: "0" };
const few = intervalOptions({ resamples: 50 });

interface Case {
  readonly run: AnyRun;
  readonly rule: Coding;
  readonly gate: FixedGate;
  readonly freezeTo: number;
  readonly prices: Prices;
}
const anyCase: fc.Arbitrary<Case> = fc
  .record({
    run: anyRun("run"),
    rule: anyCoding,
    gate: anyGate,
    freezeTo: fc.nat(3),
    prices: anyPrices,
  })
  .filter(({ run, gate, freezeTo }) => Math.max(fixedGates[gate].sees, freezeTo) < run.rounds);

const replayed = ({ run, rule, gate, freezeTo }: Case): { panels: Panels; found: Outcomes } => {
  const panels = panelsOfRuns(run);
  return { panels, found: outcomes(panels, rule, { gate: fixedGates[gate], freezeTo }) };
};
const evaluated = (each: Case, prices = each.prices) => {
  const { panels, found } = replayed(each);
  return evaluation(panels, found, worth(prices), few).total;
};
const utilityOf = (each: Case, prices: Prices) => evaluated(each, prices).utilityPerDebate.count;
const scaled = (price: string | null, by: number) => minimalDecimal(((Number(price) * 100 * by) / 100).toFixed(2));

describe("for every run, coding, gate, freeze and price", () => {
  it("utility is linear in the weights", () => {
    fc.assert(
      fc.property(anyCase, anyPrices, (each, others) => {
        const names = Object.keys(each.prices) as (keyof Prices)[];
        const made = (price: (name: keyof Prices) => string) =>
          Object.fromEntries(names.map((name) => [name, price(name)])) as unknown as Prices;
        const sum = made((name) => minimalDecimal((Number(each.prices[name]) + Number(others[name])).toFixed(2)));
        const triple = made((name) => scaled(each.prices[name], 3));
        expect(utilityOf(each, sum)).toBeCloseTo(utilityOf(each, each.prices) + utilityOf(each, others), 9);
        expect(utilityOf(each, triple)).toBeCloseTo(3 * utilityOf(each, each.prices), 9);
      }),
    );
  });

  it("break-even is where utility crosses 0", () => {
    fc.assert(
      fc.property(anyCase, (each) => {
        const { breakEven, prevented, lost } = evaluated(each);
        const { state, numerator, denominator } = breakEven;
        const at = (preventedPrice: number, lostPrice: number) =>
          utilityOf(each, {
            prevented: String(preventedPrice),
            rescue: String(preventedPrice),
            lost: String(lostPrice),
            breakage: String(lostPrice),
            abstention: "0",
          });
        if (state !== "FINITE") return expect(prevented > 0 && lost > 0).toBe(false);
        expect(at(numerator!, denominator!)).toBe(0);
        expect(at(numerator! + 1, denominator!)).toBeGreaterThan(0);
        expect(at(numerator!, denominator! + 1)).toBeLessThan(0);
      }),
    );
  });

  it("never firing is worth 0, at any price", () => {
    fc.assert(
      fc.property(anyCase, (each) => {
        const { fired, breakEven, utilityPerDebate } = evaluated({ ...each, gate: "never" });
        expect(fired).toBe(0);
        expect(breakEven.state).toBe("NEVER_FIRES");
        expect(utilityPerDebate.count).toBe(0);
      }),
    );
  });

  it("freezing everything to a round reproduces that round's accuracy, where the round can be scored", () => {
    fc.assert(
      fc.property(anyCase, ({ run, rule, freezeTo, ...rest }) => {
        const each = { ...rest, run, rule, freezeTo, gate: "always" as const };
        const { panels, found } = replayed(each);
        const total = evaluation(panels, found, worth(oneToOne), few).total;
        let rightThen = 0;
        let rightSaved = 0;
        run.debates.forEach((debate, index) => {
          const effect = effectAt(found, index);
          const outcome = slowOutcome(debate, run, rule);
          if (effect === null || effect.startsWith("abstention") || found.to[index] === RUNS_ON) return;
          if ("excluded" in outcome) throw new Error("a debate in a replay is not excluded");
          rightSaved += Number(outcome.final === "right");
          rightThen += Number(
            slowVerdict(slowMajority(debate, freezeTo, run, rule), goldOf(debate)!, rule) === "right",
          );
        });
        expect(total.net).toBe(rightThen - rightSaved);
        if (freezeTo === 0)
          expect(total.abstentionRight + total.abstentionWrong + total.rescue + total.breakage).toBe(0);
      }),
    );
  });

  it("prevented - lost = debates times the change in accuracy, which at 1:1 is the utility", () => {
    fc.assert(
      fc.property(anyCase, (each) => {
        const { prevented, lost, debates, deltaAccuracy, utilityPerDebate } = evaluated(each, oneToOne);
        expect(deltaAccuracy.count).toBe(prevented - lost);
        expect(deltaAccuracy.of).toBe(debates);
        expect(utilityPerDebate.count).toBe(prevented - lost);
        expect(utilityPerDebate.value).toBe(deltaAccuracy.value);
      }),
    );
  });

  it("groups add up to the whole, by model and by family", () => {
    fc.assert(
      fc.property(anyCase, (each) => {
        const { panels, found } = replayed(each);
        const { total, byModel, byFamily } = evaluation(panels, found, worth(each.prices), few);
        for (const groups of [byModel, byFamily])
          for (const name of [...effects, "debates", "fired", "net", "roundsSaved"] as const)
            expect(groups.reduce((sum, { part }) => sum + part[name], 0)).toBe(total[name]);
      }),
    );
  });

  it("a policy compared with itself differs by exactly 0, and two policies by the difference of their utilities", () => {
    fc.assert(
      fc.property(anyCase, anyGate, (each, gate) => {
        fc.pre(fixedGates[gate].sees < each.run.rounds);
        const { panels, found } = replayed(each);
        const itself = comparison(panels, found, found, worth(each.prices), few);
        for (const rate of [itself.utilityPerDebate, itself.deltaAccuracy]) {
          expect(rate.count).toBe(0);
          expect(rate.value).toBe(rate.of === 0 ? null : 0);
          const interval = rate.interval();
          if (interval?.low) expect([interval.low, interval.high]).toEqual([0, 0]);
        }
        expect([itself.fired.onlyThis, itself.fired.onlyOther]).toEqual([0, 0]);

        const other = { ...each, gate, freezeTo: 0 };
        const { fired, utilityPerDebate, deltaAccuracy } = comparison(
          panels,
          found,
          replayed(other).found,
          worth(each.prices),
          few,
        );
        const [mine, theirs] = [evaluated(each), evaluated(other)];
        expect(utilityPerDebate.count).toBeCloseTo(mine.utilityPerDebate.count - theirs.utilityPerDebate.count, 9);
        expect(deltaAccuracy.count).toBe(mine.net - theirs.net);
        expect(fired.both + fired.onlyThis).toBe(mine.fired);
        expect(fired.both + fired.onlyOther).toBe(theirs.fired);
        expect(fired.both + fired.onlyThis + fired.onlyOther + fired.neither).toBe(mine.debates);
      }),
    );
  });
});

// Gold A. By the effect of freezing all to round 0: 3 collapses prevented, 2 corrections lost, 3 unchanged.
const small = ["A A B", "A B B", "A B B", "B B A", "B A A", "A B A", "B A B", "A A A"];
const of = (gate: FixedGate, texts = small) => {
  const panels = panelsOfLetters(texts);
  const found = outcomes(panels, coding(), { gate: fixedGates[gate], freezeTo: 0 });
  return { panels, found };
};

it("prices stay exact: three times a tenth is 0.3", () => {
  const { panels, found } = of("always");
  const prices = { prevented: "0.1", lost: "0", rescue: null, breakage: null, abstention: null };
  const { utilityPerDebate } = evaluation(panels, found, worth(prices), few).total;
  expect(utilityPerDebate).toMatchObject({ count: 0.3, of: 8, value: 0.3 / 8 });
});

it("the interval of break-even resamples lost / prevented, and exists only where something is prevented", () => {
  const { panels, found } = of("always");
  const { total } = evaluation(panels, found, worth(oneToOne), intervalOptions());
  expect(total.breakEven).toMatchObject({ state: "FINITE", numerator: 2, denominator: 3 });
  const interval = total.breakEven.interval();
  expect(interval).toMatchObject({ method: "PERCENTILE", resamples: 10_000 });
  for (const none of ["never", "always"] as const) {
    const { panels, found } = of(none, ["B B A", "A A A"]);
    expect(evaluation(panels, found, worth(oneToOne), intervalOptions()).total.breakEven.interval()).toBeNull();
  }
});

it("the difference of two policies that are worth the same is 0 with an interval around it", () => {
  const many = Array.from({ length: 6 }, () => small).flat();
  const always = of("always", many);
  const changed = of("round1MajorityChanged", many);
  const { utilityPerDebate } = comparison(always.panels, always.found, changed.found, worth(oneToOne), few);
  expect(utilityPerDebate).toMatchObject({ count: 0, of: 48, value: 0 });
  expect(utilityPerDebate.interval()).toMatchObject({ status: "OK", method: "CR3_T" });
});
