import { contrastIntervals } from "../../src/stats/contrastIntervals.js";
import { distinctSums } from "../../src/stats/distinctSums.js";
import { Philox, STREAM } from "../../src/stats/philox.js";
import { ratioIntervals } from "../../src/stats/ratioIntervals.js";
import { resampledWeights } from "../../src/stats/resampledWeights.js";
import { createHash } from "node:crypto";
import { expect, it } from "@jest/globals";

// Same seed, same bytes: the answers below, to the last digit, as one digest that every supported Node version must reproduce. When a method
// is changed on purpose, its answers change and the digest with it; when only Node changed, a function other than log, exp and sqrt crept in.
it("intervals have the same bytes on every Node version", () => {
  const random = new Philox("0x5eed", STREAM.simulation);
  const clusters = 300;
  const columns = [0, 1, 2].map(() => new Float64Array(clusters));
  for (let g = 0; g < clusters; g++) {
    columns[2][g] = Math.floor(random.uniform() * 6);
    columns[0][g] = Math.floor(random.uniform() * random.uniform() * (columns[2][g] + 1));
    columns[1][g] = Math.floor(random.uniform() * (columns[2][g] - columns[0][g] + 1));
  }
  const distinct = distinctSums({ clusters, columns });
  const answers: unknown[] = [];
  for (const method of [
    "AUTO",
    "KORN_GRAUBARD",
    "BCA",
    "STUDENTIZED",
    "CR2_T",
    "CLOPPER_PEARSON",
    "JEFFREYS",
    "WILSON",
  ] as const) {
    answers.push(ratioIntervals(distinct, [1, 0, 0], [0, 0, 1], { method, seed: "0x5eed", resamples: 2000 }));
  }
  for (const method of ["AUTO", "CR3_T", "BCA", "BASIC"] as const) {
    const terms = [{ weight: 1, numerator: [1.5, -0.5, 0], denominator: [0, 0, 1] }];
    answers.push(contrastIntervals(distinct, terms, { method, seed: "0x5eed", resamples: 2000 }));
  }
  resampledWeights(clusters, { seed: "7", to: 5 }, (weights) => answers.push(weights.join(",")));
  expect(createHash("sha256").update(JSON.stringify(answers)).digest("hex")).toBe(
    "97b7c58222cd0ba32608a72fee36ab736feed311ba4e225ca1ae345b63f0286d",
  );
});
