import { expect, it } from "@jest/globals";
import { readFileSync } from "node:fs";
import { percentileLimits } from "../../src/stats/bootstrapLimits.js";
import { quantile } from "../../src/stats/quantile.js";
import { noisySpearman, spearmanReplicates, spearmanRho } from "../../src/stats/spearmanReplicates.js";

interface Headline {
  readonly model: string;
  readonly family: string;
  readonly alpha: number;
  readonly replies: number;
  readonly collapses: number;
  readonly initialRight: number;
}
const { rows } = JSON.parse(readFileSync(new URL("../published/headline_rows.json", import.meta.url), "utf8")) as {
  rows: Headline[];
};
const alpha = rows.map((row) => row.alpha);
const collapse = rows.map(({ collapses, initialRight }) => collapses / initialRight);
const families = [...new Set(rows.map(({ family }) => family))];
const familyOf = rows.map(({ family }) => families.indexOf(family));

it("rho is that of ranks, and null where there is none", () => {
  expect(spearmanRho([1, 2, 3], [2, 4, 9])).toBe(1);
  expect(spearmanRho([1, 2, 3], [3, 2, 1])).toBe(-1);
  expect(spearmanRho([1, 2], [1, 2])).toBeNull();
  expect(spearmanRho([1, 1, 1], [1, 2, 3])).toBeNull();
  expect(spearmanRho(alpha, collapse)).toBeCloseTo(0.8294834502328513, 12);
});

it("resampling families gives the published interval of the fourteen rows, to its own noise", () => {
  const replicates = spearmanReplicates(alpha, collapse, familyOf, families.length, { seed: "1", to: 10_000 });
  expect(replicates.undefinedReplicates + replicates.ascending.length).toBe(10_000);
  const [low, high] = (percentileLimits(replicates, 0.95) as { limits: readonly [number, number] }).limits;
  // Published: 0.386 to 0.919 of 10,000 resamples of another generator.
  expect(Math.abs(low - 0.3859649122807018)).toBeLessThan(0.06);
  expect(Math.abs(high - 0.9189189189189189)).toBeLessThan(0.01);
});

it("one cluster a row is the plain bootstrap, and a single cluster gives the same rows again and again", () => {
  const single = spearmanReplicates([1, 2, 3, 4], [1, 3, 2, 4], [0, 0, 0, 0], 1, { seed: "1", to: 20 });
  expect(new Set(single.ascending)).toEqual(new Set([0.8]));
  // Every replicate of three rows that takes one of them alone has no value: 3 of 27 in all.
  const plain = spearmanReplicates([1, 2, 3], [1, 2, 3], [0, 1, 2], 3, { seed: "1", to: 9000 });
  expect(Math.abs(plain.undefinedReplicates / 9000 - 3 / 27)).toBeLessThan(0.01);
});

it("errors in both variables widen the fourteen rows as published", () => {
  const replicates = noisySpearman(
    rows.map(({ alpha: rate, replies }) => ({ count: rate * replies, of: replies })),
    rows.map(({ collapses, initialRight }) => ({ count: collapses, of: initialRight })),
    { seed: "20260427", to: 5000 },
  );
  const { ascending } = replicates;
  const mean = ascending.reduce((sum, rho) => sum + rho, 0) / ascending.length;
  // Published of 20,000 draws: median 0.8022, mean 0.7991, 0.7099 to 0.8725.
  expect(Math.abs(quantile(ascending, 0.5) - 0.8021978021978022)).toBeLessThan(0.005);
  expect(Math.abs(mean - 0.7990927472527474)).toBeLessThan(0.003);
  expect(Math.abs(quantile(ascending, 0.025) - 0.7098901098901099)).toBeLessThan(0.02);
  expect(Math.abs(quantile(ascending, 0.975) - 0.8725274725274725)).toBeLessThan(0.01);
});
