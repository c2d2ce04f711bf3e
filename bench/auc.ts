/*
 * What needs the rows again: the clustered bootstrap of an AUC, 2,000 replicates by cluster indices, on as many rows and questions as the published
 * debates have and on ten times as many; beside it the same in NumPy, where python3 has it. Processor time of one core.
 *
 *   npm run bench -- auc
 */
import { spawnSync } from "node:child_process";
import { aucReplicates } from "../src/stats/aucReplicates.js";
import { Philox, STREAM } from "../src/stats/philox.js";

const REPLICATES = 2000;

/** Scores on a grid of a hundred, as margins and stump risks are, so that there are many ties; one row in twelve is an event. */
function rows(count: number, clusters: number): { labels: Uint8Array; scores: Float64Array; clusterOf: Uint32Array } {
  const random = new Philox("20260101", STREAM.simulation);
  const labels = Uint8Array.from({ length: count }, () => (random.uniform() < 1 / 12 ? 1 : 0));
  return {
    labels,
    scores: Float64Array.from(labels, (label) => Math.floor(100 * (0.7 * random.uniform() + 0.2 * label)) / 100),
    clusterOf: Uint32Array.from(labels, () => Math.floor(random.uniform() * clusters)),
  };
}

function milliseconds(run: () => void): number {
  run();
  const times = [1, 2, 3].map(() => {
    const start = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  return times.sort((a, b) => a - b)[1];
}

console.log(`${REPLICATES} replicates of an AUC, milliseconds of processor time`);
for (const [count, clusters] of [
  [6_925, 1_500],
  [69_250, 15_000],
]) {
  const { labels, scores, clusterOf } = rows(count, clusters);
  const ours = milliseconds(() => aucReplicates(labels, [scores], clusterOf, clusters, { seed: "1", to: REPLICATES }));
  console.log(`\n${count} rows, ${clusters} clusters`);
  console.log(`  ${"cluster indices in TypeScript".padEnd(48)} ${ours.toFixed(0).padStart(8)}`);
  const [all, script] = [
    [labels, scores, clusterOf].map((column) => Array.from(column)),
    new URL("../../bench/peers/auc.py", import.meta.url).pathname,
  ];
  const input = JSON.stringify({ labels: all[0], scores: all[1], clusters: all[2], replicates: REPLICATES });
  const { status, stdout, stderr } = spawnSync("python3", [script], { input, encoding: "utf8", maxBuffer: 1 << 26 });
  if (status !== 0) {
    console.log(`  (no Python peer: ${stderr?.trim().split("\n").at(-1) ?? "python3 was not found"})`);
    continue;
  }
  for (const peer of JSON.parse(stdout) as { name: string; milliseconds: number }[]) {
    console.log(
      `  ${peer.name.padEnd(48)} ${peer.milliseconds.toFixed(0).padStart(8)}  x ${(peer.milliseconds / ours).toFixed(1)}`,
    );
  }
}
