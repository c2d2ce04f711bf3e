import { readdirSync, readFileSync } from "node:fs";
import { UserError } from "../errors.js";
import { type Mapping, mapping } from "./mapping.js";

const folder = new URL("../../maps/", import.meta.url);

/** The names of the maps that come with the program. */
export const shippedNames = (): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.replace(/\.json$/, ""))
    .sort();

/** A map as it is given from outside: its text, which begins with a brace, or the name of a shipped one. No path is ever opened. */
export function givenMap(given: string, name = "map"): Mapping {
  if (given.trimStart().startsWith("{")) return mapping(name, given);
  const known = shippedNames();
  if (!known.includes(given))
    throw new UserError(
      "BAD_INPUT",
      `map: expected a map as JSON, or one of ${known.join(", ")}, got ${given.slice(0, 60)}`,
    );
  return mapping(`${given}.json`, readFileSync(new URL(`${given}.json`, folder), "utf8"));
}
