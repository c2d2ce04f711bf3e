import { permutation } from "./permutation.js";
import { Philox, STREAM } from "./philox.js";

/**
 * Deals groups (items, models) into `count` folds and gives each row its group's fold, so that no group sits in two folds.
 * Groups are sorted before a seeded shuffle, so that the order of rows does not matter; fold sizes differ by one group.
 */
export function foldsByGroup(groups: ArrayLike<string>, count: number, seed: string): Uint32Array {
  const distinct = [...new Set(Array.from(groups))].sort();
  if (!Number.isInteger(count) || count < 2 || count > distinct.length)
    throw new Error(`${distinct.length} groups cannot be dealt into ${count} folds`);
  const order = permutation(distinct.length, new Philox(seed, STREAM.folds));
  const fold = new Map(distinct.map((group, i) => [group, order[i] % count]));
  return Uint32Array.from(groups, (group) => fold.get(group) ?? 0);
}
