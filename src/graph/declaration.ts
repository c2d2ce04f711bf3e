import { furtherEffects, type FurtherEffect, signalNameOf } from "../debate/action.js";
import { codePointOrder } from "../debate/codePointOrder.js";
import { type Coding, coding } from "../debate/coding.js";
import { featuresOf } from "../debate/condition.js";
import { sameKey } from "../debate/decisions.js";
import { refuseRecoding } from "../debate/derivedColumns.js";
import { endpoints } from "../debate/endpoint.js";
import { decisions, type FixedGate, fixedGates } from "../debate/gate.js";
import { intervalOptions } from "../debate/intervalOptions.js";
import { type Columns } from "../debate/panels.js";
import { checkRounds, type FixedPolicy, neededRound, type RulePolicy } from "../debate/policy.js";
import { refuseWithoutBallots, type Rule } from "../debate/rule.js";
import { must, UserError } from "../errors.js";
import { minimalDecimal } from "../seal/decimal.js";
import { readRule } from "../seal/rule.js";
import { type StatementOf } from "../seal/statements.js";
import { unpriced } from "../seal/worth.js";
import { type StoredCohort } from "../store/cohorts.js";
import { type StoredPolicy } from "../store/policies.js";
import { requireTexts } from "../store/rereadBlocks.js";
import { type StoredRun } from "../store/runs.js";
import { type StoredWeights } from "../store/weights.js";
import { type CodingInput } from "./coding.js";
import { type Context } from "./context.js";
import { coverage, type DecisionKey, keyOf, keyText } from "./decisionCoverage.js";
import { type IntervalInput } from "./interval.js";

/** Goes up whenever the same declaration would have another result. */
export const METHOD = "1";

export interface Asked {
  readonly policy: string;
  readonly cohort: string;
  readonly weights: string;
  readonly coding?: CodingInput | null;
  readonly interval?: Omit<IntervalInput, "seed"> | null;
}

/** What evaluations have in common that can be compared: all of a declaration but who declares, and which policy. */
export type EvaluationKey = Pick<
  StatementOf<"declaration">,
  "cohort" | "weights" | "coding" | "validation" | "interval"
>;

/**
 * Checks everything about an evaluation that can be refused, and states it. What needs no debate is refused before any debate is read;
 * last comes whether uploaded decisions cover the cohort, for which the debates' keys are read, and never gold.
 */
export async function declaration(context: Context, asked: Asked): Promise<StatementOf<"declaration">> {
  const policy = await context.loaders.policy.load(asked.policy);
  if (!policy) throw new UserError("NOT_FOUND", `policy: no policy is stored under ${asked.policy}`);
  const { key, cohort, weights, runs } = await evaluationKey(context, asked);
  await checkPolicy(context, { policy, cohort, weights, rule: key.coding, runs });
  return { type: "declaration", v: 1, team: await context.team(), policy: policy.digest, ...key, method: METHOD };
}

/** The same for what a declaration shares with others, or a board is opened with. */
export async function evaluationKey(context: Context, asked: Omit<Asked, "policy">) {
  const { loaders } = context;
  const [cohort, weights] = await Promise.all([loaders.cohort.load(asked.cohort), loaders.weights.load(asked.weights)]);
  if (!cohort) throw new UserError("NOT_FOUND", `cohort: no cohort is stored under ${asked.cohort}`);
  if (!weights) throw new UserError("NOT_FOUND", `weights: no weights are stored under ${asked.weights}`);
  checkWeights(weights, cohort);
  const rule = coding(asked.coding ?? {});
  const { method, level, cluster, resamples } = intervalOptions({ ...asked.interval, seed: null });
  const stored = await Promise.all(cohort.parts.map(({ run }) => loaders.run.load(run)));
  const runs = stored.map((run) => {
    must(run, "a cohort's runs are stored");
    return run;
  });
  refuseWithdrawn(runs);
  endpoints(runs, rule);
  if (rule.parser !== null) await requireTexts(context.store.prisma, runs);
  const key: EvaluationKey = {
    cohort: cohort.digest,
    weights: weights.digest,
    coding: rule,
    validation: "NONE",
    interval: { method, level: minimalDecimal(String(level)), cluster, resamples },
  };
  return { key, cohort, weights, runs };
}

function checkWeights({ slug, state, cohort, abandoned }: StoredWeights, { slug: name, digest }: StoredCohort): void {
  if (state === "ABANDONED")
    throw new UserError("NOT_SEALED", `weights: ${slug} is a draft that was abandoned: ${abandoned?.reason}`);
  if (state === "DRAFT")
    throw new UserError("NOT_SEALED", `weights: expected sealed ones, ${slug} is a draft; seal it first`);
  if (cohort !== null && cohort !== digest)
    throw new UserError("BAD_INPUT", `weights: ${slug} are for another cohort than ${name}`);
}

function refuseWithdrawn(runs: readonly StoredRun[]): void {
  for (const { slug, withdrawals } of runs)
    if (withdrawals.length > 0) {
      const [{ kind, reason }] = withdrawals;
      throw new UserError("WITHDRAWN", `cohort: its run ${slug} was ${kind.toLowerCase()}: ${reason}`);
    }
}

interface Checked {
  readonly policy: StoredPolicy;
  readonly cohort: StoredCohort;
  readonly weights: StoredWeights;
  readonly rule: Coding;
  readonly runs: readonly StoredRun[];
}

async function checkPolicy(context: Context, { policy, cohort, weights, rule, runs }: Checked): Promise<void> {
  const priced = (does: string, possible: readonly FurtherEffect[]) => {
    const missing = unpriced(weights.prices, possible);
    if (missing.length > 0)
      throw new UserError(
        "UNPRICED",
        `weights: policy ${policy.slug} ${does}, which can also ${possible.map((effect) => verbs[effect]).join(", ")}; ${weights.slug} have no price for ${missing.join(", ")}`,
      );
  };
  const pricedFreeze = (round: number) =>
    priced(`freezes to round ${round}`, furtherEffects({ do: "freeze", round }, rule));
  const subject = { __typename: "Cohort", slug: cohort.slug } as const;
  if (policy.kind === "FIXED") {
    const fixed = ruledPolicy(policy);
    if ("rule" in fixed) priced(`can ${fixed.rule.then.do}`, furtherEffects(fixed.rule.then, rule));
    else pricedFreeze(fixed.freezeTo);
    checkRounds(runs, rule, neededRound(fixed));
    const columns = await context.loaders.columns.load(subject);
    if ("rule" in fixed) checkNames(columns, cohort, fixed.rule);
    return checkColumns(columns, rule, fixed);
  }
  const uploaded = await context.loaders.decisions.load(policy.slug);
  const last = uploaded.reduce((most, { to }) => Math.max(most, to ?? 0), 0);
  pricedFreeze(last);
  checkRounds(runs, rule, last);
  const columns = await context.loaders.columns.load(subject);
  checkColumns(columns, rule, null);
  const { missing, surplus } = coverage(columns, uploaded);
  if (missing.count > 0) {
    const named = (keys: readonly DecisionKey[]) => keys.map(keyText).join(", ");
    const unused =
      surplus.count === 0
        ? ""
        : `; ${surplus.count} of its decisions are about no debate here, the first: ${named(surplus.first)}`;
    throw new UserError(
      "BAD_INPUT",
      `policy: ${policy.slug} decides nothing for ${missing.count} of ${columns.size} debates, the first: ${named(missing.first)}${unused}`,
      { missing: missing.count, surplus: surplus.count },
    );
  }
  const same = sameKey(columns);
  if (same !== null)
    throw new UserError(
      "BAD_INPUT",
      `cohort: no decision can tell ${keyText(keyOf(columns, same[0]))} of one benchmark from that of another`,
    );
}

/** What debates without ballots cannot answer is refused before it is declared. Ballots can answer everything, and are not looked at. */
function checkColumns(columns: Columns, rule: Coding, policy: FixedPolicy | RulePolicy | null): void {
  if (columns.derived === null) return;
  refuseRecoding(columns, rule);
  if (policy !== null && "rule" in policy) refuseWithoutBallots(columns, policy.rule);
  else if (policy !== null) decisions(columns, rule.tie, policy.gate);
}

const verbs: Readonly<Record<FurtherEffect, string>> = { rescue: "rescue", breakage: "break", abstention: "give up" };

/** A signal or a seat that no debate of the cohort has is a slip of the pen: the rule would never fire. Looks at no ballot. */
function checkNames({ signals, compositions, size }: Columns, { slug }: StoredCohort, { when, then }: Rule): void {
  const named = [...featuresOf(when).map(({ signal }) => signal), signalNameOf(then)].filter((name) => name !== null);
  if (size === 0) return;
  const unknown = named.find((name) => !signals.has(name));
  if (unknown !== undefined)
    throw new UserError(
      "BAD_INPUT",
      `policy: it names the signal ${unknown}; the debates of ${slug} have ${[...signals.keys()].sort(codePointOrder).join(", ") || "none"}`,
    );
  if (then.do !== "substitute") return;
  const seats = new Set(compositions.flatMap(({ seats }) => seats.map(({ seat }) => seat)));
  if (!seats.has(then.seat))
    throw new UserError(
      "BAD_INPUT",
      `policy: it names the seat ${then.seat}; the panels of ${slug} have ${[...seats].sort(codePointOrder).join(", ")}`,
    );
}

/** A stored rule as a policy: a fixed gate with the round it freezes to, or a rule of the language. */
export function ruledPolicy({ slug, rule }: StoredPolicy): FixedPolicy | RulePolicy {
  const { gate, action } = rule as { gate?: FixedGate; action?: { freezeTo: number } };
  if (gate === undefined || action === undefined) return { rule: readRule(rule).rule };
  must(Object.hasOwn(fixedGates, gate), `the rule of policy ${slug} has a gate that is known`);
  return { gate: fixedGates[gate], freezeTo: action.freezeTo };
}
