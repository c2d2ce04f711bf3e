import { Philox, philoxBlock, seedKey } from "../../src/stats/philox.js";
import { golden } from "../golden/golden.js";
import { expect, it } from "@jest/globals";

it.each(golden<{ counter: number[]; key: number[] }, { words: number[] }>("philox4x32_streams", "kat"))(
  "Philox gives the published words for $id",
  ({ input: { counter, key }, expected }) => {
    const words = new Uint32Array(4);
    philoxBlock(counter[0], counter[1], counter[2], counter[3], key[0], key[1], words);
    expect(Array.from(words)).toEqual(expected.words);
  },
);

it.each(golden<{ seed: number; G: number }, Record<string, number[]>>("philox4x32_streams", "recipe"))(
  "the index recipe gives the published indices for $id",
  ({ input: { seed, G }, expected }) => {
    for (const [name, indices] of Object.entries(expected)) {
      const [stream, replicate] = (name.match(/\d+/g) ?? []).map(Number);
      const random = new Philox(String(seed), stream).restart(replicate);
      expect(indices.map(() => Math.floor((random.uint32() * G) / 4294967296))).toEqual(indices);
    }
  },
);

it("a seed may be decimal or hexadecimal, up to 64 bits", () => {
  expect(seedKey("42")).toEqual([42, 0]);
  expect(seedKey("0x2a")).toEqual([42, 0]);
  expect(seedKey("0x00000000000000002A")).toEqual([42, 0]);
  expect(seedKey("18446744073709551615")).toEqual([4294967295, 4294967295]);
  expect(seedKey("0xffffffffffffffff")).toEqual([4294967295, 4294967295]);
  expect(seedKey("4294967296")).toEqual([0, 1]);
});

it.each(["", "-1", "1.5", "18446744073709551616", "0x1ffffffffffffffff", "seed", "0x", "1e3", " 1", "9".repeat(400)])(
  "the seed %j is refused",
  (seed) => {
    expect(() => seedKey(seed)).toThrow("below 2^64");
  },
);

it("a replicate does not depend on what was drawn before it", () => {
  const used = new Philox("7", 3);
  for (let i = 0; i < 11; i++) used.uniform();
  const fresh = new Philox("7", 3).restart(5);
  used.restart(5);
  expect([used.uint32(), used.uniform()]).toEqual([fresh.uint32(), fresh.uniform()]);
});

it("uniform numbers are below one even from the largest words, and use 53 bits", () => {
  const random = new Philox("1", 0);
  random.uint32 = () => 4294967295;
  expect(random.uniform()).toBe(1 - 1 / 9007199254740992);
  random.uint32 = () => 0;
  expect(random.uniform()).toBe(0);
});
