import { type Coding } from "./coding.js";
import { type DecidedCell, type Effect, NO_CELL, outcome, type Outcomes, RUNS_ON } from "./effect.js";
import { endpoints } from "./endpoint.js";
import { decisions } from "./gate.js";
import { asked, majority } from "./majority.js";
import { NOT_ASKED_CODE, type Panels } from "./panels.js";
import { checkRounds, neededRound, type Policy } from "./policy.js";
import { cell, RIGHT, transitions, UNDEFINED, verdict } from "./transition.js";

/** What a policy does to every debate: its action turns the saved final verdict into that of the round frozen to. */
export function outcomes(panels: Panels, coding: Coding, policy: Policy): Outcomes {
  const to = "decided" in policy ? policy.decided : freezes(panels, coding, policy);
  if ("decided" in policy) {
    const needed = to.reduce((most, round) => (round === RUNS_ON ? most : Math.max(most, round)), 0);
    checkRounds(panels.runs, coding, needed);
  }
  const majorityOf = majority(panels, coding);
  const verdictOf = verdict(panels, coding);
  const states = transitions(panels, coding);
  const packed = new Uint8Array(panels.size).fill(NO_CELL);
  for (let debate = 0; debate < panels.size; debate++) {
    const found = cell(states[debate]);
    if (found === null || found === "undecided") continue;
    const frozen = (round: number) => {
      const label = majorityOf(debate, round);
      return label === NOT_ASKED_CODE ? UNDEFINED : verdictOf(debate, label);
    };
    packed[debate] = outcome(found, to[debate] === RUNS_ON ? "notFired" : effect(found, frozen(to[debate])));
  }
  const saved = "decided" in policy ? new Uint8Array(panels.size) : savedRounds(panels, coding, packed, to, policy);
  return { outcome: packed, to, saved };
}

function freezes(panels: Panels, coding: Coding, policy: Exclude<Policy, { decided: Uint8Array }>): Uint8Array {
  checkRounds(panels.runs, coding, neededRound(policy));
  return decisions(panels, coding.tie, policy.gate).map((fired) => (fired === 1 ? policy.freezeTo : RUNS_ON));
}

/** The saved verdict's cell, and the verdict that replaces the saved one. */
function effect(saved: DecidedCell, frozen: number): Effect {
  const wasRight = saved === "preservation" || saved === "correction";
  if (frozen === UNDEFINED) return wasRight ? "abstentionRight" : "abstentionWrong";
  if (wasRight === (frozen === RIGHT)) return "unchanged";
  if (wasRight) return saved === "correction" ? "correctionLost" : "breakage";
  return saved === "collapse" ? "collapsePrevented" : "rescue";
}

/** Rounds that were asked after the last one that gate and freeze need, where the gate fired. */
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
