import { type Condition } from "./debate.js";
import { chosen, tally, type Tally } from "./majority.js";
import { type Columns, NO_VOTE, NOT_ASKED_CODE, NOT_STATED_CODE } from "./panels.js";

/**
 * What the seats of a run are shown between rounds when the record does not say: the other seats' ballots, no ballot at all, or something that only
 * the record could tell. A condition of another name is taken for a debate.
 */
export const showing: Readonly<Record<Condition, "PEERS" | "NOTHING" | "NOT_STATED">> = {
  FULL_DEBATE: "PEERS",
  LABELS_ONLY: "PEERS",
  OTHER: "PEERS",
  NO_PEERS: "NOTHING",
  PRIVATE_REVISION: "NOTHING",
  BLIND: "NOTHING",
  FAKE_PEERS: "NOT_STATED",
};

/**
 * The majority of the labels that a seat was shown before a round (1 or later): a label code, TIED, NO_VOTE where it was shown nothing, or
 * NOT_STATED_CODE where nobody knows. Shown were the labels that the record says were displayed to it; where the record does not say, what the run's
 * condition shows: for a debate the ballots of the other seats in the round before. A seat never sees its own ballot, so seats of one panel can
 * be shown different majorities.
 */
export function shown(panels: Columns): (debate: number, round: number, seat: number) => number {
  const { ballots, rounds, seats, displayed } = panels;
  const others = { ballots: new Uint8Array(seats), rounds: 1, seats };
  // More labels may be displayed than there are seats.
  const wide = displayed ? NOT_STATED_CODE : 0;
  const labels = { ballots: new Uint8Array(wide), rounds: 1, seats: wide };
  const countOthers = tally(others);
  const countLabels = tally(labels);
  const majority = (found: Tally) => (found.leaders === 0 ? NO_VOTE : chosen(found, "UNDECIDED"));
  return (debate, round, seat) => {
    const stated = displayed && statedAt(displayed, debate, (round - 1) * seats + seat);
    if (stated) {
      labels.ballots.fill(NOT_ASKED_CODE);
      labels.ballots.set(stated);
      return majority(countLabels(0, 0));
    }
    const shows = showing[panels.runs[panels.run[debate]].condition];
    if (shows !== "PEERS") return shows === "NOTHING" ? NO_VOTE : NOT_STATED_CODE;
    const start = (debate * rounds + round - 1) * seats;
    others.ballots.set(ballots.subarray(start, start + seats));
    others.ballots[seat] = NOT_ASKED_CODE;
    return majority(countOthers(0, 0));
  };
}

/** The labels displayed in one entry of a debate; null where the record does not state them. */
function statedAt(
  { bytes, start }: NonNullable<Columns["displayed"]>,
  debate: number,
  entry: number,
): Uint8Array | null {
  let at = start[debate];
  for (let passed = 0; passed < entry; passed++) at += bytes[at] === NOT_STATED_CODE ? 1 : 1 + bytes[at];
  return bytes[at] === NOT_STATED_CODE ? null : bytes.subarray(at + 1, at + 1 + bytes[at]);
}
