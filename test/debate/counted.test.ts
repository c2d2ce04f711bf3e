import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { clusterSums } from "../../src/stats/clusterSums.js";
import { ratioIntervals } from "../../src/stats/ratioIntervals.js";
import { resampledTotals } from "../../src/stats/resampledTotals.js";
import { distinctSums } from "../../src/stats/distinctSums.js";
import { clustersOf, clusterUnits } from "../../src/debate/clustering.js";
import { coding } from "../../src/debate/coding.js";
import { counted, OUTSIDE } from "../../src/debate/counted.js";
import { expectedAccuracyReport } from "../../src/debate/expectedAccuracy.js";
import { groupsOf } from "../../src/debate/grouping.js";
import { intervalOptions } from "../../src/debate/intervalOptions.js";
import { ledgerReport } from "../../src/debate/ledger.js";
import { onsetReport } from "../../src/debate/onset.js";
import { cell, cells, transitions } from "../../src/debate/transition.js";
import { anyRuns } from "./arbitrary.js";
import { debate, panelsOfLetters, panelsOfRuns, rounds, seatsNamed } from "./fixtures.js";

const repeated = (texts: Record<string, number>) =>
  Object.entries(texts).flatMap(([text, times]) => Array<string>(times).fill(text));

it("86 collapses of 1,016 have the Wilson interval of the paper", () => {
  const panels = panelsOfLetters(repeated({ "A B": 86, "A A": 930, "B A": 20 }));
  const { conditionalCollapse } = ledgerReport(panels, coding(), null, intervalOptions({ method: "WILSON" })).total;
  const { low, high, method, status } = conditionalCollapse.interval()!;
  expect([100 * conditionalCollapse.value!, 100 * low!, 100 * high!].map((value) => value.toFixed(2))).toEqual([
    "8.46",
    "6.91",
    "10.34",
  ]);
  expect({ method, status }).toEqual({ method: "WILSON", status: "OK" });
});

it("an interval is computed when asked, is the same object afterwards, and the same numbers from the same seed", () => {
  const panels = panelsOfLetters(repeated({ "A B": 20, "A A": 60, "B A": 20, "B B": 20 }));
  const rate = (seed: string) =>
    ledgerReport(panels, coding(), "MODEL", intervalOptions({ method: "PERCENTILE", seed, resamples: 500 })).groups[0]
      .ledger.finalAccuracy;
  const one = rate("1");
  expect(one.interval()).toBe(one.interval());
  expect(one.interval()).toMatchObject({
    method: "PERCENTILE",
    resamples: 500,
    seed: "1",
    clusters: 120,
    status: "OK",
    level: 0.95,
  });
  expect(rate("1").interval()).toEqual(one.interval());
  expect(rate("2").interval()).not.toEqual(one.interval());
});

it("rates of one ledger share their draws: where final accuracy is 1 - initial, so are its limits", () => {
  const panels = panelsOfLetters(repeated({ "A B": 70, "B A": 50 }));
  const { initialAccuracy, finalAccuracy } = ledgerReport(
    panels,
    coding(),
    null,
    intervalOptions({ method: "PERCENTILE" }),
  ).total;
  expect(finalAccuracy.interval()!.low).toBeCloseTo(1 - initialAccuracy.interval()!.high!, 12);
  expect(finalAccuracy.interval()!.high).toBeCloseTo(1 - initialAccuracy.interval()!.low!, 12);
});

it("a formula draws nothing, and what stands beside it is drawn when asked", () => {
  const panels = panelsOfLetters(repeated({ "A B": 20, "A A": 60 }));
  const rate = ledgerReport(panels, coding(), null, intervalOptions({ resamples: 200 })).total.conditionalCollapse;
  expect(rate.interval()).toMatchObject({ method: "LOGIT_T", resamples: null, seed: null });
  expect(rate.beside().map(({ method, resamples }) => [method, resamples])).toEqual([
    ["PERCENTILE", 200],
    ["BCA", 200],
  ]);
});

it("one cluster is too few for an interval, and says so", () => {
  const panels = panelsOfLetters(["A B"]);
  expect(ledgerReport(panels, coding(), null, intervalOptions()).total.conditionalCollapse.interval()).toMatchObject({
    low: null,
    high: null,
    clusters: 1,
    status: "UNAVAILABLE",
  });
});

it("the cluster of an item, the item or the model can be what is resampled", () => {
  const debates = ["q1", "q2", "q3", "q4"].map((item, at) =>
    debate({ item, cluster: at < 2 ? "a" : "b", rounds: rounds("A A") }),
  );
  const panels = panelsOfRuns(
    { slug: "x", seats: seatsNamed(1, "x"), debates },
    { slug: "y", seats: seatsNamed(1, "y"), debates: debates.slice(0, 1) },
  );
  expect(clusterUnits.map((unit) => clustersOf(panels, unit).count)).toEqual([2, 4, 2]);
  const rates = counted(
    panels,
    { of: Uint16Array.of(0, 0, 0, OUTSIDE - 1, 0), columns: 1, shareDraws: true },
    null,
    intervalOptions({ cluster: "ITEM" }),
  );
  expect(rates.total.sums()).toEqual({ clusters: 4, columns: [Float64Array.of(2, 1, 1, 0)] });
});

it("intervals are those of cluster sums made row by row, for any runs, grouping and cluster", () => {
  fc.assert(
    fc.property(anyRuns, fc.constantFrom(...clusterUnits), (runs, cluster) => {
      const panels = panelsOfRuns(...runs);
      const options = intervalOptions({ method: "PERCENTILE", cluster, resamples: 50 });
      const report = ledgerReport(panels, coding(), "FAMILY", options);
      const states = transitions(panels, coding());
      const groups = groupsOf(panels, "FAMILY");
      report.groups.forEach(({ ledger }, group) => {
        const rows = [...states.keys()].filter((row) => groups.of[row] === group && cell(states[row]) !== null);
        const clusters = clustersOf(panels, cluster).of;
        const names = [...new Set(rows.map((row) => clusters[row]))];
        const sums = clusterSums(
          names.length,
          rows.map((row) => names.indexOf(clusters[row])),
          cells.map((name) => rows.map((row) => (cell(states[row]) === name ? 1 : 0))),
        );
        const { seed, resamples, level, method } = options;
        const totals = resampledTotals(distinctSums(sums), { seed, to: resamples });
        const slow = ratioIntervals(sums, [0, 1, 0, 0], [1, 1, 0, 0], { seed, level, method, totals });
        const rate = ledger.conditionalCollapse;
        expect(rate.interval()).toEqual(rate.value === null ? null : slow.interval);
        expect(rate.beside()).toEqual(rate.value === null ? [] : slow.beside);
      });
    }),
    { numRuns: 40 },
  );
});

it("onset shares and the signed difference of expected accuracy have intervals too", () => {
  const panels = panelsOfLetters(repeated({ "AA BB BB": 20, "AA AA BB": 15, "AB BA AA": 15, "BB AA BB": 30 }));
  const share = onsetReport(panels, coding(), null, intervalOptions({ resamples: 200 })).total.rounds[0].share;
  expect(share.interval()).toMatchObject({ status: "OK", method: "LOGIT_T", clusters: 35 });
  const { difference } = expectedAccuracyReport(panels, coding(), null, intervalOptions({ resamples: 200 })).total;
  const { low, high, method } = difference.interval()!;
  expect(difference.value).toBeLessThan(0);
  expect([low! < difference.value!, difference.value! < high!, method]).toEqual([true, true, "CR1_T"]);
});
