/*
 * The cohorts of the coverage study: how many clusters, how large, how rare, how alike within a cluster. Every data set is a pure function of
 * (scenario, number). Outcomes of a cluster share a probability drawn from a Beta distribution whose mean is the rate and whose
 * variance is icc * p (1 - p); sizes are Poisson, zero allowed.
 */
import { betaQuantile } from "../../src/stats/beta.js";
import { binomialDraw } from "../../src/stats/binomialDraw.js";
import { type ClusterSums } from "../../src/stats/clusterSums.js";
import { Philox, STREAM } from "../../src/stats/philox.js";
import { type RatioTerm } from "../../src/stats/ratioContrast.js";

export interface Scenario {
  readonly name: string;
  readonly clusters: number;
  readonly truth: number;
  readonly terms: readonly RatioTerm[];
  /** A rate has all methods; a signed statistic those that make sense for it. */
  readonly kind: "rate" | "signed";
  readonly draw: (random: Philox) => ClusterSums;
}

/** The generator of data set `number` of the scenario in place `index`. */
export const dataSet = (index: number, number: number): Philox =>
  new Philox("20261130", STREAM.simulation).restart(index * 100_000 + number);

const RATE: readonly RatioTerm[] = [{ weight: 1, numerator: [1, 0], denominator: [0, 1] }];
const DIFFERENCE: readonly RatioTerm[] = [
  { weight: 1, numerator: [1, 0, 0, 0], denominator: [0, 1, 0, 0] },
  { weight: -1, numerator: [0, 0, 1, 0], denominator: [0, 0, 0, 1] },
];
const NET: readonly RatioTerm[] = [{ weight: 1, numerator: [1, -1, 0], denominator: [0, 0, 1] }];

export const SCENARIOS: readonly Scenario[] = [
  rate(0.08, 10, 10, 0.1),
  rate(0.08, 20, 5, 0.15),
  rate(0.08, 50, 3, 0.15),
  rate(0.08, 200, 2.1, 0.15),
  rate(0.08, 1500, 2.1, 0.15),
  rate(0.46, 20, 5, 0.2),
  rate(0.46, 50, 3, 0.2),
  rate(0.02, 200, 3, 0.1),
  rate(0.02, 50, 3, 0.1),
  rate(0.08, 14, 225, 0.03, "14 models"),
  rate(0.08, 7, 450, 0.05, "7 families"),
  sizeDependent(0.06, 200, 4, 0.15),
  rate(0.08, 100, 3, 0.15),
  rate(0.46, 100, 3, 0.2),
  rate(0.3, 500, 2.5, 0.3),
  difference(0.05, 20, 5),
  difference(0.04, 50, 3),
  difference(0.04, 200, 2.5),
  netUtility(30, 4),
  netUtility(200, 4),
];

function rate(p: number, clusters: number, size: number, icc: number, units = `${clusters} clusters`): Scenario {
  const draw = (random: Philox): ClusterSums => {
    const num = new Float64Array(clusters);
    const den = new Float64Array(clusters);
    for (let g = 0; g < clusters; g++) {
      den[g] = poisson(size, random);
      num[g] = betaBinomial(den[g], p, icc, random);
    }
    return { clusters, columns: [num, den] };
  };
  const name = `rate ${p}, ${units} x ${size}, icc ${icc}`;
  return { name, clusters, truth: p, terms: RATE, kind: "rate", draw };
}

/** Larger clusters where the rate is higher: the truth is E[size p] / E[size] with size = mean * (0.7 + 5 p). */
function sizeDependent(p: number, clusters: number, size: number, icc: number): Scenario {
  const second = p * p + icc * p * (1 - p);
  const draw = (random: Philox): ClusterSums => {
    const num = new Float64Array(clusters);
    const den = new Float64Array(clusters);
    for (let g = 0; g < clusters; g++) {
      const own = beta(p, icc, random.uniform());
      den[g] = poisson(size * (0.7 + 5 * own), random);
      num[g] = binomialDraw(den[g], own, random);
    }
    return { clusters, columns: [num, den] };
  };
  const truth = (0.7 * p + 5 * second) / (0.7 + 5 * p);
  const name = `rate ${p}, ${clusters} clusters x ${size}, size depends on rate`;
  return { name, clusters, truth, terms: RATE, kind: "rate", draw };
}

/** Two conditions on the same clusters: rates 0.08 + d and 0.08, hard clusters hard in both. */
function difference(d: number, clusters: number, size: number): Scenario {
  const icc = 0.15;
  const draw = (random: Philox): ClusterSums => {
    const columns = [0, 1, 2, 3].map(() => new Float64Array(clusters));
    for (let g = 0; g < clusters; g++) {
      const difficulty = random.uniform();
      [0.08 + d, 0.08].forEach((mean, side) => {
        const den = poisson(size, random);
        columns[2 * side + 1][g] = den;
        columns[2 * side][g] = binomialDraw(den, beta(mean, icc, difficulty), random);
      });
    }
    return { clusters, columns };
  };
  const name = `paired difference ${d}, ${clusters} clusters x ${size}`;
  return { name, clusters, truth: d, terms: DIFFERENCE, kind: "signed", draw };
}

/** Of the debates of a cluster some are prevented (5%), of the others some lost (4%). */
function netUtility(clusters: number, size: number): Scenario {
  const [gain, loss, icc] = [0.05, 0.04, 0.1];
  const draw = (random: Philox): ClusterSums => {
    const columns = [0, 1, 2].map(() => new Float64Array(clusters));
    for (let g = 0; g < clusters; g++) {
      const debates = poisson(size, random);
      columns[2][g] = debates;
      columns[0][g] = betaBinomial(debates, gain, icc, random);
      columns[1][g] = betaBinomial(debates - columns[0][g], loss, icc, random);
    }
    return { clusters, columns };
  };
  // Prevented and lost are drawn independently, so of the 95% not prevented 4% are lost.
  const truth = gain - (1 - gain) * loss;
  return { name: `net utility, ${clusters} clusters x ${size}`, clusters, truth, terms: NET, kind: "signed", draw };
}

/** By inversion: the count whose cumulative probability first exceeds a uniform number. */
export function poisson(mean: number, random: Philox): number {
  let left = random.uniform();
  let probability = Math.exp(-mean);
  let k = 0;
  while (left >= probability && k < 100 * (mean + 1)) {
    left -= probability;
    probability *= mean / ++k;
  }
  return k;
}

/** The quantile u of Beta with this mean and intra-cluster correlation. */
const beta = (mean: number, icc: number, u: number): number =>
  betaQuantile(u, mean * (1 / icc - 1), (1 - mean) * (1 / icc - 1));

/** Events among n that share a Beta probability, drawn by Polya's urn, so that the probability itself is never needed. */
function betaBinomial(n: number, mean: number, icc: number, random: Philox): number {
  const a = mean * (1 / icc - 1);
  const total = 1 / icc - 1;
  let events = 0;
  for (let i = 0; i < n; i++) if (random.uniform() * (total + i) < a + events) events++;
  return events;
}
