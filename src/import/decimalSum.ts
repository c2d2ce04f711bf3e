import { decimalTotal } from "../debate/decimalTotal.js";

/** The sum of numbers as they are written, exactly: 0.1 and 0.2 make "0.3". Shortest plain decimal, without an exponent. */
export const decimalSum = (values: readonly number[]): string => decimalTotal(values.map(plainDecimal));

/** A number's shortest digits without an exponent. */
function plainDecimal(value: number): string {
  const [mantissa, power] = value.toExponential().split("e");
  const negative = mantissa.startsWith("-");
  const digits = mantissa.replace(/[-.]/g, "");
  const places = digits.length - 1 - Number(power);
  const padded = places < 0 ? digits + "0".repeat(-places) : digits.padStart(places + 1, "0");
  const whole = places <= 0 ? padded : `${padded.slice(0, -places)}.${padded.slice(-places)}`;
  return negative ? `-${whole}` : whole;
}
