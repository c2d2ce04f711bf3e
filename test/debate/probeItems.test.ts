// Aim: what probes say of one item, and the pool of those that flip most. Method: by hand; the pool against sorting by hand.
import { expect, it } from "@jest/globals";
import { type Probe } from "../../src/debate/probe.js";
import { probeCoding } from "../../src/debate/probeCoding.js";
import { highFlipPool, probeFeatures, probeItems } from "../../src/debate/probeItems.js";
import { probe, tableOf } from "./probes.js";

const itemsOf = (probes: readonly Probe[], coding = {}) => probeItems(tableOf(probes), probeCoding(coding));

it("alpha(M, q) is the mean of the probes' own rates; disagreement is among pairs of initial answers that were read", () => {
  const [item, other] = itemsOf([
    probe("A", "BAAAAAAA", { seat: "1" }),
    probe("a", "ABABABAB", { seat: "2" }),
    probe("B", "BBBBBBBB", { seat: "3" }),
    probe("-", "", { seat: "4" }),
    probe("C", "CCCC....", { item: "q2", model: "n" }),
  ]);
  expect(item).toMatchObject({
    model: "m",
    item: "q1",
    probes: 3,
    alpha: { count: 1 / 8 + 4 / 8, of: 3 },
    solo: { count: 1, of: 12 },
    social: { count: 4, of: 12 },
    disagreement: { count: 2, of: 3 },
    answers: 2,
  });
  // Social less solo 1/4; strong and weak halves: 2 of 12 and 3 of 12.
  expect(item.socialArgument).toBeCloseTo(0.25 / (0.25 + 1 / 12 + 0.000001), 12);
  expect(other).toMatchObject({
    model: "n",
    alpha: { count: 0, of: 1 },
    socialArgument: null,
    disagreement: { value: null },
  });
});

it("as features of a gate they go by benchmark and item, and are null where there is nothing", () => {
  const features = probeFeatures(itemsOf([probe("A", "BAAAAAAA"), probe("-", "", { item: "q2" })]));
  expect(features.get("b\u0000q1")).toMatchObject({ probeMeanFlipRate: 0.125, probeSoloFlipRate: 0.25 });
  expect(features.get("b\u0000q2")).toEqual({
    probeMeanFlipRate: null,
    probeSoloFlipRate: null,
    probeSocialArgument: null,
    probeInitialDisagreement: null,
  });
});

it("the high-FR pool takes the highest solo flip rates, ties by key, whatever the gold is", () => {
  const flips = ["AAAAAAAA", "BABABABA", "BAAAAAAA", "BAAAAAAA", "ABABABAB"];
  const probes = flips.map((replies, index) => probe("A", replies, { item: `q${index}`, gold: "AB"[index % 2] }));
  const pool = (size: number, given: readonly Probe[] = probes) =>
    highFlipPool(itemsOf(given), size).map(({ item }) => item);
  expect(pool(2)).toEqual(["q1", "q2"]);
  expect(pool(4)).toEqual(["q1", "q2", "q3", "q0"]);
  expect(pool(9)).toHaveLength(5);
  expect(
    pool(
      3,
      probes.map((each) => ({ ...each, gold: null })),
    ),
  ).toEqual(pool(3));
});
