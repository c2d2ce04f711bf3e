import { UserError } from "../errors.js";
import {
  answerIsPhrase,
  answerPhrase,
  capitalLast,
  choicePhrase,
  finalAnswerFirst,
  finalAnswerLast,
  lastLine,
  letterLine,
  ownLine,
  type Rule,
  stripped,
  type Valid,
} from "./answerRules.js";
import { numberBoxed, numberLast, numberMarked, numberPhrase } from "./numberRules.js";

/** What is read from a reply, and the rule that read it; null, and no rule, when none did. */
export interface ReadAnswer {
  readonly label: string | null;
  readonly rule: string | null;
}

/** Rules by name in order of precedence: the first that yields a valid label wins. */
interface AnswerParser {
  readonly description: string;
  readonly rules: Readonly<Record<string, Rule>>;
  /** The admissible labels, whatever the debate says; null: those of the debate. */
  readonly labels: readonly string[] | null;
  /** Any text is a label: the rules alone decide. */
  readonly freeForm: boolean;
}

const AToJ: readonly string[] = [..."ABCDEFGHIJ"];
const phrases = { ANSWER_IS: answerIsPhrase, CHOICE: choicePhrase, ANSWER_COLON: answerPhrase };

/**
 * Answer parsers, each with its version in its name: what one reads from a text never changes. A parser that reads anything
 * differently gets a new name.
 */
export const answerParsers = {
  "debateledger-v1": {
    description:
      "DebateLedger's runner: the first final-answer tag; three phrases; a line of its own, from the last; the last capital that stands alone.",
    rules: { FINAL_ANSWER: finalAnswerFirst, ...phrases, OWN_LINE: ownLine, LAST_CAPITAL: capitalLast },
    labels: null,
    freeForm: false,
  },
  "no-fallback-v1": {
    description:
      "DebateLedger's first audit: the last valid final-answer tag; three phrases; the last line that is a letter. Labels A to J.",
    rules: { FINAL_ANSWER: finalAnswerLast, ...phrases, LETTER_LINE: letterLine },
    labels: AToJ,
    freeForm: false,
  },
  "final-tag-v1": {
    description:
      "DebateLedger's second audit: the last valid final-answer tag, else the last line if it is a letter. Labels A to J.",
    rules: { FINAL_ANSWER: finalAnswerLast, LAST_LINE: lastLine },
    labels: AToJ,
    freeForm: false,
  },
  "numeric-v1": {
    description:
      "Numbers, as for GSM8K: after the last ####; in the last box; after the last 'answer is' or 'answer:'; the last number. Without thousands separators, signs of plus and trailing zeros.",
    rules: {
      HASH_MARKS: numberMarked,
      BOXED: numberBoxed,
      ANSWER_PHRASE: numberPhrase,
      LAST_NUMBER: numberLast,
    },
    labels: null,
    freeForm: true,
  },
} as const satisfies Record<string, AnswerParser>;

export type ParserName = keyof typeof answerParsers;
export const parserNames = Object.keys(answerParsers) as ParserName[];

/** Throws PARSER_UNKNOWN. */
export function parserNamed(name: string): ParserName {
  if (Object.hasOwn(answerParsers, name)) return name as ParserName;
  throw new UserError(
    "PARSER_UNKNOWN",
    `coding parser: expected one of ${parserNames.join(", ")}, got ${JSON.stringify(name)}`,
  );
}

/**
 * Reads replies to one question. `admissible` are its labels; null: the source names none, A to J then; empty: there are none to
 * read, as for numbers under a parser of letters. Never throws.
 */
export function answerReader(
  name: ParserName,
  admissible: readonly string[] | null,
): (text: string | null) => ReadAnswer {
  const parser: AnswerParser = answerParsers[name];
  const rules = Object.entries(parser.rules);
  const labels = new Set(parser.labels ?? admissible ?? AToJ);
  const valid: Valid = parser.freeForm
    ? (found) => found
    : (letter) => {
        const upper = letter.toUpperCase();
        return labels.has(upper) ? upper : null;
      };
  const readsNothing = !parser.freeForm && labels.size === 0;
  return (text) => {
    const reply = text === null || readsNothing ? "" : stripped(text);
    if (reply === "") return NOTHING;
    for (const [rule, read] of rules) {
      const label = read(reply, valid);
      if (label !== null) return { label, rule };
    }
    return NOTHING;
  };
}

const NOTHING: ReadAnswer = { label: null, rule: null };
