import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { bitset, countBits, hasBit, isBitsetOf, setBit } from "../../src/debate/bitset.js";

it("a bitset holds exactly the ordinals that were put in", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(99)), (ordinals) => {
      const bits = bitset(100);
      ordinals.forEach((ordinal) => setBit(bits, ordinal));
      expect(countBits(bits)).toBe(ordinals.length);
      for (let i = 0; i < 100; i++) expect(hasBit(bits, i)).toBe(ordinals.includes(i));
    }),
  );
});

it("a set of ordinals can be written in one way only", () => {
  const bits = bitset(10);
  expect(bits.length).toBe(2);
  setBit(bits, 9);
  expect(isBitsetOf(10, bits)).toBe(true);
  expect(isBitsetOf(9, bits)).toBe(false);
  expect(isBitsetOf(17, bits)).toBe(false);
  expect(isBitsetOf(16, Uint8Array.of(255, 255))).toBe(true);
  expect(isBitsetOf(0, bitset(0))).toBe(true);
});
