import { type Coding, coding } from "../debate/coding.js";
import { sameKey } from "../debate/decisions.js";
import { refuseRecoding } from "../debate/derivedColumns.js";
import { endpoints } from "../debate/endpoint.js";
import { decisions, type FixedGate, fixedGates } from "../debate/gate.js";
import { intervalOptions } from "../debate/intervalOptions.js";
import { type Columns } from "../debate/panels.js";
import { checkRounds, type FixedPolicy, neededRound, type Policy } from "../debate/policy.js";
import { must, UserError } from "../errors.js";
import { minimalDecimal } from "../seal/decimal.js";
import { type StatementOf } from "../seal/statements.js";
import { unpriced } from "../seal/worth.js";
import { type StoredCohort } from "../store/cohorts.js";
import { type StoredPolicy } from "../store/policies.js";
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

/**
 * Checks everything about an evaluation that can be refused, and states it. What needs no debate is refused before any debate is read;
 * last comes whether uploaded decisions cover the cohort, for which the debates' keys are read, and never gold.
 */
export async function declaration(context: Context, asked: Asked): Promise<StatementOf<"declaration">> {
  const { loaders } = context;
  const [policy, cohort, weights] = await Promise.all([
    loaders.policy.load(asked.policy),
    loaders.cohort.load(asked.cohort),
    loaders.weights.load(asked.weights),
  ]);
  if (!policy) throw new UserError("NOT_FOUND", `policy: no policy is stored under ${asked.policy}`);
  if (!cohort) throw new UserError("NOT_FOUND", `cohort: no cohort is stored under ${asked.cohort}`);
  if (!weights) throw new UserError("NOT_FOUND", `weights: no weights are stored under ${asked.weights}`);
  checkWeights(weights, cohort);
  const rule = coding(asked.coding ?? {});
  if (rule.parser !== null)
    throw new UserError("PARSER_UNKNOWN", `coding parser: none goes by the name ${JSON.stringify(rule.parser)}`);
  const { method, level, cluster, resamples } = intervalOptions({ ...asked.interval, seed: null });
  const runs = await Promise.all(cohort.parts.map(({ run }) => loaders.run.load(run)));
  const stored = runs.map((run) => {
    must(run, "a cohort's runs are stored");
    return run;
  });
  refuseWithdrawn(stored);
  endpoints(stored, rule);
  await checkPolicy(context, { policy, cohort, weights, rule, runs: stored });
  return {
    type: "declaration",
    v: 1,
    team: await context.team(),
    policy: policy.digest,
    cohort: cohort.digest,
    weights: weights.digest,
    coding: rule,
    validation: "NONE",
    interval: { method, level: minimalDecimal(String(level)), cluster, resamples },
    method: METHOD,
  };
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
  const priced = (freezeTo: number) => {
    const missing = unpriced(weights.prices, freezeTo);
    if (missing.length > 0)
      throw new UserError(
        "UNPRICED",
        `weights: policy ${policy.slug} freezes to round ${freezeTo}, which can also rescue, break and give up; ${weights.slug} have no price for ${missing.join(", ")}`,
      );
  };
  const subject = { __typename: "Cohort", slug: cohort.slug } as const;
  if (policy.kind === "FIXED") {
    const fixed = fixedPolicy(policy);
    priced(fixed.freezeTo);
    checkRounds(runs, rule, neededRound(fixed));
    return checkColumns(await context.loaders.columns.load(subject), rule, fixed);
  }
  const uploaded = await context.loaders.decisions.load(policy.slug);
  const last = uploaded.reduce((most, { to }) => Math.max(most, to ?? 0), 0);
  priced(last);
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
function checkColumns(columns: Columns, rule: Coding, policy: FixedPolicy | null): void {
  if (columns.derived === null) return;
  refuseRecoding(columns, rule);
  if (policy !== null) decisions(columns, rule.tie, policy.gate);
}

/** A stored rule as a policy. The rule language grows here: other gates, other actions, rules chosen on other folds. */
export function fixedPolicy({ slug, rule }: StoredPolicy): Extract<Policy, { gate: unknown }> {
  const { gate, action } = rule as { gate: FixedGate; action: { freezeTo: number } };
  must(Object.hasOwn(fixedGates, gate), `the rule of policy ${slug} has a gate that is known`);
  return { gate: fixedGates[gate], freezeTo: action.freezeTo };
}
