import { betaQuantile, betaUpperQuantile } from "./beta.js";
import { type Limits } from "./interval.js";
import { normalQuantile } from "./normal.js";

/*
 * Intervals for x events in n independent trials, 0 <= x <= n, n > 0. x and n may be real numbers (an effective sample size). Limits at
 * x = 0 and x = n are exactly 0 and 1.
 */

/** Wilson's score interval (1927): the default for independent rows. */
export function wilsonLimits(x: number, n: number, level: number): Limits {
  const z = -normalQuantile((1 - level) / 2);
  const centre = x + (z * z) / 2;
  const reach = z * Math.sqrt((x * (n - x)) / n + (z * z) / 4);
  const scale = n + z * z;
  return [x === 0 ? 0 : (centre - reach) / scale, x === n ? 1 : (centre + reach) / scale];
}

/** Equal tails of Beta(x + 1/2, n - x + 1/2), with the ends forced to 0 and 1 (Brown, Cai & DasGupta 2001). */
export function jeffreysLimits(x: number, n: number, level: number): Limits {
  const tail = (1 - level) / 2;
  return [
    x === 0 ? 0 : betaQuantile(tail, x + 0.5, n - x + 0.5),
    x === n ? 1 : betaUpperQuantile(tail, x + 0.5, n - x + 0.5),
  ];
}

/** The exact interval (1934): covers at least the level, whatever the rate. */
export function clopperPearsonLimits(x: number, n: number, level: number): Limits {
  const tail = (1 - level) / 2;
  return [x === 0 ? 0 : betaQuantile(tail, x, n - x + 1), x === n ? 1 : betaUpperQuantile(tail, x + 1, n - x)];
}
