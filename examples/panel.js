/**
 * Invents the ballots of three seats for a given path of majorities.
 *
 * Seats move as panels do: before the majority changes, one seat usually holds the coming answer already; after it, the
 * seat that dissents is usually a holdout; a dissenter tends to be the same seat again. Ties are rare and never decide
 * a cell: a three-way split occurs only in a blind round without a right ballot, where every tie rule gives a wrong
 * answer (and the published rule, alphabetical, the answer that the path asks for).
 *
 * @typedef {import("./random.js").Random} Random
 * @typedef {(string | null)[]} Ballots
 */

/** The third seat is the hottest, and dissents most. */
const DISSENTERS = [0, 0, 1, 1, 1, 2, 2, 2, 2];

/**
 * @param {Random} random
 * @param {object} debate
 * @param {string} debate.path One digit per round: 1 right, 0 wrong, - no readable ballot.
 * @param {boolean} debate.restless Whether round 1 moves from one wrong answer to another.
 * @param {boolean} debate.split Whether the blind round holds two or more different ballots.
 * @param {string} debate.gold
 * @param {readonly string[]} debate.labels
 * @param {number} debate.unparsed Chance that a ballot beside the majority could not be read.
 * @returns {Ballots[]} By round, seats inside.
 */
export function ballots(random, { path, restless, split, gold, labels, unparsed }) {
  const wrong = random.shuffled(labels.filter((label) => label !== gold));
  const threeWay = split && path[0] === "0" && wrong.length > 2 && random.chance(0.3);
  const opening = threeWay ? wrong.slice(0, 3).sort() : wrong;
  const later = restless ? opening[1] : opening[0];
  const majorities = [...path].map((digit, round) => {
    if (digit === "-") return null;
    if (digit === "1") return gold;
    return round === 0 ? opening[0] : later;
  });

  let seat = random.pick(DISSENTERS);
  /** @type {string | null} */
  let dissent = null;
  return majorities.map((majority, round) => {
    if (majority === null) return [null, null, null];
    if (round === 0 && threeWay) return random.shuffled(opening);

    const before = round > 0 ? majorities[round - 1] : majority;
    const after = majorities[round + 1] ?? majority;
    const divided = round === 0 ? split : random.chance(division(round, majority === gold, after !== majority));
    if (divided) {
      if (before !== majority || !random.chance(0.6)) seat = random.pick(DISSENTERS);
      const previous = dissent;
      dissent =
        [after, before, previous].find((label) => label !== null && label !== majority) ??
        random.pick(labels.filter((label) => label !== majority));
    } else {
      dissent = null;
    }
    const beside = dissent ?? majority;
    // In the blind round an unread ballot would undo a split that the published counts ask for.
    const unread = random.chance(unparsed) && (round > 0 || !split);
    return [0, 1, 2].map((at) => (at === seat ? (unread ? null : beside) : majority));
  });
}

/**
 * How likely a round after the first is not unanimous: wrong panels agree less, and panels that are about to change
 * their mind are mostly divided already.
 *
 * @param {number} round
 * @param {boolean} right
 * @param {boolean} aboutToChange
 */
function division(round, right, aboutToChange) {
  if (aboutToChange) return 0.85;
  return (right ? 0.2 : 0.5) / round;
}
