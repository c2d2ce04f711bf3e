import { type Group, type Grouping, groupsOf, membersOf } from "./grouping.js";
import { type Columns } from "./panels.js";
import { subset } from "./subset.js";

export interface Grouped<T> {
  readonly total: T;
  /** In code point order of their keys; empty when nothing was grouped by. */
  readonly groups: readonly (Group & { readonly found: T })[];
}

/** A measure of all debates, and of those of each group by themselves. */
export function grouped<P extends Columns, T>(panels: P, by: Grouping | null, measure: (panels: P) => T): Grouped<T> {
  const groups = by && groupsOf(panels, by);
  const members = groups ? membersOf(groups) : [];
  return {
    total: measure(panels),
    groups: groups?.groups.map((group, at) => ({ ...group, found: measure(subset(panels, members[at])) })) ?? [],
  };
}
