import { expect, it } from "@jest/globals";
import { blockDigest, BLOCK_VERSION, decodePanelBlock, encodePanelBlock } from "../../src/debate/panelBlock.js";
import { debate, part, rounds, seat, seatsNamed } from "./fixtures.js";

const run = {
  seats: seatsNamed(3),
  debates: [
    debate({ item: "q1", rounds: rounds("AAB ABB"), category: "logic" }),
    debate({ item: "q2", rounds: rounds("A-x"), gold: null, replicate: 70_000, cluster: "both" }),
    debate({
      item: "q\u{1F600}3",
      benchmark: "other",
      rounds: rounds("\u00E9A AA"),
      category: "",
      signals: [["tests", "A"]],
      displayed: [[["B"], []]],
      seats: [seat("left", "m1", null), { ...seat("right", "m2"), temperature: 0.7 }],
    }),
  ],
};

it("a block comes back from its bytes as it went in", () => {
  const [block] = part(run).blocks;
  expect(block.clusters).toEqual(["q1", "both", "q\u{1F600}3"]);
  expect(block.categories).toEqual(["logic", null, ""]);
  expect([...block.signals.get("tests")!]).toEqual([0, 0, 1]);
  expect(decodePanelBlock(encodePanelBlock(block))).toEqual(block);
});

it("a block can be read out of the middle of another buffer, at any alignment", () => {
  const [block] = part(run).blocks;
  const bytes = encodePanelBlock(block);
  const padded = new Uint8Array(bytes.length + 3);
  padded.set(bytes, 3);
  expect(decodePanelBlock(padded.subarray(3))).toEqual(block);
});

it("a block comes back from a Node buffer as from any other bytes, and does not share its memory", () => {
  const [block] = part(run).blocks;
  const shared = Buffer.from(Buffer.concat([Buffer.from("x"), encodePanelBlock(block)]).subarray(1));
  const decoded = decodePanelBlock(shared);
  expect(decoded).toEqual(block);
  shared.fill(0);
  expect(decoded).toEqual(block);
});

it("the same debates give the same bytes, on every machine", () => {
  const encoded = encodePanelBlock(part(run).blocks[0]);
  expect(encodePanelBlock(part(run).blocks[0])).toEqual(encoded);
  expect(encodePanelBlock(decodePanelBlock(encoded))).toEqual(encoded);
  expect(blockDigest(encoded)).toMatchInlineSnapshot(
    `"2178119d7c9ae906d638ce9f6d6f15dd8fd250f6e9f450d54ecd69e6b2abdef4"`,
  );
});

it("item keys are not repeated as clusters, and an empty run has no blocks", () => {
  const plain = part({ seats: seatsNamed(1), debates: [debate({ rounds: rounds("A") })] });
  expect(plain.blocks[0].clusters).toBeNull();
  expect(part({ seats: seatsNamed(1), debates: [] }).blocks).toEqual([]);
});

it("bytes of another version, cut off, or of something else are told apart", () => {
  const bytes = encodePanelBlock(part(run).blocks[0]);
  const newer = bytes.slice();
  newer[4] = BLOCK_VERSION + 1;
  expect(() => decodePanelBlock(newer)).toThrow("CWPB version 1 was expected, got 2: rebuild it from the rows");
  expect(() => decodePanelBlock(bytes.subarray(0, bytes.length - 1))).toThrow("ends before its last section");
  expect(() => decodePanelBlock(new TextEncoder().encode("{}"))).toThrow("bytes that begin with CWPB were expected");
});
