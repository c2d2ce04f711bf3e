import { codePointOrder } from "./codePointOrder.js";
import { type Seat } from "./debate.js";
import { type Composition, type Columns } from "./panels.js";

export const groupings = ["MODEL", "FAMILY", "BENCHMARK", "CATEGORY", "RUN"] as const;
export type Grouping = (typeof groupings)[number];

export interface Group {
  /** Null where the source states none (a category, a family). */
  readonly key: string | null;
  readonly label: string;
}

export interface Groups {
  /** In code point order of their keys; null last. */
  readonly groups: readonly Group[];
  /** Per debate, an index into `groups`. */
  readonly of: Uint32Array;
}

/** Which group each debate belongs to. Only names that some debate has become groups. */
export function groupsOf(panels: Columns, by: Grouping): Groups {
  const { column, table } = columnOf(panels, by);
  const present = new Uint8Array(table.length);
  for (let debate = 0; debate < panels.size; debate++) present[column[debate]] = 1;
  const keys = [...new Set(table.filter((_, entry) => present[entry] === 1))].sort((a, b) =>
    a === null ? 1 : b === null ? -1 : codePointOrder(a, b),
  );
  const places = new Map(keys.map((key, place) => [key, place]));
  const groupOf = Uint32Array.from(table, (key) => places.get(key) ?? 0);
  const of = new Uint32Array(panels.size);
  for (let debate = 0; debate < panels.size; debate++) of[debate] = groupOf[column[debate]];
  return { groups: keys.map((key) => ({ key, label: key ?? "none stated" })), of };
}

function columnOf(panels: Columns, by: Grouping): { column: Uint32Array; table: readonly (string | null)[] } {
  switch (by) {
    case "MODEL":
      return { column: panels.composition, table: panels.compositions.map(modelName) };
    case "FAMILY":
      return { column: panels.composition, table: panels.compositions.map(familyName) };
    case "BENCHMARK":
      return { column: panels.benchmark, table: panels.benchmarks };
    case "CATEGORY":
      return { column: panels.category, table: panels.categories };
    case "RUN":
      return { column: panels.run, table: panels.runs.map(({ slug }) => slug) };
  }
}

/** A homogeneous panel is named by its model, whatever its size; a mixed one by the models of its seats in order. */
export const modelName = ({ seats }: Composition): string => joined(seats.map(({ model }) => model));

/** As `modelName`, of families; null where some seat states none. */
export function familyName({ seats }: Composition): string | null {
  const families = seats.map(({ family }: Seat) => family);
  return families.every((family) => family !== null) ? joined(families) : null;
}

const joined = (names: readonly string[]): string => (new Set(names).size === 1 ? names[0] : names.join(" + "));

/** The debates of each group, in their order. */
export function membersOf({ groups, of }: Groups): readonly Uint32Array[] {
  const sizes = new Uint32Array(groups.length);
  for (let debate = 0; debate < of.length; debate++) sizes[of[debate]]++;
  const members = Array.from(sizes, (size) => new Uint32Array(size));
  sizes.fill(0);
  for (let debate = 0; debate < of.length; debate++) members[of[debate]][sizes[of[debate]]++] = debate;
  return members;
}
