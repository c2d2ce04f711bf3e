import { describe, expect, it } from "@jest/globals";
import { type DebateSet, shareDebate } from "../../src/debate/debateSet.js";

const of = (contentDigest: string, bits: string | null): DebateSet => ({
  contentDigest,
  bits: bits === null ? null : Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => parseInt(byte, 2)),
});

describe("two selections share a debate", () => {
  it.each([
    ["when one bit of one run is in both", [of("a", "0000000100000010")], [of("a", "1000000000000010")], true],
    ["not when they took different debates of one run", [of("a", "00001111")], [of("a", "11110000")], false],
    ["not when equal bits are of runs with different content", [of("a", "11111111")], [of("b", "11111111")], false],
    ["when one took all of a run and the other some", [of("a", null)], [of("a", "00010000")], true],
    ["not when one took all of a run and the other none", [of("a", null)], [of("a", "00000000")], false],
    ["when both took all of a run", [of("a", null)], [of("a", null)], true],
    [
      "when their second runs meet",
      [of("a", "1".repeat(8)), of("b", null)],
      [of("c", null), of("b", "10000000")],
      true,
    ],
    ["not when one is empty", [], [of("a", null)], false],
  ])("%s", (_, left, right, shared) => {
    expect(shareDebate(left, right)).toBe(shared);
    expect(shareDebate(right, left)).toBe(shared);
  });
});
