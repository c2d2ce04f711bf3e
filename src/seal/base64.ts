import { UserError } from "../errors.js";

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");

/**
 * Standard base64 with padding, read strictly: Node skips foreign characters and ignores spare bits, so that several
 * texts would pass for the same bytes. Here every other text is refused. `what` begins the complaint.
 */
export function base64Bytes(text: string, what: string, length?: number): Buffer {
  const bytes = Buffer.from(text, "base64");
  if (bytes.toString("base64") !== text) throw new UserError("BAD_INPUT", `${what} is not standard base64`);
  if (length !== undefined && bytes.length !== length)
    throw new UserError("BAD_INPUT", `${what} has ${bytes.length} bytes, expected ${length}`);
  return bytes;
}
