import { expect, it } from "@jest/globals";
import { betaCdf } from "../../src/stats/beta.js";
import { betaDraw, gammaDraw, normalDraw } from "../../src/stats/betaDraw.js";
import { Philox, STREAM } from "../../src/stats/philox.js";

const random = () => new Philox("7", STREAM.simulation);

it.each([
  [0.5, 149.5],
  [2.5, 91.5],
  [1, 1],
  [36.5, 46.5],
])("draws of Beta(%d, %d) are spread as its distribution says", (a, b) => {
  const dice = random();
  const count = 4000;
  const places = Array.from({ length: count }, () => betaCdf(betaDraw(dice, a, b), a, b)).sort((p, q) => p - q);
  // Kolmogorov's distance from the uniform distribution; beyond 1.95 / sqrt(n) once in a thousand seeds.
  const distance = places.reduce(
    (most, p, i) => Math.max(most, Math.abs(p - i / count), Math.abs(p - (i + 1) / count)),
    0,
  );
  expect(distance).toBeLessThan(1.95 / Math.sqrt(count));
});

it("gamma draws have their shape as mean and variance", () => {
  const dice = random();
  const draws = Array.from({ length: 20_000 }, () => gammaDraw(dice, 3));
  const mean = draws.reduce((sum, x) => sum + x, 0) / draws.length;
  const variance = draws.reduce((sum, x) => sum + (x - mean) * (x - mean), 0) / draws.length;
  expect(Math.abs(mean - 3)).toBeLessThan(0.05);
  expect(Math.abs(variance - 3)).toBeLessThan(0.2);
  expect(() => gammaDraw(dice, 0.7)).toThrow("1/2");
});

it("a uniform zero is a far normal number, not infinity", () => {
  expect(normalDraw({ uniform: () => 0 } as Philox)).toBeLessThan(-8);
  expect(Number.isFinite(normalDraw({ uniform: () => 0 } as Philox))).toBe(true);
});
