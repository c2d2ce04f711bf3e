import { expect, it } from "@jest/globals";
import { appendedNodes, leafHash, type Node } from "../../src/seal/merkle.js";
import { leafBytes, readStatement, type Statement } from "../../src/seal/statements.js";
import { appendLog } from "../../src/store/appendLog.js";
import { beginLoad, completeRun, writeBatch } from "../../src/store/writeRun.js";
import { eachStore } from "./eachStore.js";
import { sampleBatch, sampleRun } from "./sampleRun.js";

eachStore((store) => {
  it("numbers entries from 0 without a gap, however many write at once, and one that is refused leaves none", async () => {
    const loads = [];
    for (let index = 0; index < 15; index++) {
      const load = await beginLoad(store(), `run ${index} \u{1f600} \u2028 " \\`);
      await writeBatch(store(), load, sampleBatch(0, 1));
      loads.push(load);
    }
    // Every fifth says that it has more debates than it has.
    const completions = loads.map((load, index) =>
      completeRun(store(), load, sampleRun(load.slug, index % 5 === 0 ? 2 : 1)).catch(() => null),
    );
    const positions = (await Promise.all(completions)).filter((position) => position !== null);
    expect(positions.sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    await Promise.all(loads.map((load) => load.release()));
  });

  it("grows the tree that seal/merkle.ts grows, over the very bytes of the statements", async () => {
    const { prisma } = store();
    const entries = await prisma.logEntry.findMany({ orderBy: { position: "asc" } });
    const nodes: Node[] = [];
    const read = (level: number, index: number) =>
      nodes.find((node) => node.level === level && node.index === index)!.hash;
    entries.forEach(({ statement }, position) => {
      const bytes = leafBytes(readStatement(JSON.parse(statement)));
      expect(bytes.toString("utf8")).toBe(statement);
      nodes.push(...appendedNodes(position, leafHash(bytes), read));
    });
    const stored = await prisma.logNode.findMany();
    const sorted = (all: { level: number; index: number | bigint; hash: Uint8Array }[]) =>
      all.map(({ level, index, hash }) => `${level}/${index} ${Buffer.from(hash).toString("hex")}`).sort();
    expect(stored.length).toBe(12 + 6 + 3 + 1);
    expect(sorted(stored)).toEqual(sorted(nodes));
  });

  it("refuses what is no statement", async () => {
    const unknown = { type: "rumour" } as unknown as Statement;
    await expect(appendLog(store().prisma, unknown)).rejects.toMatchObject({ code: "BAD_INPUT" });
  });
});
