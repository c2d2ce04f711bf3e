import { type Action, CANNOT, replacements } from "./action.js";
import { type Coding } from "./coding.js";
import { type Condition, featuresOf, noBallots, TRUE, truth } from "./condition.js";
import { isDerived } from "./derivedColumns.js";
import { ACTED, RUNS_ON } from "./effect.js";
import { featureNamed } from "./features.js";
import { tally } from "./majority.js";
import { type Columns, NO_ROUND } from "./panels.js";
import { seen } from "./seen.js";
import { UserError } from "../errors.js";

/** A policy of the language: after round `at`, where the condition holds, the action. It can name nothing that is not known by then. */
export interface Rule {
  readonly at: number;
  readonly when: Condition;
  readonly then: Action;
}

/** What a rule does, before anybody looks at gold. */
export interface Acts {
  /** The round frozen to, ACTED for any other action, RUNS_ON where it does not fire. */
  readonly to: Uint8Array;
  /** What takes the place of the saved verdict, as `replacements` says; null for a freeze, where the round says it. */
  readonly instead: Uint8Array | null;
}

/**
 * Applies a rule. It fires where its condition is true (not where it is unknown), somebody was asked in the round that it decides after,
 * and the action can be done. Gold is not among what this function is given, and the rounds after `at` are cut off before anything is read.
 */
export function acts(panels: Columns, { tie }: Pick<Coding, "tie">, rule: Rule): Acts {
  const { at, when, then } = rule;
  refuseWithoutBallots(panels, rule);
  const view = seen(panels, at, tie);
  const fires = truth(when, view);
  const instead = then.do === "freeze" ? null : replacements(then, view, panels);
  const count = tally(view);
  const asked = (debate: number) =>
    isDerived(view, debate) ? view.derived!.changed[debate * view.rounds + at] !== NO_ROUND : count(debate, at).asked;
  const acted = then.do === "freeze" ? then.round : ACTED;
  const to = new Uint8Array(panels.size).fill(RUNS_ON);
  for (let debate = 0; debate < panels.size; debate++)
    if (fires[debate] === TRUE && instead?.[debate] !== CANNOT && asked(debate)) to[debate] = acted;
  return { to, instead };
}

/** A rule that looks at single ballots, or counts them again, has no answer for debates that have none. */
export function refuseWithoutBallots({ derived }: Pick<Columns, "derived">, { when, then }: Rule): void {
  if (derived === null) return;
  const blind = featuresOf(when).find(({ feature }) => featureNamed(feature)?.readDerived === undefined);
  if (blind !== undefined) throw noBallots(blind.feature);
  if (then.do !== "freeze" && then.do !== "abstain")
    throw new UserError(
      "NO_BALLOTS",
      `policy: to ${then.do}, ballots are needed, and some of these debates have derived columns only`,
    );
}
