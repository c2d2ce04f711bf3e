import { parserNamed } from "./answerParser.js";

/** FILTER: vote over the parsed ballots. DROP: a debate with an unparsed ballot leaves (the judge-panel paper). */
export type UnparsedRule = "FILTER" | "DROP";
/** ALPHABETICAL: code point order. FIRST_SEEN: seat order. UNDECIDED: a tie gives no majority. */
export type TieRule = "ALPHABETICAL" | "FIRST_SEEN" | "UNDECIDED";
/** EXCLUDE: a debate without a majority leaves every rate. WRONG: no majority counts as not right. */
export type UndefinedRule = "EXCLUDE" | "WRONG";

/** Coding is part of a number's identity: how ballots become verdicts. */
export interface Coding {
  /** Named parser run over stored texts; null: the answers as they were recorded. */
  readonly parser: string | null;
  readonly unparsed: UnparsedRule;
  readonly tie: TieRule;
  /** For undecided ties; and for rounds without any vote unless `noVote` differs. */
  readonly undefined: UndefinedRule;
  readonly noVote: UndefinedRule;
  /** The round that counts as final; null: the run's last. */
  readonly endpoint: number | null;
}

type Loose<T> = { readonly [K in keyof T]?: T[K] | null };

/** Fills in the defaults; an explicit null means the default. The one place that knows them. Throws PARSER_UNKNOWN. */
export function coding(given: Loose<Coding> = {}): Coding {
  const undefinedRule = given.undefined ?? "EXCLUDE";
  return {
    parser: typeof given.parser === "string" ? parserNamed(given.parser) : null,
    unparsed: given.unparsed ?? "FILTER",
    tie: given.tie ?? "ALPHABETICAL",
    undefined: undefinedRule,
    noVote: given.noVote ?? undefinedRule,
    endpoint: given.endpoint ?? null,
  };
}
