import { must } from "../errors.js";
import { bytesOf, bytesOfStrings, readSections, stringsOf, uint32sOf, writeSections } from "./blockBytes.js";
import { PLACES } from "./probe.js";
import { foldedCodes, probedOf, type ProbeTable } from "./probeColumns.js";

/*
 * The stored form of a set of probes: its columns and tables as one binary value. It is all that is stored of them, and every probe
 * can be read back from it.
 */

const MAGIC = "CWPR";
const VERSION = 1;

const columns = [
  ...(["probed", "item", "category", "condition", "seat", "meta", "cost", "temperature", "replicate", "gold"] as const),
  ...(["initial", "answers", "suggested", "countedRevised", "countedOf", "tokens"] as const),
] as const;
/** Tables of what may be null, or is no text, are kept as JSON. */
const jsonTables = ["categories", "metas", "costs", "temperatures"] as const;
const textTables = ["labels", "items", "conditions", "seats"] as const;

export const encodeProbes = (table: ProbeTable): Uint8Array =>
  writeSections(MAGIC, VERSION, [
    ["size", bytesOf(Uint32Array.of(table.size))],
    ...columns.map((name) => [name, bytesOf(table[name])] as const),
    ...textTables.map((name) => [name, bytesOfStrings(table[name])] as const),
    ...jsonTables.map((name) => [name, bytesOfStrings([JSON.stringify(table[name])])] as const),
    [
      "probeds",
      bytesOfStrings(
        table.probeds.map(({ model, family, provider, scaffold }) =>
          JSON.stringify([model, family, provider, scaffold]),
        ),
      ),
    ],
  ]);

export function decodeProbes(bytes: Uint8Array, digest: string): ProbeTable {
  const sections = readSections(MAGIC, VERSION, bytes);
  const section = (name: string): Uint8Array => {
    const found = sections.get(name);
    must(found, `a block of probes has a section ${name}`);
    return found;
  };
  const [size] = uint32sOf(section("size"));
  const numbers = (name: (typeof columns)[number]): Uint32Array => {
    const found = uint32sOf(section(name));
    const expected = name === "answers" || name === "suggested" ? size * PLACES : size;
    must(found.length === expected, `the column ${name} has ${expected} numbers`);
    return found;
  };
  const json = <T>(name: (typeof jsonTables)[number]) => JSON.parse(stringsOf(section(name))[0]) as T[];
  const labels = stringsOf(section("labels"));
  const table: ProbeTable = {
    size,
    probed: numbers("probed"),
    item: numbers("item"),
    category: numbers("category"),
    condition: numbers("condition"),
    seat: numbers("seat"),
    meta: numbers("meta"),
    cost: numbers("cost"),
    temperature: numbers("temperature"),
    replicate: numbers("replicate"),
    gold: numbers("gold"),
    initial: numbers("initial"),
    answers: numbers("answers"),
    suggested: numbers("suggested"),
    countedRevised: numbers("countedRevised"),
    countedOf: numbers("countedOf"),
    tokens: numbers("tokens"),
    labels,
    folded: foldedCodes(labels),
    items: stringsOf(section("items")),
    conditions: stringsOf(section("conditions")),
    seats: stringsOf(section("seats")),
    categories: json<string | null>("categories"),
    metas: json<string | null>("metas"),
    costs: json<string | null>("costs"),
    temperatures: json<number | null>("temperatures"),
    probeds: stringsOf(section("probeds")).map(probedOf),
    digest,
  };
  return table;
}
