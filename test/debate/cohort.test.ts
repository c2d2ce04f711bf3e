import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { countBits, hasBit } from "../../src/debate/bitset.js";
import { cohort, type CohortSource } from "../../src/debate/cohort.js";
import { cohortRecipe } from "../../src/debate/cohortRecipe.js";
import { codePointOrder } from "../../src/debate/codePointOrder.js";
import { panels } from "../../src/debate/panelsOf.js";
import { type AnyRun, anyRuns } from "./arbitrary.js";
import { debate, part, rounds, type RunOf, seatsNamed } from "./fixtures.js";

const select = (given: Partial<Parameters<typeof cohortRecipe>[0]>, ...runs: RunOf[]) => {
  const sources = runs.map(part).sort((a, b) => codePointOrder(a.run.slug, b.run.slug));
  return cohort(cohortRecipe({ runs: sources.map(({ run }) => run.slug), ...given }), sources);
};
const left = ({ attrition }: { attrition: readonly { reason: string; count: number }[] }) =>
  Object.fromEntries(attrition.map(({ reason, count }) => [reason, count]));

// The worked example of the judge panels: eight items, five seats; t6 stops after an unparsed ballot, t8 has one in round 2.
const toy: RunOf = {
  slug: "toy",
  seats: seatsNamed(5),
  debates: [
    ["t1", "p1", "ccccc ccccc ccccc"],
    ["t2", "p1", "cccci ccccc ccccc"],
    ["t3", "p2", "cciii cccci ccccc"],
    ["t4", "p2", "cccii ccccc ccccc"],
    ["t5", "p3", "iiiic iiicc iiiii"],
    ["t6", "p3", "cccii cccc- xxxxx"],
    ["t7", "p4", "ccccc ccccc ccccc"],
    ["t8", "p4", "cccic ccccc ccc-c"],
  ].map(([item, cluster, text]) => debate({ item, cluster, rounds: rounds(text) })),
};

it("the worked example has 7 items usable in rounds 0-1 and 6 in rounds 0-2, each item out under its first reason", () => {
  const two = select({ usableThrough: 1 }, toy);
  expect([two.size, left(two)]).toEqual([7, { UNPARSED: 1 }]);
  const three = select({ usableThrough: 2 }, toy);
  expect([three.size, left(three)]).toEqual([6, { UNPARSED: 2 }]);
  expect([5, 7].map((ordinal) => hasBit(three.runs[0].attrition[0].bits, ordinal))).toEqual([true, true]);
});

it("without the seat that failed, its items are usable again", () => {
  const without = select({ usableThrough: 2, dropSeats: ["5"] }, toy);
  expect([without.size, left(without)]).toEqual([6, { NOT_ASKED: 1, UNPARSED: 1 }]);
  expect(select({ usableThrough: 2, dropSeats: ["4", "5"] }, toy).size).toBe(7);
});

it("without any condition everything stays, also what is missing", () => {
  expect(select({}, toy)).toMatchObject({ size: 8, attrition: [] });
});

it("a carried round is as usable as the round it repeats", () => {
  const stops = { seats: seatsNamed(2), debates: ["AA xx", "A- xx"].map((text) => debate({ rounds: rounds(text) })) };
  expect(left(select({ usableThrough: 1 }, stops))).toEqual({ NOT_ASKED: 1, UNPARSED: 1 });
  expect(left(select({ usableThrough: 1 }, { ...stops, carryForward: true }))).toEqual({ UNPARSED: 1 });
});

it("a round that only a dropped seat was asked in was not asked", () => {
  const run = { seats: seatsNamed(2), debates: [debate({ rounds: rounds("AA xA") })], carryForward: true };
  expect(select({ usableThrough: 1, dropSeats: ["2"] }, run).size).toBe(1);
  expect(left(select({ usableThrough: 1 }, run))).toEqual({ NOT_ASKED: 1 });
});

it("a paired cohort keeps the items that are usable in every run", () => {
  const of = (slug: string, ...texts: [item: string, text: string][]): RunOf => ({
    slug,
    seats: seatsNamed(2),
    debates: texts.map(([item, text]) => debate({ item, rounds: rounds(text) })),
  });
  const found = select(
    { usableThrough: 0, pairedAcrossRuns: true },
    of("a", ["q1", "AA"], ["q2", "AA"], ["q3", "AA"]),
    of("b", ["q1", "BB"], ["q2", "B-"], ["q4", "BB"]),
  );
  expect(found.runs.map((run) => [run.size, left(run)])).toEqual([
    [1, { NOT_IN_RUN: 2 }],
    [1, { UNPARSED: 1, NOT_IN_RUN: 1 }],
  ]);
  expect([found.size, left(found)]).toEqual([2, { UNPARSED: 1, NOT_IN_RUN: 3 }]);
});

it("benchmarks and items can be chosen, and what is not chosen is counted", () => {
  const run: RunOf = {
    seats: seatsNamed(1),
    debates: [
      ["x", "q1"],
      ["x", "q2"],
      ["y", "q1"],
    ].map(([benchmark, item]) => debate({ benchmark, item, rounds: rounds("A") })),
  };
  expect(left(select({ benchmarks: ["x"], items: ["q1"] }, run))).toEqual({ OTHER_BENCHMARK: 1, OTHER_ITEM: 1 });
});

it("names that no run has are refused, as are rounds beyond the last and panels without a seat", () => {
  expect(() => select({ benchmarks: ["z"] }, toy)).toThrow("cohort benchmarks: no run of this cohort has z");
  expect(() => select({ items: ["t9"] }, toy)).toThrow("cohort items: no run of this cohort has t9");
  expect(() => select({ dropSeats: ["9"] }, toy)).toThrow("cohort dropSeats: no run of this cohort has 9");
  expect(() => select({ dropSeats: ["1", "2", "3", "4", "5"] }, toy)).toThrow("at least one seat must remain");
  expect(() => select({ usableThrough: 3 }, toy)).toThrow(
    expect.objectContaining({ code: "ENDPOINT_BEYOND_LAST_ROUND" }),
  );
  expect(() => cohortRecipe({ runs: [] })).toThrow("at least one run");
  expect(() => cohortRecipe({ runs: ["a"], usableThrough: -1 })).toThrow("a round number from 0");
});

it("a recipe is the same text however it was written", () => {
  const one = cohortRecipe({ runs: ["b", "a", "b"], items: ["2", "1"], dropSeats: null });
  const other = cohortRecipe({ runs: ["a", "b"], items: ["1", "2", "1"], usableThrough: null });
  expect(JSON.stringify(one)).toBe(JSON.stringify(other));
});

it("the digest is that of the selected columns, and does not depend on how they were found", () => {
  const [source] = [part(toy)];
  const found = cohort(cohortRecipe({ runs: ["toy"], usableThrough: 2 }), [source]);
  const byName = cohort(cohortRecipe({ runs: ["toy"], items: ["t1", "t2", "t3", "t4", "t5", "t7"] }), [source]);
  expect(byName.digest).toBe(found.digest);
  expect(panels([{ ...source, bits: found.runs[0].bits }]).digest).toBe(found.digest);
  expect(select({ usableThrough: 2, dropSeats: ["1"] }, toy).digest).not.toBe(found.digest);
});

it("gold and signals are never read", () => {
  const unreadable = (block: CohortSource["blocks"][number]) =>
    Object.defineProperties({ ...block }, { gold: { get: poison }, signals: { get: poison } });
  const poison = () => {
    throw new Error("a recipe looked at an outcome");
  };
  const source = part(toy);
  const found = cohort(cohortRecipe({ runs: ["toy"], usableThrough: 2, pairedAcrossRuns: true }), [
    { run: source.run, blocks: source.blocks.map(unreadable) },
  ]);
  expect(found.size).toBe(6);
});

it("an empty cohort is an answer", () => {
  expect(
    select({ usableThrough: 0 }, { seats: seatsNamed(1), debates: [debate({ rounds: rounds("-") })] }),
  ).toMatchObject({
    size: 0,
    attrition: [{ reason: "UNPARSED", count: 1 }],
  });
});

it("agrees with looking at one debate at a time, for any runs", () => {
  const hole = (run: AnyRun, index: number, through: number) => {
    let last: "NOT_ASKED" | "UNPARSED" | null = null;
    for (let round = 0; round <= through; round++) {
      const ballots = run.debates[index].rounds[round] ?? [];
      if (ballots.every((ballot) => typeof ballot === "symbol")) {
        if (!run.carryForward || round === 0) return "NOT_ASKED";
        continue;
      }
      for (const ballot of ballots) {
        last ??= typeof ballot === "symbol" ? "NOT_ASKED" : !ballot?.trim() ? "UNPARSED" : null;
      }
      if (last) return last;
    }
    return null;
  };
  fc.assert(
    fc.property(anyRuns, fc.boolean(), (runs, pairedAcrossRuns) => {
      const through = Math.min(...runs.map((run) => run.rounds)) - 1;
      const found = select({ usableThrough: through, pairedAcrossRuns }, ...runs);
      const usable = runs.map((run) => run.debates.filter((_, index) => hole(run, index, through) === null));
      runs.forEach((run, at) => {
        const expected = run.debates.filter((one, index) => {
          if (hole(run, index, through) !== null) return false;
          const inAll = usable.every((debates) =>
            debates.some(({ item, benchmark }) => item === one.item && benchmark === one.benchmark),
          );
          return inAll || !pairedAcrossRuns;
        });
        expect(found.runs[at].size).toBe(expected.length);
        expect(countBits(found.runs[at].bits)).toBe(expected.length);
        const kept = run.debates.filter((_, ordinal) => hasBit(found.runs[at].bits, ordinal));
        expect(kept).toEqual(expected);
        const out = found.runs[at].attrition.reduce((sum, { count }) => sum + count, 0);
        expect(out + found.runs[at].size).toBe(run.debates.length);
      });
    }),
  );
});
