/*
 * Two scores of the same clustered rows. A row is positive with its cluster's probability; each score adds a shift for positives, an effect of
 * the cluster and noise, part of which both scores share. The truth is the difference of the AUCs of rows from different clusters.
 */
import { aucReplicates, weightedAuc } from "../../src/stats/aucReplicates.js";
import { basicLimits, bcaLimits, percentileLimits, replicatesOf } from "../../src/stats/bootstrapLimits.js";
import { delongPaired } from "../../src/stats/delong.js";
import { delongClusteredPaired } from "../../src/stats/delongClustered.js";
import { type LimitsOr } from "../../src/stats/interval.js";
import { normalCdf, normalQuantile } from "../../src/stats/normal.js";
import { type Philox } from "../../src/stats/philox.js";
import { poisson } from "./scenarios.js";

const SHIFTS = [0.8, 1.1];
/** Standard deviations of the cluster's effect, of the noise both scores share and of each score's own. */
const [EFFECT, SHARED, OWN] = [0.5, 0.7, 0.7];

export interface AucScenario {
  readonly name: string;
  readonly clusters: number;
  readonly truth: number;
}

const aucOf = (shift: number): number =>
  normalCdf(shift / Math.sqrt(2 * (EFFECT * EFFECT + SHARED * SHARED + OWN * OWN)));

export const AUC_SCENARIOS: readonly AucScenario[] = [30, 100].map((clusters) => ({
  name: `AUC difference, ${clusters} clusters`,
  clusters,
  truth: aucOf(SHIFTS[0]) - aucOf(SHIFTS[1]),
}));

export interface ScoredRows {
  readonly labels: number[];
  readonly scores: readonly [number[], number[]];
  readonly clusterOf: number[];
}

export function drawScores(clusters: number, random: Philox): ScoredRows {
  const normal = (): number => normalQuantile((random.uint32() + 0.5) / 4294967296);
  const rows: ScoredRows = { labels: [], scores: [[], []], clusterOf: [] };
  for (let g = 0; g < clusters; g++) {
    const effect = EFFECT * normal();
    const positive = 0.15 + 0.4 * random.uniform();
    for (let row = poisson(4, random); row > 0; row--) {
      const label = random.uniform() < positive ? 1 : 0;
      const shared = SHARED * normal();
      rows.labels.push(label);
      rows.clusterOf.push(g);
      SHIFTS.forEach((shift, s) => rows.scores[s].push(shift * label + effect + shared + OWN * normal()));
    }
  }
  return rows;
}

/** The limits of the difference by every method, named as the other tables name them. */
export function aucLimits(rows: ScoredRows, clusters: number, seed: string, resamples: number): [string, LimitsOr][] {
  const { labels, scores, clusterOf } = rows;
  const robust = delongClusteredPaired(labels, scores[0], scores[1], clusterOf);
  const plain = delongPaired(labels, scores[0], scores[1]);
  const { columns } = aucReplicates(labels, scores, clusterOf, clusters, { seed, to: resamples });
  const differences = replicatesOf(Array.from(columns[0], (value, r) => value - columns[1][r]));
  const estimate = robust.difference ?? 0;

  const aucs = scores.map((score) => weightedAuc(labels, score, clusterOf));
  const weights = new Uint32Array(clusters).fill(1);
  const without = Array.from(weights, (_, g) => {
    weights[g] = 0;
    const [first, second] = aucs.map((auc) => auc(weights));
    weights[g] = 1;
    return (first ?? NaN) - (second ?? NaN);
  });
  const mean = without.reduce((sum, value) => sum + value, 0) / clusters;
  const squares = without.reduce((sum, value) => sum + (mean - value) * (mean - value), 0);
  const cubes = without.reduce((sum, value) => sum + (mean - value) * (mean - value) * (mean - value), 0);
  const acceleration = cubes / (6 * squares * Math.sqrt(squares));

  const given = (limits: readonly [number, number] | null): LimitsOr =>
    limits === null ? { reason: "zero_variance" } : { limits };
  return [
    ["CR1_T", given(robust.interval)],
    ["PERCENTILE", percentileLimits(differences, 0.95)],
    ["BCA", bcaLimits(differences, estimate, Number.isFinite(acceleration) ? acceleration : null, 0.95)],
    ["BASIC", basicLimits(differences, estimate, 0.95)],
    ["ignoring clusters", given(plain.interval)],
  ];
}
