import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { coding } from "../../src/debate/coding.js";
import { intervalOptions } from "../../src/debate/intervalOptions.js";
import { pairedRounds, through } from "../../src/debate/pairedRounds.js";
import { type Panels } from "../../src/debate/panels.js";
import { trajectory, trajectoryReport } from "../../src/debate/trajectory.js";
import { debate, panelsOfLetters, panelsOfRuns, rounds, seatsNamed } from "./fixtures.js";
import { toyPanel } from "./toyPanel.js";

const few = intervalOptions({ method: "PERCENTILE", resamples: 200 });
const of = (panels: Panels, last: number | null = null, without: string[] = []) =>
  trajectoryReport(panels, coding({ endpoint: last }), null, few, without).total;
const ratio = ({ count, of: all }: { count: number; of: number }) => `${count}/${all}`;
const histogram = (margins: readonly { count: number }[]) => margins.map(({ count }) => count).join("/");

it("a trajectory counts one cohort in every round: margins with their zeros, unanimity, pivotal panels", () => {
  const found = of(toyPanel());
  expect(found).toMatchObject({ batch: 8, debates: 6 });
  expect(found.rounds.map(({ margins }) => histogram(margins))).toEqual(["2/2/2", "1/1/4", "0/0/6"]);
  expect(found.rounds.map(({ unanimity }) => ratio(unanimity))).toEqual(["2/6", "4/6", "6/6"]);
  expect(found.rounds.map(({ pivotal }) => ratio(pivotal))).toEqual(["2/6", "1/6", "0/6"]);
  expect(found.steps.map(({ share }) => [ratio(share), share.value])).toEqual([
    ["2/4", 0.5],
    ["2/4", 0.5],
  ]);
  expect(of(toyPanel(), 1).steps[0].moves).toEqual([
    { from: 1, to: 3, count: 1 },
    { from: 1, to: 5, count: 1 },
    { from: 3, to: 1, count: 1 },
    { from: 3, to: 5, count: 2 },
    { from: 5, to: 5, count: 2 },
  ]);
});

it("survivors compared with everybody inflate the jump, and the answer says by how much", () => {
  const [first] = of(toyPanel()).naive;
  expect(first).toMatchObject({ survivors: { count: 5, of: 7 }, everybodyBefore: { count: 2, of: 8 }, paired: 3 / 7 });
  expect(first.naive).toBeCloseTo(0.464, 3);
  expect(first.inflation).toBeCloseTo(0.0357, 4);
});

it("an even panel has even margins, ties counted beside them; without a seat the cohort is built anew", () => {
  const found = of(toyPanel(), 2, ["1"]);
  expect(found.rounds.map(({ tied }) => tied)).toEqual([1, 1, 0]);
  expect(found.rounds[0].margins.map(({ margin, count }) => [margin, count])).toEqual([
    [0, 1],
    [2, 3],
    [4, 2],
  ]);
  const four = of(toyPanel(), 2, ["4"]);
  expect([four.debates, ...four.rounds.map(({ unanimity }) => unanimity.count)]).toEqual([7, 3, 5, 7]);
});

it("no debates give null rates, and no jump gives null shares", () => {
  const empty = of(panelsOfLetters(["A- AA"]));
  expect(empty.debates).toBe(0);
  expect([empty.rounds[0].unanimity.value, empty.steps[0].share.reason, empty.naive[0].naive]).toEqual([
    null,
    "empty_denominator",
    null,
  ]);
  expect(of(panelsOfLetters(["AAB AAB"])).steps[0]).toMatchObject({ jump: { value: 0 }, share: { value: null } });
});

it("a share of a jump may be negative or above 1 where unanimity falls, and is not clamped", () => {
  const { steps } = of(panelsOfLetters(["AAB AAA AAA", "AAB AAA AAB"]));
  expect(steps.map(({ share }) => share.value)).toEqual([2, -1]);
  expect(steps.map(({ became, ceased }) => [became, ceased])).toEqual([
    [2, 0],
    [0, 1],
  ]);
});

const texts = fc.array(
  fc.array(fc.array(fc.constantFrom("A", "B", "C", "-"), { minLength: 3, maxLength: 3 }), {
    minLength: 3,
    maxLength: 3,
  }),
  { minLength: 1, maxLength: 8 },
);
const lettersOf = (debates: string[][][], order = [0, 1, 2]) =>
  debates.map((all) => all.map((round) => order.map((at) => round[at]).join("")).join(" "));
const shape = (panels: Panels) => {
  const found = of(panels);
  return {
    debates: found.debates,
    rounds: found.rounds.map(({ margins, unanimity, pivotal }) => [margins, ratio(unanimity), ratio(pivotal)]),
    steps: found.steps.map(({ jump, share, moves }) => [ratio(jump), ratio(share), moves]),
    flips: ratio(found.flips.all.flips),
  };
};

it("relabelling the seats changes nothing but which seat is which", () => {
  fc.assert(
    fc.property(texts, fc.shuffledSubarray([0, 1, 2], { minLength: 3 }), (debates, order) => {
      expect(shape(panelsOfLetters(lettersOf(debates, order)))).toEqual(shape(panelsOfLetters(lettersOf(debates))));
    }),
    { numRuns: 50 },
  );
});

it("the trajectory of merged conditions is the sum of theirs", () => {
  fc.assert(
    fc.property(texts, texts, (left, right) => {
      const run = (slug: string, debates: string[][][]) => ({
        slug,
        seats: seatsNamed(3),
        debates: lettersOf(debates).map((text, at) => debate({ item: `${slug}${at}`, rounds: rounds(text) })),
      });
      const report = trajectoryReport(panelsOfRuns(run("a", left), run("b", right)), coding(), "RUN", few);
      const { total, groups } = report;
      expect(groups.map(({ key }) => key)).toEqual(["a", "b"]);
      for (const round of [0, 1, 2]) {
        const sum = groups.reduce((all, { found }) => all + found.rounds[round].unanimity.count, 0);
        expect(total.rounds[round].unanimity.count).toBe(sum);
      }
      expect(total.debates).toBe(groups.reduce((all, { found }) => all + found.debates, 0));
      expect(total.flips.all.flips.count).toBe(groups.reduce((all, { found }) => all + found.flips.all.flips.count, 0));
    }),
    { numRuns: 40 },
  );
});

it("items that stay unanimous add to every denominator and to no jump, flip or pivotal panel", () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 3 }), (debates, more) => {
      const before = of(panelsOfLetters(lettersOf(debates)));
      const after = of(panelsOfLetters([...lettersOf(debates), ...Array<string>(more).fill("AAA AAA AAA")]));
      expect(after.debates).toBe(before.debates + more);
      expect(after.jump.count).toBe(before.jump.count);
      expect(after.flips.all.flips.count).toBe(before.flips.all.flips.count);
      after.rounds.forEach(({ unanimity, pivotal }, at) => {
        expect(unanimity.count).toBe(before.rounds[at].unanimity.count + more);
        expect(pivotal.count).toBe(before.rounds[at].pivotal.count);
      });
    }),
    { numRuns: 40 },
  );
});

it("a trajectory takes a cohort that is fixed for its rounds, and nothing that merely looks like one", () => {
  const toy = toyPanel();
  expect(trajectory(pairedRounds(toy, through(1)), coding(), few).debates).toBe(7);
  // @ts-expect-error: only pairedRounds makes one
  const lookAlike: Parameters<typeof trajectory>[0] = {
    panels: toy,
    rounds: [0, 1],
    batch: toy,
    holes: [],
    exclusions: [],
  };
  expect(lookAlike.panels).toBe(toy);
});

it("a debate that ended early in agreement stays in the cohort of a run that carries forward", () => {
  const found = of(panelsOfLetters(["AAB AAA xxx", "AAB AAB AAA"], { carryForward: true }));
  expect(found.rounds.map(({ unanimity }) => ratio(unanimity))).toEqual(["0/2", "1/2", "2/2"]);
  expect(of(panelsOfLetters(["AAB AAA xxx", "AAB AAB AAA"])).debates).toBe(1);
});
