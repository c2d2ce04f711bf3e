/**
 * The rules by which an answer is read from a reply, one function each. Written for Python's regular expressions, whose white space,
 * word boundary and letter case are Unicode's; JavaScript's are not, so they are spelled out here. Each takes time in proportion to
 * the text, whatever it holds.
 */

/** What Python's `\s` and `strip` call white space. */
const SPACE = "[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]";
/** Not within a word: no letter, number or underscore here. */
const BOUNDARY = "(?![\\p{L}\\p{N}_])";
const STARTS = "(?<![\\p{L}\\p{N}_])";
/** A label, or one of the two letters that Python takes for an I when it ignores case. */
const LETTER = "([A-Ja-j\\u0130\\u0131])";
const COLON = `${SPACE}*(?::${SPACE}*)?`;

/** A word without regard to case, as Python sees it: dotted and dotless i, long s, the Kelvin sign. */
const word = (text: string): string =>
  [...text]
    .map((letter) => {
      const alike = { i: "\\u0130\\u0131", s: "\\u017f", k: "\\u212a" }[letter] ?? "";
      return `[${letter}${letter.toUpperCase()}${alike}]`;
    })
    .join("");

const phrase = (pattern: string, flags = "u"): RegExp => new RegExp(pattern, flags);

const FINAL_TAG = `${word("final")}${SPACE}+${word("answer")}${SPACE}*:${SPACE}*${LETTER}${BOUNDARY}`;
const finalTag = phrase(FINAL_TAG);
const everyFinalTag = phrase(FINAL_TAG, "gu");
const answerIs = phrase(`${word("answer")}${SPACE}+${word("is")}${COLON}${LETTER}${BOUNDARY}`);
const chosen = phrase(
  `(?:${word("choose")}|${word("select")}|${word("pick")})${SPACE}+(?:${word("option")}${SPACE}+)?${LETTER}${BOUNDARY}`,
);
const answerColon = phrase(`${word("answer")}${SPACE}*:${SPACE}*${LETTER}${BOUNDARY}`);
const wholeLine = phrase(`^[(*]*${LETTER}[).*]*$`);
const everyCapital = phrase(`${STARTS}([A-J])${BOUNDARY}`, "gu");
const space = phrase(SPACE);

/** A label if it is one of those, in upper case. */
export type Valid = (letter: string) => string | null;
export type Rule = (text: string, valid: Valid) => string | null;

/** Without white space at both ends. */
export function stripped(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text, start)) start++;
  while (start < end && isSpace(text, end - 1)) end--;
  return text.slice(start, end);
}

function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (code <= 0x20 || code >= 0x85) && space.test(text[at]);
}

const first =
  (pattern: RegExp): Rule =>
  (text, valid) => {
    const found = pattern.exec(text);
    return found && valid(found[1]);
  };

const last =
  (pattern: RegExp): Rule =>
  (text, valid) => {
    let label: string | null = null;
    for (const [, letter] of text.matchAll(pattern)) label = valid(letter) ?? label;
    return label;
  };

/** "Final Answer: B": only the first such tag is looked at. */
export const finalAnswerFirst = first(finalTag);
/** The last tag that holds a valid label. */
export const finalAnswerLast = last(everyFinalTag);
/** "(the) answer is B", "answer is: B". The article counts: "the answer is a tricky one" is A. */
export const answerIsPhrase = first(answerIs);
/** "(I) choose B", "select option B", "pick B". */
export const choicePhrase = first(chosen);
/** "(correct) answer: B". */
export const answerPhrase = first(answerColon);
/** The last capital that stands alone and is valid. */
export const capitalLast = last(everyCapital);

/** From the last line to the first: one character that is a label in upper case, or a letter with brackets, dots or asterisks. */
export const ownLine: Rule = (text, valid) =>
  fromLastLine(text, (line) => singleCharacter(line, valid) ?? wholeLineLetter(line, valid));

/** The last line that is nothing but a letter, with brackets, dots or asterisks. */
export const letterLine: Rule = (text, valid) => fromLastLine(text, (line) => wholeLineLetter(line, valid));

/** The last line that is not empty, if it is nothing but a letter. */
export const lastLine: Rule = (text, valid) => {
  const whole = stripped(text);
  return wholeLineLetter(stripped(whole.slice(whole.lastIndexOf("\n") + 1)), valid);
};

const wholeLineLetter: Rule = (line, valid) => first(wholeLine)(line, valid);

function singleCharacter(line: string, valid: Valid): string | null {
  const code = line.codePointAt(0);
  return code !== undefined && String.fromCodePoint(code) === line ? valid(line) : null;
}

function fromLastLine(text: string, read: (line: string) => string | null): string | null {
  for (let end = text.length; end >= 0;) {
    const start = text.lastIndexOf("\n", end - 1);
    // At 0 the search begins at 0 again.
    const begins = end === 0 ? -1 : start;
    const label = read(stripped(text.slice(begins + 1, end)));
    if (label !== null) return label;
    end = begins;
  }
  return null;
}
