import { GIVEN_UP } from "./action.js";
import { type Coding } from "./coding.js";
import { type DecidedCell, type Effect, NO_CELL, outcome, type Outcomes, RUNS_ON } from "./effect.js";
import { endpoints } from "./endpoint.js";
import { decisions } from "./gate.js";
import { asked, majority } from "./majority.js";
import { type Columns, NOT_ASKED_CODE, type Panels } from "./panels.js";
import { checkRounds, type FixedPolicy, neededRound, type Policy } from "./policy.js";
import { acts, type Acts } from "./rule.js";
import { cell, RIGHT, transitions, UNDEFINED, verdict } from "./transition.js";

/** What a policy does to every debate: its action puts another verdict in the place of the saved final one. */
export function outcomes(panels: Panels, coding: Coding, policy: Policy): Outcomes {
  const { to, instead } = done(panels, coding, policy);
  const majorityOf = majority(panels, coding);
  const verdictOf = verdict(panels, coding);
  const states = transitions(panels, coding);
  const packed = new Uint8Array(panels.size).fill(NO_CELL);
  for (let debate = 0; debate < panels.size; debate++) {
    const found = cell(states[debate]);
    if (found === null || found === "undecided") continue;
    const replaced = () => {
      const label = instead === null ? majorityOf(debate, to[debate]) : instead[debate];
      return label === NOT_ASKED_CODE || label === GIVEN_UP ? UNDEFINED : verdictOf(debate, label);
    };
    packed[debate] = outcome(found, to[debate] === RUNS_ON ? "notFired" : effect(found, replaced()));
  }
  const saved = "decided" in policy ? new Uint8Array(panels.size) : savedRounds(panels, coding, packed, to, policy);
  const by = "rule" in policy && policy.rule.then.do !== "freeze" ? policy.rule.then : null;
  return { outcome: packed, to, saved, by };
}

/** What the policy does, before gold is looked at. `instead` is null where the round frozen to says it. */
function done(
  panels: Columns,
  coding: Coding,
  policy: Policy,
): { readonly to: Uint8Array; readonly instead: Acts["instead"] | null } {
  if ("decided" in policy) {
    const to = policy.decided;
    const needed = to.reduce((most, round) => (round === RUNS_ON ? most : Math.max(most, round)), 0);
    checkRounds(panels.runs, coding, needed);
    return { to, instead: null };
  }
  checkRounds(panels.runs, coding, neededRound(policy));
  return "rule" in policy ? acts(panels, coding, policy.rule) : { to: freezes(panels, coding, policy), instead: null };
}

const freezes = (panels: Columns, coding: Coding, { gate, freezeTo }: FixedPolicy): Uint8Array =>
  decisions(panels, coding.tie, gate).map((fired) => (fired === 1 ? freezeTo : RUNS_ON));

/** The saved verdict's cell, and the verdict that replaces the saved one. */
function effect(saved: DecidedCell, instead: number): Effect {
  const wasRight = saved === "preservation" || saved === "correction";
  if (instead === UNDEFINED) return wasRight ? "abstentionRight" : "abstentionWrong";
  if (wasRight === (instead === RIGHT)) return "unchanged";
  if (wasRight) return saved === "correction" ? "correctionLost" : "breakage";
  return saved === "collapse" ? "collapsePrevented" : "rescue";
}

/** Rounds that were asked after the last one that the policy needs, where it fired. */
function savedRounds(
  panels: Panels,
  coding: Coding,
  packed: Uint8Array,
  to: Uint8Array,
  policy: Exclude<Policy, { decided: Uint8Array }>,
): Uint8Array {
  const last = endpoints(panels.runs, coding);
  const wasAsked = asked(panels);
  const saved = new Uint8Array(panels.size);
  for (let debate = 0; debate < panels.size; debate++) {
    if (packed[debate] === NO_CELL || to[debate] === RUNS_ON) continue;
    for (let round = neededRound(policy) + 1; round <= last[panels.run[debate]]; round++)
      if (wasAsked(debate, round)) saved[debate]++;
  }
  return saved;
}
