import { type PanelSeat, panelSeats } from "./panelSeats.js";
import { type Columns, NOT_ASKED_CODE, UNPARSED } from "./panels.js";

/** Replies that could not be read in one recorded round. */
export interface ParseFailures {
  readonly round: number;
  /** Debates with at least one. */
  readonly debates: number;
  readonly seats: readonly SeatFailures[];
}

export interface SeatFailures extends PanelSeat {
  /** Ballots that this seat was asked for, in this round. */
  readonly asked: number;
  /** Of those, the ones that could not be read: the debates that this seat is involved in losing. These add up to more than the debates. */
  readonly unparsed: number;
  /** Of those, the ones in which it was the only such seat. */
  readonly sole: number;
}

export function parseFailures(panels: Columns, rounds: readonly number[]): readonly ParseFailures[] {
  const { seats, of } = panelSeats(panels);
  return rounds.map((round) => {
    const table = seats.map((seat) => ({ ...seat, asked: 0, unparsed: 0, sole: 0 }));
    let debates = 0;
    for (let debate = 0; debate < panels.size; debate++) {
      const own = of[panels.composition[debate]];
      const start = (debate * panels.rounds + round) * panels.seats;
      let failed = 0;
      let one = 0;
      for (let position = 0; position < own.length; position++) {
        const ballot = panels.ballots[start + position];
        if (ballot === NOT_ASKED_CODE) continue;
        table[own[position]].asked++;
        if (ballot !== UNPARSED) continue;
        table[own[position]].unparsed++;
        failed++;
        one = own[position];
      }
      if (failed > 0) debates++;
      if (failed === 1) table[one].sole++;
    }
    return { round, debates, seats: table };
  });
}
