import { binomialDraw } from "../../src/stats/binomialDraw.js";
import { chiSquareUpper } from "../../src/stats/gamma.js";
import { integerBelow } from "../../src/stats/integerBelow.js";
import { logGamma } from "../../src/stats/logGamma.js";
import { multinomialDraw } from "../../src/stats/multinomialDraw.js";
import { permutation } from "../../src/stats/permutation.js";
import { Philox } from "../../src/stats/philox.js";
import { describe, expect, it } from "@jest/globals";

// Every draw is compared with its exact distribution by Pearson's chi-squared over the values with at least 10 expected draws (the rest
// pooled), at fixed seeds; a p value below 1e-4 would fail. Twenty tests: a sound generator fails one seed in five hundred.

const DRAWS = 40_000;

function fit(draw: () => number, probability: (value: number) => number, top: number): number {
  const seen = new Float64Array(top + 1);
  for (let i = 0; i < DRAWS; i++) seen[draw()]++;
  let statistic = 0;
  let cells = 0;
  let pooledSeen = 0;
  let pooledExpected = 0;
  for (let value = 0; value <= top; value++) {
    const expected = DRAWS * probability(value);
    if (expected < 10) {
      pooledSeen += seen[value];
      pooledExpected += expected;
      continue;
    }
    statistic += ((seen[value] - expected) * (seen[value] - expected)) / expected;
    cells++;
  }
  if (pooledExpected > 1) {
    statistic += ((pooledSeen - pooledExpected) * (pooledSeen - pooledExpected)) / pooledExpected;
    cells++;
  } else {
    expect(pooledSeen).toBeLessThan(12);
  }
  return chiSquareUpper(statistic, cells - 1);
}

const binomialProbability = (n: number, p: number) => (k: number) =>
  Math.exp(
    logGamma(n + 1) -
      logGamma(k + 1) -
      logGamma(n - k + 1) +
      k * Math.log(p) +
      (n === k ? 0 : (n - k) * Math.log(1 - p)),
  );

it.each([
  [1, 0.3],
  [5, 0.5],
  [12, 0.9],
  [40, 0.24],
  [40, 0.26],
  [100, 0.0999],
  [100, 0.1],
  [60, 0.5],
  [1000, 0.73],
  [200_000, 0.00002],
  [200_000, 0.3],
  [200_000, 0.9997],
])("binomial draws with n = %i and p = %d follow the exact probabilities", (n, p) => {
  const random = new Philox("20260101", 9);
  expect(fit(() => binomialDraw(n, p, random), binomialProbability(n, p), n)).toBeGreaterThan(1e-4);
});

describe("binomial draws at the edges", () => {
  const random = new Philox("1", 0);
  it.each([
    [0, 0.5, 0],
    [10, 0, 0],
    [10, 1, 10],
    [1e9, 1, 1e9],
  ])("n = %i, p = %d always gives %i", (n, p, k) => expect(binomialDraw(n, p, random)).toBe(k));

  it("refuse what is not a binomial", () => {
    expect(() => binomialDraw(2.5, 0.5, random)).toThrow("n >= 0");
    expect(() => binomialDraw(2, 1.5, random)).toThrow("n >= 0");
    expect(() => binomialDraw(2, NaN, random)).toThrow("n >= 0");
  });
});

it.each([1, 2, 3, 10, 37])("integers below %i are equally likely", (n) => {
  const random = new Philox("5", 1);
  expect(
    n === 1
      ? 1
      : fit(
          () => integerBelow(n, random),
          () => 1 / n,
          n - 1,
        ),
  ).toBeGreaterThan(1e-4);
});

it("integers below a large number reject the uneven words: with n = 3 * 2^30 a quarter of them", () => {
  const random = new Philox("5", 1);
  const n = 3 * 1073741824;
  expect(
    fit(
      () => Math.floor(integerBelow(n, random) / 1073741824),
      () => 1 / 3,
      2,
    ),
  ).toBeGreaterThan(1e-4);
  expect(() => integerBelow(0, random)).toThrow("1 <= n");
  expect(() => integerBelow(4294967296, random)).toThrow("1 <= n");
});

it("all 24 permutations of four are equally likely", () => {
  const random = new Philox("11", 2);
  const seen = new Map<string, number>();
  for (let i = 0; i < DRAWS; i++) {
    const key = permutation(4, random).join("");
    seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  const expected = DRAWS / 24;
  const statistic = [...seen.values()].reduce((sum, n) => sum + ((n - expected) * (n - expected)) / expected, 0);
  expect(seen.size).toBe(24);
  expect(chiSquareUpper(statistic, 23)).toBeGreaterThan(1e-4);
});

it("multinomial draws add up to n, skip categories of weight zero, and follow the exact joint probabilities", () => {
  const random = new Philox("3", 4);
  const weights = [2, 0, 5, 1];
  const [p0, , p2, p3] = weights.map((w) => w / 8);
  const code = (): number => {
    const [a, none, b, c] = multinomialDraw(4, weights, random);
    return none === 0 && a + b + c === 4 ? a * 5 + b : NaN;
  };
  const probability = (value: number): number => {
    const a = Math.floor(value / 5);
    const b = value % 5;
    const c = 4 - a - b;
    if (c < 0) return 0;
    const ways = Math.exp(logGamma(5) - logGamma(a + 1) - logGamma(b + 1) - logGamma(c + 1));
    return ways * Math.exp(a * Math.log(p0) + b * Math.log(p2) + c * Math.log(p3));
  };
  expect(fit(code, probability, 24)).toBeGreaterThan(1e-4);
});

it("multinomial draws refuse weights that are all zero, negative or not finite", () => {
  const random = new Philox("3", 4);
  expect(() => multinomialDraw(2, [0, 0], random)).toThrow("zero");
  expect(() => multinomialDraw(2, [1, -1], random)).toThrow("weight 1");
  expect(() => multinomialDraw(2, [NaN], random)).toThrow("weight 0");
  expect(Array.from(multinomialDraw(0, [0, 0], random))).toEqual([0, 0]);
});
