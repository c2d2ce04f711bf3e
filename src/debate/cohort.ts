import { must, UserError } from "../errors.js";
import { type Bitset, bitset, setBit } from "./bitset.js";
import { type CohortRecipe } from "./cohortRecipe.js";
import { firstHole } from "./firstHole.js";
import { type PanelBlock } from "./panelBlock.js";
import { type Selected, selectionDigest } from "./selectionDigest.js";

/**
 * Why a debate of a chosen run is not in the cohort, the first reason that applies: its benchmark or its item was not asked for; its
 * item is not in the recipe's pool; in some
 * round a seat was not asked (NOT_ASKED) or not understood (UNPARSED), the first such ballot in order of rounds and seats counting; its
 * item has no usable debate in another run of a paired cohort (NOT_IN_RUN).
 */
export const attritionReasons = [
  "OTHER_BENCHMARK",
  "OTHER_ITEM",
  "NOT_IN_POOL",
  "NOT_ASKED",
  "UNPARSED",
  "NOT_IN_RUN",
] as const;
export type AttritionReason = (typeof attritionReasons)[number];

export interface Attrition {
  readonly reason: AttritionReason;
  readonly count: number;
}

/** A run as a recipe may see it: everything in its blocks but gold and signals. */
export interface CohortSource {
  readonly run: Omit<Selected, "bits" | "dropSeats">;
  readonly blocks: readonly Omit<PanelBlock, "gold" | "derived" | "signals">[];
}

export interface Cohort {
  readonly recipe: CohortRecipe;
  /** Of the selection, not of the recipe: the same debates under the same seats are the same cohort however they were found. */
  readonly digest: string;
  readonly size: number;
  /** In the order of the recipe's runs. */
  readonly runs: readonly CohortRun[];
  /** Over all runs. */
  readonly attrition: readonly Attrition[];
}

export interface CohortRun extends Pick<Selected, "slug" | "contentDigest"> {
  readonly bits: Bitset;
  readonly size: number;
  /** Who was left out, by reason. */
  readonly attrition: readonly (Attrition & { readonly bits: Bitset })[];
}

/**
 * The debates that a recipe selects. `sources` are the recipe's runs, in its order; `pool` has the items of the recipe's pool, each
 * `benchmark + "\u0000" + key`. An empty cohort is an answer.
 */
export function cohort(
  recipe: CohortRecipe,
  sources: readonly CohortSource[],
  pool: ReadonlySet<string> | null = null,
): Cohort {
  must((recipe.pool === undefined) === (pool === null), "a recipe with a pool comes with the pool's items");
  must(
    recipe.runs.length === sources.length && recipe.runs.every((slug, index) => slug === sources[index].run.slug),
    "a cohort's sources are its recipe's runs, in its order",
  );
  refuseWhatNoRunHas(recipe, sources);
  const found = sources.map((source) => reasons(recipe, source, pool));
  if (recipe.pairedAcrossRuns) leaveUnpaired(sources, found);
  const runs = sources.map(({ run }, index): CohortRun => {
    const kept = those(found[index], null);
    const left = attritionReasons.map((reason) => ({ reason, ...those(found[index], reason) }));
    return {
      slug: run.slug,
      contentDigest: run.contentDigest,
      bits: kept.bits,
      size: kept.count,
      attrition: left.filter(({ count }) => count > 0),
    };
  });
  return {
    recipe,
    digest: selectionDigest(
      sources.map(({ run }, index) => ({ ...run, bits: runs[index].bits, dropSeats: recipe.dropSeats })),
    ),
    size: runs.reduce((sum, { size }) => sum + size, 0),
    runs,
    attrition: attritionReasons
      .map((reason) => ({ reason, count: those(found.flat(), reason).count }))
      .filter(({ count }) => count > 0),
  };
}

/** The ordinals that have this reason (null: that have none), and how many they are. */
function those(
  reasons: readonly (AttritionReason | null)[],
  wanted: AttritionReason | null,
): { bits: Bitset; count: number } {
  const bits = bitset(reasons.length);
  let count = 0;
  reasons.forEach((reason, ordinal) => {
    if (reason !== wanted) return;
    setBit(bits, ordinal);
    count++;
  });
  return { bits, count };
}

/** Per ordinal, the first reason against the debate that its own run has; null when there is none. */
function reasons(
  recipe: CohortRecipe,
  { run, blocks }: CohortSource,
  pool: ReadonlySet<string> | null,
): (AttritionReason | null)[] {
  const benchmarks = recipe.benchmarks && new Set(recipe.benchmarks);
  const items = recipe.items && new Set(recipe.items);
  return blocks.flatMap((block) => {
    const seats = remainingSeats(recipe, block);
    const through = Array.from({ length: (recipe.usableThrough ?? -1) + 1 }, (_, round) => round);
    return Array.from({ length: block.size }, (_, row): AttritionReason | null => {
      if (benchmarks && !benchmarks.has(block.benchmarks[block.benchmark[row]])) return "OTHER_BENCHMARK";
      if (items && !items.has(block.items[row])) return "OTHER_ITEM";
      if (pool && !pool.has(`${block.benchmarks[block.benchmark[row]]}\u0000${block.items[row]}`)) return "NOT_IN_POOL";
      if (recipe.usableThrough === null) return null;
      return firstHole(block, row, seats[block.composition[row]], through, run.carryForward)?.reason ?? null;
    });
  });
}

const remainingSeats = ({ dropSeats }: CohortRecipe, { compositions }: CohortSource["blocks"][number]): number[][] =>
  compositions.map((all) => all.flatMap(({ seat }, index) => (dropSeats.includes(seat) ? [] : [index])));

/** In a paired cohort an item stays where it is still in every run. */
function leaveUnpaired(sources: readonly CohortSource[], found: readonly (AttritionReason | null)[][]): void {
  const runsWith = new Map<string, Set<number>>();
  const visit = (act: (item: string, run: number, ordinal: number) => void) => {
    sources.forEach(({ blocks }, run) => {
      for (const block of blocks)
        for (let row = 0; row < block.size; row++)
          act(`${block.benchmarks[block.benchmark[row]]}\u0000${block.items[row]}`, run, block.first + row);
    });
  };
  visit((item, run, ordinal) => {
    if (found[run][ordinal] !== null) return;
    const runs = runsWith.get(item) ?? new Set<number>();
    runsWith.set(item, runs.add(run));
  });
  visit((item, run, ordinal) => {
    if (found[run][ordinal] === null && runsWith.get(item)!.size < sources.length) found[run][ordinal] = "NOT_IN_RUN";
  });
}

/** A name that occurs nowhere is a slip of the pen, not an empty cohort. */
function refuseWhatNoRunHas(recipe: CohortRecipe, sources: readonly CohortSource[]): void {
  const blocks = sources.flatMap(({ blocks: all }) => all);
  const benchmarks = new Set(blocks.flatMap((block) => block.benchmarks));
  const seats = new Set(blocks.flatMap((block) => block.compositions.flat().map(({ seat }) => seat)));
  refuseUnknown("benchmarks", recipe.benchmarks ?? [], benchmarks);
  refuseUnknown("dropSeats", recipe.dropSeats, seats);
  if (recipe.items) refuseUnknown("items", recipe.items, new Set(blocks.flatMap((block) => block.items)));
  for (const { run } of sources)
    if (recipe.usableThrough !== null && recipe.usableThrough > run.rounds - 1)
      throw new UserError(
        "ENDPOINT_BEYOND_LAST_ROUND",
        `cohort usableThrough: run ${run.slug} has rounds 0 to ${run.rounds - 1}, round ${recipe.usableThrough} was asked for`,
      );
  if (seats.size > 0 && [...seats].every((seat) => recipe.dropSeats.includes(seat)))
    throw new UserError("BAD_INPUT", "cohort dropSeats: at least one seat must remain");
}

function refuseUnknown(what: string, names: readonly string[], known: ReadonlySet<string>): void {
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new UserError("NOT_FOUND", `cohort ${what}: no run of this cohort has ${unknown.slice(0, 5).join(", ")}`);
}
