import { UserError } from "../errors.js";
import { type Columns, NOT_ASKED_CODE } from "./panels.js";
import { sha256 } from "./sha256.js";

/**
 * The same debates as if these seats had never been recorded: a recount, not a rerun, since the others still saw them. What the remaining seats were
 * displayed leaves with them; measures that need it are for whole panels. A name that no panel has is refused, and so is leaving nobody.
 */
export function withoutSeats<P extends Columns>(panels: P, names: readonly string[]): P {
  if (names.length === 0) return panels;
  const known = new Set(panels.compositions.flatMap(({ seats }) => seats.map(({ seat }) => seat)));
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new UserError(
      "NOT_FOUND",
      `without: seats were expected to be among ${[...known].join(", ")}, got ${unknown.join(", ")}`,
    );
  const kept = panels.compositions.map(({ seats }) =>
    seats.flatMap(({ seat }, at) => (names.includes(seat) ? [] : [at])),
  );
  if (kept.some(({ length }) => length === 0))
    throw new UserError("BAD_INPUT", "without: at least one seat must remain");
  const seats = Math.max(0, ...kept.map(({ length }) => length));
  const ballots = new Uint8Array(panels.size * panels.rounds * seats).fill(NOT_ASKED_CODE);
  for (let debate = 0; debate < panels.size; debate++) {
    const places = kept[panels.composition[debate]];
    for (let round = 0; round < panels.rounds; round++) {
      const from = (debate * panels.rounds + round) * panels.seats;
      const to = (debate * panels.rounds + round) * seats;
      for (let seat = 0; seat < places.length; seat++) ballots[to + seat] = panels.ballots[from + places[seat]];
    }
  }
  return {
    ...panels,
    seats,
    ballots,
    displayed: null,
    compositions: panels.compositions.map(({ seats: all }, at) => ({ seats: kept[at].map((seat) => all[seat]) })),
    digest: sha256(JSON.stringify(["counterweight-without-seats-1", panels.digest, [...names].sort()])),
  };
}
