import { expect, it } from "@jest/globals";
import {
  consistencyProof,
  inclusionProof,
  merkleRoot,
  appendedNodes,
  leafHash,
  type Hash,
} from "../../src/seal/merkle.js";
import { logEntriesCount, logEntriesPage, type LogPage } from "../../src/store/logEntries.js";
import { logProofs } from "../../src/store/logProofs.js";
import { addPolicy } from "../../src/store/writePolicy.js";
import { eachStore } from "./eachStore.js";
import { samplePolicy } from "./sealedSample.js";

const SIZE = 13;

eachStore((store) => {
  it("an empty log has the root of nothing", async () => {
    const { size, root, entries, consistency } = await logProofs(store());
    expect({ size, entries, consistency }).toEqual({ size: 0, entries: [], consistency: [] });
    expect(Buffer.from(root)).toEqual(Buffer.from(merkleRoot(0, () => new Uint8Array())));
  });

  it("answers roots and proofs of every size as the tree of seal/merkle.ts has them", async () => {
    for (let index = 0; index < SIZE; index++) await addPolicy(store(), samplePolicy(`policy ${index}`, index));
    const rows = await store().prisma.logEntry.findMany({ orderBy: { position: "asc" } });
    const nodes = new Map<string, Hash>();
    const read = (level: number, index: number): Hash => nodes.get(`${level}/${index}`)!;
    rows.forEach(({ statement }, at) => {
      for (const { level, index, hash } of appendedNodes(at, leafHash(Buffer.from(statement)), read))
        nodes.set(`${level}/${index}`, hash);
    });
    const bytes = (hashes: readonly Hash[]) => hashes.map((hash) => Buffer.from(hash).toString("hex"));
    for (const size of [1, 2, 7, 8, SIZE]) {
      const positions = Array.from({ length: size }, (_, position) => size - 1 - position);
      const from = Math.floor(size / 2);
      const found = await logProofs(store(), { positions, from, size });
      expect(bytes([found.root])).toEqual(bytes([merkleRoot(size, read)]));
      expect(bytes(found.consistency)).toEqual(bytes(consistencyProof(from, size, read)));
      found.entries.forEach(({ position, proof }, at) => {
        expect(position).toBe(positions[at]);
        expect(bytes(proof)).toEqual(bytes(inclusionProof(position, size, read)));
      });
    }
  });

  it.each([
    [{ size: SIZE + 1 }, `the log has ${SIZE} entries, ${SIZE + 1} were asked for`],
    [{ positions: [SIZE] }, `position ${SIZE} is not in a log of ${SIZE} entries`],
    [{ positions: [5], size: 5 }, "position 5 is not in a log of 5 entries"],
    [{ from: 6, size: 5 }, "a log of 5 entries has no beginning of 6"],
    [{ from: -1 }, "no beginning of -1"],
  ])("refuses to prove what is not there: %j", async (request, sentence) => {
    await expect(logProofs(store(), request)).rejects.toThrow(sentence);
  });

  it("pages over entries from either end", async () => {
    const page = { take: 3, fromEnd: false, after: null, before: null, kind: null };
    const at = async (change: Partial<LogPage>) =>
      (await logEntriesPage(store().prisma, { ...page, ...change })).map(({ position }) => position);
    expect(await at({})).toEqual([0, 1, 2, 3]);
    expect(await at({ after: 9 })).toEqual([10, 11, 12]);
    expect(await at({ fromEnd: true, before: 3 })).toEqual([2, 1, 0]);
    expect(await at({ kind: "run" })).toEqual([]);
    expect(await logEntriesCount(store().prisma, "policy")).toBe(SIZE);
  });
});
