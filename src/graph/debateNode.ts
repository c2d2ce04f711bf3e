import { coding, type Coding } from "../debate/coding.js";
import { NOT_ASKED } from "../debate/debate.js";
import { debateRounds } from "../debate/debateFacts.js";
import { type Columns } from "../debate/panels.js";
import { must } from "../errors.js";
import { type CodingInput } from "./coding.js";
import { type Context } from "./context.js";
import { type DebateType } from "./debate.js";
import { type Ballots } from "./gold.js";
import { kept } from "./measured.js";
import { nodeId } from "./node.js";
import { runNode } from "./runNode.js";

/** Where a debate comes from, for the fields that pass the gate to gold (debateAnswers.ts). */
export interface DebateOrigin {
  readonly columns: Columns;
  readonly index: number;
  readonly coding: Coding;
  readonly ballots: Ballots;
}

/** One debate of the columns as a node: the stored row, with what the coding makes of its ballots. */
export async function debateNode(
  context: Context,
  columns: Columns,
  index: number,
  given: CodingInput | null = null,
): Promise<DebateType> {
  const rule = coding(given ?? {});
  const ordinal = columns.ordinal[index];
  const run = await context.loaders.run.load(columns.runs[columns.run[index]].slug);
  must(run, "columns name a run that is not stored");
  const ballots = await context.loaders.debate.load({ runId: run.rowId, ordinal, parser: rule.parser });
  const seats = ballots.seats ?? run.seats;
  const ballot = (round: number, seat: number) => {
    const cast = ballots.rounds[round]?.[seat] ?? (round < ballots.rounds.length ? null : NOT_ASKED);
    return {
      seat: seats[seat].seat,
      status: cast === NOT_ASKED ? "NOT_ASKED" : cast === null ? "UNPARSED" : "ANSWERED",
      answer: typeof cast === "string" ? cast : null,
      text: ballots.texts?.[round]?.[seat] ?? null,
    } as const;
  };
  const rounds = kept(context, columns, "rounds", rule, () => debateRounds(columns, rule))(index);
  return {
    __typename: "Debate",
    id: nodeId("Debate", `${run.slug}/${ordinal}`),
    ...ballots,
    origin: { columns, index, coding: rule, ballots },
    run: runNode(run),
    labels: [...ballots.labels],
    seats: [...seats],
    recordedRounds: ballots.rounds.length,
    displayed: ballots.displayed && ballots.displayed.map((seats) => seats.map((shown) => [...shown])),
    signals: [...ballots.signals],
    rounds: rounds.map(({ round, majority, tieFired }) => ({
      round,
      ballots: ballots.derived ? [] : seats.map((_, seat) => ballot(round, seat)),
      majority: majority === null ? null : ballots.labelOf(majority),
      tieFired,
    })),
  };
}
