import { UserError } from "../errors.js";
import { type Coding } from "./coding.js";
import { endpoints } from "./endpoint.js";
import { type Gate } from "./gate.js";
import { type PanelRun } from "./panels.js";
import { type Rule } from "./rule.js";

/** What a policy does to a debate whose gate fires: the majority of round `freezeTo` replaces the final one. */
export interface FixedPolicy {
  readonly gate: Gate;
  readonly freezeTo: number;
}

/** Decisions that were made elsewhere, for the debates of one set of columns: the round to freeze to, or RUNS_ON. */
export interface DecidedPolicy {
  readonly decided: Uint8Array;
}

/** A rule of the policy language. */
export interface RulePolicy {
  readonly rule: Rule;
}

export type Policy = FixedPolicy | RulePolicy | DecidedPolicy;

/** Refuses a policy that needs a round beyond the final one, of any run. Looks at no debate. */
export function checkRounds(runs: readonly PanelRun[], coding: Pick<Coding, "endpoint">, needed: number): void {
  const last = endpoints(runs, coding);
  runs.forEach(({ slug }, run) => {
    if (needed > last[run])
      throw new UserError(
        "BAD_INPUT",
        `policy: it needs round ${needed}, the final round of run ${slug} is ${last[run]}`,
      );
  });
}

/** The last round that a policy looks at: gate or freeze, or the one that a rule decides after. */
export const neededRound = (policy: FixedPolicy | RulePolicy): number =>
  "rule" in policy ? policy.rule.at : Math.max(policy.gate.sees, policy.freezeTo);
