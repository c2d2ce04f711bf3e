import { log1p } from "./log1p.js";
import { stirlingError } from "./logGamma.js";
import { type Philox } from "./philox.js";

const { abs, exp, floor, log, sqrt } = Math;

/** Stirling's correction for ln k!, k = 0..31, so that the hot loop rarely computes one. */
const CORRECTION = Float64Array.from({ length: 32 }, (_, k) => stirlingError(k + 1));

function correction(k: number): number {
  if (k < 32) return CORRECTION[k];
  const z = 1 / (k + 1);
  const s = z * z;
  return z * (1 / 12 - s * (1 / 360 - s * (1 / 1260 - s * (1 / 1680 - s / 1188))));
}

/**
 * The number of successes in n trials of probability p, exactly binomial: no normal or Poisson approximation at any size. Inversion
 * while fewer than 10 successes (or failures) are expected, otherwise transformed rejection (Hormann 1993, BTRS), about 1.15 rounds.
 * Uses log, exp and sqrt only. n is a whole number >= 0, 0 <= p <= 1; anything else is an error.
 */
export function binomialDraw(n: number, p: number, random: Philox): number {
  if (!(n >= 0 && n === floor(n) && p >= 0 && p <= 1))
    throw new Error(`binomialDraw: n >= 0 and 0 <= p <= 1 expected, got ${n}, ${p}`);
  if (p > 0.5) return n - smallerSide(n, 1 - p, random);
  return smallerSide(n, p, random);
}

function smallerSide(n: number, p: number, random: Philox): number {
  if (n === 0 || p === 0) return 0;
  return n * p < 10 ? inversion(n, p, random) : transformedRejection(n, p, random);
}

/** Walk up the probabilities from zero successes until they exceed a uniform number. */
function inversion(n: number, p: number, random: Philox): number {
  const odds = p / (1 - p);
  const none = exp(n * log1p(-p));
  for (;;) {
    let left = random.uniform();
    let probability = none;
    // Beyond 110 (13 standard deviations and more) only rounding can lead; start again rather than run on.
    for (let k = 0; k <= n && k < 110; k++) {
      if (left < probability) return k;
      left -= probability;
      probability *= (odds * (n - k)) / (k + 1);
    }
  }
}

function transformedRejection(n: number, p: number, random: Philox): number {
  const q = 1 - p;
  const deviation = sqrt(n * p * q);
  const b = 1.15 + 2.53 * deviation;
  const a = -0.0873 + 0.0248 * b + 0.01 * p;
  const centre = n * p + 0.5;
  const squeeze = 0.92 - 4.2 / b;
  for (;;) {
    // Two uniform numbers from three words: u on the grid of 2^-53, v on that of 2^-43 with the bits that u leaves.
    const first = random.uint32();
    const second = random.uint32();
    const u = ((first >>> 5) * 67108864 + (second >>> 6)) / 9007199254740992 - 0.5;
    const v = (random.uint32() * 2048 + (((first & 31) << 6) | (second & 63))) / 8796093022208;
    const us = 0.5 - abs(u);
    const k = floor(((2 * a) / us + b) * u + centre);
    if (us >= 0.07 && v <= squeeze) return k;
    if (!(k >= 0 && k <= n)) continue;
    const mode = floor((n + 1) * p);
    const odds = p / q;
    const alpha = (2.83 + 5.1 / b) * deviation;
    const logRatio =
      (mode + 0.5) * log((mode + 1) / (odds * (n - mode + 1))) +
      (n + 1) * log((n - mode + 1) / (n - k + 1)) +
      (k + 0.5) * log((odds * (n - k + 1)) / (k + 1)) +
      correction(mode) +
      correction(n - mode) -
      correction(k) -
      correction(n - k);
    if (log((v * alpha) / (a / (us * us) + b)) <= logRatio) return k;
  }
}
