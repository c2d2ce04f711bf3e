import { type Bitset } from "./bitset.js";
import { codePointOrder } from "./codePointOrder.js";
import { type PanelRun } from "./panels.js";
import { sha256 } from "./sha256.js";

/** What is selected from one run. */
export interface Selected extends PanelRun {
  /** SHA-256 over the run's records. */
  readonly contentDigest: string;
  /** Null: every debate. */
  readonly bits: Bitset | null;
  readonly dropSeats: readonly string[];
}

/**
 * The digest of a set of debates: SHA-256 over content digests, bitsets and dropped seats. Whatever else an answer shows of a run
 * (its slug, its rounds) is in it too, so equal digests mean equal answers.
 */
export const selectionDigest = (selected: readonly Selected[]): string =>
  sha256(
    JSON.stringify([
      "counterweight-selection-1",
      selected.map(({ slug, rounds, carryForward, contentDigest, bits, dropSeats }) => [
        slug,
        rounds,
        carryForward,
        contentDigest,
        bits && Buffer.from(bits).toString("base64"),
        [...dropSeats].sort(codePointOrder),
      ]),
    ]),
  );
