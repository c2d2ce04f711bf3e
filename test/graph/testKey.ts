import { generateSigningKey, readSigningKey } from "../../src/seal/key.js";

/** Signs what tests ask to be signed. */
export const testKey = readSigningKey(generateSigningKey("test"));
