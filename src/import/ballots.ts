import { type Ballot, type Debate, NOT_ASKED } from "../debate/debate.js";
import { described } from "./fault.js";
import { type JsonObject } from "./jsonLine.js";
import { type Notes } from "./notes.js";

/** The blind round included. */
export const MAX_ROUNDS = 64;
/** Rounds times seats of one debate. */
export const MAX_CELLS = 4096;

/** How the text of an answer becomes a label: trimmed, and folded when the run says so. */
export type Answer = (text: string) => string;

interface Read {
  readonly rounds: readonly (readonly Ballot[])[];
  readonly texts: Debate["texts"];
}

/**
 * The rounds of a neutral line, one ballot for each seat of the panel. Keys that the format does not know are added to `unknown`
 * with their path. `panel` is null when the seats themselves could not be read.
 */
export function ballots(
  value: unknown,
  panel: number | null,
  answer: Answer,
  notes: Notes,
  unknown: [string, unknown][],
): Read {
  const nothing: Read = { rounds: [], texts: null };
  if (!Array.isArray(value) || value.length === 0) {
    notes.fault("rounds", "an array of rounds", Array.isArray(value) ? "an empty array" : described(value));
    return nothing;
  }
  if (value.length > MAX_ROUNDS) {
    notes.fault("rounds", `at most ${MAX_ROUNDS} rounds`, String(value.length));
    return nothing;
  }
  if (value.length * (panel ?? 1) > MAX_CELLS) {
    notes.fault("rounds", `at most ${MAX_CELLS} ballots in a debate`, String(value.length * (panel ?? 1)));
    return nothing;
  }
  const rounds: Ballot[][] = [];
  const texts: (string | null)[][] = [];
  let anyText = false;
  for (let r = 0; r < value.length; r++) {
    const round: unknown = value[r];
    if (!Array.isArray(round)) {
      notes.fault(`rounds[${r}]`, "an array of ballots", described(round));
      continue;
    }
    if (panel !== null && round.length !== panel) {
      notes.fault(`rounds[${r}]`, `${panel} ballots, one for each seat`, String(round.length));
      continue;
    }
    const read: Ballot[] = new Array<Ballot>(round.length);
    const said: (string | null)[] = [];
    for (let seat = 0; seat < round.length; seat++) {
      const ballot: unknown = round[seat];
      if (typeof ballot === "string") read[seat] = answer(ballot) || null;
      else if (ballot === null) read[seat] = null;
      else {
        const place = `rounds[${r}][${seat}]`;
        if (typeof ballot !== "object" || Array.isArray(ballot)) notes.fault(place, "a ballot", described(ballot));
        else {
          const { text, ballot: voted } = wordyBallot(ballot as JsonObject, place, answer, notes, unknown);
          read[seat] = voted;
          if (text !== null) {
            anyText = true;
            said[seat] = text;
          }
        }
      }
    }
    rounds.push(read);
    texts.push(said);
  }
  if (!anyText) return { rounds, texts: null };
  return { rounds, texts: rounds.map((round, r) => round.map((_, seat) => texts[r][seat] ?? null)) };
}

/** A ballot written as an object: not asked, or a raw reply with or without the answer that was read from it. */
function wordyBallot(
  value: JsonObject,
  place: string,
  answer: Answer,
  notes: Notes,
  unknown: [string, unknown][],
): { ballot: Ballot; text: string | null } {
  const { asked, text, answer: given, ...others } = value;
  for (const key of Object.keys(others)) unknown.push([`${place}.${key}`, others[key]]);
  if (asked !== undefined && typeof asked !== "boolean") notes.fault(`${place}.asked`, "boolean", described(asked));
  if (text !== undefined && text !== null && typeof text !== "string")
    notes.fault(`${place}.text`, "string or null", described(text));
  if (given !== undefined && given !== null && typeof given !== "string")
    notes.fault(`${place}.answer`, "string or null", described(given));
  if (asked === false) {
    if ((text ?? given ?? null) !== null) notes.fault(place, "no reply of a seat that was not asked", "one");
    return { ballot: NOT_ASKED, text: null };
  }
  if (text === undefined && given === undefined) notes.fault(place, "a ballot", "object without text and answer");
  return {
    ballot: typeof given === "string" ? answer(given) || null : null,
    text: typeof text === "string" ? text : null,
  };
}
