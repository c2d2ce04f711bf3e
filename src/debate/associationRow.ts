import { type AssociationRow } from "./association.js";
import { type Caveat, caveat } from "./caveat.js";
import { type FlipRates } from "./flipRates.js";
import { type Ledger } from "./ledger.js";
import { type Columns } from "./panels.js";

/** Why a planned row is not realised: the first that applies. */
export const missingRowReasons = ["NO_DEBATES", "NO_PROBES", "NO_FAMILY", "NO_REPLIES", "NO_RIGHT_START"] as const;
export type MissingRowReason = (typeof missingRowReasons)[number];

/** A row's figures as rates; null where the debates or the probes are not there. */
export interface RowFigures {
  readonly label: string;
  readonly family: string | null;
  readonly ledger: Ledger | null;
  readonly flips: FlipRates | null;
}

/** What an association is computed on, or why a row is not part of it. */
export function associationRow({ label, family, ledger, flips }: RowFigures): AssociationRow | MissingRowReason {
  if (ledger === null) return "NO_DEBATES";
  if (flips === null) return "NO_PROBES";
  if (family === null) return "NO_FAMILY";
  const { initialAccuracy, finalAccuracy, conditionalCollapse, conditionalCorrection } = ledger;
  if (flips.alpha.value === null) return "NO_REPLIES";
  if (conditionalCollapse.value === null) return "NO_RIGHT_START";
  return {
    label,
    family,
    // The screen's noise is that of its replies, however the definition weighs them.
    alpha: { count: flips.alpha.value * flips.replies, of: flips.replies },
    collapse: conditionalCollapse,
    initialAccuracy: initialAccuracy.value!,
    finalAccuracy: finalAccuracy.value!,
    correction: conditionalCorrection.value,
    rawCollapse: ledger.collapse / initialAccuracy.of,
  };
}

/** The family that all seats of these columns belong to; null when they have several or state none. */
export function soleFamily({ compositions }: Pick<Columns, "compositions">): string | null {
  const families = new Set(compositions.flatMap(({ seats }) => seats.map(({ family }) => family)));
  return families.size === 1 ? [...families][0] : null;
}

/** What the rows say against reading much into an association. `pools` are the items that each row's debates were about. */
export function associationCaveats(
  rows: readonly AssociationRow[],
  pools: readonly ReadonlySet<string>[],
): readonly Caveat[] {
  const found: Caveat[] = [];
  const families = new Map<string, number[]>();
  for (const { family, alpha } of rows) families.set(family, [...(families.get(family) ?? []), alpha.count / alpha.of]);
  if (families.size < 10) found.push(caveat("FEW_FAMILIES"));
  if (pools.some((pool) => pool.size !== pools[0].size || [...pool].some((item) => !pools[0].has(item))))
    found.push(caveat("POOLS_DIFFER"));
  const spread = overlapping(families);
  if (spread.length > 0) found.push(caveat("WITHIN_FAMILY_SPREAD", spread));
  return found;
}

/** Families of several rows among whose flip rates that of another family falls. */
function overlapping(families: ReadonlyMap<string, readonly number[]>): string[] {
  return [...families].flatMap(([family, own]) => {
    const [low, high] = [Math.min(...own), Math.max(...own)];
    const others = [...families].filter(([name]) => name !== family).flatMap(([, rates]) => rates);
    return own.length > 1 && others.some((rate) => rate > low && rate < high) ? [family] : [];
  });
}

/** Items that every pool holds. */
export const sharedItems = (pools: readonly ReadonlySet<string>[]): ReadonlySet<string> =>
  new Set([...(pools[0] ?? [])].filter((item) => pools.every((pool) => pool.has(item))));
