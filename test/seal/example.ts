// A small log with three evaluations, from which the receipts of these tests are made:
//  0 run a            1 draft of weights   2 weights 1:1, sealed from the draft   3 run b          4 cohort of a and b
//  5 policy (a rule)  6 first answer, a    7 declaration "graded"                 8 first answer, b  9 result: BEFORE_OUTCOMES
// 10 weights 3:0.5   11 declaration "sensitivity", same policy, other weights     12 result: SENSITIVITY
// 13 policy (uploaded decisions)          14 declaration "uploaded"              15 result: BEFORE_OUTCOMES, UNVERIFIED
// 16 board opened    17 board closed      18 run c        19 run a retracted     20 draft abandoned      21 cohort opened
import { signedCheckpoint } from "../../src/seal/checkpoint.js";
import { cohortDigest, policyDigest } from "../../src/seal/citedDigests.js";
import { consistencyText } from "../../src/seal/consistency.js";
import { decisionsDigest, type Decision } from "../../src/seal/decisions.js";
import { digest } from "../../src/seal/digest.js";
import { effectSummary, type ExportedEffect } from "../../src/seal/effects.js";
import { readSigningKey, type SigningKey } from "../../src/seal/key.js";
import { appendedNodes, consistencyProof, inclusionProof, merkleRoot, type Hash } from "../../src/seal/merkle.js";
import { receipt } from "../../src/seal/receipt.js";
import { resultStatement, type ResultContext } from "../../src/seal/result.js";
import { leafOf, statementDigest, type Statement, type StatementOf } from "../../src/seal/statements.js";

/** Its seed is the SHA-256 of "a key for tests, known to everybody". */
export const key = readSigningKey(
  "PRIVATE+KEY+counterweight.example/log+9190462a+AR+RCuLGts+LF4F1xPRuFSQ5Lc9cInGhLOx4pUhuSxCX",
);

/** Twenty debates with a cell: 6 preserved, 5 corrected, 4 collapsed, 5 unrepaired. */
const cells = [
  ...Array<[Verdict, Verdict]>(6).fill(["right", "right"]),
  ...Array<[Verdict, Verdict]>(5).fill(["wrong", "right"]),
  ...Array<[Verdict, Verdict]>(4).fill(["right", "wrong"]),
  ...Array<[Verdict, Verdict]>(5).fill(["wrong", "wrong"]),
];
type Verdict = "right" | "wrong";

/** The policy freezes every third debate to round 0: of 7, it prevents 1 collapse and loses 2 corrections. */
export const rows: (ExportedEffect & Pick<Decision, "to">)[] = cells.map(([initial, before], index) => {
  const fired = index % 3 === 0;
  const run = index < 12 ? "a" : "b";
  const after = fired ? initial : before;
  return { run, item: `q${index}`, replicate: 0, fired, to: fired ? 0 : null, initial, before, after };
});
const summary = effectSummary(rows);

/** The same, uploaded: half the decisions name their run, the others hold in any. */
export const decisions: Decision[] = rows.map(({ run, item, replicate, to }, index) => ({
  run: index % 2 === 0 ? run : null,
  item,
  replicate,
  to,
}));

const run = (slug: string, debates: number): StatementOf<"run"> => ({
  type: "run",
  v: 1,
  slug,
  content: digest(`records of ${slug}`),
  source: digest(`bytes of ${slug}`),
  importer: "counterweight 0.1.0",
  debates,
  at: "2026-11-30T12:00:00Z",
});
const runA = run("a", 13);
const runB = run("b", 10);

const draft: StatementOf<"weightsDraft"> = {
  type: "weightsDraft",
  v: 1,
  slug: "even",
  team: "team-one",
  principal: "clinic",
  rationale: "an error prevented is worth a recovery lost \u2013 no more",
  prices: { prevented: "1", lost: "1", rescue: null, breakage: null, abstention: null },
  cohort: null,
  draft: null,
  at: null,
};
export const weights: StatementOf<"weights"> = { ...draft, type: "weights", draft: statementDigest(draft) };
const laterWeights: StatementOf<"weights"> = {
  ...weights,
  slug: "cautious",
  prices: { prevented: "3", lost: "0.5", rescue: "1.25", breakage: "0", abstention: null },
  draft: null,
};

const parts = [
  { run: "a", content: runA.content, members: digest("bits of a"), size: 13 },
  { run: "b", content: runB.content, members: digest("bits of b"), size: 9 },
];
export const cohort: StatementOf<"cohort"> = {
  type: "cohort",
  v: 1,
  slug: "both",
  digest: cohortDigest(parts, []),
  runs: parts,
  dropSeats: [],
  size: 22,
  recipe: { runs: ["a", "b"], without: ["NOT_ASKED"] },
  excluded: [{ reason: "NOT_ASKED", count: 1 }],
  blind: null,
  at: null,
};

const rule = { gate: "ROUND_1_MAJORITY_CHANGE", action: { freezeTo: 0 }, chosen: "FIXED" };
const policy: StatementOf<"policy"> = {
  type: "policy",
  v: 1,
  slug: "freeze-on-change",
  team: "team-one",
  digest: policyDigest({ rule, decisions: null }),
  rule,
  decisions: null,
  at: null,
};
const uploaded = { digest: decisionsDigest(decisions), count: decisions.length, fittedOn: "nothing" };
const uploadedPolicy: StatementOf<"policy"> = {
  ...policy,
  slug: "uploaded",
  digest: policyDigest({ rule: null, decisions: uploaded }),
  rule: null,
  decisions: uploaded,
};

export const declaration: StatementOf<"declaration"> = {
  type: "declaration",
  v: 1,
  team: "team-one",
  policy: policy.digest,
  cohort: cohort.digest,
  weights: statementDigest(weights),
  coding: {
    parser: null,
    unparsed: "FILTER",
    tie: "ALPHABETICAL",
    undefined: "EXCLUDE",
    noVote: "EXCLUDE",
    endpoint: null,
  },
  validation: "NONE",
  interval: { method: "PERCENTILE", level: "0.95", cluster: "ITEM_CLUSTER", resamples: 10_000 },
  method: "1",
};
const sensitivity = { ...declaration, weights: statementDigest(laterWeights) };
const ofUploaded = { ...declaration, policy: uploadedPolicy.digest };

const context: ResultContext = {
  grade: "BEFORE_OUTCOMES",
  record: null,
  verification: "VERIFIED",
  custody: "SELF_CUSTODY",
  excluded: [{ reason: "UNDECIDED", count: 2 }],
  intervals: [
    { of: "utility", low: "-4", high: "1", method: "PERCENTILE", status: "OK", clusters: 20 },
    { of: "breakEven", low: null, high: null, method: "PERCENTILE", status: "UNBOUNDED", clusters: 20 },
  ],
  declarations: { team: 1, all: 1 },
  detail: digest("counts of each model"),
  at: "2026-11-30T12:34:56Z",
};
export const result = resultStatement(declaration, weights.prices, summary, context);

export const statements: Statement[] = [
  runA,
  draft,
  weights,
  runB,
  cohort,
  policy,
  { type: "firstAnswer", v: 1, runs: [runA.content], question: "Cohort.ledger", at: null },
  declaration,
  { type: "firstAnswer", v: 1, runs: [runB.content], question: "Evaluation", at: null },
  result,
  laterWeights,
  sensitivity,
  resultStatement(sensitivity, laterWeights.prices, summary, {
    ...context,
    grade: "SENSITIVITY",
    record: statementDigest(declaration),
    declarations: { team: 2, all: 2 },
  }),
  uploadedPolicy,
  ofUploaded,
  resultStatement(ofUploaded, weights.prices, summary, { ...context, verification: "UNVERIFIED" }),
  {
    type: "leaderboardOpened",
    v: 1,
    slug: "board",
    team: "team-one",
    cohort: cohort.digest,
    weights: statementDigest(weights),
    coding: declaration.coding,
    validation: declaration.validation,
    interval: declaration.interval,
    at: null,
  },
  { type: "leaderboardClosed", v: 1, opened: digest("board"), evaluations: [statementDigest(declaration)], at: null },
  run("c", 5),
  { type: "retraction", v: 1, run: runA.content, kind: "RETRACTED", reason: "wrong prompts", by: null, at: null },
  { type: "abandonment", v: 1, statement: statementDigest(draft), reason: "not needed", at: null },
  { type: "cohortOpened", v: 1, slug: cohort.slug, cohort: statementDigest(cohort), reason: "the date", at: null },
];

/** Beside the log: what was made from it, and ships with the Python verifier, stays as it is. */
export const probes: StatementOf<"probes"> = {
  type: "probes",
  v: 1,
  slug: "screen",
  content: digest("records of screen"),
  source: digest("bytes of screen"),
  importer: "sa-causal/1",
  probes: 9,
  at: null,
};

/** A log of these statements, as a store would keep it. */
export function logOf(entries: readonly Statement[], signer: SigningKey = key) {
  const nodes = new Map<string, Hash>();
  const read = (level: number, index: number): Hash => {
    const hash = nodes.get(`${level}/${index}`);
    if (hash === undefined) throw new Error(`node ${level}/${index} is not there`);
    return hash;
  };
  for (const [size, entry] of entries.entries())
    for (const { level, index, hash } of appendedNodes(size, leafOf(entry), read)) nodes.set(`${level}/${index}`, hash);
  const size = entries.length;
  const checkpoint = (at: number) => signedCheckpoint(signer, at, merkleRoot(at, read));
  return {
    checkpoint,
    consistency: (from: number, to = size) => consistencyText({ from, to, proof: consistencyProof(from, to, read) }),
    entries: (positions: readonly number[]) =>
      positions.flatMap((position) => {
        const statement = entries[position];
        return statement === undefined ? [] : { position, statement, proof: inclusionProof(position, size, read) };
      }),
    receipt(evaluation: string, positions: readonly number[]) {
      return receipt(signer, evaluation, checkpoint(size), this.entries(positions));
    },
  };
}

export const log = logOf(statements);
export const evaluation = statementDigest(declaration);
/** Which statements the receipt of each evaluation holds. */
export const evaluations = {
  graded: { digest: evaluation, positions: [0, 2, 3, 4, 5, 6, 7, 8, 9] },
  sensitivity: { digest: statementDigest(sensitivity), positions: [0, 3, 4, 5, 6, 7, 8, 10, 11, 12] },
  uploaded: { digest: statementDigest(ofUploaded), positions: [0, 2, 3, 4, 6, 8, 13, 14, 15] },
};
export const receiptOf = ({ digest: of, positions }: (typeof evaluations)["graded"]): string =>
  log.receipt(of, positions);

/** The receipt's payload as a plain value, to be bent. */
export const payloadOf = (file: string): Payload =>
  JSON.parse(Buffer.from((JSON.parse(file) as { payload: string }).payload, "base64").toString("utf8")) as Payload;
export interface Payload {
  subject: [{ name: string; digest: { sha256: string } }];
  predicate: {
    key: string;
    checkpoint: string;
    entries: { position: number; statement: Record<string, unknown>; proof: string[] }[];
  };
}
