import { codeDebate, type CodedDebate } from "../debate/codeDebate.js";
import { type Debate, type Seat } from "../debate/debate.js";
import { type Identities, identities } from "../debate/identity.js";
import { blockDigest, encodePanelBlock, panelBlock } from "../debate/panelBlock.js";
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
  readonly shape: Shape;
  readonly debates: readonly CodedRow[];
  readonly bytes: Uint8Array;
  readonly digest: string;
  readonly known: Identities;
}

interface Shape {
  readonly rounds: number;
  readonly seats: number;
}

interface CodedRow {
  readonly debate: Debate;
  readonly coded: CodedDebate;
  /** What the source reports that contradicts the ballots. */
  readonly disagreements: readonly string[];
}

/**
 * Codes and encodes the debates of one block, compares them with what the source reports, and notes where they differ. The
 * block is as wide and as long as its own debates need: how many rounds the run has shows only at its end.
 */
export function runBlock(
  seats: readonly Seat[],
  { index, first }: Pick<RunBlock, "index" | "first">,
  placed: readonly PlacedDebate[],
  notes: Notes,
): RunBlock {
  const shape = shapeOf(placed);
  const debates = placed.map((one) => codedRow(one, shape, notes));
  const bytes = encodePanelBlock(panelBlock({ seats }, shape, first, debates));
  const known = identities(
    { seats },
    placed.map(({ read }) => read.debate),
  );
  return { index, first, shape, debates, bytes, digest: blockDigest(bytes), known };
}

const none: readonly string[] = [];

function codedRow({ line, read }: PlacedDebate, shape: Shape, notes: Notes): CodedRow {
  const coded = codeDebate(read.debate, shape);
  const found = reportedContradictions(read, coded, shape);
  if (found.length === 0) return { debate: read.debate, coded, disagreements: none };
  notes.line = line;
  notes.warn("REPORTED_CONTRADICTS", "reported", found.map(({ says }) => says).join("; "));
  return { debate: read.debate, coded, disagreements: found.map(({ field }) => field) };
}

function shapeOf(placed: readonly PlacedDebate[]): Shape {
  let rounds = 0;
  let seats = 0;
  for (const { read } of placed) {
    rounds = Math.max(rounds, read.debate.rounds.length);
    seats = Math.max(seats, read.debate.rounds[0].length);
  }
  return { rounds, seats };
}
