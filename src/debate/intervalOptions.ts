import { resamples } from "../stats/clusterBootstrap.js";
import { type IntervalMethod } from "../stats/interval.js";
import { UserError } from "../errors.js";
import { type ClusterUnit, clusterUnits } from "./clustering.js";

/** What a rate of these reports can be asked for by name; AUTO is the default of the report. */
export const intervalMethods = [
  "AUTO",
  "WILSON",
  "JEFFREYS",
  "CLOPPER_PEARSON",
  "CLOPPER_PEARSON_CLUSTERS",
  "KORN_GRAUBARD",
  "LOGIT_T",
  "CR0_T",
  "CR1_T",
  "CR2_T",
  "CR3_T",
  "PERCENTILE",
  "BASIC",
  "BCA",
  "STUDENTIZED",
] as const satisfies readonly IntervalMethod[];

/** How an interval is made. Part of a number's identity, so it goes out with the answer. */
export interface IntervalOptions {
  readonly method: (typeof intervalMethods)[number];
  readonly level: number;
  readonly cluster: ClusterUnit;
  readonly resamples: number;
  /** Text, because it has 64 bits: decimal digits, or 0x and hexadecimal digits. */
  readonly seed: string;
}

type Loose<T> = { readonly [K in keyof T]?: T[K] | null };

/** The seed where none is given: fixed, so that the same question has the same answer. */
const DEFAULT_SEED = "20260424";
const MAX_RESAMPLES = 1_000_000;

/** Fills in the defaults (an explicit null means the default) and refuses what has no meaning. The one place that knows them. */
export function intervalOptions(given: Loose<IntervalOptions> = {}): IntervalOptions {
  const { level, resamples, seed } = given;
  if (typeof level === "number" && !(level > 0 && level < 1))
    throw new UserError("BAD_INPUT", `interval level: a number between 0 and 1 was expected, got ${level}`);
  if (typeof resamples === "number" && !(Number.isInteger(resamples) && resamples >= 1 && resamples <= MAX_RESAMPLES))
    throw new UserError("BAD_INPUT", `interval resamples: 1 to ${MAX_RESAMPLES} were expected, got ${resamples}`);
  if (typeof seed === "string" && !isSeed(seed))
    throw new UserError(
      "BAD_INPUT",
      `interval seed: decimal digits, or 0x and hexadecimal digits, below 2^64 were expected, got ${JSON.stringify(seed)}`,
    );
  return {
    method: oneOf("method", intervalMethods, given.method ?? "AUTO"),
    level: level ?? 0.95,
    cluster: oneOf("cluster", clusterUnits, given.cluster ?? "ITEM_CLUSTER"),
    resamples: resamples ?? 10_000,
    seed: seed ?? DEFAULT_SEED,
  };
}

const isSeed = (seed: string): boolean =>
  /^(0x[0-9a-f]{1,64}|[0-9]{1,64})$/i.test(seed) && BigInt(seed) < 18_446_744_073_709_551_616n;

function oneOf<T extends string>(what: string, allowed: readonly T[], given: T): T {
  if (!allowed.includes(given))
    throw new UserError("BAD_INPUT", `interval ${what}: one of ${allowed.join(", ")} was expected, got ${given}`);
  return given;
}

/** The bootstrap method for what has no formula: the one that was asked for if it resamples, else percentile. */
export const resamplingMethod = ({ method }: IntervalOptions): IntervalOptions["method"] =>
  resamples(method) ? method : "PERCENTILE";
