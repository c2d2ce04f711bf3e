import { codePointOrder } from "./codePointOrder.js";
import { type Seat } from "./debate.js";
import { type Composition, type Panels } from "./panels.js";

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

/** Which group each debate belongs to. */
export function groupsOf(panels: Panels, by: Grouping): Groups {
  const { column, table } = columnOf(panels, by);
  const keys = [...new Set(table)].sort((a, b) => (a === null ? 1 : b === null ? -1 : codePointOrder(a, b)));
  const place = new Map(keys.map((key, index) => [key, index]));
  const present = new Set<number>();
  const of = Uint32Array.from(column, (entry) => {
    const group = place.get(table[entry])!;
    present.add(group);
    return group;
  });
  return withoutEmpty({ groups: keys.map((key) => ({ key, label: key ?? "none stated" })), of }, present);
}

function columnOf(panels: Panels, by: Grouping): { column: Uint32Array; table: readonly (string | null)[] } {
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

/** A cohort's tables may name what its debates do not have: a run of which no debate was selected makes no empty row. */
function withoutEmpty({ groups, of }: Groups, present: ReadonlySet<number>): Groups {
  if (present.size === groups.length) return { groups, of };
  const kept = groups.map((_, group) => group).filter((group) => present.has(group));
  const place = new Map(kept.map((group, index) => [group, index]));
  return { groups: kept.map((group) => groups[group]), of: of.map((group) => place.get(group)!) };
}
