import { expect, it } from "@jest/globals";
import { coding } from "../../src/debate/coding.js";
import { evaluation } from "../../src/debate/evaluation.js";
import { evaluationCaveats } from "../../src/debate/evaluationCaveats.js";
import { fixedGates } from "../../src/debate/gate.js";
import { intervalOptions } from "../../src/debate/intervalOptions.js";
import { outcomes } from "../../src/debate/outcomes.js";
import { type Panels } from "../../src/debate/panels.js";
import { worth } from "../../src/seal/worth.js";
import { debate, panelsOfRuns, rounds, seat, seatsNamed } from "./fixtures.js";

const prices = { prevented: "1", lost: "1", rescue: null, breakage: null, abstention: null };
const caveatsOf = (panels: Panels, more: { uploaded?: boolean; postHoc?: boolean; signal?: string } = {}) => {
  const interval = intervalOptions({ resamples: 10 });
  const found = outcomes(panels, coding(), { gate: fixedGates.always, freezeTo: 0 });
  const evaluated = evaluation(panels, found, worth(prices), interval);
  const caveats = evaluationCaveats(evaluated, {
    panels,
    coding: coding(),
    interval,
    uploaded: false,
    postHoc: false,
    signal: null,
    ...more,
  });
  return caveats.map(({ code }) => code);
};

const many = (count: number, text: string, seats = seatsNamed(1)) =>
  Array.from({ length: count }, (_, at) => debate({ item: `${text}${at}`, rounds: rounds(text), seats }));

it("a replay is always offline; with enough clusters and events on one model's panels it is also homogeneous, and that is all", () => {
  const debates = [...many(20, "A B"), ...many(20, "B A")];
  expect(caveatsOf(panelsOfRuns({ seats: seatsNamed(1), debates }))).toEqual([
    "OFFLINE_REPLAY",
    "HOMOGENEOUS_STATIC_ONLY",
  ]);
});

it("uploaded decisions and late weights are said", () => {
  const panels = panelsOfRuns({ seats: seatsNamed(1), debates: [...many(20, "A B"), ...many(20, "B A")] });
  expect(caveatsOf(panels, { uploaded: true, postHoc: true })).toEqual(
    expect.arrayContaining(["UNVERIFIED_DECISIONS", "POST_HOC"]),
  );
});

it("an outside ballot that errs is fallible, one that never did is not, and a debate without gold does not tell", () => {
  const told = (gold: string | null, label: string) =>
    caveatsOf(
      panelsOfRuns({
        seats: seatsNamed(1),
        debates: [debate({ rounds: rounds("A B"), gold, signals: [["s", label]] }), ...many(40, "A B")],
      }),
      { signal: "s" },
    ).includes("SIGNAL_FALLIBLE");
  expect([told("A", "B"), told("A", "A"), told(null, "B")]).toEqual([true, false, false]);
});

it("few clusters, rare effects and mixed panels show in the data", () => {
  const seats = [seat("1", "left"), seat("2", "right")];
  const debates = [...many(3, "AA BB", seats), ...many(20, "BB AA", seats)];
  expect(caveatsOf(panelsOfRuns({ seats, debates }))).toEqual(["OFFLINE_REPLAY", "RARE_EVENTS", "FEW_CLUSTERS"]);
});
