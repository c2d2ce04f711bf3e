import { codeDebate, type CodedDebate } from "../debate/codeDebate.js";
import { type Debate, type RunHeader, type Seat } from "../debate/debate.js";
import { blockDigest, BLOCK_SIZE, encodePanelBlock, panelBlock } from "../debate/panelBlock.js";
import { type Notes } from "./notes.js";
import { type ReadDebate } from "./reader.js";
import { reportedContradictions } from "./reportedContradictions.js";

export interface PlacedDebate {
  readonly line: number;
  readonly read: ReadDebate;
}

/** Consecutive debates of a run, coded and encoded: what the store takes as a batch. */
export interface RunBlock {
  readonly index: number;
  /** Ordinal of the first debate. */
  readonly first: number;
  readonly shape: { readonly rounds: number; readonly seats: number };
  readonly debates: readonly {
    readonly debate: Debate;
    readonly coded: CodedDebate;
    readonly disagreements: readonly string[];
  }[];
  readonly bytes: Uint8Array;
  readonly digest: string;
}

/**
 * Codes and encodes the debates of one block, compares them with what the source reports, and notes where they differ. The block is as wide and
 * as long as its own debates need: how many rounds the run has shows only at its end.
 */
export function runBlock(
  seats: readonly Seat[],
  index: number,
  placed: readonly PlacedDebate[],
  notes: Notes,
): RunBlock {
  const run: Pick<RunHeader, "seats"> = { seats };
  const shape = { rounds: 0, seats: 0 };
  for (const { read } of placed) {
    shape.rounds = Math.max(shape.rounds, read.debate.rounds.length);
    shape.seats = Math.max(shape.seats, read.debate.rounds[0].length);
  }
  const coded = placed.map(({ read }) => ({ read, debate: read.debate, coded: codeDebate(read.debate, shape) }));
  const first = index * BLOCK_SIZE;
  const block = panelBlock(run, shape, first, coded);
  const contradictions = reportedContradictions(block, coded);
  contradictions.forEach((found, at) => {
    if (found.length === 0) return;
    notes.line = placed[at].line;
    notes.warn("REPORTED_CONTRADICTS", "reported", found.map(({ says }) => says).join("; "));
  });
  const bytes = encodePanelBlock(block);
  return {
    index,
    first,
    shape,
    debates: coded.map((one, at) => ({
      debate: one.debate,
      coded: one.coded,
      disagreements: contradictions[at].map(({ field }) => field),
    })),
    bytes,
    digest: blockDigest(bytes),
  };
}
