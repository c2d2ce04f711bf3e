import { expect, it } from "@jest/globals";
import { appendedNodes, leafHash, type Node } from "../../src/seal/merkle.js";
import { leafBytes, type Statement } from "../../src/seal/statements.js";
import { appendLog } from "../../src/store/appendLog.js";
import { eachStore } from "./eachStore.js";

const statement = (reason: string): Statement => ({
  type: "abandonment",
  v: 1,
  statement: "0".repeat(64),
  reason,
  at: null,
});

eachStore((store) => {
  it("numbers entries from 0 without a gap, however many write at once, and one that fails leaves none", async () => {
    const appends = Array.from({ length: 33 }, (_, index) =>
      store()
        .prisma.$transaction(async (database) => {
          const position = await appendLog(database, statement(`number ${index}`));
          if (index % 5 === 0) throw new Error("thought better of it");
          return position;
        })
        .catch(() => null),
    );
    const positions = (await Promise.all(appends)).filter((position) => position !== null);
    expect(positions.sort((a, b) => a - b)).toEqual(Array.from({ length: 26 }, (_, position) => position));
  });

  it("grows the tree that seal/merkle.ts grows", async () => {
    const { prisma } = store();
    const entries = await prisma.logEntry.findMany({ orderBy: { position: "asc" } });
    const nodes: Node[] = [];
    const read = (level: number, index: number) =>
      nodes.find((node) => node.level === level && node.index === index)!.hash;
    entries.forEach((entry, position) => {
      nodes.push(...appendedNodes(position, leafHash(Buffer.from(entry.statement)), read));
    });
    const stored = await prisma.logNode.findMany();
    const sorted = (all: { level: number; index: number | bigint; hash: Uint8Array }[]) =>
      all.map(({ level, index, hash }) => `${level}/${index} ${Buffer.from(hash).toString("hex")}`).sort();
    expect(stored.length).toBeGreaterThan(40);
    expect(sorted(stored)).toEqual(sorted(nodes));
  });

  it("keeps the very bytes that are hashed, and refuses what is no statement", async () => {
    const odd = statement('\u{1f600} \u2028 " \\ \n');
    const position = await appendLog(store().prisma, odd);
    const entry = await store().prisma.logEntry.findUniqueOrThrow({ where: { position } });
    expect(entry).toEqual({ position: BigInt(position), kind: "abandonment", statement: leafBytes(odd).toString() });
    const unknown = { type: "rumour" } as unknown as Statement;
    await expect(appendLog(store().prisma, unknown)).rejects.toMatchObject({ code: "BAD_INPUT" });
  });
});
