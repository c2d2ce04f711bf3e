import { codePointOrder } from "./codePointOrder.js";
import { type Group } from "./grouping.js";
import { type ProbeColumns } from "./probeColumns.js";

/** What probes may be told apart by. PANEL is model and scaffold together. */
export const probeGroupings = ["MODEL", "PANEL", "FAMILY", "CONDITION", "SEAT", "BENCHMARK", "CATEGORY"] as const;
export type ProbeGrouping = (typeof probeGroupings)[number];

export interface ProbeGroups {
  readonly groups: readonly Group[];
  /** Per probe, which group it is in. */
  readonly of: Uint32Array;
}

/** Groups in code point order of their keys, null last. */
export function probeGroupsOf(columns: ProbeColumns, by: ProbeGrouping): ProbeGroups {
  const keys = Array.from({ length: columns.size }, (_, row) => keyOf(columns, by, row));
  const distinct = [...new Set(keys)].sort((a, b) =>
    a === null || b === null ? Number(a === null) - Number(b === null) : codePointOrder(a, b),
  );
  const places = new Map(distinct.map((key, index) => [key, index]));
  return {
    groups: distinct.map((key) => ({ key, label: key ?? `no ${by.toLowerCase()} stated` })),
    of: Uint32Array.from(keys, (key) => places.get(key)!),
  };
}

function keyOf(columns: ProbeColumns, by: ProbeGrouping, row: number): string | null {
  const probed = columns.probeds[columns.probed[row]];
  switch (by) {
    case "MODEL":
      return probed.model;
    case "PANEL":
      return probed.scaffold === null ? probed.model : `${probed.model} / ${probed.scaffold}`;
    case "FAMILY":
      return probed.family;
    case "CONDITION":
      return columns.conditions[columns.condition[row]];
    case "SEAT":
      return columns.seats[columns.seat[row]];
    case "BENCHMARK":
      return columns.items[columns.item[row]].split("\u0000")[0];
    case "CATEGORY":
      return columns.categories[columns.category[row]];
  }
}
