import { normalQuantile } from "./normal.js";
import { type Philox } from "./philox.js";

/** Half the spacing of the generator's grid: what stands in for a uniform 0, whose normal quantile is minus infinity. */
const LEAST = 1 / 18014398509481984;

/** A standard normal number, by its quantile. */
export const normalDraw = (random: Philox): number => normalQuantile(random.uniform() || LEAST);

/** A number with the Beta(a, b) distribution, exactly: from two gamma numbers. a and b are 1/2, or 1 and more. */
export function betaDraw(random: Philox, a: number, b: number): number {
  const x = gammaDraw(random, a);
  return x / (x + gammaDraw(random, b));
}

/**
 * A number with the gamma distribution of this shape and scale 1: Marsaglia and Tsang's rejection (2000) from shape 1, half a squared
 * normal number for shape 1/2.
 */
export function gammaDraw(random: Philox, shape: number): number {
  if (shape === 0.5) {
    const z = normalDraw(random);
    return (z * z) / 2;
  }
  if (!(shape >= 1)) throw new Error(`gammaDraw: a shape of 1/2, or of 1 and more, got ${shape}`);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const z = normalDraw(random);
    const root = 1 + c * z;
    if (root <= 0) continue;
    const v = root * root * root;
    const u = random.uniform() || LEAST;
    if (Math.log(u) < (z * z) / 2 + d - d * v + d * Math.log(v)) return d * v;
  }
}
