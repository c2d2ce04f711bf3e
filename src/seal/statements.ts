import { UserError } from "../errors.js";
import { type Coding } from "../debate/coding.js";
import { canonical } from "./canonical.js";
import { digest } from "./digest.js";
import { leafHash, type Hash } from "./merkle.js";
import {
  amount,
  count,
  hexDigest,
  integer,
  json,
  list,
  nullable,
  oneOf,
  price,
  record,
  sortedDigests,
  text,
} from "./shape.js";
import { type Shape, type Shaped } from "./shape.js";

/** A time in ISO 8601, for people to read. Order is log position, never a clock. */
const at = nullable(text);
type Fields = Record<string, Shape<unknown>>;
const statement = <T extends string, S extends Fields, U extends Fields = Record<never, never>>(
  type: T,
  fields: S,
  unless?: U,
) => record({ type: oneOf(type), v: oneOf(1), ...fields }, unless);

const excluded = list(record({ reason: text, count }));

/** How ballots become verdicts, with every default resolved. */
const codingShape: Shape<Coding> = record({
  parser: nullable(text),
  unparsed: oneOf("FILTER", "DROP"),
  tie: oneOf("ALPHABETICAL", "FIRST_SEEN", "UNDECIDED"),
  undefined: oneOf("EXCLUDE", "WRONG"),
  noVote: oneOf("EXCLUDE", "WRONG"),
  endpoint: nullable(count),
});
const intervalShape = record({ method: text, level: amount, cluster: text, resamples: count });

/** What each effect is worth. An action that can rescue, break or abstain needs the price of it. */
const prices = record({
  prevented: price,
  lost: price,
  rescue: nullable(price),
  breakage: nullable(price),
  abstention: nullable(price),
});
const weights = {
  slug: text,
  team: text,
  principal: text,
  rationale: text,
  prices,
  /** The digest of the cohort they are for, where they are for one. */
  cohort: nullable(hexDigest),
  /** The draft they were sealed from. */
  draft: nullable(hexDigest),
  at,
};

/**
 * Everything that can be a leaf of the log. Statements cite each other by digest: runs by content digest, cohorts and
 * policies by the digest of what they select and do (so that a new name changes nothing), all others by the digest of
 * the statement itself.
 */
const shapes = {
  /**
   * A run became complete. `source` is over the bytes that were read, `content` over the records. `overlaps` names, by content, the runs
   * before it with which it has a debate in common; absent when there are none.
   */
  run: statement(
    "run",
    { slug: text, content: hexDigest, source: hexDigest, importer: text, debates: count, at },
    { overlaps: sortedDigests },
  ),
  cohort: statement("cohort", {
    slug: text,
    digest: hexDigest,
    /** `members` is the SHA-256 of the bitset over the run's ordinals, lowest bit first. */
    runs: list(record({ run: text, content: hexDigest, members: hexDigest, size: count })),
    /** Seats left out of every panel that has them, sorted: without them the same debates are another cohort. */
    dropSeats: list(text),
    size: count,
    recipe: json,
    excluded,
    /** Blind until a date or a board's closing; null: open. */
    blind: nullable(record({ until: nullable(text), board: nullable(text) })),
    at,
  }),
  /** A blind cohort is open from here on, whatever a clock says. `cohort` is the digest of its statement. */
  cohortOpened: statement("cohortOpened", { slug: text, cohort: hexDigest, reason: text, at }),
  /** The first answer that depended on the gold of any debate of these runs, or of any item of these probes. */
  firstAnswer: statement("firstAnswer", { runs: list(hexDigest), question: text, at }),
  weightsDraft: statement("weightsDraft", weights),
  weights: statement("weights", weights),
  policy: statement("policy", {
    slug: text,
    team: text,
    digest: hexDigest,
    /** Gate, action and how they were chosen; null for uploaded decisions. */
    rule: nullable(json),
    decisions: nullable(record({ digest: hexDigest, count, fittedOn: text })),
    at,
  }),
  /** An evaluation is its declaration: no clock and no name in it, so declaring the same again is the same evaluation. */
  declaration: statement("declaration", {
    team: text,
    policy: hexDigest,
    cohort: hexDigest,
    weights: hexDigest,
    coding: codingShape,
    validation: json,
    interval: intervalShape,
    /** The version of the methods that computed the result. */
    method: text,
  }),
  result: statement("result", {
    declaration: hexDigest,
    seed: text,
    grade: oneOf("BEFORE_DATA", "BEFORE_OUTCOMES", "BEFORE_EVALUATION", "SENSITIVITY"),
    /** The declaration that fixed the weights of record for this policy on overlapping debates; null: this one does. */
    record: nullable(hexDigest),
    verification: oneOf("VERIFIED", "UNVERIFIED"),
    custody: oneOf("SEPARATE_OWNER", "SELF_CUSTODY"),
    /** Debates of the cohort that have a cell; the others are in `excluded`. */
    debates: count,
    excluded,
    fired: count,
    prevented: record({ collapses: count, rescues: count }),
    lost: record({ corrections: count, breakages: count }),
    /** Verdicts that were given up, by whether they were right. */
    abstained: record({ right: count, wrong: count }),
    net: integer,
    utility: amount,
    breakEven: record({
      state: oneOf("FINITE", "FREE", "NO_EFFECT", "NEVER_FIRES", "UNBOUNDED"),
      numerator: nullable(count),
      denominator: nullable(count),
    }),
    deltaAccuracy: record({ count: integer, of: count }),
    /** Ends as JavaScript prints them; null where none exist. */
    intervals: list(
      record({ of: text, low: nullable(text), high: nullable(text), method: text, status: text, clusters: count }),
    ),
    /** Declarations on overlapping debates up to this one, by this team and by all. */
    declarations: record({ team: count, all: count }),
    /** Over the per-debate effects (effects.ts). */
    effects: hexDigest,
    /** The digest of what else was computed and is kept beside the statement, such as the counts of each model. */
    detail: hexDigest,
    at,
  }),
  retraction: statement("retraction", {
    run: hexDigest,
    kind: oneOf("RETRACTED", "SUPERSEDED"),
    reason: text,
    by: nullable(hexDigest),
    at,
  }),
  /** A draft of weights, or a declaration, that will not be taken further. */
  abandonment: statement("abandonment", { statement: hexDigest, reason: text, at }),
  leaderboardOpened: statement("leaderboardOpened", {
    slug: text,
    team: text,
    cohort: hexDigest,
    weights: hexDigest,
    coding: codingShape,
    validation: json,
    interval: intervalShape,
    at,
  }),
  leaderboardClosed: statement("leaderboardClosed", { opened: hexDigest, evaluations: list(hexDigest), at }),
  /** The probes of one file were stored. `source` and `content` as for a run. */
  probes: statement("probes", { slug: text, content: hexDigest, source: hexDigest, importer: text, probes: count, at }),
};

type Shapes = typeof shapes;
export type StatementType = keyof Shapes;
export const statementTypes = Object.keys(shapes) as StatementType[];
export type StatementOf<T extends StatementType> = Shaped<Shapes[T]>;
export type Statement = { [T in StatementType]: StatementOf<T> }[StatementType];

/** Checks that a value is a statement, whole and with nothing besides, and has a canonical form. */
export function readStatement(value: unknown): Statement {
  const type = (value as { type?: unknown } | null)?.type;
  if (typeof type !== "string" || !Object.hasOwn(shapes, type))
    throw new UserError("BAD_INPUT", `a statement has one of the types ${statementTypes.join(", ")}`);
  const shape: Shape<Statement> = shapes[type as StatementType];
  const read = shape(value, type);
  canonical(read);
  return read;
}

/** The bytes that are hashed into the log. */
export const leafBytes = (statement: Statement): Buffer => Buffer.from(canonical(readStatement(statement)));
export const leafOf = (statement: Statement): Hash => leafHash(leafBytes(statement));
/** By which weights, declarations and drafts are cited. The digest of a declaration is that of its evaluation. */
export const statementDigest = (statement: Statement): string => digest(statement);
