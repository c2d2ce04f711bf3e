import { sha256 } from "./digest.js";

/**
 * The seed of an evaluation's intervals, from the digest of its declaration, so that nobody chooses it: the first eight
 * bytes of SHA-256 of the text "counterweight-seed" followed by the digest in hex, as an unsigned number in decimal.
 */
export const evaluationSeed = (declarationDigest: string): string =>
  sha256(`counterweight-seed${declarationDigest}`).readBigUInt64BE(0).toString();
