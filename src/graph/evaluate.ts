import { signalNameOf } from "../debate/action.js";
import { type Caveat } from "../debate/caveat.js";
import { decided } from "../debate/decisions.js";
import { ACTED, cellAt, effectAt, effects, type Outcomes, outcomeBytes, RUNS_ON } from "../debate/effect.js";
import { evaluation, type Evaluation, type EvaluationPart } from "../debate/evaluation.js";
import { evaluationCaveats } from "../debate/evaluationCaveats.js";
import { type IntervalOptions } from "../debate/intervalOptions.js";
import { ledgerReport } from "../debate/ledger.js";
import { outcomes } from "../debate/outcomes.js";
import { type Columns, type Panels } from "../debate/panels.js";
import { sha256 } from "../debate/sha256.js";
import { must } from "../errors.js";
import { inTurns } from "../jobs/inTurns.js";
import { type Json } from "../seal/canonical.js";
import { digest } from "../seal/digest.js";
import { effectSummaryInSteps, type ExportedEffect } from "../seal/effects.js";
import { grade } from "../seal/grade.js";
import { type ResultContext, resultStatement } from "../seal/result.js";
import { evaluationSeed } from "../seal/seed.js";
import { type StatementOf } from "../seal/statements.js";
import { worth } from "../seal/worth.js";
import { type StoredEvaluation } from "../store/evaluations.js";
import { firstAnswersOf } from "../store/firstAnswers.js";
import { overlappingDeclarations } from "../store/overlappingDeclarations.js";
import { overlapsOf, runPositions } from "../store/runs.js";
import { writeResult } from "../store/writeResult.js";
import { type Context } from "./context.js";
import { ruledPolicy } from "./declaration.js";
import { goldOf } from "./gold.js";

/** The seed comes from the declaration's digest: nobody chooses it. */
export const intervalOf = ({ digest, declaration: { interval } }: StoredEvaluation): IntervalOptions => ({
  ...(interval as Omit<IntervalOptions, "level" | "seed">),
  level: Number(interval.level),
  seed: evaluationSeed(digest),
});

/**
 * Computes the result of a declaration and writes it into the log. Whoever is interrupted in between leaves the declaration, and may
 * come again: the result that was written first stands.
 */
export async function evaluate(context: Context, declared: StoredEvaluation): Promise<StoredEvaluation> {
  const { loaders, store } = context;
  const subject = { __typename: "Cohort", slug: declared.cohort } as const;
  const { coding } = declared.declaration;
  const columns = await loaders.columns.load({ ...subject, parser: coding.parser });
  const panels = await goldOf(context, columns, "evaluation");
  const applied = await policyOn(context, declared, columns);
  const found = outcomes(panels, coding, applied);
  const interval = intervalOf(declared);
  const weights = await loaders.weights.load(declared.weights);
  const policy = await loaders.policy.load(declared.policy);
  must(weights && policy, "what a declaration cites is stored");
  const computed = evaluation(panels, found, worth(weights.prices), interval);
  const standing = await standingOf(context, declared);
  const caveats = evaluationCaveats(computed, {
    panels,
    coding,
    interval,
    uploaded: policy.kind === "DECISIONS",
    signal: "rule" in applied ? signalNameOf(applied.rule.then) : null,
    postHoc: standing.grade === "BEFORE_EVALUATION" || standing.grade === "SENSITIVITY",
  });
  const effects = outcomeBytes(found);
  const detail = detailOf(computed, caveats, policy.kind === "FIXED", effects);
  const summary = await inTurns(effectSummaryInSteps(exported(panels, found)));
  const statement = resultStatement(declared.declaration, weights.prices, summary, {
    ...standing,
    verification: policy.kind === "FIXED" ? "VERIFIED" : "UNVERIFIED",
    custody: store.custody,
    excluded: excluded(panels, coding, interval),
    intervals: intervals(computed.total),
    detail: digest(detail),
    at: new Date().toISOString(),
  });
  const written = await writeResult(store, { statement, detail, effects, question: "evaluation" });
  loaders.evaluation.clear(written.digest);
  return written;
}

async function policyOn({ loaders }: Context, { policy: slug }: StoredEvaluation, columns: Columns) {
  const policy = await loaders.policy.load(slug);
  must(policy, "a declaration's policy is stored");
  if (policy.kind === "FIXED") return ruledPolicy(policy);
  const { rounds, missing } = decided(columns, await loaders.decisions.load(slug));
  must(missing.count === 0, "a declaration's decisions cover its cohort");
  return { decided: rounds };
}

/** Grade, weights of record, and how many declarations came before: by log positions alone. */
async function standingOf(
  { loaders, store: { prisma } }: Context,
  { declaration, declaredPosition, sealedPosition, digest, cohort }: StoredEvaluation,
): Promise<Pick<ResultContext, "grade" | "record" | "declarations">> {
  const selection = await loaders.selection.load({ __typename: "Cohort", slug: cohort });
  const own = selection.map(({ contentDigest }) => contentDigest);
  const contents = [...own, ...(await overlapsOf(prisma, own))];
  const overlapping = await overlappingDeclarations(prisma, selection, { team: null, policy: null });
  const soFar = overlapping.filter(({ position }) => position <= declaredPosition);
  const ofTeam = soFar.filter(({ team }) => team === declaration.team);
  const first = ofTeam.find(({ policy }) => policy === declaration.policy);
  const answers = await firstAnswersOf(prisma, contents);
  return {
    grade: grade({
      weights: sealedPosition,
      runs: await runPositions(prisma, contents),
      firstAnswers: [...answers.values()],
      weightsAreOfRecord: first === undefined || first.weights === declaration.weights,
    }),
    record: first === undefined || first.digest === digest ? null : first.digest,
    declarations: { team: ofTeam.length, all: soFar.length },
  };
}

/** The rows by which a stranger recomputes the result, in the order of the columns. */
export function* exported(columns: Columns, found: Outcomes): Generator<ExportedEffect> {
  for (let debate = 0; debate < columns.size; debate++) {
    const row = exportedAt(columns, found, debate);
    if (row !== null) yield row;
  }
}

/** Null for a debate that is in no replay. */
export function exportedAt(columns: Columns, found: Outcomes, debate: number): ExportedEffect | null {
  const cell = cellAt(found, debate);
  const effect = effectAt(found, debate);
  if (cell === null || effect === null) return null;
  const key = columns.items[columns.item[debate]];
  const before = cell === "preservation" || cell === "correction" ? "right" : "wrong";
  return {
    run: columns.runs[columns.run[debate]].slug,
    item: key.slice(key.indexOf("\u0000") + 1),
    replicate: columns.replicate[debate],
    fired: effect !== "notFired",
    to: replacementAt(found, debate),
    initial: cell === "preservation" || cell === "collapse" ? "right" : "wrong",
    before,
    after: after[effect] ?? before,
  };
}

/** What took the verdict's place: a round, the rule's action, or nothing. */
function replacementAt({ to, by }: Outcomes, debate: number): ExportedEffect["to"] {
  if (to[debate] === RUNS_ON) return null;
  return to[debate] === ACTED ? by : to[debate];
}

const after: Readonly<Record<string, ExportedEffect["after"]>> = {
  collapsePrevented: "right",
  rescue: "right",
  correctionLost: "wrong",
  breakage: "wrong",
  abstentionRight: "none",
  abstentionWrong: "none",
};

function excluded(panels: Panels, coding: StatementOf<"declaration">["coding"], interval: IntervalOptions) {
  const { total } = ledgerReport(panels, coding, null, interval);
  const undecided = total.undecided > 0 ? [{ reason: "UNDECIDED", count: total.undecided }] : [];
  return [...total.exclusions, ...undecided];
}

/** Ends as JavaScript prints them. */
function intervals({ utilityPerDebate, deltaAccuracy, breakEven }: EvaluationPart): ResultContext["intervals"] {
  const named = { utilityPerDebate, deltaAccuracy, breakEven };
  return Object.entries(named).flatMap(([of, { interval }]) => {
    const found = interval();
    if (found === null) return [];
    const { low, high, method, status, clusters } = found;
    const text = (end: number | null) => (end === null ? null : String(end));
    return [{ of, low: text(low), high: text(high), method, status, clusters }];
  });
}

/** What is kept beside the statement: counts by group, rounds saved, and caveats. */
export interface Detail {
  readonly effects: Readonly<Record<string, number>>;
  readonly roundsSaved: number | null;
  readonly byModel: readonly DetailGroup[];
  readonly byFamily: readonly DetailGroup[];
  readonly caveats: readonly Pick<Caveat, "code" | "about">[];
  /** SHA-256 of the effects as they are stored: debates that are in no replay have bytes there too. */
  readonly stored: string;
}

interface DetailGroup {
  readonly key: string | null;
  readonly debates: number;
  readonly effects: Readonly<Record<string, number>>;
  readonly roundsSaved: number | null;
}

function detailOf(
  { total, byModel, byFamily }: Evaluation,
  caveats: readonly Caveat[],
  knowsRounds: boolean,
  stored: Uint8Array,
): Json {
  const counts = (part: EvaluationPart) => Object.fromEntries(effects.map((effect) => [effect, part[effect]]));
  const saved = (part: EvaluationPart) => (knowsRounds ? part.roundsSaved : null);
  const group = ({ key, part }: Evaluation["byModel"][number]) => ({
    key,
    debates: part.debates,
    effects: counts(part),
    roundsSaved: saved(part),
  });
  const detail: Detail = {
    effects: counts(total),
    roundsSaved: saved(total),
    byModel: byModel.map(group),
    byFamily: byFamily.map(group),
    caveats: caveats.map(({ code, about }) => ({ code, about })),
    stored: sha256(stored),
  };
  return detail as unknown as Json;
}
