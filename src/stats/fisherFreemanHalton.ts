import { nonEmptyRows, type TwoCounts } from "./chiSquared.js";
import { permutation } from "./permutation.js";
import { checkResamples, type Resampling } from "./permutationTest.js";
import { Philox, STREAM } from "./philox.js";

export interface FisherFreemanHalton {
  /** Null with reason `degenerate_margin`, as for chi-square. */
  readonly p: number | null;
  readonly method: "EXACT" | "MONTE_CARLO" | null;
  readonly monteCarloError: number;
  readonly resampling: Resampling | null;
  readonly reason: "degenerate_margin" | null;
}

/** Tables walked one by one: under half a second. */
const TABLE_LIMIT = 2e6;

/** Probabilities that differ by less than this share are the same probability, rounded (R uses the same). */
const SLACK = 1e-7;

/**
 * The exact twin of chi-square for a k x 2 table: among all tables with these margins, the chance of one no more probable
 * than the observed (Freeman & Halton 1951; for two rows Fisher's exact test). Walked while there are at most two million
 * tables, otherwise drawn by relabelling the units, O(N) a draw.
 */
export function fisherFreemanHalton(table: readonly TwoCounts[], resampling: Resampling): FisherFreemanHalton {
  const rows = nonEmptyRows(table);
  const sizes = rows.map(([first, second]) => first + second);
  const first = rows.reduce((sum, row) => sum + row[0], 0);
  const all = sizes.reduce((sum, size) => sum + size, 0);
  if (rows.length < 2 || first === 0 || first === all)
    return { p: null, method: null, monteCarloError: 0, resampling: null, reason: "degenerate_margin" };
  const choices = sizes.map(logChoices);
  const weigh = (counts: ArrayLike<number>): number => {
    let sum = 0;
    for (let row = 0; row < choices.length; row++) sum += choices[row][counts[row]];
    return sum;
  };
  const observed = weigh(rows.map((row) => row[0]));
  if (tables(sizes, first) <= TABLE_LIMIT)
    return { p: walked(choices, first, observed), method: "EXACT", monteCarloError: 0, resampling: null, reason: null };

  checkResamples(resampling);
  const rowOf = new Uint32Array(all);
  let start = 0;
  sizes.forEach((size, row) => rowOf.fill(row, start, (start += size)));
  const random = new Philox(resampling.seed, STREAM.permutation);
  const counts = new Uint32Array(rows.length);
  let extreme = 0;
  for (let replicate = 0; replicate < resampling.resamples; replicate++) {
    const order = permutation(all, random.restart(replicate));
    counts.fill(0);
    for (let i = 0; i < first; i++) counts[rowOf[order[i]]]++;
    if (weigh(counts) <= observed + SLACK) extreme++;
  }
  const p = (extreme + 1) / (resampling.resamples + 1);
  const monteCarloError = Math.sqrt((p * (1 - p)) / (resampling.resamples + 1));
  return { p, method: "MONTE_CARLO", monteCarloError, resampling, reason: null };
}

/** Sum of the probabilities of tables no likelier than the observed one, over the sum of all; in units of the likeliest. */
function walked(choices: readonly Float64Array[], first: number, observed: number): number {
  const room = choices.map((_, row) => choices.slice(row + 1).reduce((sum, { length }) => sum + length - 1, 0));
  const visit = (row: number, left: number, weight: number, see: (weight: number) => void): void => {
    if (row === choices.length - 1) return see(weight + choices[row][left]);
    const most = Math.min(left, choices[row].length - 1);
    for (let count = Math.max(0, left - room[row]); count <= most; count++)
      visit(row + 1, left - count, weight + choices[row][count], see);
  };
  let likeliest = -Infinity;
  visit(0, first, 0, (weight) => (likeliest = Math.max(likeliest, weight)));
  let extreme = 0;
  let total = 0;
  visit(0, first, 0, (weight) => {
    const probability = Math.exp(weight - likeliest);
    total += probability;
    if (weight <= observed + SLACK) extreme += probability;
  });
  return Math.min(1, extreme / total);
}

/** log C(size, k) for k = 0..size. */
function logChoices(size: number): Float64Array {
  const logs = new Float64Array(size + 1);
  for (let k = 1; k <= size; k++) logs[k] = logs[k - 1] + Math.log((size - k + 1) / k);
  return logs;
}

/** How many tables have these margins: a running total over a window of each row's size. */
function tables(sizes: readonly number[], first: number): number {
  let ways = new Float64Array(first + 1);
  ways[0] = 1;
  for (const size of sizes) {
    const next = new Float64Array(first + 1);
    let window = 0;
    for (let sum = 0; sum <= first; sum++) {
      window += ways[sum] - (sum > size ? ways[sum - size - 1] : 0);
      next[sum] = window;
    }
    ways = next;
  }
  return ways[first];
}
