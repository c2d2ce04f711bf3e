// Trees up to 65 leaves are walked whole, against the recursive definition of RFC 6962 written down plainly, and
// against the published vectors of Certificate Transparency (transparency-dev/merkle, testonly).
import { describe, expect, it } from "@jest/globals";
import {
  appendedNodes,
  consistencyProof,
  inclusionProof,
  leafHash,
  merkleRoot,
  nodeHash,
  nodesRead,
  type Hash,
  type ReadNode,
} from "../../src/seal/merkle.js";
import { provesConsistency, provesInclusion } from "../../src/seal/merkleProof.js";

const largest = 65;
const bytes = (hex: string) => Buffer.from(hex, "hex");
const hex = (hash: Hash) => Buffer.from(hash).toString("hex");

function grown(leaves: readonly Hash[]): ReadNode {
  const nodes = new Map<string, Hash>();
  const read: ReadNode = (level, index) => {
    const hash = nodes.get(`${level}/${index}`);
    if (hash === undefined) throw new Error(`node ${level}/${index} is not full yet`);
    return hash;
  };
  leaves.forEach((leaf, size) => {
    for (const { level, index, hash } of appendedNodes(size, leaf, read)) {
      expect(nodes.has(`${level}/${index}`)).toBe(false);
      nodes.set(`${level}/${index}`, hash);
    }
  });
  return read;
}

/** MTH of RFC 6962, section 2.1, as it is written there. */
function plainRoot(leaves: readonly Hash[]): Hash {
  const [only] = leaves;
  if (only === undefined) return bytes("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  if (leaves.length === 1) return only;
  let power = 1;
  while (power * 2 < leaves.length) power *= 2;
  return nodeHash(plainRoot(leaves.slice(0, power)), plainRoot(leaves.slice(power)));
}

const leaves = Array.from({ length: largest }, (_, index) => leafHash(Buffer.from(`leaf ${index}`)));
const read = grown(leaves);
const leafAt = (index: number): Hash => leaves[index] ?? leafHash(Buffer.from("a stranger"));
const roots = Array.from({ length: largest + 1 }, (_, size) => merkleRoot(size, read));
const rootAt = (size: number): Hash => roots[size] ?? leafHash(Buffer.from("a stranger"));
const flipped = (hash: Hash): Hash => Uint8Array.from(hash, (byte, at) => (at === 7 ? byte ^ 1 : byte));

const bentAt = (proof: readonly Hash[], at: number) =>
  proof.map((hash, place) => (place === at ? flipped(hash) : hash));
const withoutAt = (proof: readonly Hash[], at: number) => proof.filter((_, place) => place !== at);

describe("the published vectors of Certificate Transparency", () => {
  const published = grown(
    ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"].map((text) =>
      leafHash(bytes(text)),
    ),
  );

  it.each([
    [0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
    [1, "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"],
    [2, "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"],
    [3, "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77"],
    [4, "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7"],
    [5, "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4"],
    [6, "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef"],
    [7, "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c"],
    [8, "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"],
  ])("the root of %i leaves", (size, root) => {
    expect(hex(merkleRoot(size, published))).toBe(root);
  });

  it("the inclusion proof of leaf 5 among 8", () => {
    expect(inclusionProof(5, 8, published).map(hex)).toEqual([
      "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
      "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
      "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ]);
  });

  it("the consistency proofs of 6 with 8, and of 2 with 5", () => {
    expect(consistencyProof(6, 8, published).map(hex)).toEqual([
      "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
      "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
      "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ]);
    expect(consistencyProof(2, 5, published).map(hex)).toEqual([
      "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
      "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ]);
  });
});

it("the root grown leaf by leaf is the root of the plain definition, at every size", () => {
  for (let size = 0; size <= largest; size++) expect(hex(rootAt(size))).toBe(hex(plainRoot(leaves.slice(0, size))));
});

/** One expectation for a whole walk: thousands of them cost more than the hashes. */
function walk(visit: (claim: (sentence: string, holds: boolean, wanted: boolean) => void) => void): void {
  const wrong: string[] = [];
  let claims = 0;
  visit((sentence, holds, wanted) => {
    claims++;
    if (holds !== wanted) wrong.push(sentence);
  });
  expect(claims).toBeGreaterThan(largest);
  expect(wrong).toEqual([]);
}

it("every leaf of every tree has a proof, and it proves no other leaf, position, size or root", () => {
  walk((claim) => {
    for (let size = 1; size <= largest; size++)
      for (let index = 0; index < size; index++) {
        const proof = inclusionProof(index, size, read);
        const where = `leaf ${index} of ${size}`;
        const proves = (path: readonly Hash[], leaf = leafAt(index), at = index, root = rootAt(size)) =>
          provesInclusion(leaf, at, size, path, root);
        claim(where, proves(proof), true);
        claim(`${where}, leaf bent`, proves(proof, flipped(leafAt(index))), false);
        claim(`${where}, root bent`, proves(proof, leafAt(index), index, flipped(rootAt(size))), false);
        claim(`${where}, one sibling more`, proves([...proof, leafAt(0)]), false);
        for (let other = 0; other <= size; other++)
          if (other !== index) claim(`${where}, as leaf ${other}`, proves(proof, leafAt(index), other), false);
        for (let at = 0; at < proof.length; at++) {
          claim(`${where}, sibling ${at} bent`, proves(bentAt(proof, at)), false);
          claim(`${where}, sibling ${at} left out`, proves(withoutAt(proof, at)), false);
        }
      }
  });
});

it("every tree begins with every smaller one, and a bent proof or root shows", () => {
  walk((claim) => {
    for (let size = 0; size <= largest; size++)
      for (let older = 0; older <= size; older++) {
        const proof = consistencyProof(older, size, read);
        const where = `${older} with ${size}`;
        const proves = (path: readonly Hash[], olderRoot = rootAt(older), root = rootAt(size)) =>
          provesConsistency(older, olderRoot, size, root, path);
        claim(where, proves(proof), true);
        claim(`${where}, one node more`, proves([...proof, leafAt(0)]), false);
        if (older > 0) {
          claim(`${where}, older root bent`, proves(proof, flipped(rootAt(older))), false);
          claim(`${where}, root bent`, proves(proof, rootAt(older), flipped(rootAt(size))), false);
        }
        for (let at = 0; at < proof.length; at++) {
          claim(`${where}, node ${at} bent`, proves(bentAt(proof, at)), false);
          claim(`${where}, node ${at} left out`, proves(withoutAt(proof, at)), false);
        }
      }
  });
});

it("a fork cannot be proved: a tree that differs in one early leaf begins with no older tree that held it", () => {
  for (let size = 2; size <= 33; size++) {
    const forked = grown(leaves.slice(0, size).map((leaf, index) => (index === 0 ? flipped(leaf) : leaf)));
    for (let older = 1; older < size; older++) {
      const proof = consistencyProof(older, size, forked);
      expect(provesConsistency(older, rootAt(older), size, merkleRoot(size, forked), proof)).toBe(false);
    }
  }
});

it("positions and sizes that are no counts prove nothing", () => {
  expect(provesInclusion(leafAt(0), -1, 1, [], rootAt(1))).toBe(false);
  expect(provesInclusion(leafAt(0), 0.5, 1, [], rootAt(1))).toBe(false);
  expect(provesInclusion(leafAt(0), 0, 0, [], rootAt(0))).toBe(false);
  expect(provesConsistency(2, rootAt(2), 1, rootAt(1), [])).toBe(false);
});

it("what a computation reads is known beforehand, so that a store can fetch it at once", () => {
  for (let size = 1; size <= largest; size++)
    for (const compute of [
      (from: ReadNode) => merkleRoot(size, from),
      (from: ReadNode) => inclusionProof(size - 1, size, from),
      (from: ReadNode) => consistencyProof(size >> 1, size, from),
      (from: ReadNode) => appendedNodes(size, leafAt(0), from),
    ]) {
      const wanted = nodesRead(compute);
      expect(wanted.length).toBeLessThanOrEqual(14);
      const fetched = new Map(wanted.map(({ level, index }) => [`${level}/${index}`, read(level, index)]));
      const answer = compute((level, index) => fetched.get(`${level}/${index}`) ?? bytes("00"));
      expect(answer).toEqual(compute(read));
    }
});

it("a tree of 2^40 leaves is no different: positions are counted without 32-bit shifts", () => {
  const size = 1_099_511_627_776 + 3;
  const blank: ReadNode = (level, index) => leafHash(Buffer.from(`${level}/${index}`));
  const root = merkleRoot(size, blank);
  const proof = inclusionProof(size - 1, size, blank);
  expect(provesInclusion(blank(0, size - 1), size - 1, size, proof, root)).toBe(true);
  const older = 1_099_511_627_776;
  const consistency = consistencyProof(older, size, blank);
  expect(provesConsistency(older, merkleRoot(older, blank), size, root, consistency)).toBe(true);
});
