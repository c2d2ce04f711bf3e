/**
 * Everything that can be refused, in one table. A `UserError` is the caller's doing: its text says where, what was
 * expected and what came, and its code reaches clients as `extensions.code`. Anything else that is thrown is ours,
 * is logged, and reaches clients as a plain internal error.
 */
export const errorCodes = {
  BAD_INPUT: "an argument has no meaning here",
  BAD_LINE: "a line of an input file cannot be read as it stands",
  BAD_FILE: "an input file cannot be read at all",
  NOT_FOUND: "nothing is stored under this name",
  CONFLICT: "the name is taken by something else",
  WITHDRAWN: "the run was retracted or superseded, and nothing new is built on it",
  IMMUTABLE: "what is stored here never changes",
  BLIND: "the answer depends on the gold of debates in a blind cohort, which has not been opened",
  ANSWERED: "what was answered about before, or can be under another name, cannot become blind",
  FORBIDDEN: "the caller's team may not do this",
  NOT_SEALED: "weights can be cited once they are sealed, and these are not",
  UNPRICED: "the policy's action can have effects that the weights do not price",
  BAD_CURSOR: "the cursor belongs to another order or filter, or is damaged",
  ENDPOINT_BEYOND_LAST_ROUND: "the coding asks for a round that the run does not have",
  NO_BALLOTS: "the answer needs single ballots, and some of these debates have derived columns only",
  PARSER_UNKNOWN: "no parser goes by this name, or the run keeps no texts to parse",
  STORE_LOCKED: "another process holds the embedded store",
  STORE_DAMAGED: "what is stored does not match its digest",
  TOO_LARGE: "the request asks for more than one answer may hold",
  CANCELLED: "the caller went away before the answer was ready",
} as const;

export type ErrorCode = keyof typeof errorCodes;

export class UserError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    /** Machine-readable particulars, such as every fault of a file. */
    readonly details?: unknown,
  ) {
    super(message);
    this.name = "UserError";
  }
}

/** An assertion with a sentence: what is said here is ours to guarantee, so a failure is our fault. */
export function must(holds: unknown, sentence: string): asserts holds {
  if (!holds) throw new Error(sentence);
}
