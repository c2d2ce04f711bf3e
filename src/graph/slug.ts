import { UserError } from "../errors.js";

/** A name for good: it stands in addresses, file names and commands. */
export function slug(what: string, given: string): string {
  if (!/^[a-z0-9][a-z0-9._-]{0,99}$/i.test(given))
    throw new UserError(
      "BAD_INPUT",
      `${what}: expected 1 to 100 letters, digits, dots, underscores or hyphens, the first a letter or digit, got ${JSON.stringify(given)}`,
    );
  return given;
}
