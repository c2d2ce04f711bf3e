import { UserError } from "../errors.js";

/** One thing that was looked at: what was asked, of which object, and what is wrong with it (null: nothing). */
export interface Check {
  readonly check: string;
  readonly object: string;
  readonly fault: string | null;
}

/** A refusal while looking is a fault of the object; anything else is ours and flies on. */
export function check(name: string, object: string, look: () => string | null | void): Check {
  try {
    return { check: name, object, fault: look() ?? null };
  } catch (error) {
    if (error instanceof UserError) return { check: name, object, fault: error.message };
    throw error;
  }
}
