import { type Ballots } from "./majority.js";
import { NOT_ASKED_CODE, UNPARSED } from "./panels.js";

/** How the votes of one debate in one round are spread. */
export interface Votes {
  /** Seats that were asked, and of those the ones that could not be read. */
  readonly asked: number;
  readonly unparsed: number;
  /** Different labels among the parsed ballots. */
  readonly labels: number;
  /** Ballots of the leading label and of the runner-up; equal in a tie, 0 where there is none. */
  readonly leading: number;
  readonly second: number;
}

/**
 * Counts a recorded round; the tie rule plays no part. The margin is leading - second. The answer is the same object each time,
 * overwritten by the next call.
 */
export function votes({ ballots, rounds, seats }: Ballots): (debate: number, round: number) => Votes {
  const counts = new Uint16Array(256);
  const found = { asked: 0, unparsed: 0, labels: 0, leading: 0, second: 0 };
  return (debate, round) => {
    const start = (debate * rounds + round) * seats;
    const end = start + seats;
    let asked = 0;
    let unparsed = 0;
    for (let at = start; at < end; at++) {
      const label = ballots[at];
      if (label === NOT_ASKED_CODE) continue;
      asked++;
      if (label === UNPARSED) unparsed++;
      else counts[label]++;
    }
    let labels = 0;
    let leading = 0;
    let second = 0;
    // Each label is met as often as it has ballots; its count is put back to 0 the first time, ready for the next debate.
    for (let at = start; at < end; at++) {
      const count = counts[ballots[at]];
      if (count === 0) continue;
      counts[ballots[at]] = 0;
      labels++;
      if (count > leading) {
        second = leading;
        leading = count;
      } else if (count > second) second = count;
    }
    found.asked = asked;
    found.unparsed = unparsed;
    found.labels = labels;
    found.leading = leading;
    found.second = second;
    return found;
  };
}
