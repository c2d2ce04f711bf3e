import { createHash, hash } from "node:crypto";
import { canonical } from "./canonical.js";
import { atOnce, type Steps } from "../debate/steps.js";

/** SHA-256, in lower-case hex, of the canonical JSON of a value. Everything sealed is cited by this. */
export const digest = (value: unknown): string => textDigest(canonical(value));

/** The same of a text that is canonical already. In one call, because exports have a million of them. */
const textDigest = (text: string): string => hash("sha256", text, "hex");

export const sha256 = (...parts: readonly (string | Uint8Array)[]): Buffer => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/**
 * The digest of a long sequence whose order matters, such as the records of a run: SHA-256 over the canonical JSON of
 * each value and a line feed. The line feed cannot occur inside canonical JSON, so no two sequences share their bytes.
 */
export function sequenceDigest(): { add(value: unknown): void; hex(): string } {
  const hash = createHash("sha256");
  return {
    add: (value) => void hash.update(canonical(value)).update("\n"),
    hex: () => hash.copy().digest("hex"),
  };
}

/**
 * The digest of a collection whose order means nothing, such as the rows of an export: the digests of its values,
 * sorted, as a sequence. Sorting digests instead of values spares every reader an agreement on collation.
 */
export function collectionDigest(): {
  add(value: unknown): void;
  addText(canonical: string): void;
  hex(): string;
  /** The same in steps of some milliseconds each. */
  hexInSteps(): Steps<string>;
} {
  // By their first two digits, so that no step has to sort a million of them.
  const members = Array.from({ length: 256 }, () => new Array<string>());
  const push = (member: string) => void members[Number.parseInt(member.slice(0, 2), 16)].push(member);
  function* hexInSteps(): Steps<string> {
    const running = createHash("sha256");
    for (const alike of members) {
      running.update(
        alike
          .sort()
          .map((member) => `${member}\n`)
          .join(""),
      );
      yield;
    }
    return running.digest("hex");
  }
  return {
    add: (value) => push(digest(value)),
    addText: (text) => push(textDigest(text)),
    hex: () => atOnce(hexInSteps()),
    hexInSteps,
  };
}
