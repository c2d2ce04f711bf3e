import { delongPaired } from "../stats/delong.js";
import { delongClusteredPaired } from "../stats/delongClustered.js";
import { delongTwoWayPaired } from "../stats/delongTwoWay.js";
import { clustersOf } from "./clustering.js";
import { type Panels } from "./panels.js";

/** What varies when the debates are drawn again: single debates, item clusters, models, or item clusters and models both. */
export const contrastUnits = ["DEBATE", "ITEM_CLUSTER", "MODEL", "ITEM_AND_MODEL"] as const;
export type ContrastUnit = (typeof contrastUnits)[number];

export interface ContrastInterval {
  readonly unit: ContrastUnit;
  readonly clusters: number;
  readonly standardError: number | null;
  readonly limits: readonly [number, number] | null;
  readonly pTwoSided: number | null;
  /** Why there are no limits. */
  readonly reason: string | null;
}

/** The difference of two AUCs on the same debates, scores held fixed. */
export interface AucContrast {
  readonly difference: number | null;
  readonly intervals: readonly ContrastInterval[];
}

/** Differences of AUCs among these rows, under each unit. */
export function aucContrasts(panels: Panels, rows: Uint32Array, labels: Uint8Array, level: number) {
  const clusters = (unit: "ITEM_CLUSTER" | "MODEL") => {
    const { of } = clustersOf(panels, unit);
    return rows.map((row) => of[row]);
  };
  const items = clusters("ITEM_CLUSTER");
  const models = clusters("MODEL");
  return (scores: Float64Array | null, less: Float64Array | null): AucContrast => {
    if (scores === null || less === null) return { difference: null, intervals: [] };
    const plain = delongPaired(labels, scores, less, level);
    const clustered = ([unit, of]: readonly [ContrastUnit, Uint32Array]): ContrastInterval => {
      const { interval: limits, ...found } = delongClusteredPaired(labels, scores, less, of, level);
      return { unit, limits, ...found };
    };
    const { interval: limits, ...both } = delongTwoWayPaired(labels, scores, less, [items, models], level);
    return {
      difference: plain.difference,
      intervals: [
        { unit: "DEBATE", clusters: rows.length, limits: plain.interval, ...plain },
        clustered(["ITEM_CLUSTER", items]),
        clustered(["MODEL", models]),
        { unit: "ITEM_AND_MODEL", limits, ...both },
      ],
    };
  };
}
