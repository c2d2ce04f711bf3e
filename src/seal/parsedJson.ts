import { UserError } from "../errors.js";

/** Reads JSON that came from outside. `what` begins the complaint. */
export function parsedJson(json: string, what: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch (error) {
    throw new UserError("BAD_INPUT", `${what} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
