import { counted, OUTSIDE } from "./counted.js";
import { cellAt, effectAt, NO_CELL, effects, type Outcomes } from "./effect.js";
import { type IntervalOptions } from "./intervalOptions.js";
import { type Columns } from "./panels.js";
import { type Rate } from "./rate.js";
import { cells } from "./transition.js";

/** How many verdicts a policy leaves, and how many of those are right. */
export interface Answered {
  /** Verdicts that were not given up, of the debates in the four cells. 1 for a policy that never abstains; null without debates. */
  readonly coverage: Rate;
  /** Right verdicts after the action, of those that were not given up. Null when all were. */
  readonly accuracy: Rate;
}

export function answered(panels: Columns, found: Outcomes, interval: IntervalOptions): Answered {
  const of = Uint16Array.from(found.outcome, (packed) => (packed === NO_CELL ? OUTSIDE : packed));
  const columns = cells.length * effects.length;
  const { total } = counted(panels, { of, columns, shareDraws: true }, null, interval);
  const kinds = Array.from({ length: columns }, (_, packed) => {
    const one = { ...found, outcome: Uint8Array.of(packed) };
    const [cell, effect] = [cellAt(one, 0)!, effectAt(one, 0)!];
    const wasRight = cell === "preservation" || cell === "correction";
    const stands = effect !== "abstentionRight" && effect !== "abstentionWrong";
    const turned = effect !== "notFired" && effect !== "unchanged";
    return { stands: Number(stands), right: Number(stands && wasRight !== turned) };
  });
  const stands = kinds.map(({ stands }) => stands);
  return {
    coverage: total.rate(
      stands,
      kinds.map(() => 1),
    ),
    accuracy: total.rate(
      kinds.map(({ right }) => right),
      stands,
    ),
  };
}
