import { readFile } from "node:fs/promises";
import { UserError } from "../errors.js";

/** A small file as it stands, to the last byte: a signature is over all of them. */
export const readText = (path: string): Promise<string> =>
  readFile(path, "utf8").catch((error: Error) => {
    throw new UserError("BAD_FILE", `${path}: expected a file that can be read, got ${error.message}`);
  });
