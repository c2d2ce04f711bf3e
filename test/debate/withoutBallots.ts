import { coding } from "../../src/debate/coding.js";
import { type Debate, type Derived, NOT_ASKED } from "../../src/debate/debate.js";
import { slowMajority } from "./slow.js";

const rule = coding({ undefined: "WRONG" });
const run = { rounds: 4, carryForward: false };

/** The columns of DebateLedger's feature table, made from ballots, one debate at a time. */
export function derivedOf(from: Debate): Derived {
  const majorities = from.rounds.map((_, round) => {
    const label = slowMajority(from, round, run, rule);
    return typeof label === "string" ? label : "";
  });
  const share = (round: Debate["rounds"][number]) =>
    Math.max(...round.map((entry) => round.filter((other) => other === entry).length)) / round.length;
  const flips = (round: number) =>
    from.rounds[round].filter((now, seat) => {
      const before = from.rounds[0][seat];
      return typeof now === "string" && typeof before === "string" && now !== before;
    }).length;
  return {
    changed: majorities.map((label, round) => (round === 0 ? null : label !== majorities[round - 1])),
    agreement: from.rounds.map(share),
    flipped: from.rounds.map((_, round) => (round === 0 ? null : flips(round))),
    initialUnanimous: new Set(from.rounds[0].filter((entry) => entry !== null)).size <= 1,
    byGold: {
      right: majorities.map((label) => label === from.gold),
      disagreeing: from.rounds.map((round) => round.filter((entry) => entry !== from.gold).length),
    },
  };
}

/** The same debate without its ballots. */
export const withoutBallots = (from: Debate): Debate => ({
  ...from,
  rounds: from.rounds.map((round) => round.map(() => NOT_ASKED)),
  derived: derivedOf(from),
});
