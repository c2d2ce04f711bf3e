import { standingRound } from "./majority.js";
import { seatCount } from "./margin.js";
import { type Panels } from "./panels.js";

/**
 * How many independent seats would err together as these do. With e_i = 1 where seat i is wrong, k of them independent would give the number of
 * wrong seats the variance sum p_i (1 - p_i); what it has instead is Var(sum e_i). effective = k * sum p_i (1 - p_i) / Var(sum e_i), which for seats of
 * equal error rate is Kish's k / (1 + (k - 1) rho) with rho their mean error correlation. Variances over debates, divided by n.
 */
export interface EffectiveVotes {
  readonly seats: number;
  readonly debates: number;
  /** Null when the number of wrong seats never varies. 1: they err as one; k: independently; above k: against one another. */
  readonly effective: number | null;
  /** (k / effective - 1) / (k - 1): mean error correlation, seats weighted by their variances. Null for one seat, and when effective is. */
  readonly errorCorrelation: number | null;
}

/** By panel size, of these debates (complete, with gold) in one round. Seats are told apart by position. */
export function effectiveVotes(
  panels: Panels,
  round: number,
  among: (debate: number) => boolean,
): readonly EffectiveVotes[] {
  const seatsOf = seatCount(panels);
  const standing = standingRound(panels);
  const sizes = new Map<number, { debates: number; wrongBySeat: number[]; sum: number; squares: number }>();
  for (let debate = 0; debate < panels.size; debate++) {
    if (!among(debate)) continue;
    const seats = seatsOf(debate);
    const found = sizes.get(seats) ?? { debates: 0, wrongBySeat: new Array<number>(seats).fill(0), sum: 0, squares: 0 };
    sizes.set(seats, found);
    const start = (debate * panels.rounds + standing(debate, round)) * panels.seats;
    let wrong = 0;
    for (let seat = 0; seat < seats; seat++)
      if (panels.ballots[start + seat] !== panels.gold[debate]) {
        wrong++;
        found.wrongBySeat[seat]++;
      }
    found.debates++;
    found.sum += wrong;
    found.squares += wrong * wrong;
  }
  return [...sizes]
    .sort(([a], [b]) => a - b)
    .map(([seats, { debates, wrongBySeat, sum, squares }]) => {
      // n^2 times the variances: whole numbers, so that equal ones cancel exactly.
      const together = debates * squares - sum * sum;
      const apart = wrongBySeat.reduce((total, wrong) => total + wrong * (debates - wrong), 0);
      const effective = together === 0 ? null : (seats * apart) / together;
      return {
        seats,
        debates,
        effective,
        errorCorrelation: effective === null || seats < 2 || apart === 0 ? null : (together / apart - 1) / (seats - 1),
      };
    });
}
