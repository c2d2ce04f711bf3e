import { expect, it } from "@jest/globals";
import { debateKey, debatesByKey } from "../../src/store/debates.js";
import { type Store } from "../../src/store/open.js";
import { runsBySlug } from "../../src/store/runs.js";
import { beginLoad, completeRun, discardLoad, writeBatch } from "../../src/store/writeRun.js";
import { eachStore } from "./eachStore.js";
import { sampleBatch, sampleDebate, sampleRun, storeSampleRun } from "./sampleRun.js";

const rowsOfLoad = async ({ prisma }: Store, runId: number) => ({
  debates: await prisma.debate.count({ where: { runId } }),
  blocks: await prisma.panelBlock.count({ where: { runId } }),
  texts: await prisma.response.count({ where: { runId } }),
});

eachStore((store) => {
  it("gives every debate back as it was written, whatever its labels are", async () => {
    await storeSampleRun(store(), "whole", 30);
    const run = (await runsBySlug(store().prisma, ["whole"])).get("whole")!;
    const keys = Array.from({ length: 30 }, (_, ordinal) => ({ runId: run.rowId, ordinal }));
    const found = await debatesByKey(store().prisma, keys);
    for (const key of keys) {
      const debate = sampleDebate(key.ordinal, "whole");
      const disagreements = debate.reported ? ["collapsed"] : [];
      expect(found.get(debateKey(key))).toEqual({ ...key, ...debate, disagreements });
    }
    expect(run).toMatchObject({ ...sampleRun("whole", 30), position: 0, withdrawals: [] });
  });

  it("shows nothing of a run before it is complete, and all of it at once after", async () => {
    const load = await beginLoad(store(), "hidden");
    await writeBatch(store(), load, sampleBatch(0, 20));
    expect(await runsBySlug(store().prisma, ["hidden"])).toEqual(new Map());
    expect(await debatesByKey(store().prisma, [{ runId: load.id, ordinal: 3 }])).toEqual(new Map());
    await writeBatch(store(), load, sampleBatch(1, 20));
    await completeRun(store(), load, sampleRun("hidden", 40));
    expect((await debatesByKey(store().prisma, [{ runId: load.id, ordinal: 33 }])).size).toBe(1);
  });

  it.each([
    ["a debate is missing", 41],
    ["there is one too many", 39],
  ])("refuses to complete a run when %s", async (_, debates) => {
    const load = await beginLoad(store(), `partial ${debates}`);
    await writeBatch(store(), load, sampleBatch(0, 40));
    await expect(completeRun(store(), load, sampleRun(`partial ${debates}`, debates))).rejects.toThrow(
      "its load has 40",
    );
    expect(await runsBySlug(store().prisma, [`partial ${debates}`])).toEqual(new Map());
    await discardLoad(store(), load);
  });

  it("takes an interrupted import up where it stopped: a batch that is there is not written again", async () => {
    const interrupted = await beginLoad(store(), "resumed");
    expect(await writeBatch(store(), interrupted, sampleBatch(0, 20))).toBe(true);
    await interrupted.release();
    const load = await beginLoad(store(), "resumed");
    expect(load.id).toBe(interrupted.id);
    expect(await writeBatch(store(), load, sampleBatch(0, 20))).toBe(false);
    expect(await writeBatch(store(), load, sampleBatch(1, 20))).toBe(true);
    await completeRun(store(), load, sampleRun("resumed", 40));
    expect(await rowsOfLoad(store(), load.id)).toEqual({ debates: 40, blocks: 2, texts: 5 });
  });

  it("refuses to go on with other debates, also when only what is outside the panels differs", async () => {
    const interrupted = await beginLoad(store(), "mixed up");
    await writeBatch(store(), interrupted, sampleBatch(0, 20));
    await interrupted.release();
    const load = await beginLoad(store(), "mixed up");
    const otherMeta = sampleBatch(0, 20, (index) => ({ ...sampleDebate(index), meta: "{}" }));
    await expect(writeBatch(store(), load, otherMeta)).rejects.toMatchObject({ code: "CONFLICT" });
    await discardLoad(store(), load);
    expect(await rowsOfLoad(store(), load.id)).toEqual({ debates: 0, blocks: 0, texts: 0 });
    expect(await store().prisma.load.count({ where: { id: load.id } })).toBe(0);
  });

  it("lets one import of a name run at a time, and none once the run is stored", async () => {
    const load = await beginLoad(store(), "once");
    await expect(beginLoad(store(), "once")).rejects.toMatchObject({ code: "CONFLICT" });
    await writeBatch(store(), load, sampleBatch(0, 1));
    await completeRun(store(), load, sampleRun("once", 1));
    await expect(beginLoad(store(), "once")).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("refuses the same item and replicate twice in a run", async () => {
    const load = await beginLoad(store(), "twice");
    const twice = sampleBatch(0, 2, () => sampleDebate(0));
    await expect(writeBatch(store(), load, twice)).rejects.toThrow(/unique/i);
    expect(await rowsOfLoad(store(), load.id)).toEqual({ debates: 0, blocks: 0, texts: 0 });
    await discardLoad(store(), load);
  });

  it("keeps of a model what the first run that named it said", async () => {
    await storeSampleRun(store(), "first to name", 1, {
      seats: [{ seat: "1", model: "m-new", family: "One", provider: null, temperature: null }],
    });
    await storeSampleRun(store(), "second to name", 1, {
      seats: [{ seat: "1", model: "m-new", family: "Two", provider: "p", temperature: null }],
    });
    expect(await store().prisma.model.findUnique({ where: { slug: "m-new" } })).toEqual({
      slug: "m-new",
      familySlug: "One",
      provider: null,
    });
    expect((await runsBySlug(store().prisma, ["second to name"])).get("second to name")?.seats[0].family).toBe("Two");
  });

  it("writes items that two imports add at once only once", async () => {
    const loads = await Promise.all(["left", "right"].map((slug) => beginLoad(store(), slug)));
    const batch = sampleBatch(0, 50, (index) => ({ ...sampleDebate(index), item: `shared ${index}` }));
    await Promise.all(loads.map((load) => writeBatch(store(), load, batch)));
    expect(await store().prisma.item.count({ where: { key: { startsWith: "shared" } } })).toBe(50);
    await Promise.all(loads.map((load) => discardLoad(store(), load)));
  });
});
