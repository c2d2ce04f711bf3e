import { codePointOrder } from "../debate/codePointOrder.js";
import { type Debate, type RunHeader } from "../debate/debate.js";
import { BLOCK_SIZE } from "../debate/panelBlock.js";
import { contentDigest } from "./contentDigest.js";
import { type Notes } from "./notes.js";
import { type ReadDebate } from "./reader.js";
import { type PlacedDebate, runBlock, type RunBlock } from "./runBlock.js";
import { MAX_NAME_LENGTH, type RunLine } from "./runLine.js";

/** Characters of raw replies and other text after which a block is closed early, so that memory stays flat. */
const BLOCK_CHARACTERS = 4_000_000;

/** From debates in order to blocks, and to what a run is known by once it has ended. */
export class RunBuilder {
  debates = 0;
  seats = 0;
  /** Debates whose replicate is not 0. */
  replicates = 0;
  /** Debates in which something that the source reports contradicts the ballots. */
  disagreeing = 0;
  /** The same by what contradicts. */
  readonly fields = new Map<string, number>();
  private readonly digest = contentDigest();
  private readonly benchmarks = new Set<string>();
  private rounds = 0;
  private open: PlacedDebate[] = [];
  /** Characters in the open debates. */
  private weight = 0;
  private blocks = 0;

  constructor(private readonly notes: Notes) {}

  /** Takes a debate; the answer is the block that it completed. */
  add(line: number, read: ReadDebate, run: RunLine): RunBlock | null {
    const { debate } = read;
    this.open.push({ line, read });
    this.weight += weightOf(debate);
    this.debates++;
    this.benchmarks.add(debate.benchmark);
    this.rounds = Math.max(this.rounds, debate.rounds.length);
    this.seats = Math.max(this.seats, debate.rounds[0].length);
    if (debate.replicate > 0) this.replicates++;
    return this.open.length === BLOCK_SIZE || this.weight > BLOCK_CHARACTERS ? this.rest(run) : null;
  }

  /** The block of the debates that are still open; null when there are none. */
  rest(run: RunLine): RunBlock | null {
    if (this.open.length === 0) return null;
    const placed = this.open;
    this.open = [];
    this.weight = 0;
    this.digest.add(placed.map(({ read }) => read.debate));
    const place = { index: this.blocks++, first: this.debates - placed.length };
    const block = runBlock(run.seats ?? [], place, placed, this.notes);
    for (const { disagreements } of block.debates) {
      if (disagreements.length > 0) this.disagreeing++;
      for (const field of disagreements) this.fields.set(field, (this.fields.get(field) ?? 0) + 1);
    }
    return block;
  }

  header(run: RunLine): RunHeader {
    return {
      slug: run.slug,
      title: run.title,
      condition: run.condition,
      scaffold: run.scaffold,
      benchmark: run.benchmark ?? joined(this.benchmarks),
      seats: run.seats ?? [],
      rounds: this.rounds,
      carryForward: run.carryForward,
      foldUpper: run.foldUpper,
      synthetic: run.synthetic,
      license: run.license,
      note: run.note,
      createdAt: run.createdAt,
      salt: run.salt,
    };
  }

  contentDigest(header: RunHeader): string {
    return this.digest.hex(header);
  }
}

/** The same for the same debate, however its line was written: blocks are cut at the same places. */
function weightOf({ meta, texts, labels, rounds }: Debate): number {
  let weight = (meta?.length ?? 0) + labels.length + rounds.length * rounds[0].length;
  for (const round of texts ?? []) for (const text of round) weight += text?.length ?? 0;
  for (const label of labels) weight += label.length;
  for (const round of rounds) for (const ballot of round) if (typeof ballot === "string") weight += ballot.length;
  return weight;
}

/** The benchmark of a run whose debates name several: all of them, where that is still a name. */
function joined(benchmarks: ReadonlySet<string>): string {
  const all = [...benchmarks].sort(codePointOrder);
  const name = all.join("/");
  return name.length <= MAX_NAME_LENGTH ? name : `${all.length} benchmarks`;
}
