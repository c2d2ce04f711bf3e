// Same seed, same bytes: prints digests of intervals and of tests to the last digit, and of replicates drawn by 0, 1, 2 and 8 workers. Every
// supported Node version must print the digests below; exits with 1 when one differs.
//   node scripts/sameBytes.js [DIRECTORY]     compiled sources, default dist; .ci/run does so on Node 20, 22 and 24
// When a method is changed on purpose, its answers change and the digest with it. When only Node changed, a function other than log, exp
// and sqrt crept in.
import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const INTERVALS = "97b7c58222cd0ba32608a72fee36ab736feed311ba4e225ca1ae345b63f0286d";
const TESTS = "4e487d9a381dce5351a817c976ac44df4e9944fa181e26da20013b14c0c6bcbb";
const REPLICATES = "95c4be01ebd854c044f82dace067f9ba9d018323a08957071860fccedd2c27cf";

const directory = pathToFileURL(resolve(process.argv[2] ?? new URL("../dist", import.meta.url).pathname) + "/");
const load = (file) => import(new URL(`${file}.js`, directory).href);
const { bootstrapAucs, bootstrapTotals } = await load("jobs/bootstrapBlocks");
const { createPool } = await load("jobs/pool");
const { contrastIntervals } = await load("stats/contrastIntervals");
const { delongClustered } = await load("stats/delongClustered");
const { distinctSums } = await load("stats/distinctSums");
const { fisherFreemanHalton } = await load("stats/fisherFreemanHalton");
const { logistic } = await load("stats/logistic");
const { mcnemar } = await load("stats/mcnemar");
const { partialSpearman } = await load("stats/partialSpearman");
const { Philox, STREAM } = await load("stats/philox");
const { ratioIntervals } = await load("stats/ratioIntervals");
const { resampledWeights } = await load("stats/resampledWeights");
const { signFlipTestClustered } = await load("stats/signFlipTest");
const { spearman } = await load("stats/spearman");
const { wildClusterTest } = await load("stats/wildClusterTest");

const seed = "0x5eed";
const clusters = 300;

/** Three columns of counts: events, other events, and rows that hold both. */
function columns() {
  const random = new Philox(seed, STREAM.simulation);
  const made = [0, 1, 2].map(() => new Float64Array(clusters));
  for (let g = 0; g < clusters; g++) {
    made[2][g] = Math.floor(random.uniform() * 6);
    made[0][g] = Math.floor(random.uniform() * random.uniform() * (made[2][g] + 1));
    made[1][g] = Math.floor(random.uniform() * (made[2][g] - made[0][g] + 1));
  }
  return made;
}

const distinct = distinctSums({ clusters, columns: columns() });

function intervals() {
  const options = (method) => ({ method, seed, resamples: 2000 });
  const answers = [];
  const rateMethods = "AUTO KORN_GRAUBARD BCA STUDENTIZED CR2_T CLOPPER_PEARSON JEFFREYS WILSON".split(" ");
  for (const method of rateMethods) answers.push(ratioIntervals(distinct, [1, 0, 0], [0, 0, 1], options(method)));
  const net = [{ weight: 1, numerator: [1.5, -0.5, 0], denominator: [0, 0, 1] }];
  for (const method of ["AUTO", "CR3_T", "BCA", "BASIC"])
    answers.push(contrastIntervals(distinct, net, options(method)));
  resampledWeights(clusters, { seed: "7", to: 5 }, (weights) => answers.push(weights.join(",")));
  return createHash("sha256").update(JSON.stringify(answers)).digest("hex");
}

function tests() {
  const [events, others, rows] = columns().map((column) => [...column]);
  const labels = events.map((_, row) => (row % 3 === 0 ? 1 : 0));
  const rate = [{ weight: 1, numerator: [1, 0, 0], denominator: [0, 0, 1] }];
  const resampling = { resamples: 500, seed };
  const third = events.map((_, row) => row % 3);
  const differences = events.map((count, g) => count / 7 - others[g] / 3);
  const answers = [
    mcnemar(86, 113),
    spearman(events, others, resampling),
    partialSpearman(events, others, [rows], resampling),
    signFlipTestClustered(differences, third, resampling),
    fisherFreemanHalton(
      [0, 1, 2, 3, 4, 5].map((row) => [20 + 3 * row, 60 - row]),
      resampling,
    ),
    wildClusterTest({ clusters, columns: columns() }, rate, 0.2, { seed, draws: 200 }),
    delongClustered(labels, events, third),
    logistic([events, others], labels, 1),
  ];
  return createHash("sha256").update(JSON.stringify(answers)).digest("hex");
}

async function replicates(workers) {
  const pool = createPool(workers);
  const draws = { seed, from: 100, to: 2350 };
  const rows = {
    labels: Uint8Array.from({ length: clusters }, (_, row) => (row % 3 === 0 ? 1 : 0)),
    scores: columns().slice(0, 2),
    clusterOf: Uint32Array.from({ length: clusters }, (_, row) => row >> 1),
    clusters: clusters / 2,
    draws,
  };
  const hash = createHash("sha256");
  for (const column of (await bootstrapTotals(pool, distinct, draws)).columns) hash.update(column);
  for (const column of (await bootstrapAucs(pool, rows)).columns) hash.update(column);
  await pool.close();
  return hash.digest("hex");
}

const print = (what, digest, expected) => {
  const verdict = digest === expected ? "as expected" : `expected ${expected}`;
  console.log(`Node ${process.versions.node}, ${what}: ${digest}, ${verdict}`);
  if (digest !== expected) process.exitCode = 1;
};

print("intervals", intervals(), INTERVALS);
print("tests", tests(), TESTS);
for (const workers of [0, 1, 2, 8]) print(`replicates, ${workers} workers`, await replicates(workers), REPLICATES);
