/*
 * How long 10,000 bootstrap replicates of a clustered ratio take, from cluster sums to interval, at 1,500, 20,000 and 200,000 clusters: over
 * distinct sums; by drawing cluster indices in the same TypeScript; and, where python3 has them, by SciPy and NumPy on the same sums.
 *
 *   npm run bench -- bootstrap [--full]
 *
 * All run on one core. What draws every index is timed on fewer replicates and scaled up, unless --full is given (minutes).
 */
import { spawnSync } from "node:child_process";
import { binomialDraw } from "../src/stats/binomialDraw.js";
import { type ClusterSums } from "../src/stats/clusterSums.js";
import { Philox, STREAM } from "../src/stats/philox.js";
import { ratioIntervals } from "../src/stats/ratioIntervals.js";
import { resampledWeights } from "../src/stats/resampledWeights.js";

const REPLICATES = 10_000;
const full = process.argv.includes("--full");

/** Up to 7 debates at risk per cluster, 8% of them events: what a ledger's sums look like. */
function cohort(clusters: number): ClusterSums {
  const random = new Philox("20260101", STREAM.simulation);
  const num = new Float64Array(clusters);
  const den = new Float64Array(clusters);
  for (let g = 0; g < clusters; g++) {
    den[g] = binomialDraw(7, 0.4, random);
    num[g] = binomialDraw(den[g], 0.08, random);
  }
  return { clusters, columns: [num, den] };
}

/** Processor time of the middle of five runs after one to warm up: on a busy machine the clock would measure the neighbours. */
function milliseconds(run: () => void, runs = 5): number {
  run();
  const times = Array.from({ length: runs }, () => {
    const start = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  }).sort((a, b) => a - b);
  return times[(runs - 1) / 2];
}

const distinct = (sums: ClusterSums) => (): void => {
  ratioIntervals(sums, [1, 0], [0, 1], { method: "PERCENTILE", seed: "1", resamples: REPLICATES });
};

/** The ratio from drawn indices: the weights of the public recipe, then both sums. */
const byIndex = (sums: ClusterSums, replicates: number) => (): void => {
  const [num, den] = sums.columns;
  const ratios = new Float64Array(replicates);
  resampledWeights(sums.clusters, { seed: "1", to: replicates }, (weights, r) => {
    let above = 0;
    let below = 0;
    for (let g = 0; g < weights.length; g++) {
      above += weights[g] * num[g];
      below += weights[g] * den[g];
    }
    ratios[r] = above / below;
  });
  ratios.sort();
};

interface Peer {
  name: string;
  milliseconds: number;
}

function peers(sums: ClusterSums, replicates: number): Peer[] {
  const input = JSON.stringify({
    num: Array.from(sums.columns[0]),
    den: Array.from(sums.columns[1]),
    replicates: REPLICATES,
    timed: replicates,
  });
  const script = new URL("../../bench/peers/bootstrap.py", import.meta.url).pathname;
  const { status, stdout, stderr } = spawnSync("python3", [script], { input, encoding: "utf8", maxBuffer: 1 << 26 });
  if (status === 0) return JSON.parse(stdout) as Peer[];
  console.log(`(no Python peers: ${stderr.trim().split("\n").at(-1) ?? "python3 was not found"})`);
  return [];
}

console.log(`${REPLICATES} replicates of a ratio, milliseconds of processor time; x = times the first line`);
for (const clusters of [1_500, 20_000, 200_000]) {
  const sums = cohort(clusters);
  const timed = full ? REPLICATES : Math.max(20, Math.min(REPLICATES, Math.round(20_000_000 / clusters)));
  const ours = milliseconds(distinct(sums));
  const lines: Peer[] = [
    { name: "distinct sums, from cluster sums to interval", milliseconds: ours },
    {
      name: "cluster indices in TypeScript",
      milliseconds: milliseconds(byIndex(sums, timed), 3) * (REPLICATES / timed),
    },
    ...peers(sums, timed),
  ];
  console.log(`\n${clusters} clusters${timed < REPLICATES ? ` (index draws timed on ${timed} replicates)` : ""}`);
  for (const { name, milliseconds: time } of lines) {
    console.log(`  ${name.padEnd(48)} ${time.toFixed(1).padStart(10)}  x ${(time / ours).toFixed(1)}`);
  }
}
