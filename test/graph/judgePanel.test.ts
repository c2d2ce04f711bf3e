// Aim: the published figures of "Unanimity Without Persuasion" that its margins determine, through the API, on a synthetic panel that has its
// counts (examples/judges). Intervals come near the printed ones; the paper does not say how it drew them.
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { ask } from "../../src/graph/ask.js";
import { createServices, type Services } from "../../src/graph/context.js";
import { judgeLines, judgeRun } from "../golden/judgePanel.js";
import { openMemoryStore } from "../store/openMemoryStore.js";
import { importLines } from "./exampleServices.js";
import { testKey } from "./testKey.js";

let services: Services;
beforeAll(async () => {
  const store = await openMemoryStore();
  services = createServices(store, testKey);
  await importLines(store, judgeRun, judgeLines());
  await importLines(store, { ...judgeRun, slug: "matched-303" }, judgeLines(303));
}, 60_000);
afterAll(() => services.store.close());

interface Counts {
  readonly count: number;
  readonly of: number;
  readonly value: number | null;
}
const of = ({ count, of: all }: Counts) => `${count}/${all}`;
const margins = (rows: readonly { count: number }[]) => rows.map(({ count }) => count);
const percent = ({ value }: Counts) => Math.round(value! * 1000) / 10;

async function judges<T>(
  selection: string,
  { last = null, without = null }: { last?: number | null; without?: readonly string[] | null } = {},
  run = "judges",
): Promise<T> {
  const written = selection.replaceAll("$last", String(last)).replaceAll("$without", JSON.stringify(without));
  return (await ask<{ run: T }>(services, `{ run(slug: "${run}") { ${written} } }`)).run;
}
const RATE = "{ count of value }";
const SIDE = `{ debates margins { count } pivotal ${RATE} unanimous ${RATE} }`;
const interval = "interval: { method: PERCENTILE, resamples: 2000 }";

it("unanimity rises 39.5, 95.2, 98.6, 99.3 % on the 291, pivotal panels fall 10, 2, 0, 0, and round 1 does 93.1 % of it", async () => {
  const { trajectory } = await judges<{
    trajectory: {
      total: {
        batch: number;
        debates: number;
        rounds: { margins: Counts[]; unanimity: Counts; pivotal: Counts }[];
        steps: { became: number; ceased: number; share: Counts & { interval: { low: number; high: number } } }[];
        jump: Counts;
        naive: { survivors: Counts; naive: number; inflation: number; inflationOverFixed: number }[];
        flips: { steps: { all: { flips: Counts }; seats: { flips: Counts }[] }[] };
      };
    };
  }>(`trajectory(coding: { endpoint: $last }, ${interval}) { total {
    batch debates rounds { margins { seats margin count } unanimity ${RATE} pivotal ${RATE} }
    steps { became ceased share { count of value interval { low high } } } jump ${RATE}
    naive { survivors ${RATE} naive inflation inflationOverFixed }
    flips { steps { all { flips ${RATE} } seats { flips ${RATE} } } } } }`);
  const { total } = trajectory;
  expect([total.batch, total.debates]).toEqual([600, 291]);
  expect(total.rounds.map(({ unanimity }) => of(unanimity))).toEqual(["115/291", "277/291", "287/291", "289/291"]);
  expect(total.rounds.map(({ unanimity }) => percent(unanimity))).toEqual([39.5, 95.2, 98.6, 99.3]);
  expect(total.rounds.map(({ pivotal }) => pivotal.count)).toEqual([10, 2, 0, 0]);
  expect(total.rounds.map((round) => margins(round.margins))).toEqual([
    [10, 47, 119, 115],
    [2, 1, 11, 277],
    [0, 0, 4, 287],
    [0, 0, 2, 289],
  ]);
  expect(of(total.jump)).toBe("174/291");
  const [first] = total.steps;
  expect([of(first.share), percent(first.share)]).toEqual(["162/174", 93.1]);
  // Printed 88.9 to 96.8; an independent count with 20,000 resamples has 89.0 to 96.6.
  expect(Math.abs(first.share.interval.low - 0.89)).toBeLessThan(0.008);
  expect(Math.abs(first.share.interval.high - 0.966)).toBeLessThan(0.008);
  // Naive against paired: 68.81 points, 13.70 too many on the 323 themselves, 13.14 on the 291.
  expect(of(total.naive[0].survivors)).toBe("303/323");
  expect(total.naive[0].naive).toBeCloseTo(0.6880804953560371, 12);
  expect(total.naive[0].inflation).toBeCloseTo(0.13699690402476772, 12);
  expect(total.naive[0].inflationOverFixed).toBeCloseTo(0.13137946442820203, 12);
  // Flips 240, 15, 2 of 2,037.
  expect(total.flips.steps.map(({ all }) => of(all.flips))).toEqual(["240/2037", "15/2037", "2/2037"]);
  expect(total.flips.steps.map(({ seats }) => seats.map(({ flips }) => flips.count))).toEqual([
    [66, 20, 26, 42, 3, 5, 78],
    [1, 3, 4, 2, 2, 1, 2],
    [0, 0, 0, 1, 0, 1, 0],
  ]);
});

it.each([
  ["1", 292, [142, 280, 289, 291], [4, 2, 0, 0], [175, 14, 2]],
  ["2", 291, [126, 278, 287, 289], [6, 1, 0, 0], [220, 12, 2]],
  ["3", 291, [128, 280, 287, 289], [6, 1, 0, 0], [214, 11, 2]],
  ["4", 291, [135, 279, 289, 290], [2, 0, 0, 0], [198, 13, 1]],
  ["5", 291, [116, 277, 287, 289], [8, 1, 0, 0], [237, 13, 2]],
  ["6", 291, [116, 278, 288, 289], [8, 1, 0, 0], [235, 14, 1]],
  ["7", 298, [165, 284, 294, 296], [6, 2, 0, 0], [168, 15, 2]],
])("without seat %s the cohort is %i items, built anew", async (seat, debates, unanimous, tied, flips) => {
  const { trajectory } = await judges<{
    trajectory: {
      total: {
        debates: number;
        rounds: { unanimity: Counts; tied: number }[];
        flips: { steps: { all: { flips: Counts } }[] };
      };
    };
  }>(
    `trajectory(without: $without) { total { debates rounds { unanimity ${RATE} tied } flips { steps { all { flips ${RATE} } } } } }`,
    { without: [seat] },
  );
  const { total } = trajectory;
  expect(total.debates).toBe(debates);
  expect(total.rounds.map(({ unanimity }) => unanimity.count)).toEqual(unanimous);
  expect(total.rounds.map((round) => round.tied)).toEqual(tied);
  expect(total.flips.steps.map(({ all }) => of(all.flips))).toEqual(flips.map((count) => `${count}/${6 * debates}`));
});

it("260 of 270 flips go toward what the seat was shown, 6 more were shown a tie", async () => {
  const { flips } = await judges<{
    flips: {
      debates: number;
      total: {
        all: {
          flips: Counts;
          toward: Counts & { interval: { low: number; high: number } };
          away: number;
          left: number;
          shownTie: number;
          nothingShown: number;
        };
        bySeat: { model: string; toward: Counts; away: number; shownTie: number }[];
      };
    };
  }>(
    `flips(coding: { endpoint: $last }, ${interval}) { debates total {
      all { flips ${RATE} toward { count of value interval { low high } } away left shownTie nothingShown }
      bySeat { model toward ${RATE} away shownTie } } }`,
    { last: 1 },
  );
  const { all, bySeat } = flips.total;
  expect(flips.debates).toBe(323);
  expect([of(all.flips), of(all.toward), percent(all.toward)]).toEqual(["276/2261", "260/270", 96.3]);
  expect(all).toMatchObject({ away: 10, left: 10, shownTie: 6, nothingShown: 0 });
  // Printed 94.0 to 98.4; the independent count has 93.9 to 98.4.
  expect(Math.abs(all.toward.interval.low - 0.939)).toBeLessThan(0.008);
  expect(Math.abs(all.toward.interval.high - 0.984)).toBeLessThan(0.008);
  expect(bySeat.map(({ toward, away, shownTie }) => [toward.count, away, shownTie])).toEqual([
    [73, 3, 2],
    [23, 1, 0],
    [30, 1, 0],
    [44, 2, 0],
    [4, 0, 0],
    [6, 0, 1],
    [80, 3, 3],
  ]);
});

it("the lost items were the contested ones: chi-squares 151.9, 135.9, 134.7, and one seat is involved in 256 of 277", async () => {
  const { attritionTable, attritionAccuracy } = await judges<{
    attritionTable: {
      total: {
        tables: {
          retained: { debates: number; margins: Counts[]; pivotal: Counts; unanimous: Counts };
          dropped: { debates: number; margins: Counts[]; pivotal: Counts; unanimous: Counts };
          unclassed: number;
          chiSquared: { statistic: number; df: number; p: number; smallExpected: boolean };
          permutation: { p: number; method: string };
        }[];
        failures: { debates: number; seats: { unparsed: number; sole: number }[] }[];
        withoutOne: { usable: number }[];
        caveats: { code: string; about: string[] }[];
      };
    };
    attritionAccuracy: { total: { rounds: { retained: Counts; dropped: Counts }[]; caveats: { code: string }[] } };
  }>(`attritionTable(interval: { resamples: 200 }) { total {
      tables { retained ${SIDE} dropped ${SIDE} unclassed chiSquared { statistic df p smallExpected } permutation { p method } }
      failures { debates seats { unparsed sole } } withoutOne { usable } caveats { code about } } }
    attritionAccuracy { total { rounds { retained ${RATE} dropped ${RATE} } caveats { code } } }`);
  const { tables, failures, withoutOne, caveats } = attritionTable.total;
  expect(tables.map(({ retained, dropped }) => [margins(retained.margins), margins(dropped.margins)])).toEqual([
    [
      [12, 55, 131, 125],
      [86, 98, 68, 25],
    ],
    [
      [11, 50, 121, 118],
      [87, 103, 78, 32],
    ],
    [
      [10, 47, 119, 115],
      [88, 106, 80, 35],
    ],
  ]);
  const statistics = [151.94031335615344, 135.89637658748592, 134.72440134827144];
  tables.forEach(({ chiSquared, permutation }, at) => {
    expect(chiSquared.statistic).toBeCloseTo(statistics[at], 10);
    expect(chiSquared).toMatchObject({ df: 3, smallExpected: false });
    expect(permutation.p).toBeLessThan(0.01);
  });
  expect(tables[0].chiSquared.p).toBeCloseTo(1.0050492909908502e-32, 40);
  expect([of(tables[0].retained.unanimous), of(tables[0].dropped.unanimous)]).toEqual(["125/323", "25/277"]);
  expect([of(tables[0].retained.pivotal), of(tables[0].dropped.pivotal)]).toEqual(["12/323", "86/277"]);
  expect(failures.map(({ debates }) => debates)).toEqual([0, 277, 23, 9]);
  expect(failures[1].seats.map(({ unparsed }) => unparsed)).toEqual([31, 9, 12, 21, 3, 3, 256]);
  expect(failures[1].seats.map(({ sole }) => sole)).toEqual([8, 4, 1, 6, 1, 1, 198]);
  expect(withoutOne.map(({ usable }) => usable)).toEqual([292, 291, 291, 291, 291, 291, 298]);
  expect(caveats).toEqual([{ code: "ONE_SEAT_DOMINATES", about: ["7"] }]);
  const { rounds, caveats: easier } = attritionAccuracy.total;
  expect(rounds.map(({ retained, dropped }) => [of(retained), of(dropped)])).toEqual([
    ["297/323", "196/277"],
    ["275/300", "218/300"],
    ["267/291", "226/309"],
  ]);
  expect(easier.map(({ code }) => code)).toEqual(["SURVIVORS_EASIER"]);
});

interface Visibility {
  readonly debates: number;
  readonly rounds: {
    accuracy: Counts;
    wrong: number;
    wrongSplit: number;
    wrongUnanimous: number;
    visibility: Counts;
    byMargin: { margin: number; accuracy: Counts }[];
    auc: { value: number };
    outvoted: Counts;
    selective: { area: number };
    effectiveVotes: { effective: number }[];
  }[];
  readonly changes: {
    stayedRight: number;
    corrected: number;
    broken: number;
    stayedWrong: number;
    pExact: number;
    silenced: { margin: number; count: number }[];
    moves: { from: number; to: number; count: number; corrected: number; broken: number }[];
  }[];
  readonly lastErrors: { first: number; last: number; difference: number };
  readonly parseFlags: { target: string; sensitivity: Counts; precision: Counts; baseRate: Counts }[];
}
const visibility = async (last: number | null) =>
  (
    await judges<{ errorVisibility: { total: Visibility } }>(
      `errorVisibility(coding: { endpoint: $last }, interval: { method: WILSON }) { total { debates
        rounds { accuracy ${RATE} wrong wrongSplit wrongUnanimous visibility ${RATE} byMargin { margin accuracy ${RATE} } auc { value } outvoted ${RATE} selective { area } effectiveVotes { effective } }
        changes { stayedRight corrected broken stayedWrong pExact silenced { margin count } moves { from to count corrected broken } }
        lastErrors { first last difference } parseFlags { target sensitivity ${RATE} precision ${RATE} baseRate ${RATE} } } }`,
      { last },
    )
  ).errorVisibility.total;

it("24 errors of which 16 were split become 22 of which none is, while accuracy moves from 267 to 269 of 291", async () => {
  const { rounds, changes, lastErrors, parseFlags } = await visibility(null);
  expect(rounds.map(({ accuracy }) => of(accuracy))).toEqual(["267/291", "269/291", "269/291", "269/291"]);
  expect(rounds.map(({ wrong, wrongSplit, wrongUnanimous }) => [wrong, wrongSplit, wrongUnanimous])).toEqual([
    [24, 16, 8],
    [22, 2, 20],
    [22, 1, 21],
    [22, 0, 22],
  ]);
  expect(rounds[0].visibility.value).toBeCloseTo(2 / 3, 12);
  expect(rounds[3].visibility).toMatchObject({ count: 0, of: 22 });
  for (const { stayedRight, corrected, broken, stayedWrong, pExact } of changes)
    expect({ stayedRight, corrected, broken, stayedWrong, pExact }).toEqual({
      stayedRight: 267,
      corrected: 2,
      broken: 0,
      stayedWrong: 22,
      pExact: 0.5,
    });
  // Counted by a script in exact fractions: what margins tell of errors shrinks to less than nothing (two splits are left, both right).
  const near = (values: readonly number[], want: readonly number[]) =>
    values.forEach((value, at) => expect(value).toBeCloseTo(want[at], 12));
  near(
    rounds.map(({ auc }) => auc.value),
    [0.5969101123595506, 0.5226427847245692, 0.5171510645488341, 0.4962825278810409],
  );
  near(
    rounds.map(({ selective }) => selective.area),
    [0.06818565710455442, 0.07232724605345194, 0.07319168577477832, 0.07612186750356001],
  );
  near(
    rounds.map(({ effectiveVotes }) => effectiveVotes[0].effective),
    [2.6627532699499525, 1.1011263398838778, 1.0242483906553301, 1.0120092155726645],
  );
  expect(rounds.map(({ outvoted }) => of(outvoted))).toEqual(["16/24", "2/22", "1/22", "0/22"]);
  near([lastErrors.first, lastErrors.last], [0.557451841838459, 0.4962825278810409]);
  expect(lastErrors.difference).toBeCloseTo(lastErrors.first - lastErrors.last, 12);
  expect(parseFlags.map(({ sensitivity, precision }) => [of(sensitivity), of(precision)])).toEqual([
    ["88/98", "88/309"],
    ["274/450", "274/309"],
    ["83/107", "83/309"],
  ]);
});

it("of the twelve pivotal of the 323, ten reach margin 5 or more in one round, two are corrected, none is broken", async () => {
  const { debates, changes } = await visibility(1);
  expect(debates).toBe(323);
  const moves = changes[0].moves;
  expect(moves.map(({ from, to, count }) => [from, to, count])).toEqual([
    [1, 1, 1],
    [1, 3, 1],
    [1, 5, 2],
    [1, 7, 8],
    [3, 1, 1],
    [3, 5, 4],
    [3, 7, 50],
    [5, 5, 7],
    [5, 7, 124],
    [7, 5, 4],
    [7, 7, 121],
  ]);
  const pivotal = moves.filter(({ from }) => from === 1);
  const sum = (rows: readonly number[]) => rows.reduce((all, each) => all + each, 0);
  expect(sum(pivotal.filter(({ to }) => to >= 5).map(({ count }) => count))).toBe(10);
  expect([sum(pivotal.map(({ corrected }) => corrected)), sum(pivotal.map(({ broken }) => broken))]).toEqual([2, 0]);
  // Contested to unanimously wrong: two at margin 1, seven up to margin 3, fourteen up to 5.
  expect(changes[0].silenced.map(({ margin, count }) => [margin, count])).toEqual([
    [1, 2],
    [3, 5],
    [5, 7],
  ]);
});

it("before debate a small margin points at errors: 64 of 98 pivotal and 429 of 502 other majorities are right", async () => {
  const { debates, rounds, parseFlags } = await visibility(0);
  expect([debates, rounds.length]).toEqual([600, 1]);
  const [pivotal, ...others] = rounds[0].byMargin;
  expect(of(pivotal.accuracy)).toBe("64/98");
  expect(others.reduce((all, { accuracy }) => all + accuracy.count, 0)).toBe(429);
  expect(rounds[0]).toMatchObject({ wrong: 107, wrongSplit: 95, wrongUnanimous: 12 });
  expect(parseFlags.map(({ baseRate }) => of(baseRate))).toEqual(["98/600", "450/600", "107/600"]);
});

it("seats that flip most are the same under two conditions that are one, with rank correlation 1", async () => {
  const { susceptibility } = await judges<{
    susceptibility: {
      debates: number;
      seats: { here: Counts; there: Counts }[];
      rho: number;
      p: number;
      interval: { low: number; high: number };
    };
  }>(
    `susceptibility(run: "judges", coding: { endpoint: $last }, interval: { resamples: 200 }) {
      debates seats { here ${RATE} there ${RATE} } rho p interval { low high } }`,
    { last: 1 },
    "matched-303",
  );
  expect(susceptibility.debates).toBe(303);
  // Table 3, real: GPT-4o-mini 73, Claude 22, DeepSeek 28, Qwen 42, GLM 2, Kimi 7, Doubao 79 of 303.
  expect(susceptibility.seats.map(({ here }) => of(here))).toEqual(
    [73, 22, 28, 42, 2, 7, 79].map((flips) => `${flips}/303`),
  );
  expect(susceptibility).toMatchObject({ rho: 1, interval: { low: 1, high: 1 } });
  expect(susceptibility.p).toBeCloseTo(2 / 5040, 10);
});

it("a seat's name that no panel has is refused, and so is a round that the run does not have", async () => {
  await expect(judges("trajectory(without: $without) { total { debates } }", { without: ["8"] })).rejects.toThrow(
    "without: seats were expected to be among 1, 2, 3, 4, 5, 6, 7, got 8",
  );
  await expect(judges("trajectory(coding: { endpoint: $last }) { total { debates } }", { last: 4 })).rejects.toThrow(
    "endpoint: run judges has rounds 0 to 3, round 4 was asked for",
  );
});
