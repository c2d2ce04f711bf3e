import { codeDebate } from "../debate/codeDebate.js";
import { NOT_ASKED } from "../debate/debate.js";
import { type DebateFacts } from "../debate/debateFacts.js";
import { type Panels } from "../debate/panels.js";
import { must } from "../errors.js";
import { type Context } from "./context.js";
import { type DebateType } from "./debate.js";
import { nodeId } from "./node.js";
import { runNode } from "./runNode.js";

/** One debate of the columns as a node: the stored row, with what the coding makes of it. */
export async function debateNode(
  { loaders }: Context,
  panels: Panels,
  index: number,
  facts: DebateFacts,
): Promise<DebateType> {
  const ordinal = panels.ordinal[index];
  const run = await loaders.run.load(panels.runs[panels.run[index]].slug);
  must(run, "columns name a run that is not stored");
  const row = await loaders.debate.load({ runId: run.rowId, ordinal });
  const seats = row.seats ?? run.seats;
  const { labels } = codeDebate(row, { rounds: row.rounds.length, seats: seats.length });
  const ballot = (round: number, seat: number) => {
    const given = row.rounds[round]?.[seat] ?? (round < row.rounds.length ? null : NOT_ASKED);
    return {
      seat: seats[seat].seat,
      status: given === NOT_ASKED ? "NOT_ASKED" : given === null ? "UNPARSED" : "ANSWERED",
      answer: typeof given === "string" ? given : null,
    } as const;
  };
  return {
    __typename: "Debate",
    id: nodeId("Debate", `${run.slug}/${ordinal}`),
    ...row,
    ...facts,
    run: runNode(run),
    labels: [...row.labels],
    seats: [...seats],
    signals: [...row.signals],
    disagreements: [...row.disagreements],
    rounds: facts.rounds.map(({ round, majority, tieFired }) => ({
      round,
      ballots: seats.map((_, seat) => ballot(round, seat)),
      majority: majority === null ? null : labels[majority - 1],
      tieFired,
    })),
  };
}
