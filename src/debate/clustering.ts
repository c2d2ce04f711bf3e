import { groupsOf } from "./grouping.js";
import { type Columns } from "./panels.js";

/** What is resampled together: items that belong together (the source's clusters), single items, or models. */
export const clusterUnits = ["ITEM_CLUSTER", "ITEM", "MODEL"] as const;
export type ClusterUnit = (typeof clusterUnits)[number];

export interface Clusters {
  readonly count: number;
  /** Per debate, which cluster it is in. */
  readonly of: Uint32Array;
}

export function clustersOf(panels: Columns, unit: ClusterUnit): Clusters {
  switch (unit) {
    case "ITEM_CLUSTER":
      return { count: panels.clusters.length, of: panels.cluster };
    case "ITEM":
      return { count: panels.items.length, of: panels.item };
    case "MODEL": {
      const { groups, of } = groupsOf(panels, "MODEL");
      return { count: groups.length, of };
    }
  }
}
