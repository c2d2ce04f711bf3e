import { UserError } from "../errors.js";
import { codePointOrder } from "./codePointOrder.js";

/**
 * How a fixed set of debates is chosen. It may look at runs, benchmarks, items, probes and at what is missing; there is no place in it for
 * gold or outcomes.
 */
export interface CohortRecipe {
  /** Slugs, in code point order. */
  readonly runs: readonly string[];
  /** Null: all. */
  readonly benchmarks: readonly string[] | null;
  /** Item keys, in whichever of the benchmarks. Null: all. */
  readonly items: readonly string[] | null;
  /** Seats by name, left out of every panel that has them, before anything else is looked at. */
  readonly dropSeats: readonly string[];
  /** Every remaining seat has a parsed ballot in each round from 0 to this one. Null: whatever is missing stays. */
  readonly usableThrough: number | null;
  /** Only items that have a debate, usable as above, in every one of the runs. */
  readonly pairedAcrossRuns: boolean;
  /** Only the items of a high-FR pool. Absent where none was asked for, so that recipes without one are the texts that they were. */
  readonly pool?: PoolRecipe;
}

/** The items that a model flips most on when probed alone: `highFlipPool` of a set of probes. */
export interface PoolRecipe {
  /** Slug of the set. */
  readonly probes: string;
  readonly model: string;
  readonly size: number;
}

type Loose<T> = { readonly [K in keyof T]?: T[K] | null };

/** Fills in the defaults (an explicit null means the default) and sorts what has no order, so that equal recipes are equal texts. */
export function cohortRecipe(given: Loose<CohortRecipe>): CohortRecipe {
  const { runs, usableThrough } = given;
  if (!runs || runs.length === 0)
    throw new UserError("BAD_INPUT", "cohort runs: at least one run was expected, got none");
  if (typeof usableThrough === "number" && !(Number.isInteger(usableThrough) && usableThrough >= 0))
    throw new UserError("BAD_INPUT", `cohort usableThrough: a round number from 0 was expected, got ${usableThrough}`);
  const { pool } = given;
  if (pool && !(Number.isInteger(pool.size) && pool.size >= 1))
    throw new UserError("BAD_INPUT", `cohort pool: a size from 1 was expected, got ${pool.size}`);
  return {
    ...(pool ? { pool: { probes: pool.probes, model: pool.model, size: pool.size } } : {}),
    runs: sorted(runs),
    benchmarks: given.benchmarks ? sorted(given.benchmarks) : null,
    items: given.items ? sorted(given.items) : null,
    dropSeats: sorted(given.dropSeats ?? []),
    usableThrough: usableThrough ?? null,
    pairedAcrossRuns: given.pairedAcrossRuns ?? false,
  };
}

const sorted = (names: readonly string[]): readonly string[] => [...new Set(names)].sort(codePointOrder);
