import { InvalidArgumentError, Option } from "commander";

/** An option with a closed list of values, named as the schema names them; small letters and hyphens will do. */
export const choice = (flags: string, description: string, values: readonly string[]): Option =>
  new Option(flags, `${description} (${values.join(", ")})`).argParser((given: string) => {
    const value = given.toUpperCase().replaceAll("-", "_");
    if (values.includes(value)) return value;
    throw new InvalidArgumentError(`Expected one of ${values.join(", ")}.`);
  });

/** A whole number, 0 or more. */
export function whole(given: string): number {
  if (/^\d{1,9}$/.test(given)) return Number(given);
  throw new InvalidArgumentError("Expected a whole number.");
}
