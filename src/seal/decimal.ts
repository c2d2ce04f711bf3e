import { UserError } from "../errors.js";

/** An exact rational in lowest terms; the denominator is positive. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** Long enough for any price times any count, short enough that arithmetic on hostile input stays cheap. */
const longest = 60;

/** Reads a decimal such as "1", "-0.5" or "2.50" exactly. Signs other than minus, exponents and bare points are refused. */
export function decimal(text: string): Fraction {
  if (text.length > longest) refusal(`${text.slice(0, longest)}...`, `it is longer than ${longest} characters`);
  const parts = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?$/.exec(text);
  if (parts === null) refusal(text, "expected digits such as 1, 0.5 or 2.50, without exponent, plus or leading zeros");
  const [, sign = "", whole = "0", places = ""] = parts;
  return lowestTerms(BigInt(`${sign}${whole}${places}`), BigInt(`1${"0".repeat(places.length)}`));
}

/** The shortest decimal of a fraction: "2.5" for 2.50, "0" for -0. Only for fractions whose decimals end. */
export function decimalText({ numerator, denominator }: Fraction): string {
  let places = 0;
  let scale = 1n;
  while (scale % denominator !== 0n) {
    if (++places > 4 * longest) throw new Error(`${numerator}/${denominator} has no finite decimal`);
    scale *= 10n;
  }
  const sign = numerator < 0n ? "-" : "";
  const digits = (magnitude(numerator) * (scale / denominator)).toString().padStart(places + 1, "0");
  const whole = digits.slice(0, digits.length - places);
  return places === 0 ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(-places)}`;
}

/** The one way a decimal is written in anything that is sealed. */
export const minimalDecimal = (text: string): string => decimalText(decimal(text));

export function lowestTerms(numerator: bigint, denominator: bigint): Fraction {
  if (denominator === 0n) throw new Error("a fraction needs a denominator other than 0");
  const divisor = greatestCommonDivisor(magnitude(numerator), magnitude(denominator)) * (denominator < 0n ? -1n : 1n);
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

export const sum = (a: Fraction, b: Fraction): Fraction =>
  lowestTerms(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);

export const times = (a: Fraction, count: number): Fraction => lowestTerms(a.numerator * BigInt(count), a.denominator);

/** Negative, zero or positive, as `a` is less than, equal to or more than `b`. */
export function compare(a: Fraction, b: Fraction): number {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);

function refusal(text: string, sentence: string): never {
  throw new UserError("BAD_INPUT", `"${text}" is not a decimal: ${sentence}`);
}
