import { createHash } from "node:crypto";
import { expect, it } from "@jest/globals";
import { collectionDigest, digest, sequenceDigest } from "../../src/seal/digest.js";

const plain = (text: string) => createHash("sha256").update(text, "utf8").digest("hex");

it("a digest is SHA-256 of the canonical text in UTF-8, whatever the order of keys", () => {
  expect(digest({ b: "\u00f6", a: 1 })).toBe(plain('{"a":1,"b":"\u00f6"}'));
  expect(digest({ a: 1, b: "\u00f6" })).toBe(digest({ b: "\u00f6", a: 1 }));
  expect(digest({})).toBe("44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a");
});

const digestOf = (make: typeof sequenceDigest, values: readonly unknown[]) => {
  const running = make();
  for (const value of values) running.add(value);
  return running.hex();
};

it("a sequence has the digest of its lines, and may be asked on the way", () => {
  const running = sequenceDigest();
  running.add({ b: 1, a: 2 });
  expect(running.hex()).toBe(plain('{"a":2,"b":1}\n'));
  running.add([]);
  expect(running.hex()).toBe(plain('{"a":2,"b":1}\n[]\n'));
});

it("the order of a sequence counts, the order of a collection does not", () => {
  expect(digestOf(sequenceDigest, [1, 2])).not.toBe(digestOf(sequenceDigest, [2, 1]));
  expect(digestOf(collectionDigest, [1, 2, 3])).toBe(digestOf(collectionDigest, [3, 1, 2]));
  expect(digestOf(collectionDigest, [1, 2])).not.toBe(digestOf(collectionDigest, [1, 2, 2]));
});
