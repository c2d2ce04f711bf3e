import { type Coding } from "./coding.js";
import { endpoints } from "./endpoint.js";
import { courses } from "./onset.js";
import { type Panels } from "./panels.js";
import { type Access, featureColumns, r1Features } from "./r1Features.js";
import { cell, finalVerdict, RIGHT, transitions } from "./transition.js";

export interface TableColumn {
  /** DebateLedger's name of it. */
  readonly name: string;
  /** The round after which it exists, and what it takes to look at it; null for an outcome. */
  readonly round: number | null;
  readonly access: Access | null;
  readonly description: string;
}

export interface TableRow {
  readonly run: string;
  readonly ordinal: number;
  readonly item: string;
  readonly replicate: number;
  readonly model: string;
  /** In the order of the columns; null where not defined. */
  readonly values: (number | null)[];
}

export interface FeatureTable {
  readonly coding: Coding;
  readonly columns: readonly TableColumn[];
  /** The debates in the four cells. */
  readonly rows: Uint32Array;
  readonly row: (place: number) => TableRow;
}

const outcome = (name: string, description: string): TableColumn => ({ name, round: null, access: null, description });
const outcomes = [
  outcome("collapsed", "Started right, ended wrong."),
  outcome("corrected", "Started wrong, ended right."),
  outcome("final_correct", "Ended right."),
  outcome("cascade_round", "Of a collapse, the first round whose majority is wrong; else null."),
];

/** Outcomes and features of each debate in the four cells, as DebateLedger publishes them. */
export function featureTable(panels: Panels, coding: Coding): FeatureTable {
  const states = transitions(panels, coding);
  const { onset } = courses(panels, coding, states);
  const features = r1Features(Math.max(1, ...endpoints(panels.runs, coding).map((last) => last + 1)));
  const columns = featureColumns(panels, coding, features);
  const all = Uint32Array.from({ length: panels.size }, (_, debate) => debate);
  const rows = all.filter((debate) => ![null, "undecided"].includes(cell(states[debate])));
  return {
    coding,
    columns: [...outcomes, ...features],
    rows,
    row: (place) => {
      const debate = rows[place];
      const found = cell(states[debate]);
      const collapsed = found === "collapse";
      const key = panels.items[panels.item[debate]];
      const models = panels.compositions[panels.composition[debate]].seats.map(({ model }) => model);
      return {
        run: panels.runs[panels.run[debate]].slug,
        ordinal: panels.ordinal[debate],
        item: key.slice(key.indexOf("\u0000") + 1),
        replicate: panels.replicate[debate],
        model: new Set(models).size === 1 ? models[0] : models.join(", "),
        values: [
          Number(collapsed),
          Number(found === "correction"),
          Number(finalVerdict(states[debate]) === RIGHT),
          collapsed ? onset[debate] : null,
          ...columns.map((column) => (Number.isNaN(column[debate]) ? null : column[debate])),
        ],
      };
    },
  };
}
