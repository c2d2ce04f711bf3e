import { type Coding } from "./coding.js";
import { type Counting, margin } from "./margin.js";
import { chosen, standingRound, tally } from "./majority.js";
import { type Columns, NOT_ASKED_CODE, UNPARSED } from "./panels.js";

/**
 * Whether one ballot, replaced by another label that somebody voted for in this round, can change the majority; null where there is no margin. For
 * an odd panel with two labels it is margin 1 and nothing else. For even panels and more labels it depends on the tie rule, so the votes are
 * recounted: a replaced ballot moves a margin by at most two, which leaves margins above 2 out.
 */
export function pivotal(
  panels: Columns,
  { tie }: Pick<Coding, "tie">,
  counting: Counting = "COMPLETE",
): (debate: number, round: number) => boolean | null {
  const marginOf = margin(panels, counting);
  const standing = standingRound(panels);
  const { seats } = panels;
  const one = { ballots: new Uint8Array(seats), rounds: 1, seats };
  const count = tally(one);
  return (debate, round) => {
    const found = marginOf(debate, round);
    if (found === null || found > 2) return found === null ? null : false;
    const start = (debate * panels.rounds + standing(debate, round)) * seats;
    const ballots = panels.ballots.subarray(start, start + seats);
    one.ballots.set(ballots);
    const before = chosen(count(0, 0), tie);
    for (let seat = 0; seat < seats; seat++) {
      const own = ballots[seat];
      if (own === NOT_ASKED_CODE || own === UNPARSED) continue;
      for (const label of ballots) {
        if (label === own || label === NOT_ASKED_CODE || label === UNPARSED) continue;
        one.ballots[seat] = label;
        if (chosen(count(0, 0), tie) !== before) return true;
      }
      one.ballots[seat] = own;
    }
    return false;
  };
}
