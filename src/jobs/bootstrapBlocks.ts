import { type DistinctSums } from "../stats/distinctSums.js";
import { type JointReplicates } from "../stats/jointReplicates.js";
import { type Draws, type ResampledTotals } from "../stats/resampledTotals.js";
import { type Pool } from "./pool.js";
import { type AucTask } from "./work.js";

export interface BlockOptions {
  /** Stops the work; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called after each block, with replicates done and wanted; never backwards. */
  readonly onProgress?: (done: number, of: number) => void;
}

/** Replicates to a block: long enough that posting it costs nothing, short enough to stop and to report. */
const BLOCK = 500;

/**
 * `resampledTotals` cut into numbered blocks for the workers of a pool. A replicate is a function of seed, stream and its number
 * alone, so the totals are the same bytes with any number of workers, in whatever order blocks finish.
 */
export async function bootstrapTotals(
  pool: Pool,
  distinct: DistinctSums,
  draws: Draws,
  options: BlockOptions = {},
): Promise<ResampledTotals> {
  const posted = pool.workers === 0 ? distinct : { ...distinct, columns: distinct.columns.map(shared) };
  const run = (block: Draws, signal: AbortSignal) => pool.run("totals", { distinct: posted, draws: block }, signal);
  const blocks = await inBlocks(pool, draws, run, options);
  return {
    replicates: blocks.reduce((sum, { replicates }) => sum + replicates, 0),
    columns: distinct.columns.map((_, c) => joined(blocks.map(({ columns }) => columns[c]))),
  };
}

/** `aucReplicates` in the same way. */
export async function bootstrapAucs(pool: Pool, task: AucTask, options: BlockOptions = {}): Promise<JointReplicates> {
  const posted = pool.workers === 0 ? task : { ...task, scores: task.scores.map(shared) };
  const run = (block: Draws, signal: AbortSignal) => pool.run("aucs", { ...posted, draws: block }, signal);
  const blocks = await inBlocks(pool, task.draws, run, options);
  return {
    columns: task.scores.map((_, s) => joined(blocks.map(({ columns }) => columns[s]))),
    dropped: blocks.reduce((sum, { dropped }) => sum + dropped, 0),
  };
}

/**
 * Runs the blocks of a range and returns their results in order. One block more than there are workers is under way at a
 * time: enough to keep them busy, and a long job neither fills memory nor shuts out another. The first failure stops the rest.
 */
async function inBlocks<Block>(
  pool: Pool,
  draws: Draws,
  run: (block: Draws, signal: AbortSignal) => Promise<Block>,
  { signal, onProgress }: BlockOptions,
): Promise<Block[]> {
  const { from = 0, to } = draws;
  const count = Math.max(0, Math.ceil((to - from) / BLOCK));
  const failed = new AbortController();
  const stop = signal === undefined ? failed.signal : AbortSignal.any([signal, failed.signal]);
  const results: Block[] = [];
  let next = 0;
  let done = 0;
  const lane = async (): Promise<void> => {
    while (next < count) {
      const number = next++;
      const start = from + number * BLOCK;
      const end = Math.min(to, start + BLOCK);
      results[number] = await run({ ...draws, from: start, to: end }, stop);
      done += end - start;
      onProgress?.(done, to - from);
    }
  };
  signal?.throwIfAborted();
  try {
    await Promise.all(Array.from({ length: pool.workers + 1 }, lane));
  } catch (problem) {
    failed.abort(problem);
    throw problem;
  }
  return results;
}

function joined(parts: readonly Float64Array[]): Float64Array {
  const whole = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
  let filled = 0;
  for (const part of parts) {
    whole.set(part, filled);
    filled += part.length;
  }
  return whole;
}

/** The same numbers in memory that threads read without a copy. */
function shared(column: Float64Array): Float64Array {
  const copy = new Float64Array(new SharedArrayBuffer(column.byteLength));
  copy.set(column);
  return copy;
}
