// Aim: social and argument sensitivity under each of the definitions in use. Method: by hand, and against the rows' own definition.
import { expect, it } from "@jest/globals";
import { intervalOptions } from "../../src/debate/intervalOptions.js";
import { type Probe } from "../../src/debate/probe.js";
import { probeCoding } from "../../src/debate/probeCoding.js";
import { sensitivity } from "../../src/debate/sensitivity.js";
import { probe, tableOf } from "./probes.js";

const interval = intervalOptions({ resamples: 50 });
const of = (probes: readonly Probe[], coding = {}) => {
  const { variants, ...rest } = sensitivity(tableOf(probes), probeCoding(coding), null, interval).total;
  return { ...rest, ...Object.fromEntries(variants.map((variant) => [variant.definition, variant])) } as typeof rest &
    Record<"PAPER" | "ROW" | "LOG_RATIO" | "CHANNELS", (typeof variants)[number]>;
};

// Places: weak, moderate, strong, very strong, each solo and then social.
const social = probe("A", "ABABABAB", { item: "q1" });
const argument = probe("A", "AAAABBBB", { item: "q2", condition: "anti_social" });

it("the paper's: social less solo, the strong half less the weak half, and s / (|s| + |a| + 0.000001)", () => {
  const { PAPER, probesOfBothChannels, probesOfBothEnds } = of([social, argument]);
  // Social 6 of 8, solo 2 of 8; strong 6 of 8, weak 2 of 8.
  expect([PAPER.social, PAPER.argument]).toEqual([0.5, 0.5]);
  expect(PAPER.ratio).toBe(0.5 / (1 + 0.000001));
  expect([probesOfBothChannels, probesOfBothEnds]).toEqual([2, 2]);
  expect(PAPER.socialInterval()).toMatchObject({ clusters: 2 });
});

it("the rows': means of each probe's own, very strong less weak, and s / a only where a is above 0", () => {
  const { ROW } = of([social, argument]);
  expect([ROW.social, ROW.argument, ROW.ratio]).toEqual([0.5, 0.5, 1]);
  expect(of([social]).ROW).toMatchObject({ social: 1, argument: 0, ratio: null });
});

it("the log ratio's: the same under the default prompt with an epsilon of 0.001", () => {
  const { LOG_RATIO } = of([social, argument]);
  expect([LOG_RATIO.social, LOG_RATIO.argument]).toEqual([1, 0]);
  expect(LOG_RATIO.ratio).toBe(1 / 1.001);
  expect(LOG_RATIO.logRatio).toBe(Math.log(1.001 / 0.001));
});

it("the channels': (social - solo) / (social + solo), null where nobody flipped", () => {
  expect(of([social, argument]).CHANNELS).toMatchObject({ social: 0.5, argument: null, ratio: 0.5 });
  expect(of([probe("A", "AAAAAAAA")]).CHANNELS.ratio).toBeNull();
});

it("an unparsed reply is no revision, or what the coding says", () => {
  const unparsed = probe("A", "A-AAAAAA");
  expect(of([unparsed]).PAPER.social).toBe(0);
  expect(of([unparsed], { unparsed: "REVISION" }).PAPER.social).toBe(0.25);
  expect(of([probe("A", "AB-BAABB")], { unparsed: "DROP" }).PAPER.social).toBe(3 / 4 - 1 / 3);
});

it("without replies in both channels, or when only counts are kept, there is none", () => {
  const { PAPER, ROW, CHANNELS } = of([probe("A", "", { counted: { revised: 1, of: 8 } }), probe("-", "")]);
  for (const variant of [PAPER, ROW, CHANNELS]) expect(variant).toMatchObject({ social: null, ratio: null });
  expect(PAPER.socialInterval()).toBeNull();
});
