import { Philox, STREAM } from "./philox.js";
import { checkDraws, type Draws } from "./resampledTotals.js";

/**
 * How often each of the clusters is drawn when as many are drawn with replacement, handed to `visit` once per replicate: for
 * statistics that need the rows again (AUC, ranks, refitted models). `weights` is overwritten by the next replicate.
 *
 * The indices follow the public recipe, so that anyone can redo them: draw j of replicate r is floor(word * clusters / 2^32), the word
 * being number j of the Philox stream (seed, stream, r). Its bias is below clusters / 2^32. Number the clusters in the order of their
 * ids, or the order of a file leaks into the answer. Costs one word per cluster and replicate, about 10 ns.
 */
export function resampledWeights(
  clusters: number,
  { seed, stream = STREAM.clusters, from = 0, to }: Draws,
  visit: (weights: Uint32Array, replicate: number) => void,
): void {
  checkDraws({ from, to });
  if (clusters > 2_097_152) throw new Error(`resampledWeights: at most 2^21 clusters, got ${clusters}`);
  const random = new Philox(seed, stream);
  const words = new Uint32Array(Math.min(1024, 4 * Math.ceil(clusters / 4)));
  const weights = new Uint32Array(clusters);
  for (let replicate = from; replicate < to; replicate++) {
    random.restart(replicate);
    weights.fill(0);
    for (let drawn = 0; drawn < clusters; drawn += words.length) {
      random.fill(words);
      const end = Math.min(words.length, clusters - drawn);
      // The product is below 2^53, so the division is exact.
      for (let j = 0; j < end; j++) weights[((words[j] * clusters) / 4294967296) | 0]++;
    }
    visit(weights, replicate);
  }
}

/**
 * Two-way ("pigeonhole", Owen 2007) resampling of crossed data: rows of question q and model m weigh questions[q] * models[m], the two
 * drawn independently. Its variance is about V_question + V_model + V_cell, more than the sampling variance: conservative.
 */
export function resampledTwoWay(
  questions: number,
  models: number,
  draws: Omit<Draws, "stream">,
  visit: (questions: Uint32Array, models: Uint32Array, replicate: number) => void,
): void {
  resampledWeights(questions, { ...draws, stream: STREAM.clusters }, (questionWeights, replicate) => {
    const second = { seed: draws.seed, stream: STREAM.secondWay, from: replicate, to: replicate + 1 };
    resampledWeights(models, second, (modelWeights) => visit(questionWeights, modelWeights, replicate));
  });
}
