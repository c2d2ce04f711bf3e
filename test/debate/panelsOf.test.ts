import { expect, it } from "@jest/globals";
import { bitset, setBit } from "../../src/debate/bitset.js";
import { BLOCK_SIZE } from "../../src/debate/panelBlock.js";
import { panels } from "../../src/debate/panelsOf.js";
import { debate, panelsOfRuns, part, rounds, seat, seatsNamed } from "./fixtures.js";

const bitsOf = (size: number, ...ordinals: number[]) => {
  const bits = bitset(size);
  ordinals.forEach((ordinal) => setBit(bits, ordinal));
  return bits;
};

it("runs of different shapes share columns, padded with not asked", () => {
  const all = panelsOfRuns(
    { slug: "wide", seats: seatsNamed(3), debates: [debate({ item: "q1", rounds: rounds("ABB") })] },
    { slug: "long", seats: seatsNamed(2), debates: [debate({ item: "q1", rounds: rounds("AB BB") })] },
  );
  expect(all).toMatchObject({ size: 2, rounds: 2, seats: 3, items: ["bench\u0000q1"], clusters: ["bench\u0000q1"] });
  expect([...all.ballots]).toEqual([1, 2, 2, 255, 255, 255, 1, 2, 255, 2, 2, 255]);
  expect([...all.run]).toEqual([0, 1]);
  expect([...all.item]).toEqual([0, 0]);
  expect(all.compositions.map(({ seats }) => seats.length)).toEqual([3, 2]);
});

it("the same key in two benchmarks is two items", () => {
  const all = panelsOfRuns({
    seats: seatsNamed(1),
    debates: ["x", "y"].map((benchmark) => debate({ benchmark, rounds: rounds("A") })),
  });
  expect(all.items).toEqual(["x\u0000q1", "y\u0000q1"]);
});

it("an item and another item's cluster of that name are one cluster", () => {
  const all = panelsOfRuns({
    seats: seatsNamed(1),
    debates: [
      debate({ item: "q1-a", cluster: "q1", rounds: rounds("A") }),
      debate({ item: "q2", rounds: rounds("A") }),
      debate({ item: "q1", rounds: rounds("A") }),
    ],
  });
  expect([...all.cluster]).toEqual([0, 1, 0]);
  expect(all.clusters).toEqual(["bench\u0000q1", "bench\u0000q2"]);
});

it("only the debates in the bitset are there, also across blocks", () => {
  const count = BLOCK_SIZE + 2;
  const whole = part({
    seats: seatsNamed(1),
    debates: Array.from({ length: count }, (_, index) => debate({ item: `q${index}`, rounds: rounds("A") })),
  });
  expect(whole.blocks.map(({ first, size }) => [first, size])).toEqual([
    [0, BLOCK_SIZE],
    [BLOCK_SIZE, 2],
  ]);
  const some = panels([{ ...whole, bits: bitsOf(count, 3, BLOCK_SIZE + 1) }]);
  expect([...some.ordinal]).toEqual([3, BLOCK_SIZE + 1]);
  expect(some.items).toEqual(["bench\u0000q3", `bench\u0000q${BLOCK_SIZE + 1}`]);
  expect(() => panels([{ ...whole, bits: bitset(8) }])).toThrow("another length");
});

it("a dropped seat leaves wherever it sat, and the others close up", () => {
  const whole = part({
    seats: seatsNamed(3),
    debates: [
      debate({ item: "q1", rounds: rounds("ABC CBA") }),
      debate({ item: "q2", rounds: rounds("AB"), seats: [seat("2"), seat("9")] }),
    ],
  });
  const without = panels([{ ...whole, dropSeats: ["2"] }]);
  expect(without.seats).toBe(2);
  expect([...without.ballots]).toEqual([1, 3, 3, 1, 2, 255, 255, 255]);
  expect(without.compositions.map(({ seats }) => seats.map((one) => one.seat))).toEqual([["1", "3"], ["9"]]);
});

it("the digest follows content, selection and seats", () => {
  const whole = part({ seats: seatsNamed(2), debates: [debate({ rounds: rounds("AB") })] });
  const digests = [
    panels([whole]),
    panels([{ ...whole, bits: bitsOf(1) }]),
    panels([{ ...whole, dropSeats: ["1"] }]),
    panels([{ ...whole, run: { ...whole.run, contentDigest: "other" } }]),
  ].map(({ digest }) => digest);
  expect(new Set(digests).size).toBe(4);
  expect(panels([{ ...whole }]).digest).toBe(digests[0]);
});

it("no runs and empty runs are panels of size 0", () => {
  expect(panels([])).toMatchObject({ size: 0, rounds: 0, seats: 0 });
  expect(panelsOfRuns({ seats: seatsNamed(3), debates: [] })).toMatchObject({ size: 0, rounds: 0, seats: 0 });
});
