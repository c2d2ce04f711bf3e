import { type Rule } from "./answerRules.js";

/**
 * Numbers in replies. A number may have a sign, a currency sign, thousands separators and decimals; digits inside a word ("x2") are
 * none. Read as text, so that nothing is rounded.
 */
const NUMBER = "([+-]?\\$?(?:\\d{1,3}(?:,\\d{3})+(?!\\d)|\\d+)(?:\\.\\d+)?|[+-]?\\$?\\.\\d+)";
const ALONE = `(?<![\\p{L}\\p{N}_])${NUMBER}(?![\\p{L}\\p{N}_])`;

const marked = new RegExp(`####[ \\t]*${NUMBER}`, "gu");
const boxed = new RegExp(`\\\\boxed\\{[ \\t]*${NUMBER}[ \\t]*\\}`, "gu");
const phrased = new RegExp(`answer(?:[ \\t]+is|[ \\t]*:)[ \\t]*${NUMBER}(?![\\p{L}\\p{N}_])`, "giu");
const alone = new RegExp(ALONE, "gu");

const last =
  (pattern: RegExp): Rule =>
  (text) => {
    let found: string | null = null;
    for (const [, number] of text.matchAll(pattern)) found = number;
    return found === null ? null : plainNumber(found);
  };

/** The number after the last "####", as in GSM8K's own solutions. */
export const numberMarked = last(marked);
/** The number in the last "\boxed{}". */
export const numberBoxed = last(boxed);
/** The number after the last "answer is" or "answer:". */
export const numberPhrase = last(phrased);
/** The last number that is not part of a word. */
export const numberLast = last(alone);

/** "+1,234.50" and "$1234.5" are 1234.5; "007" is 7; "-0" is 0. */
export function plainNumber(number: string): string {
  const bare = number.replace(/[+$,]/g, "");
  const negative = bare.startsWith("-");
  const [whole, decimals = ""] = bare.replace("-", "").split(".");
  const digits = whole.replace(/^0+(?=\d)/, "") || "0";
  const rest = decimals.replace(/0+$/, "");
  const plain = rest === "" ? digits : `${digits}.${rest}`;
  return negative && plain !== "0" ? `-${plain}` : plain;
}

/** A text that is a number and nothing else, in its plain form; null for any other. */
export function wholeNumber(text: string): string | null {
  return whole.test(text.trim()) ? plainNumber(text.trim()) : null;
}

const whole = new RegExp(`^${NUMBER}$`, "u");
