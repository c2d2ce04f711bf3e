import { UserError } from "../errors.js";
/** A run and its debates as the schema answers them; with `debateSelection` and `runSelection`. */
export interface RunAnswer {
  readonly slug: string;
  readonly title: string | null;
  readonly condition: string;
  readonly scaffold: string | null;
  readonly benchmark: string;
  readonly seats: readonly object[];
  readonly carryForward: boolean;
  readonly foldUpper: boolean;
  readonly synthetic: boolean;
  readonly createdAt: string | null;
  readonly license: string | null;
  readonly note: string | null;
}

export interface DebateAnswer {
  readonly run: RunAnswer;
  readonly item: string;
  readonly replicate: number;
  readonly benchmark: string;
  readonly category: string | null;
  readonly cluster: string;
  readonly gold: string | null;
  readonly labels: readonly string[];
  readonly seats: readonly object[];
  readonly rounds: readonly {
    readonly ballots: readonly BallotAnswer[];
  }[];
  readonly recordedRounds: number;
  readonly displayed: readonly (readonly (readonly string[])[])[] | null;
  readonly signals: readonly (readonly [string, string])[];
  readonly reported: object | null;
  readonly tokens: number | null;
  readonly cost: string | null;
  readonly meta: string | null;
}

interface BallotAnswer {
  readonly status: string;
  readonly answer: string | null;
  readonly text: string | null;
}

const seats = "seats { seat model family provider temperature }";
export const runSelection = `slug title condition scaffold benchmark ${seats} carryForward foldUpper synthetic createdAt license note`;
export const debateSelection = `run { ${runSelection} } item replicate benchmark category cluster gold labels ${seats}
  rounds { ballots { status answer text } } recordedRounds displayed signals reported tokens cost meta`;

/** The first line of a neutral file. */
export function runLine({ carryForward, foldUpper, synthetic, ...run }: RunAnswer): string {
  const flags = {
    ...(carryForward && { earlyStop: "CARRY_FORWARD" }),
    ...(foldUpper && { fold: "UPPER" }),
    // Said where the note could be taken to say it.
    ...((synthetic || run.note !== null) && { synthetic }),
  };
  return JSON.stringify({ run: { ...stated({ ...run, seats: run.seats.map(stated) }), ...flags } });
}

/** One debate of a neutral file. What the run line already says, and what is the default, is left out. */
export function debateLine(debate: DebateAnswer): string {
  if (debate.rounds.some(({ ballots }) => ballots.length === 0))
    throw new UserError(
      "NO_BALLOTS",
      `run ${debate.run.slug}: the neutral format holds ballots, and item ${debate.item} has derived columns only`,
    );
  const { run, item, replicate, benchmark, category, cluster, gold, labels, rounds, displayed, signals } = debate;
  const { reported, recordedRounds, tokens, cost, meta } = debate;
  const line = {
    item,
    ...(replicate !== 0 && { replicate }),
    ...(benchmark !== run.benchmark && { benchmark }),
    ...(category !== null && { category }),
    ...(cluster !== item && { cluster }),
    gold,
    ...(labels.length > 0 && { labels }),
    ...(JSON.stringify(debate.seats) !== JSON.stringify(run.seats) && { seats: debate.seats.map(stated) }),
    rounds: rounds.slice(0, recordedRounds).map(({ ballots }) => ballots.map(ballot)),
    ...(displayed !== null && { displayed }),
    ...(signals.length > 0 && { signals: Object.fromEntries(signals) }),
    // A majority that is null was reported to be none; what was not reported is not there.
    ...(reported && { reported }),
    ...(tokens !== null && { tokens }),
    ...(cost !== null && { cost }),
  };
  const text = JSON.stringify(line);
  // Meta goes out as the text it came in as: reading and writing it again could change its numbers.
  return meta === null ? text : `${text.slice(0, -1)},"meta":${meta}}`;
}

function ballot({ status, answer, text }: BallotAnswer) {
  if (status === "NOT_ASKED") return { asked: false };
  return text === null ? answer : { text, ...(answer !== null && { answer }) };
}

/** Without the keys that say nothing. */
const stated = (value: object) =>
  Object.fromEntries(Object.entries(value).filter(([, held]) => held !== null && held !== undefined));
