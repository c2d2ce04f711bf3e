import fc from "fast-check";
import { expect, it } from "@jest/globals";
import { compare, decimal, decimalText, lowestTerms, minimalDecimal, sum, times } from "../../src/seal/decimal.js";

it.each([
  ["1", "1"],
  ["0.5", "0.5"],
  ["2.50", "2.5"],
  ["10", "10"],
  ["100.00", "100"],
  ["0.00", "0"],
  ["-0", "0"],
  ["-2.050", "-2.05"],
  ["0.0000000001", "0.0000000001"],
])("%s is written %s", (text, minimal) => {
  expect(minimalDecimal(text)).toBe(minimal);
});

it.each([
  "1e5",
  "1E5",
  "+1",
  ".5",
  "1.",
  "01",
  "",
  " 1",
  "1 ",
  "1,5",
  "0x1",
  "NaN",
  "Infinity",
  "--1",
  "1.2.3",
  "\u0661",
])("%p is refused", (text) => {
  expect(() => decimal(text)).toThrow("is not a decimal: expected digits such as 1, 0.5 or 2.50");
});

it("a decimal longer than 60 characters is refused", () => {
  expect(minimalDecimal("9".repeat(60))).toBe("9".repeat(60));
  expect(() => decimal("9".repeat(61))).toThrow("longer than 60 characters");
});

it("is exact where binary fractions are not", () => {
  expect(sum(decimal("0.1"), decimal("0.2"))).toEqual(decimal("0.3"));
  expect(decimalText(times(decimal("0.1"), 3))).toBe("0.3");
  expect(decimalText(times(decimal("0.1"), -10))).toBe("-1");
});

it("compares by value", () => {
  expect(compare(decimal("0.5"), decimal("0.50"))).toBe(0);
  expect(compare(decimal("-1"), decimal("0.5"))).toBe(-1);
  expect(compare(decimal("10"), decimal("9.99"))).toBe(1);
});

it("fractions are in lowest terms with a positive denominator", () => {
  expect(lowestTerms(-6n, -4n)).toEqual({ numerator: 3n, denominator: 2n });
  expect(lowestTerms(6n, -4n)).toEqual({ numerator: -3n, denominator: 2n });
  expect(lowestTerms(0n, 7n)).toEqual({ numerator: 0n, denominator: 1n });
  expect(() => lowestTerms(1n, 0n)).toThrow("needs a denominator");
});

it("a fraction without a finite decimal has none", () => {
  expect(() => decimalText({ numerator: 1n, denominator: 3n })).toThrow("no finite decimal");
});

it("agrees with integers of the smallest place, the obvious twin, over random decimals", () => {
  const cents = fc.integer({ min: -1_000_000, max: 1_000_000 });
  const text = (value: number) =>
    `${value < 0 ? "-" : ""}${Math.floor(Math.abs(value) / 100)}.${String(Math.abs(value) % 100).padStart(2, "0")}`;
  fc.assert(
    fc.property(cents, cents, fc.integer({ min: -1000, max: 1000 }), (a, b, count) => {
      expect(sum(decimal(text(a)), decimal(text(b)))).toEqual(decimal(text(a + b)));
      expect(times(decimal(text(a)), count)).toEqual(decimal(text(a * count)));
      expect(compare(decimal(text(a)), decimal(text(b)))).toBe(Math.sign(a - b));
      expect(Number(minimalDecimal(text(a)))).toBe(a / 100);
    }),
  );
});
